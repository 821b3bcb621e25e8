package fit

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// fitBlocks fits the content of a message that holds some types of blocks.
// It keeps the slice, and says so, if no block changes.
func fitBlocks[B conv.Block](f *Fitter, in []B, held format.Blocks) (out []B, kept bool) {
	out, kept = in, true
	var fields fieldsSeen
	reads := readsIn[B](f)
	for i, b := range in {
		fit, ok := f.block(b, held, reads, &fields).(B)
		if kept && ok && conv.Block(fit) == conv.Block(b) {
			continue
		}
		if kept {
			out, kept = make([]B, i, len(in)), false
			copy(out, in)
		}
		if !ok {
			continue
		}
		if n := len(out); n == 0 || !repeats(out[n-1], fit) {
			out = append(out, fit)
		}
	}
	return out, kept
}

// opaqueName is the type of an opaque block, or the name of its first field.
func opaqueName(b *conv.Opaque) string {
	if t := b.Raw.Lookup("type").Text(); t != "" {
		return t
	}
	c := rawjson.NewCursor([]byte(b.Raw))
	for name := range c.FieldsOnly {
		return name
	}
	return ""
}

// repeats reports whether a placeholder stands right before its like.
func repeats(last, b conv.Block) bool {
	t, ok := b.(*conv.TextContent)
	if !ok || !strings.HasPrefix(t.Text, "(") || !strings.HasSuffix(t.Text, placeholderEnd) {
		return false
	}
	before, ok := last.(*conv.TextContent)
	return ok && before.Text == t.Text
}

const placeholderEnd = " omitted: the format cannot hold it)"

// block fits one block; nil drops it.
func (f *Fitter) block(b conv.Block, held format.Blocks, reads format.OwnJSON, fields *fieldsSeen) conv.Block {
	switch b := b.(type) {
	case *conv.Opaque:
		if b.Family == f.family && reads.Takes(b.Raw) {
			return f.item(b)
		}
		if f.Has(format.HostedTools) {
			return b
		}
		if f.mention != nil && held&format.TextBlock != 0 {
			return f.mentioned(b, note.CodeServerTool)
		}
		f.lose(note.CodeServerTool, note.Dropped, &b.Node, b.Family+" block", opaqueName(b))
		return nil
	case *conv.TextContent:
		return f.textBlock(b)
	case *conv.ThinkingContent:
		return f.thinking(b, held, fields)
	case *conv.ToolCall:
		return f.call(b, held)
	default:
		return f.media(b, held)
	}
}

// readsIn says what is read of opaque blocks of the family in content of type B.
func readsIn[B conv.Block](f *Fitter) format.OwnJSON {
	switch any([]B(nil)).(type) {
	case []conv.AssistantContent:
		return f.Reads.Answer
	case []conv.ToolResultContent:
		return f.Reads.Result
	}
	return f.Reads.Block
}

// item is an opaque block without the field that servers refuse.
func (f *Fitter) item(b *conv.Opaque) conv.Block {
	if f.refused == "" || b.Raw.Lookup(f.refused) == "" {
		return b
	}
	f.loseField(&b.Node, f.family, f.refused)
	x := *b
	x.Raw = x.Raw.Without(f.refused)
	return &x
}

func (f *Fitter) textBlock(b *conv.TextContent) conv.Block {
	ext := f.residue(&b.Node)
	text := f.text(&b.Node, b.Text)
	signature, refusal := f.textSignature(b), b.Refusal
	if refusal && !f.Has(format.Refusals) {
		f.lose(note.CodeRefusal, note.Downgraded, &b.Node, "refusal, now text", "")
		refusal = false
	}
	if unchanged(ext, b.Extensions) && text == b.Text && signature == b.TextSignature && refusal == b.Refusal {
		return b
	}
	x := *b
	x.Extensions, x.Text, x.TextSignature, x.Refusal = ext, text, signature, refusal
	return &x
}

// textSignature is what of a text's signature is held. The id of an item is
// of no use to anybody but the server that gave it.
func (f *Fitter) textSignature(b *conv.TextContent) string {
	item, isItem := format.ParseItemSignature(b.TextSignature, format.TextItem)
	switch {
	case b.TextSignature == "" || f.Has(format.TextSignatures) && f.signed(b.TextSignature):
		return b.TextSignature
	case isItem && item.Phase == "":
		f.info(note.CodeID, note.Dropped, &b.Node, "id of the item of a text", item.ID)
	case f.Has(format.TextSignatures):
		f.lose(note.CodeSignature, note.Dropped, &b.Node, "text signature that another provider issued", "")
	default:
		f.lose(note.CodeSignature, note.Dropped, &b.Node, "text signature", "")
	}
	return ""
}

// Gone reports whether nothing of some content will be left of a message that
// holds some types of blocks. If so, what is lost is noted now.
func Gone[B conv.Block](f *Fitter, content []B, held format.Blocks) bool {
	for _, b := range content {
		if (held & (format.TextBlock | format.ToolCallBlock)).Has(b) {
			return false
		}
	}
	if left, kept := fitBlocks(f.quiet(), content, held); kept || len(left) > 0 {
		return false
	}
	fitBlocks(f, content, held)
	return true
}

// mentioned is the line of text in the place of a block that is not held.
func (f *Fitter) mentioned(b conv.Block, code note.Code) *conv.TextContent {
	n := conv.NodeOf(b)
	f.lose(code, note.Downgraded, n, b.BlockType()+", now a line that mentions it", "")
	f.LoseFields(n, n.Extensions)
	t := &conv.TextContent{Text: f.mention(b)}
	t.SetOffset(n.Offset())
	return t
}
