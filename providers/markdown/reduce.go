package markdown

import (
	"fmt"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/record"
)

// reducer reduces a conversation to what it is without comments: what reading
// it back gives.
type reducer struct{ notes *note.Notes }

func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	r := &reducer{notes}
	out := *c
	fit.WithoutEscapes(&out, notes)
	if _, rest := ownFields(c.Extensions); len(rest) > 0 {
		out.Extensions = r.withoutResidue(&out.Node, rest)
	}
	out.SystemPrompt = r.visible(&out.Node, out.SystemPrompt)
	said := out.Messages
	out.Messages = make([]conv.Message, len(said))
	for i, m := range said {
		out.Messages[i] = r.message(m)
	}
	if out.SystemPrompt == "" && len(out.Messages) > 0 {
		if text, ok := promptText(out.Messages[0]); ok {
			out.SystemPrompt, out.Messages = text, out.Messages[1:]
		}
	}
	return &out
}

// withoutResidue is the residue of a node without the fields of this format
// that are not shown.
func (r *reducer) withoutResidue(n *conv.Node, gone extension.Extensions) extension.Extensions {
	var kept extension.Extensions
	for _, x := range n.Extensions {
		for _, m := range x.Members {
			if gone.Get(x.Family, m.Key) != "" {
				r.notes.Loss(note.CodeExtension, note.Dropped, n.Offset(), "field", m.Key)
				continue
			}
			kept.Set(x.Family, m.Key, m.Value)
		}
	}
	return kept
}

// message is a copy of a message with only what is shown.
func (r *reducer) message(m conv.Message) conv.Message {
	meta := *conv.MetaOf(m)
	meta.Extensions = r.withoutResidue(&meta.Node, meta.Extensions)
	m = format.WithMeta(m, meta)
	switch m := m.(type) {
	case *conv.UserMessage, *conv.SystemMessage:
		r.content(m, false)
	case *conv.AssistantMessage:
		r.content(m, false)
		r.lose(&m.Node, note.CodeArguments, "diagnostics of an answer", len(m.Diagnostics) > 0)
		m.Diagnostics = nil
	case *conv.ToolResultMessage:
		r.content(m, true)
		if _, whole := (heading{role: conv.RoleToolResult, name: m.ToolName, id: m.ToolCallID, failed: m.IsError}).line(); !whole {
			r.notes.Loss(note.CodeID, note.Dropped, m.Offset(), "id and name that no heading can show", m.ToolCallID)
			m.ToolName, m.ToolCallID = "", ""
		}
	case *conv.CustomMessage:
		if _, whole := (heading{role: conv.RoleCustom, name: m.CustomType}).line(); !whole {
			r.notes.Loss(note.CodeUI, note.Dropped, m.Offset(), "type that no heading can show", m.CustomType)
			m.CustomType = ""
		}
		if r.content(m, false); len(m.Content) == 0 {
			m.Content = nil
		}
	case *conv.BranchSummary:
		r.lose(&m.Node, note.CodeBranch, "place of a summary", m.FromID != "")
		r.lose(&m.Node, note.CodePrivate, "details of a summary", m.Details != "")
		m.Summary, m.FromID, m.Details = r.visible(&m.Node, m.Summary), "", ""
	case *conv.CompactionSummary:
		r.lose(&m.Node, note.CodeHistory, "place of a summary", m.FirstKeptID != "")
		r.lose(&m.Node, note.CodeUsage, "tokens before a summary", m.TokensBefore != "")
		r.lose(&m.Node, note.CodePrivate, "details of a summary", m.Details != "")
		m.Summary, m.FirstKeptID, m.TokensBefore, m.Details = r.visible(&m.Node, m.Summary), "", "", ""
	default:
		panic(fmt.Sprintf("markdown: unknown message %T", m))
	}
	return m
}

// lose notes a loss, if there is one.
func (r *reducer) lose(n *conv.Node, code note.Code, what string, there bool) {
	if there {
		r.notes.Loss(code, note.Dropped, n.Offset(), what, "")
	}
}

