package opencode

import (
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
)

// reduce does what holds cannot say: a result stands in the part of its call, what
// is undone stands at the end, and every message has the fields that opencode wants.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	x := *c
	r := &reducer{c: &x, notes: notes, from: c.Session}
	r.session()
	r.paired()
	r.undone()
	r.each()
	r.numbered()
	r.summaries()
	r.counted()
	grouped(r.c.Messages)
	if said := own.Get(&x.Node, "revert"); said != "" && revertOf(&x) != said {
		x.Extensions = x.Extensions.Without(family, "revert")
	}
	return &x
}

type reducer struct {
	c     *conv.Conversation
	notes *note.Notes
	from  *conv.Session // as it was said; may be nil
}

func (r *reducer) lose(code note.Code, kind note.Kind, n *conv.Node, what, name string) {
	r.notes.Loss(code, kind, n.Offset(), what, name)
}

func (r *reducer) info(code note.Code, kind note.Kind, n *conv.Node, what, name string) {
	r.notes.Info(code, kind, n.Offset(), what, name)
}

// each does without what single messages cannot say.
func (r *reducer) each() {
	fit.Blocks(r.c, r.block)
	out := make([]conv.Message, len(r.c.Messages))
	last, model := int64(0), r.models()
	for i, m := range r.c.Messages {
		meta := *conv.MetaOf(m)
		meta.Extensions = meta.Extensions.Clone()
		r.place(m, &meta)
		fresh := own.Get(&meta.Node, hintOwn) == ""
		if c, ok := m.(*conv.CustomMessage); ok {
			last = max(last, milliseconds(c.Data.Lookup("info.time.created")))
			out[i] = format.WithMeta(m, meta)
			continue
		}
		if own.Get(&meta.Node, hintStep) == "" && fresh {
			r.time(&meta, last)
		}
		last = max(last, meta.Timestamp)
		switch m := m.(type) {
		case *conv.UserMessage:
			out[i] = r.user(m, meta, model[i])
		case *conv.AssistantMessage:
			out[i] = r.answer(m, meta)
		case *conv.ToolResultMessage:
			out[i] = r.result(m, meta)
		case *conv.CompactionSummary:
			out[i] = r.summary(m, meta)
		default:
			out[i] = format.WithMeta(m, meta)
		}
		own.Settle(&conv.MetaOf(out[i]).Node)
	}
	r.c.Messages = out
}

// place drops what only other sessions say of a message.
func (r *reducer) place(m conv.Message, meta *conv.Meta) {
	p := meta.TreePosition()
	if p.Cwd != "" || p.Branch != "" {
		r.lose(note.CodeExtension, note.Dropped, &meta.Node, "working directory or git branch of a message", "")
	}
	if p.Parent != "" || p.Root {
		r.info(note.CodeBranch, note.Dropped, &meta.Node, "parent of a message", "")
	}
	meta.Position = nil
	if _, user := m.(*conv.UserMessage); meta.Injected && !user {
		r.lose(note.CodeExtension, note.Dropped, &meta.Node, "mark of a message that the program added", "")
		meta.Injected = false
	}
}

// time gives a message a time that is not before the last one: opencode sorts by it.
func (r *reducer) time(meta *conv.Meta, last int64) {
	switch {
	case meta.Timestamp == last:
	case meta.Timestamp <= 0:
		if last > 0 {
			r.info(note.CodeTime, note.Synthesized, &meta.Node, "time, that of the message before", "")
		}
		meta.Timestamp = last
	case meta.Timestamp < last:
		r.lose(note.CodeTime, note.Downgraded, &meta.Node, "time before that of an earlier message, which opencode would sort", "")
		meta.Timestamp = last
	}
}

// set sets a field that opencode wants.
func set(n *conv.Node, key string, value conv.Raw) {
	if own.Get(n, key) == "" {
		own.Set(n, key, value)
	}
}

// want completes a message from another format.
func (r *reducer) want(meta *conv.Meta) bool {
	if own.Get(&meta.Node, hintOwn) != "" {
		return false
	}
	r.info(note.CodeSynthesized, note.Synthesized, &meta.Node, "fields that opencode wants: agent, mode, path, model", "")
	own.Set(&meta.Node, hintOwn, "true")
	set(&meta.Node, "agent", `"`+agentName+`"`)
	return true
}

// agentName is opencode's usual agent.
const agentName = "build"

