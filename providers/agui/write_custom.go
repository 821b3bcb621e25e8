package agui

import (
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
	w.Field("id", customID(m, i))
	w.Field("role", "activity")
	w.Field("activityType", m.CustomType)
	w.Key("content")
	writePayload(w, m)
	conv.WriteResidue(w, &m.Node, family, "metadata")
	writeMarks(w, m.Extensions.Get(family, "metadata"), customMarks(m))
	w.EndObject()
}

// isForeignRole reports whether a custom message is a message of an unknown
// role, as it was read.
func isForeignRole(m *conv.CustomMessage) bool {
	role, ok := strings.CutPrefix(m.CustomType, customPrefix)
	return ok && m.Data != "" && m.Data[0] == '{' && tagOf([]byte(m.Data), "role") == role
}

// isEvent reports whether a custom message is an event as it was read.
func isEvent(m *conv.CustomMessage) bool {
	kind, ok := strings.CutPrefix(m.CustomType, customPrefix)
	return ok && m.Data != "" && m.Data[0] == '{' && tagOf([]byte(m.Data), "type") == kind
}

func customID(m *conv.CustomMessage, i int) string {
	if m.ID == "" {
		return "custom_" + strconv.Itoa(i+1)
	}
	return m.ID
}

// writePayload writes an activity's content, which must be an object. Anything
// else of a custom message is wrapped in one.
func writePayload(w *rawjson.Writer, m *conv.CustomMessage) {
	if !isWrapped(m) {
		w.Raw(m.Data)
		return
	}
	w.BeginObject()
	w.OptRaw("value", m.Data)
	if len(m.Content) > 0 {
		w.Key("content")
		w.BeginArray()
		for _, b := range m.Content {
			writePart(w, b)
		}
		w.EndArray()
	}
	w.EndObject()
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