// visible is the part of a text that is shown, with a note on the rest.
func (r *reducer) visible(n *conv.Node, s string) string {
	seen := visible(s)
	switch {
	case !isClean(s):
		r.notes.Loss(note.CodeSurrogate, note.Downgraded, n.Offset(), "control characters", "")
	case seen != s:
		r.notes.Loss(note.CodeSurrogate, note.Dropped, n.Offset(), "white space around a text", "")
	}
	return seen
}

// content reduces the content of a message. Adjacent texts become one, except in a
// tool result, where each has a fence.
func (r *reducer) content(m conv.Message, fenced bool) {
	out := []conv.Block{}
	var texts []string // that follow each other, of the last block
	last := func() *conv.TextContent {
		if len(out) == 0 || fenced {
			return nil
		}
		t, _ := out[len(out)-1].(*conv.TextContent)
		return t
	}
	for b := range conv.BlocksOf(m) {
		made := r.block(b, fenced)
		t, isText := made.(*conv.TextContent)
		switch before := last(); {
		case made == nil:
		case isText && before != nil:
			r.notes.Loss(note.CodeMerge, note.Merged, t.Offset(), "texts that follow each other", "")
			if texts == nil {
				texts = []string{before.Text}
			}
			texts = append(texts, t.Text)
		default:
			joinInto(last(), texts)
			texts = nil
			out = append(out, made)
		}
	}
	joinInto(last(), texts)
	format.SetContent(m, out)
}

// joinInto makes texts those of a block, if there are any.
func joinInto(t *conv.TextContent, texts []string) {
	if texts != nil {
		t.Text = strings.Join(texts, "\n\n")
	}
}

// block is a copy of a block with only what is shown, nil if nothing is.
func (r *reducer) block(b conv.Block, fenced bool) conv.Block {
	switch b := b.(type) {
	case *conv.TextContent:
		x := &conv.TextContent{Text: b.Text}
		if fenced {
			if x.Text = shown(b.Text); x.Text != b.Text {
				r.notes.Loss(note.CodeSurrogate, note.Downgraded, b.Offset(), "control characters", "")
			}
		} else if x.Text = r.visible(&b.Node, b.Text); x.Text == "" {
			return nil
		}
		x.SetOffset(b.Offset())
		return x
	case *conv.ThinkingContent:
		x := &conv.ThinkingContent{Thinking: r.visible(&b.Node, b.Thinking), Redacted: b.Redacted}
		x.SetOffset(b.Offset())
		return x
	case *conv.ToolCall:
		x := &conv.ToolCall{ID: b.ID, Name: b.Name}
		x.SetArguments(shown(b.ArgumentsString()), nil)
		if x.Arguments != record.ArgumentsOf(b) || !equal(x.ArgumentsText, b.ArgumentsText) {
			r.notes.Loss(note.CodeArguments, note.Downgraded, b.Offset(), "arguments of the tool call", b.ID)
		}
		x.SetOffset(b.Offset())
		return x
	case *conv.Opaque:
		r.notes.Loss(note.CodeServerTool, note.Dropped, b.Offset(), "block of the format", b.Family)
		return nil
	default:
		return r.media(b, conv.MediaOf(b))
	}
}

// media is a copy with what a link or the fence of a document shows.
func (r *reducer) media(b conv.Block, m *conv.Media) conv.Block {
	x, blockType, code := &conv.Media{}, b.BlockType(), fit.MediaCode(b)
	if blockType == "document" && m.Text != "" && m.Data == "" && m.URL == "" && isClean(m.Text) {
		x.Text, x.Name = m.Text, m.Name
	} else {
		line, said := mediaLine(blockType, m)
		_, x.Name, line, _ = parseMedia(line)
		aim(x, line)
		for _, field := range [...]struct{ key, value string }{{"name", m.Name}, {"data", m.Data}, {"url", m.URL}, {"text", m.Text}} {
			r.lose(&m.Node, code, field.key+" of the "+blockType, field.value != "" && !slices.Contains(said, field.key))
		}
	}
	x.SetOffset(m.Offset())
	return x.Block(blockType)
}