func (r *reducer) user(m *conv.UserMessage, meta conv.Meta, model conv.Raw) conv.Message {
	x := *m
	if r.want(&meta) {
		set(&meta.Node, "model", model)
	}
	x.Content = []conv.UserContent{}
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok && isSynthetic([]conv.UserContent{t}) != meta.Injected {
			y := *t
			if y.Extensions = t.Extensions.Without(family, "synthetic"); meta.Injected {
				own.Set(&y.Node, "synthetic", "true")
				own.Drop(&y.Node, hintPart)
				own.Settle(&y.Node)
			}
			b = &y
		}
		x.Content = append(x.Content, b)
	}
	if meta.Injected && !isSynthetic(x.Content) {
		r.lose(note.CodeExtension, note.Dropped, &meta.Node, "mark of a message that the program added", "")
		meta.Injected = false
	}
	x.Meta = meta
	return &x
}

func (r *reducer) summary(m *conv.CompactionSummary, meta conv.Meta) conv.Message {
	x := *m
	if m.TokensBefore != "" {
		r.lose(note.CodeUsage, note.Dropped, &m.Node, "tokens before a compaction", "")
	}
	if m.Details != "" {
		r.lose(note.CodePrivate, note.Dropped, &m.Node, "details of a summary", "")
	}
	x.Meta, x.TokensBefore, x.Details = meta, "", ""
	x.Usage = r.usage(m.Usage)
	return &x
}

// summaries gives each summary the two messages that it is in the file.
func (r *reducer) summaries() {
	var models []conv.Raw
	for i, m := range r.c.Messages {
		s, ok := m.(*conv.CompactionSummary)
		if !ok || isSummary(s, own.Get(&s.Node, hintWire)) {
			continue
		}
		if models == nil {
			models = r.models()
		}
		x := *s
		x.Extensions = nil
		own.Set(&x.Node, hintWire, summaryPair(s, r.c.ID, models[i], r.path()))
		r.info(note.CodeSynthesized, note.Synthesized, &s.Node, "request for a summary", "")
		r.c.Messages[i] = &x
	}
}

// result leaves one text, and media after it.
func (r *reducer) result(m *conv.ToolResultMessage, meta conv.Meta) conv.Message {
	x := *m
	own.Set(&meta.Node, hintOwn, "true")
	if meta.ID != "" {
		r.info(note.CodeID, note.Dropped, &m.Node, "id of a tool result", "")
		meta.ID = ""
	}
	x.Meta = meta
	if x.Details != "" && !strings.HasPrefix(string(x.Details), "{") || x.Details == "{}" {
		r.lose(note.CodePrivate, note.Dropped, &m.Node, "private details of a tool result", "")
		x.Details = ""
	}
	x.Content = r.said(m)
	return &x
}

func (r *reducer) said(m *conv.ToolResultMessage) []conv.ToolResultContent {
	var texts []*conv.TextContent
	var output, media []conv.ToolResultContent
	for _, b := range m.Content {
		switch b := b.(type) {
		case *conv.TextContent:
			if b.Text != "" {
				texts = append(texts, b)
			}
		case *conv.Opaque:
			if own.Get(&b.Node, hintOutput) != "" {
				output = append(output, b)
				continue
			}
			media = r.attach(media, m, b)
		default:
			media = r.attach(media, m, b)
		}
	}
	return append(r.output(m, texts, output), media...)
}

// attach adds a file to a result. An error has none.
func (r *reducer) attach(media []conv.ToolResultContent, m *conv.ToolResultMessage, b conv.ToolResultContent) []conv.ToolResultContent {
	if m.IsError {
		r.lose(note.CodeResultMedia, note.Dropped, conv.NodeOf(b), "media of a result that is an error", "")
		return media
	}
	return append(media, b)
}

// output is what a tool said, as one text.
func (r *reducer) output(m *conv.ToolResultMessage, texts []*conv.TextContent, other []conv.ToolResultContent) []conv.ToolResultContent {
	switch {
	case len(texts) == 0 && len(other) > 0:
		return other[:1:1]
	case len(texts) == 0:
		return []conv.ToolResultContent{}
	case len(texts) == 1:
		return []conv.ToolResultContent{texts[0]}
	}
	r.lose(note.CodeMerge, note.Merged, &m.Node, "text blocks of a tool result", "")
	all := make([]string, len(texts))
	for i, t := range texts {
		all[i] = t.Text
	}
	return []conv.ToolResultContent{&conv.TextContent{Node: texts[0].Node, Text: strings.Join(all, "\n")}}
}
