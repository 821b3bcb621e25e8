package record

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// ArgumentsText reads the string that a model wrote as a call's arguments,
// mending what is not an object. [Diagnose] comes after it.
func (r *Reader) ArgumentsText(t *conv.ToolCall) {
	at := r.Offset()
	e := r.Embedded()
	t.ArgumentsText = nil
	if e.Object == "" {
		t.SetArguments(e.Text, nil)
		if _, mode := rawjson.Repair(e.Text); mode != rawjson.Strict {
			r.Notes.Info(conv.CodeArguments, conv.Recovered, at, "arguments of the call of tool", t.Name)
		}
		return
	}
	t.Arguments = e.Object
	if e.Exact() {
		t.Spell(string(t.Arguments), e.Spelling)
		return
	}
	t.ArgumentsText = &e.Text
	t.Spell(e.Text, e.Spelling)
}

// Diagnose tells the answer, once a call's id and name are known, that its
// arguments had to be mended: of those no spelling is kept.
func Diagnose(t *conv.ToolCall, m *conv.AssistantMessage) {
	if s := t.ArgumentsText; s != nil && t.Spelling(*s) == "" {
		t.SetArguments(*s, m)
	}
}

// ArgumentsOf is the arguments of a call; none are an empty object.
func ArgumentsOf(t *conv.ToolCall) conv.Raw {
	if t.Arguments == "" {
		return "{}"
	}
	return t.Arguments
}
