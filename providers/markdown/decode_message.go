package markdown

import (
	"fmt"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
)

// body is the content of a message that is being read.
type body struct {
	h      heading
	blocks []conv.Block
	added  bool // a comment has added to the last block
	data   conv.Raw

	from, to int  // the lines of the open text; from < 0: none
	odd      bool // it differs from the bytes of the input
}

// message reads what follows a heading. It is plain if it has no comment.
func (d *decoder) message(h heading) (m conv.Message, plain bool) {
	at := d.At
	plain = true
	b := &body{h: h, from: -1}
	if m = d.head(h); m != nil {
		plain = false
	} else {
		m = newMessage(h.role)
	}
	for d.Next() {
		if _, ok := parseHeading(d.Line); ok || d.beginsDocument() {
			d.back()
			break
		}
		d.bodyLine(b)
	}
	d.endText(b)
	if d.Err() != nil {
		return nil, plain
	}
	d.complete(m, b, at)
	conv.MetaOf(m).SetOffset(at)
	return m, plain
}

// head reads the comment of a message, nil without one. It must be right below
// the heading: elsewhere it may be a block.
func (d *decoder) head(h heading) conv.Message {
	below := d.Pos
	if !d.nextFull() {
		return nil
	}
	if !isComment(d.Line) {
		d.back()
		return nil
	}
	r, ok := d.openComment(d.Line, d.At)
	if !ok {
		return nil
	}
	if d.At != below && tag(r) {
		d.back()
		return nil
	}
	m := conv.Native.ReadMessage(r, h.role)
	if !d.closeComment(r, d.At, d.Pos) {
		return nil
	}
	if role := conv.RoleOf(m); role != h.role {
		d.Fail(d.At, "a comment of role %s below a heading of %s", role, h.role)
		return nil
	}
	return m
}

func newMessage(role conv.Role) conv.Message {
	switch role {
	case conv.RoleUser:
		return &conv.UserMessage{}
	case conv.RoleAssistant:
		return &conv.AssistantMessage{}
	case conv.RoleToolResult:
		return &conv.ToolResultMessage{}
	case conv.RoleSystem, conv.RoleDeveloper:
		return &conv.SystemMessage{Role: role}
	case conv.RoleCustom:
		return &conv.CustomMessage{}
	case conv.RoleBranchSummary:
		return &conv.BranchSummary{}
	case conv.RoleCompactionSummary:
		return &conv.CompactionSummary{}
	default:
		panic("markdown: no heading has the role " + string(role))
	}
}

// complete sets what the heading and the body of a message say.
func (d *decoder) complete(m conv.Message, b *body, at int) {
	switch m := m.(type) {
	case *conv.UserMessage, *conv.AssistantMessage, *conv.SystemMessage:
		d.content(m, b)
	case *conv.ToolResultMessage:
		d.content(m, b)
		m.IsError = b.h.failed
		override(&m.ToolName, b.h.name)
		override(&m.ToolCallID, b.h.id)
	case *conv.CustomMessage:
		override(&m.CustomType, b.h.name)
		override((*string)(&m.Data), string(b.data))
		if len(b.blocks) > 0 {
			d.content(m, b)
		}
	case *conv.BranchSummary:
		d.summary(&m.Summary, b, at)
	case *conv.CompactionSummary:
		d.summary(&m.Summary, b, at)
	default:
		panic(fmt.Sprintf("markdown: a %T has no heading", m))
	}
	if b.data != "" && b.h.role != conv.RoleCustom {
		d.Fail(at, "%s is for custom messages", dataInfo)
	}
}

// override replaces a hidden value by the shown one.
func override(field *string, shown string) {
	if shown != "" {
		*field = shown
	}
}

// content adds the blocks of a body to those from a comment.
func (d *decoder) content(m conv.Message, b *body) {
	if len(b.blocks) == 0 {
		return
	}
	if x := format.SetContent(m, append(slices.Collect(conv.BlocksOf(m)), b.blocks...)); x != nil {
		d.Fail(conv.NodeOf(x).Offset(), "a message of role %[2]s cannot hold %[1]s", x.BlockType(), b.h.role)
	}
}

// summary is the text of a body that can hold only text.
func (d *decoder) summary(text *string, b *body, at int) {
	var texts []string
	for _, x := range b.blocks {
		t, ok := x.(*conv.TextContent)
		if !ok {
			d.Fail(at, "a summary can hold only text, not %s", x.BlockType())
			return
		}
		texts = append(texts, t.Text)
	}
	override(text, strings.Join(texts, "\n\n"))
}
