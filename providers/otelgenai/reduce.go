package otelgenai

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
)

// reduce does what holds cannot say: only the last answer has a model, an id, a time and
// counts of tokens, and its request is that of the span.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	fit.Blocks(c, func(m conv.Message, b conv.Block) conv.Block { return reduced(m, b, notes) })
	list := format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
		if m, ok := m.(*conv.CustomMessage); ok {
			d := newDecoder(nil, nil)
			if m.Data != "" {
				d.message(m.Data, "user", -1)
			}
			return parts.CustomAgain(m, d.C, notes)
		}
		return m
	})
	last := answerOf(c.WithMessages(list))
	list = format.ChangeMessages(list, func(m conv.Message) conv.Message {
		a, ok := m.(*conv.AssistantMessage)
		switch {
		case ok && a == last:
			a = answer(a, c.Request, notes)
			c.Request = asked(c.Request, a, notes)
			return a
		case ok:
			m = spoken(a, notes)
		}
		meta := *conv.MetaOf(m)
		if meta.Timestamp == 0 {
			return m
		}
		notes.Loss(note.CodeTime, note.Dropped, meta.Offset(), "timestamp", "")
		meta.Timestamp = 0
		return format.WithMeta(m, meta)
	})
	return c.WithMessages(parts.Grouped(slices.Clone(list), "message", joins))
}

// reduced is a block that comes back as it is.
func reduced(m conv.Message, b conv.Block, notes *note.Notes) conv.Block {
	switch b := b.(type) {
	case *conv.TextContent:
		if b.Text == "" && conv.RoleOf(m) == conv.RoleToolResult {
			return nil
		}
	case *conv.Opaque:
		x := parts.Like(m)
		if conv.RoleOf(m) != conv.RoleToolResult && b.Raw != "" && !isResponse(b.Raw) {
			newDecoder(nil, nil).part(x, b.Raw, -1)
		}
		return parts.Again(b, x, notes)
	}
	b = fit.StandardFile(b)
	if f := conv.MediaOf(b); f != nil && f.Provider != "" {
		notes.Loss(note.CodeFile, note.Dropped, f.Offset(), "provider of a file", f.Provider)
		y := *f
		y.Provider = ""
		return y.Block(b.BlockType())
	}
	return b
}

// spoken is an answer of the history: what it says, and why it ended.
func spoken(m *conv.AssistantMessage, notes *note.Notes) conv.Message {
	if m.Provider+m.Model+m.ResponseModel+m.ResponseID+m.ErrorMessage != "" {
		notes.Loss(note.CodeModel, note.Dropped, m.Offset(), "model, provider, id or error of an answer before the last", "")
	}
	if m.Usage != nil {
		notes.Loss(note.CodeUsage, note.Dropped, m.Offset(), "usage of an answer before the last", "")
	}
	x := &conv.AssistantMessage{Meta: m.Meta, Content: m.Content, StopReason: m.StopReason, StopDetail: m.StopDetail}
	detailed(x, m, notes)
	return x
}

// detailed gives a copy of an answer the diagnostics that reading it will make again.
func detailed(x, m *conv.AssistantMessage, notes *note.Notes) {
	if x.ProviderRequestID = ""; m.ProviderRequestID != "" {
		notes.Loss(note.CodeID, note.Dropped, m.Offset(), "request id", m.ProviderRequestID)
	}
	if slices.ContainsFunc(m.Diagnostics, func(d conv.Diagnostic) bool { return !d.IsRecovery() }) {
		notes.Loss(note.CodeExtension, note.Dropped, m.Offset(), "diagnostics of an answer", "")
	}
	x.Diagnostics = nil
	for t := range m.Calls {
		if t.ArgumentsText != nil {
			y := *t
			y.SetArguments(*t.ArgumentsText, x)
		}
	}
}

// asked is the request of an answer, with its model.
func asked(q *conv.Request, m *conv.AssistantMessage, notes *note.Notes) *conv.Request {
	var x conv.Request
	if q != nil {
		x = *q
	}
	if m.Model == x.Model || m.Model == "" || x.Model == "" && own.Text(&m.Node, hintModel) == "response" {
		return q
	}
	if x.Model != "" {
		notes.Loss(note.CodeModel, note.Dropped, x.Offset(), "model of the request", x.Model)
	} else {
		notes.Info(note.CodeModel, note.Synthesized, m.Offset(), "model of the request", m.Model)
	}
	x.Model = m.Model
	return &x
}

// answer is the answer of the span, to a request.
func answer(m *conv.AssistantMessage, q *conv.Request, notes *note.Notes) *conv.AssistantMessage {
	x := *m
	detailed(&x, m, notes)
	if r := x.StopReason; x.ErrorMessage != "" && r != conv.StopError && r != conv.StopAborted {
		notes.Loss(note.CodeStop, note.Dropped, m.Offset(), "error message of an answer that did not fail", "")
		x.ErrorMessage = ""
	}
	if x.Model == "" && q != nil && q.Model != "" {
		notes.Info(note.CodeModel, note.Synthesized, m.Offset(), "model of the answer", q.Model)
		x.Model = q.Model
	}
	if x.Model = cmp.Or(x.Model, x.ResponseModel); x.ResponseModel == x.Model {
		x.ResponseModel = ""
	}
	x.Usage = usage(m.Usage, m.Offset(), notes)
	return &x
}

// usage is the counts of tokens that a span has.
func usage(u *conv.Usage, at int, notes *note.Notes) *conv.Usage {
	if u == nil {
		return nil
	}
	var m conv.AssistantMessage
	all := countsOf(u)
	setUsage(&m, func(i int) conv.Raw { return all[i] })
	x := cmp.Or(m.Usage, &conv.Usage{})
	if x.InputUnknown {
		x.Node = u.Node
	}
	total := u.TotalTokens
	if total == u.AllTokens() {
		total = 0
	}
	if countsOf(x) != all || x.InputUnknown != u.InputUnknown || total != 0 || u.CacheWrite1h != 0 {
		notes.Loss(note.CodeUsage, note.Dropped, at, "part of usage", "")
	}
	return m.Usage
}
