package openairesponses

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// Thread reads or writes the items of one conversation one by one. Guests use
// it: formats whose lines carry items of this API. The zero value starts a
// conversation.
type Thread struct {
	open   *conv.AssistantMessage // the answer that the next item may belong to
	custom []string               // ids of calls with free text
}

// Message reads one item. It returns nil if the item belongs to the answer of
// an earlier item, or if r failed.
func (t *Thread) Message(r *conv.Reader) conv.Message {
	d := &decoder{in: record.ReaderOf(residue, r), custom: t.custom}
	x := turns{decoder: d, open: t.open}
	x.item(0)
	t.custom = d.custom
	if len(x.list) == 0 {
		return nil
	}
	t.open = x.open
	return x.list[0]
}

// Break ends the open answer: the next item begins a new one.
func (t *Thread) Break() { t.open = nil }

// WriteMessage writes a message. An answer may be several items, and around is
// called for each of them.
func (t *Thread) WriteMessage(w *rawjson.Writer, m conv.Message, around func(item func())) {
	e := encoder{Writer: w, custom: t.custom}
	if answer, ok := m.(*conv.AssistantMessage); ok {
		e.items(answer, around)
	} else {
		around(func() { e.message(m) })
	}
	t.custom = e.custom
}

// Prompt makes the first message the prompt, if it is an instruction. Its item begins at
// the offset first.
func Prompt(r *conv.Reader, c *conv.Conversation, first int) {
	(&decoder{in: record.ReaderOf(residue, r)}).leadingPrompt(c, first)
	UsualPrompt(c)
}

// UsualPrompt forgets that the prompt was an item of a system: PromptItem makes one.
func UsualPrompt(c *conv.Conversation) {
	if residue.Get(&c.Node, hintSystem) == `"system"` {
		residue.Drop(&c.Node, hintSystem)
	}
}

// PromptItem is the prompt as an item, as it was read or as one of a system; "" without
// one.
func PromptItem(c *conv.Conversation) conv.Raw {
	return cmp.Or(promptItem(c), promptAs(conv.RoleSystem, false, c))
}
