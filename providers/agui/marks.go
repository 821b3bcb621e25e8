package agui

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// marksKey is the field of a message's or an event's metadata for what the
// protocol has no field for.
const marksKey = "convo"

// mark is a field of the marks. Its value is JSON text; "" is absent.
type mark = rawjson.Member

// textMark is a mark whose value is a string; "" is absent.
func textMark(key, value string) mark {
	if value == "" {
		return mark{}
	}
	return mark{Key: key, Value: rawjson.Quoted(value)}
}

// flagMark is a mark that is true or absent.
func flagMark(key string, set bool) mark {
	if !set {
		return mark{}
	}
	return mark{Key: key, Value: "true"}
}

// writeMarks writes the field metadata: its residue and the marks, if there is
// either.
func writeMarks(w *rawjson.Writer, metadata conv.Raw, marks []mark) {
	some := false
	for _, m := range marks {
		some = some || m.Value != ""
	}
	if !some {
		w.OptRaw("metadata", metadata)
		return
	}
	w.ObjectField("metadata")
	record.WriteFields(w, metadata, marksKey)
	w.ObjectField(marksKey)
	for _, m := range marks {
		w.OptRaw(m.Key, m.Value)
	}
	w.EndObject()
	w.EndObject()
}

// thoughtMarks is what reasoning has besides its text and its signature.
func thoughtMarks(signature string, redacted bool) []mark {
	marks := []mark{flagMark("redacted", redacted)}
	if format.IsReasoningField(signature) {
		marks = append(marks, textMark("field", signature))
	}
	return marks
}

// signatureMarks is the mark of the signature of a text. The signature takes
// the place of the opaque value of its message, if that has none.
func signatureMarks(encrypted, signature string) []mark {
	if signature != "" && encrypted == "" {
		return []mark{textMark("encrypted", "text")}
	}
	return []mark{textMark("textSignature", signature)}
}

// takeMarks takes the marks out of a node's metadata. Marks with an unknown
// key are not ours and stay.
func takeMarks(n *conv.Node, known ...string) []mark {
	var rest, marks []rawjson.Member
	found := false
	for key, value := range residue.Get(n, "metadata").Fields {
		if key != marksKey || value[0] != '{' {
			rest = append(rest, rawjson.Member{Key: key, Value: value})
			continue
		}
		found = true
		for k, v := range value.Fields {
			if !slices.Contains(known, k) {
				return nil
			}
			marks = append(marks, rawjson.Member{Key: k, Value: v})
		}
	}
	if !found || len(marks) == 0 {
		return nil
	}
	if rest == nil {
		residue.Drop(n, "metadata")
	} else {
		residue.Set(n, "metadata", rawjson.ObjectOf(rest))
	}
	return marks
}
