package markdown

import (
	"strings"

	"convo/conv"
)

// bodyLine takes a line of a message, with the lines that belong to it.
func (d *decoder) bodyLine(b *body) {
	line, at := d.Line, d.At
	switch {
	case line == "":
		return // a text may continue after it
	case line[0] == '\\':
		d.textLine(b, isOurs(strings.TrimLeft(line, `\`)))
		return
	case isComment(line):
		d.endText(b)
		d.comment(b)
		return
	case isThinking(line):
		d.endText(b)
		b.add(d.thinking(), at)
		return
	case line[0] == '`':
		if info := blockFence(line); info != "" || b.h.role == conv.RoleToolResult && backticks(line) > 0 {
			d.endText(b)
			d.fence(b, info)
			return
		}
	case line[0] == '!' || line[0] == '[':
		if blockType, name, target, ok := parseMedia(line); ok {
			d.endText(b)
			m := &conv.Media{Name: name}
			aim(m, target)
			b.add(m.Block(blockType), at)
			return
		}
	}
	d.textLine(b, false)
}

// add adds a block from an offset. A nil block has failed.
func (b *body) add(x conv.Block, at int) {
	if x == nil {
		return
	}
	conv.NodeOf(x).SetOffset(at)
	b.blocks = append(b.blocks, x)
	b.added = false
}

// textLine makes the line part of a text. If a backslash is an escape, the
// text differs from the bytes of the input.
func (d *decoder) textLine(b *body, escaped bool) {
	if b.from < 0 {
		if strings.Trim(d.Line, blanks) == "" {
			return
		}
		b.from, b.odd = d.At, false
	}
	b.to = d.At + len(d.Line)
	b.odd = b.odd || escaped || d.CRLF
}

// endText makes a block of the open text.
func (d *decoder) endText(b *body) {
	if b.from < 0 {
		return
	}
	text := d.All[b.from:b.to]
	if b.odd {
		text = d.unescaped(text, isOurs)
	}
	b.add(&conv.TextContent{Text: strings.TrimRight(text, " \t\r\n")}, b.from)
	b.from = -1
}

// unescaped is a text without the backslashes that the writer puts before
// lines that look like markup, and with LF as line ends.
func (d *decoder) unescaped(text string, ours func(string) bool) string {
	var out strings.Builder
	out.Grow(len(text))
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		if d.CRLF {
			line = strings.TrimSuffix(line, "\r")
		}
		if strings.HasPrefix(line, `\`) && ours(strings.TrimLeft(line, `\`)) {
			line = line[1:]
		}
		out.WriteString(line)
		if more {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// thinking reads reasoning after its first line.
func (d *decoder) thinking() conv.Block {
	redacted := strings.HasPrefix(d.Line, redactedStart)
	at, from := d.At, d.Pos
	for d.Next() {
		if isDetailsEnd(d.Line) {
			text := d.unescaped(d.All[from:d.At], isDetailsEnd)
			_, inside, _ := edges(text)
			return &conv.ThinkingContent{Thinking: inside, Redacted: redacted}
		}
	}
	d.Fail(at, "reasoning without an end: want %s", detailsEnd)
	return nil
}

// fence reads a fence after its first line.
func (d *decoder) fence(b *body, info string) {
	open, at := d.Line, d.At
	n := backticks(open)
	from := d.Pos
	for d.Next() {
		if !closes(d.Line, n) {
			continue
		}
		text := ""
		if d.At > from {
			text = d.All[from : d.At-1]
		}
		if d.CRLF {
			text = strings.ReplaceAll(strings.TrimSuffix(text, "\r"), "\r\n", "\n")
		}
		end := d.Pos
		d.fenced(b, info, open, text, from, at)
		d.Pos = end
		return
	}
	d.Fail(at, "a fence without an end: want %s", strings.Repeat("`", min(n, 20)))
}

// fenced makes the block that the first line of a fence names. Its text is at
// the offset from.
func (d *decoder) fenced(b *body, info, open, text string, from, at int) {
	attr := func(key string) string {
		value, ok := attribute(open, key)
		if !ok {
			d.Fail(at, "cannot read %s= of this fence: want a word or a JSON string", key)
		}
		return value
	}
	switch info {
	case callInfo:
		call := &conv.ToolCall{ID: attr("id"), Name: attr("name")}
		call.SetArguments(text, nil)
		b.add(call, at)
	case documentInfo:
		b.add(&conv.DocumentContent{Text: text, Name: attr("name")}, at)
	case opaqueInfo:
		b.add(&conv.Opaque{Family: attr("family"), Raw: d.json(from, d.At)}, at)
	case dataInfo:
		b.data = d.json(from, d.At)
	default:
		b.add(&conv.TextContent{Text: text}, at)
	}
}

// json reads the one value between two offsets.
func (d *decoder) json(from, end int) conv.Raw {
	d.Rewind(from)
	raw := d.Raw()
	if next := d.Offset(); d.Err() == nil && next != end {
		d.Fail(min(next, end), "want one JSON value before the end of the fence")
	}
	return raw
}
