package agui

import (
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
		reduceTo(f, func(c *conv.Conversation) *conv.Conversation { return spelled(c, field) })
	},
}

// reduceTo changes what a format's Reduce leaves.
func reduceTo(f *format.Format, change func(*conv.Conversation) *conv.Conversation) {
	reduce := f.Reduce
	f.Reduce = func(c *conv.Conversation, notes *note.Notes) *conv.Conversation { return change(reduce(c, notes)) }
}

// spelled is a copy of a conversation in which the field of the encrypted
// value of messages has one name, whatever the input had. Events have only one
// name for it, as have results, reasoning and calls.
func spelled(c *conv.Conversation, field string) *conv.Conversation {
	out := edited(c, func(part any, n *conv.Node) {
		switch x := part.(type) {
		case *conv.ToolResultMessage, *conv.ThinkingContent, *conv.ToolCall:
			spell(n, encryptedValue)
		case *conv.AssistantMessage:
			if x.EncryptedValue != "" || signatureOf(x) != "" {
				spell(n, field)
			}
		case conv.Message:
			if conv.MetaOf(x).EncryptedValue != "" {
				spell(n, field)
			}
		}
	})
	spellPrompt(&out.Node, field)
	return out
}

// edited is a copy of a conversation. edit may change its messages and the nodes
// of their reasoning, calls and media, which are copies too.
func edited(c *conv.Conversation, edit func(part any, n *conv.Node)) *conv.Conversation {
	out := *c
	out.Messages = slices.Clone(c.Messages)
	for i, m := range out.Messages {
		m = format.WithMeta(m, *conv.MetaOf(m))
		edit(m, &conv.MetaOf(m).Node)
		if conv.RoleOf(m) != conv.RoleCustom {
			m = format.ChangeBlocks(m, func(b conv.Block) conv.Block {
				own := copyOf(b)
				if own != b {
					edit(own, conv.NodeOf(own))
				}
				return own
			})
		}
		out.Messages[i] = m
	}
	return &out
}

// copyOf is a copy of reasoning, a call or media, and any other block itself.
func copyOf(b conv.Block) conv.Block {
	switch x := b.(type) {
	case *conv.ThinkingContent:
		return new(*x)
	case *conv.ToolCall:
		return new(*x)
	}
	if m := conv.MediaOf(b); m != nil {
		return new(*m).Block(b.BlockType())
	}
	return b
}

// signatureOf is the signature of an answer's text.
func signatureOf(m *conv.AssistantMessage) string {
	if t := textIn(m); t != nil {
		return t.TextSignature
	}
	return ""
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
