package agui

import (
	"cmp"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// writeCustom writes an activity, or a message of an unknown role.
func writeCustom(w *rawjson.Writer, m *conv.CustomMessage, i int) {
	if isForeignRole(m) {
		w.Raw(m.Data)
		return
	}
	w.BeginObject()
	w.Field("id", cmp.Or(m.ID, "custom_"+strconv.Itoa(i+1)))
	w.Field("role", "activity")
	w.Field(residue.Key(&m.Node, "activityType"), m.CustomType)
	w.OptRaw("content", payloadOf(m))
	writeRest(w, &m.Node, customMarks(m))
	w.EndObject()
}

// isForeignRole reports whether a custom message is a message of an unknown
// role, as it was read.
func isForeignRole(m *conv.CustomMessage) bool { return isKept(m, "role") }

// isEvent reports whether a custom message is an event as it was read.
func isEvent(m *conv.CustomMessage) bool { return isKept(m, "type") }

func isKept(m *conv.CustomMessage, tag string) bool {
	is, ok := strings.CutPrefix(m.CustomType, customPrefix)
	return ok && is != "" && m.Data != "" && m.Data[0] == '{' && m.Data.Field(tag).Text() == is
}

// payloadOf is an activity's content, which must be an object. Anything else of
// a custom message is wrapped in one.
func payloadOf(m *conv.CustomMessage) conv.Raw {
	if !isWrapped(m) {
		return m.Data
	}
	return rawjson.ObjectBy(func(w *rawjson.Writer) {
		w.OptRaw("value", m.Data)
		if len(m.Content) > 0 {
			w.ArrayField("content")
			for _, b := range m.Content {
				writePart(w, b)
			}
			w.EndArray()
		}
	})
}

// isWrapped reports whether a custom message has anything but one object.
func isWrapped(m *conv.CustomMessage) bool {
	return m.Data == "" || m.Data[0] != '{' || len(m.Content) > 0
}

func customMarks(m *conv.CustomMessage) []mark {
	return []mark{
		flagMark("wrapped", isWrapped(m)),
		textMark("name", m.Name), textMark("encryptedValue", m.EncryptedValue),
	}
}
