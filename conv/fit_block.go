package conv

import (
	"strings"

	"convo/conv/rawjson"
)

// fitBlocks fits the content of a message that holds some types of blocks.
// It keeps the slice, and says so, if no block changes.
func fitBlocks[B Block](f *fitter, in []B, held Blocks) (out []B, kept bool) {
	out, kept = in, true
	var fields fieldsSeen
	for i, b := range in {
		fit, ok := f.block(b, held, &fields).(B)
		if kept && ok && Block(fit) == Block(b) {
			continue
		}
		if kept {
			out, kept = make([]B, i, len(in)), false
			copy(out, in)
		}
		if ok && !repeats(out, fit) {
			out = append(out, fit)
		}
	}
	return out, kept
}

// opaqueName is the type of an opaque block, or the name of its first member.
func opaqueName(b *Opaque) string {
	if t := b.Raw.Lookup("type").Text(); t != "" {
		return t
	}
	c := rawjson.NewCursor([]byte(b.Raw))
	if c.Kind() == rawjson.Object {
		for name := range c.Fields {
			return name
		}
	}
	return ""
}

// repeats reports whether a placeholder stands right before its like.
func repeats[B Block](out []B, b B) bool {
	t, ok := Block(b).(*TextContent)
	if !ok || !strings.HasPrefix(t.Text, "(") || !strings.HasSuffix(t.Text, placeholderEnd) || len(out) == 0 {
		return false
	}
	last, ok := Block(out[len(out)-1]).(*TextContent)
	return ok && last.Text == t.Text
}

const placeholderEnd = " omitted: the format cannot hold it)"

// block fits one block; nil drops it.
func (f *fitter) block(b Block, held Blocks, fields *fieldsSeen) Block {
	switch b := b.(type) {
	case *Opaque:
		if b.Family == f.family {
			return b
		}
		if f.Has(Mentions) && held&TextBlock != 0 {
			return f.mention(b, CodeServerTool)
		}
		f.lose(CodeServerTool, Dropped, &b.Node, b.Family+" block", opaqueName(b))
		return nil
	case *TextContent:
		return f.textBlock(b, held)
	case *ThinkingContent:
		return f.thinking(b, held, fields)
	case *ToolCall:
		return f.call(b, held)
	default:
		return f.media(b, held)
	}
}

func (f *fitter) textBlock(b *TextContent, held Blocks) Block {
	ext := f.residue(&b.Node)
	text := f.text(&b.Node, b.Text)
	signature, refusal := f.textSignature(b, held), b.Refusal
	f.clearForeign(&signature, &b.Node, "text signature")
	if refusal && !f.Has(Refusals) {
		f.lose(CodeRefusal, Downgraded, &b.Node, "refusal, now text", "")
		refusal = false
	}
	if len(ext) == len(b.Extensions) && text == b.Text && signature == b.TextSignature && refusal == b.Refusal {
		return b
	}
	x := *b
	x.Extensions, x.Text, x.TextSignature, x.Refusal = ext, text, signature, refusal
	return &x
}

// textSignature is what of a text's signature is held. The id of an item is
// of no use to anybody but the server that gave it.
func (f *fitter) textSignature(b *TextContent, held Blocks) string {
	s, ok := ParseItemSignature(b.TextSignature, TextItem)
	switch {
	case b.TextSignature == "" || f.Has(TextSignatures) && !(ok && !f.takesSignature(b.TextSignature)):
		return b.TextSignature
	case ok && f.Thinking.OfItems() && held&ToolCallBlock != 0:
		return s.Of(TextItem)
	}
	if ok && s.Phase == "" {
		f.info(CodeID, Dropped, &b.Node, "id of the item of a text", s.ID)
		return ""
	}
	f.lose(CodeSignature, Dropped, &b.Node, "text signature", "")
	return ""
}

// gone reports whether nothing of some content will be left of a message that
// holds some types of blocks. If so, what is lost is noted now.
func gone[B Block](f *fitter, content []B, held Blocks) bool {
	for _, b := range content {
		if (held & (TextBlock | ToolCallBlock)).Has(b) {
			return false
		}
	}
	if left, kept := fitBlocks(f.quiet(), content, held); kept || len(left) > 0 {
		return false
	}
	fitBlocks(f, content, held)
	return true
}
