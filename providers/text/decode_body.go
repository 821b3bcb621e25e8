package text

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
)

// body is a message that is being read.
type body struct {
	label  label
	at     int
	blocks []conv.Block
	kind   kind
	lines  []string // of the open block
	from   int      // where it began
	empty  int      // empty lines after an indented block: part of it if it continues
}

// kind is the type of the open block.
type kind int

const (
	none kind = iota
	prose
	thinking
	redacted
	result
)

// bodyLine takes a line of a message.
func (d *decoder) bodyLine(b *body) {
	line, at := d.Line, d.At
	bare := strings.TrimRight(line, blanks)
	inTool := b.label.role == conv.RoleToolResult
	if b.kind > prose {
		if inside, ok := strings.CutPrefix(line, indent); ok {
			b.indented(inside)
			return
		}
		if line == "" {
			b.empty++
			return
		}
	}
	switch {
	case line == "" && b.kind == none:
	case bare == textMark && inTool:
		b.begin(result, at)
	case bare == textMark:
		b.begin(prose, at)
	case bare == thinkingMark:
		b.begin(thinking, at)
	case bare == redactedMark:
		b.begin(redacted, at)
	case strings.HasPrefix(line, "[") && isMention(bare):
		b.begin(prose, at)
		b.lines = append(b.lines, bare)
		b.close()
	case strings.HasPrefix(line, arrow) && d.call(b):
	case inTool && strings.HasPrefix(line, indent) && b.kind == none:
		b.begin(result, at)
		b.indented(line[len(indent):])
	default:
		if b.kind != prose {
			b.begin(prose, at)
		}
		if strings.HasPrefix(line, `\`) && isOurs(strings.TrimLeft(line, `\`)) {
			line = line[1:]
		}
		b.lines = append(b.lines, line)
	}
}

func (b *body) indented(line string) {
	for ; b.empty > 0; b.empty-- {
		b.lines = append(b.lines, "")
	}
	b.lines = append(b.lines, line)
}

// begin ends the open block and begins another one.
func (b *body) begin(k kind, at int) {
	b.end()
	b.kind, b.from = k, at
}

// end ends the open block. The empty line after a text is not part of it.
func (b *body) end() {
	if n := len(b.lines); b.kind == prose && n > 0 && b.lines[n-1] == "" {
		b.lines = b.lines[:n-1]
	}
	b.close()
}

// close makes a block of the lines read so far.
func (b *body) close() {
	text := strings.Join(b.lines, "\n")
	switch b.kind {
	case prose, result:
		b.add(&conv.TextContent{Text: text}, b.from)
	case thinking, redacted:
		b.add(&conv.ThinkingContent{Thinking: text, Redacted: b.kind == redacted}, b.from)
	}
	b.kind, b.lines, b.empty = none, nil, 0
}

// parted removes the empty line before a separator from the text, if there is
// one.
func (b *body) parted() {
	if b == nil || b.kind != prose {
		return
	}
	if n := len(b.lines); n > 0 && b.lines[n-1] == "" {
		b.lines = b.lines[:n-1]
	}
}

func (b *body) add(x conv.Block, at int) {
	conv.NodeOf(x).SetOffset(at)
	b.blocks = append(b.blocks, x)
}

// call reads a line that may be a call.
func (d *decoder) call(b *body) bool {
	name, id, arguments, ok := parseCall(d.Line)
	if !ok {
		return false
	}
	b.end()
	d.Rewind(d.At + arguments)
	raw := d.Raw()
	next, end := d.Offset(), d.At+len(d.Line)
	if behind := len(strings.TrimRight(d.All[:next], allWhiteSpace)); d.Err() == nil && (behind > end || next < end) {
		d.Fail(min(next, end), "want one line with all arguments of the call and nothing else")
	}
	b.add(&conv.ToolCall{ID: id, Name: name, Arguments: raw}, d.At)
	return true
}

// message makes the message of a body.
func (d *decoder) message(b *body) conv.Message {
	b.end()
	var m conv.Message
	switch b.label.role {
	case conv.RoleUser:
		m = &conv.UserMessage{}
	case conv.RoleAssistant:
		m = &conv.AssistantMessage{}
	case conv.RoleSystem, conv.RoleDeveloper:
		m = &conv.SystemMessage{Role: b.label.role}
	case conv.RoleToolResult:
		m = &conv.ToolResultMessage{ToolName: b.label.name, ToolCallID: b.label.id, IsError: b.label.failed}
	default:
		panic("text: no label has the role " + string(b.label.role))
	}
	if x := format.SetContent(m, b.blocks); x != nil {
		d.Fail(conv.NodeOf(x).Offset(), "a message of role %[2]s cannot hold %[1]s", x.BlockType(), b.label.role)
	}
	return m
}
