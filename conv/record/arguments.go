package record

import (
	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// ArgumentsText reads the string that a model wrote as a call's arguments. If
// the string is not an object, it is mended. Call [Diagnose] afterwards.
func (r *Reader) ArgumentsText(t *conv.ToolCall) {
	at := r.Offset()
	e := r.Embedded()
	if e.Object == "" {
		t.SetArguments(e.Text, nil)
		if _, mode := rawjson.Repair(e.Text); mode != rawjson.Strict {
			r.Notes.Info(note.CodeArguments, note.Recovered, at, "arguments of the call of tool", t.Name)
		}
		return
	}
	t.SetRead(e.Object, e.Text)
	t.Spelled().Set(t.ArgumentsString(), e.Spelling)
}

// Diagnose adds a diagnostic to the answer if a call's arguments were mended.
// Call it once the id and the name of the call are known.
func Diagnose(t *conv.ToolCall, m *conv.AssistantMessage) {
	if s := t.ArgumentsText; s != nil && t.Spelled().Of(*s) == "" {
		t.SetArguments(*s, m)
	}
}

// ArgumentsOf is the arguments of a call, {} if it has none.
func ArgumentsOf(t *conv.ToolCall) conv.Raw {
	if t.Arguments == "" {
		return "{}"
	}
	return t.Arguments
}
