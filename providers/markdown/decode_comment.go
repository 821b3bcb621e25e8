package markdown

import (
	"fmt"

	"convo/conv"
	"convo/conv/rawjson"
)

// comment takes a comment between the blocks of a message: a block of its own
// if it names a type, else fields of the block before it.
func (d *decoder) comment(b *body) {
	line, at, end := d.Line, d.At, d.Pos
	r, ok := d.openComment(line, at)
	if !ok {
		return
	}
	last := ""
	if len(b.blocks) > 0 && !b.added {
		last = b.blocks[len(b.blocks)-1].BlockType()
	}
	if typed := tag(r); typed {
		x := conv.Native.ReadBlock(r, "")
		if d.closeComment(r, at, end) {
			b.add(x, at)
			b.added = true
		}
		return
	}
	if last == "" {
		d.Fail(at, "a comment that belongs to no block needs a type")
		return
	}
	more := conv.Native.ReadBlock(r, last)
	if d.closeComment(r, at, end) {
		i := len(b.blocks) - 1
		conv.NodeOf(more).SetOffset(conv.NodeOf(b.blocks[i]).Offset())
		merge(more, b.blocks[i])
		b.blocks[i] = more
		b.added = true
	}
}

// tag reports whether the object that comes next has a type.
func tag(r *conv.Reader) (typed bool) {
	c := rawjson.NewCursor(r.Buffer()[r.Offset():])
	for key := range c.FieldsOnly {
		typed = typed || key == "type"
	}
	return typed
}

// merge adds the shown part of a block to its hidden fields.
func merge(hidden, seen conv.Block) {
	switch x := hidden.(type) {
	case *conv.TextContent:
		mergeText(&x.Text, &x.Node, seen.(*conv.TextContent).Text)
	case *conv.ThinkingContent:
		t := seen.(*conv.ThinkingContent)
		x.Redacted = t.Redacted
		mergeText(&x.Thinking, &x.Node, t.Thinking)
	case *conv.ToolCall:
		t := seen.(*conv.ToolCall)
		x.ID, x.Name = t.ID, t.Name
		if x.ArgumentsText == nil && x.Arguments == "{}" || shown(x.ArgumentsString()) != t.ArgumentsString() {
			x.Arguments, x.ArgumentsText = t.Arguments, t.ArgumentsText
		}
	case *conv.Opaque:
		t := seen.(*conv.Opaque)
		x.Family, x.Raw = t.Family, t.Raw
	case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
		mergeMedia(conv.MediaOf(x), conv.MediaOf(seen))
	default:
		panic(fmt.Sprintf("markdown: unknown block %T", x))
	}
}

// mergeText chooses between the hidden and the shown text: the hidden one if
// it still looks like the shown one, else the shown one with its hidden edges.
func mergeText(text *string, n *conv.Node, seen string) {
	before, after := hint(n, beforeHint), hint(n, afterHint)
	if *text != "" && (visible(*text) == seen || shown(*text) == seen) {
		return
	}
	*text = before + seen + after
}

func mergeMedia(m, seen *conv.Media) {
	override(&m.Name, seen.Name)
	override(&m.Text, seen.Text)
	override(&m.Data, seen.Data)
	override(&m.MIMEType, seen.MIMEType)
	if addressOf(m.URL) != seen.URL {
		override(&m.URL, seen.URL)
	}
	override(&m.FileID, seen.FileID)
}
