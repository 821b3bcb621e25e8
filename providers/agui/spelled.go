package agui

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// encryptedOption chooses the name of the encrypted value in messages. The
// release calls it encryptedValue everywhere; the documentation before it has
// encryptedContent in all messages but a tool's and reasoning.
var encryptedOption = format.Option{
	Name:  "encrypted-content",
	About: "call the encrypted value encryptedContent, the older name, or with - encryptedValue (default: as read)",
	Set: func(f *format.Format, on bool) {
		field := encryptedValue
		if on {
			field = encryptedContent
		}
		reduce := f.Reduce
		f.Reduce = func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
			return spelled(reduce(c, notes), field)
		}
	},
}

// spelled is a copy of a conversation in which the field of the encrypted
// value of messages has one name, whatever the input had. Events have only one
// name for it.
func spelled(c *conv.Conversation, field string) *conv.Conversation {
	out := *c
	spellPrompt(&out.Node, field)
	out.Messages = slices.Clone(c.Messages)
	for i, m := range out.Messages {
		meta := *conv.MetaOf(m)
		name, value := field, meta.EncryptedValue
		switch m := m.(type) {
		case *conv.ToolResultMessage:
			name = encryptedValue
		case *conv.AssistantMessage:
			out.Messages[i] = m.WithContent(spelledBlocks(m.Content))
			value = cmp.Or(value, signatureOf(m))
		}
		if value != "" {
			spell(&meta.Node, name)
			out.Messages[i] = format.WithMeta(out.Messages[i], meta)
		}
	}
	return &out
}

// signatureOf is the signature of an answer's text.
func signatureOf(m *conv.AssistantMessage) (signature string) {
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			signature = t.TextSignature
		}
	}
	return signature
}

// spelledBlocks is the blocks of an answer without hints on the name:
// reasoning and calls have only one.
func spelledBlocks(in []conv.AssistantContent) []conv.AssistantContent {
	return copied(in, func(b conv.Block, n *conv.Node) {
		switch b.(type) {
		case *conv.ThinkingContent, *conv.ToolCall:
			spell(n, encryptedValue)
		}
	})
}

// copied is blocks whose nodes edit may change: reasoning, calls and media are
// copies.
func copied[B conv.Block](in []B, edit func(conv.Block, *conv.Node)) []B {
	out := slices.Clone(in)
	for i, b := range out {
		var own conv.Block
		switch b := conv.Block(b).(type) {
		case *conv.ThinkingContent:
			x := *b
			own = &x
		case *conv.ToolCall:
			x := *b
			own = &x
		default:
			m := conv.MediaOf(b)
			if m == nil {
				continue
			}
			x := *m
			own = x.Block(b.BlockType())
		}
		if x, ok := own.(B); ok {
			edit(own, conv.NodeOf(own))
			out[i] = x
		}
	}
	return out
}

// spell sets the hint on the name of a node's field.
func spell(n *conv.Node, field string) {
	residue.Drop(n, hintEncrypted)
	if field == encryptedContent {
		n.Extensions = n.Extensions.Clone()
		residue.Set(n, hintEncrypted, rawjson.Quoted(encryptedContent))
	}
}

// spellPrompt renames the field in the prompt's message.
func spellPrompt(n *conv.Node, field string) {
	renamePrompt(n, func(key string) string {
		switch usual := aliases.Usual(key); {
		case usual != encryptedValue && usual != encryptedContent:
			return key
		case usual != key:
			return aliases.Of(field)
		}
		return field
	})
}

// renamePrompt renames the fields of the prompt's message.
func renamePrompt(n *conv.Node, name func(key string) string) {
	members := residue.Get(n, keptPrompt).Members()
	if members == nil {
		return
	}
	for i := range members {
		members[i].Key = name(members[i].Key)
	}
	n.Extensions = n.Extensions.Clone()
	residue.Set(n, keptPrompt, rawjson.ObjectOf(members))
}
