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
	// Listed says that a message has a type, and that its content is a list, however
	// short it is: neither is a hint.
	Listed bool

	from  *conv.Reader // of the item before
	read  turns
	write encoder
}

// Message reads one item. It returns nil if the item belongs to the answer of
// an earlier item, or if r failed.
func (t *Thread) Message(r *conv.Reader) conv.Message {
	if t.from != r {
		d := &decoder{in: record.ReaderOf(residue, r), listed: t.Listed}
		if t.from != nil {
			d.custom = t.read.custom
		}
		t.from, t.read.decoder = r, d
	}
	t.read.list = t.read.list[:0]
	if t.read.item(0); len(t.read.list) == 0 {
		return nil
	}
	return t.read.list[0]
}

// Break ends the open answer: the next item begins a new one.
func (t *Thread) Break() { t.read.open = nil }

// WriteMessage writes a message. An answer may be several items, and around is
// called for each of them.
func (t *Thread) WriteMessage(w *rawjson.Writer, m conv.Message, around func(item func())) {
	e := &t.write
	e.Writer = w
	if answer, ok := m.(*conv.AssistantMessage); ok {
		e.items(answer, around)
	} else {
		around(func() { e.message(m) })
	}
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
