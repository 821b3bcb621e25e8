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
	if !slices.ContainsFunc(marks, func(m mark) bool { return m.Value != "" }) {
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

// writeRest writes the residue of a node, except fields already written, and its
// metadata with marks.
func writeRest(w *rawjson.Writer, n *conv.Node, marks []mark, written ...string) {
	residue.Write(w, n, append(written, "metadata")...)
	writeMarks(w, residue.Get(n, "metadata"), marks)
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
	metadata := residue.Get(n, "metadata")
	var marks []mark
	for key, value := range metadata.Fields {
		if key == marksKey {
			marks = append(marks, value.Members()...)
		}
	}
	if len(marks) == 0 || slices.ContainsFunc(marks, func(m mark) bool { return !slices.Contains(known, m.Key) }) {
		return nil
	}
	if rest := metadata.Without(marksKey); rest != "{}" {
		residue.Set(n, "metadata", rest)
	} else {
		residue.Drop(n, "metadata")
	}
	return marks
}
