package openairesponses

import (
	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// reduceRequest does without what only items lack. Answers in a row are one:
// items do not say where an answer ends.
func reduceRequest(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	reduceBlocks(c, true, notes)
	fit.JoinAnswers(c, &requestHolds, notes)
	return c
}

// reduceAnswer does without what only the items of an answer lack.
func reduceAnswer(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	reduceBlocks(c, false, notes)
	return c
}

// reduceBlocks fits blocks to items. A request may not send reasoning that is
// not an item of these servers.
func reduceBlocks(c *conv.Conversation, sent bool, notes *note.Notes) {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		switch b := b.(type) {
		case *conv.TextContent:
			_, answer := m.(*conv.AssistantMessage)
			return reduceText(b, answer, notes)
		case *conv.ThinkingContent:
			return reduceReasoning(b, sent, notes)
		case *conv.ToolCall:
			return reduceCall(b, notes)
		case *conv.Opaque:
			if _, answer := m.(*conv.AssistantMessage); sent && answer && b.Family == family && !isItem(b) {
				notes.Loss(note.CodeExtension, note.Dropped, b.Offset(), "item that servers cannot read", "")
				return nil
			}
		}
		return b
	})
	separated(c)
}

// separated leaves the hint that a text begins an item only where it would else be
// joined to the one before: a stream tells the phase of an item when it ends.
func separated(c *conv.Conversation) {
	var of conv.Message
	var before conv.Block
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block {
		if m != of {
			of, before = m, nil
		}
		t, ok := b.(*conv.TextContent)
		if ok && before != nil && residue.Get(&t.Node, hintItem) != "" {
			if last, also := before.(*conv.TextContent); !also || last.TextSignature != t.TextSignature {
				x := *t
				residue.Drop(&x.Node, hintItem)
				b = &x
			}
		}
		before = b
		return b
	})
}

// isItem reports whether servers know what an item is: by its type, its role or
// its id.
func isItem(b *conv.Opaque) bool {
	d := reread(b.Raw)
	if d.in.Kind() != rawjson.Object {
		return false
	}
	o := d.look()
	return o.role != "" || o.kind != "" && o.kind != "message" || o.kind == "" && o.id != ""
}

// reduceText leaves a text the signature of its item, in the spelling of this
// package. Only the texts of an answer have one.
func reduceText(b *conv.TextContent, answer bool, notes *note.Notes) conv.Block {
	item, ok := format.ParseItemSignature(b.TextSignature, format.TextItem)
	signature := ""
	switch {
	case b.TextSignature == "":
		return b
	case ok && answer:
		signature = item.Of(format.TextItem, family)
	case ok && item.Phase == "":
		notes.Info(note.CodeID, note.Dropped, b.Offset(), "id of the item of a text", item.ID)
	default:
		notes.Loss(note.CodeSignature, note.Dropped, b.Offset(), "text signature", "")
	}
	if signature == b.TextSignature {
		return b
	}
	x := *b
	x.TextSignature = signature
	return &x
}

// reduceReasoning fits reasoning to an item. It is redacted if its payload is
// all there is.
func reduceReasoning(b *conv.ThinkingContent, sent bool, notes *note.Notes) conv.Block {
	item, signature := format.ItemSignature{}, ""
	if s, ok := format.ParseItemSignature(b.ThinkingSignature, format.ReasoningItem); ok {
		s.Phase = ""
		item, signature = s, s.Of(format.ReasoningItem, family)
	}
	if signature == "" && b.Extensions.Of(family) == nil && (sent || b.Redacted) {
		code := note.CodeThinking
		if b.Redacted {
			code = note.CodeRedacted
		}
		notes.Loss(code, note.Dropped, b.Offset(), "reasoning of another protocol", "")
		return nil
	}
	if signature == "" && b.ThinkingSignature != "" {
		notes.Loss(note.CodeSignature, note.Dropped, b.Offset(), "signature of another protocol", "")
	}
	redacted := b.Thinking == "" && item.EncryptedContent != ""
	if signature == b.ThinkingSignature && redacted == b.Redacted {
		return b
	}
	x := *b
	x.ThinkingSignature, x.Redacted = signature, redacted
	return &x
}

// reduceCall leaves a call its kind if it is one of free text.
func reduceCall(b *conv.ToolCall, notes *note.Notes) conv.Block {
	_, free := b.Input()
	switch {
	case b.Kind == "" || b.Kind == format.CustomCall && (free || b.Arguments == ""): // they may be yet to come
		return b
	case b.Kind == format.CustomCall:
		notes.Loss(note.CodeCustomTool, note.Downgraded, b.Offset(), "free text of a call, now in an object, of", b.Name)
	default:
		notes.Loss(note.CodeUI, note.Dropped, b.Offset(), "kind of a tool call", "")
	}
	x := *b
	x.Kind = ""
	return &x
}

// signed reports whether a signature is that of an item.
func signed(signature string) bool {
	for _, kind := range []format.ItemKind{format.ReasoningItem, format.TextItem} {
		item, ok := format.ParseItemSignature(signature, kind)
		if kind == format.ReasoningItem {
			item.Phase = ""
		}
		if ok && item != (format.ItemSignature{}) {
			return true
		}
	}
	return false
}
