package geminicli

import (
	"bytes"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/gemini"
)

// reduce does without what a session cannot say. One whose log still says the
// same as its messages stays as it is.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	if log := c.Extensions.Get(family, hintLog); log != "" {
		if log.Lookup(logSum).Text() == sumOf(c) {
			return c
		}
		if continued := goOn(c, log, notes); continued != nil {
			return continued
		}
		c.Extensions = c.Extensions.Without(family, hintLog)
	}
	r := reducer{c, notes}
	r.messages(0)
	r.session()
	return r.c
}

// messages leaves what lines can say, from a place in the session on.
func (r *reducer) messages(place int) {
	r.branches()
	r.results()
	r.c = gemini.Formats()[0].Reduce(r.c, r.notes)
	r.c.Messages = slices.Clone(r.c.Messages)
	for i, m := range r.c.Messages {
		r.c.Messages[i] = r.message(place+i, m)
	}
}

type reducer struct {
	c     *conv.Conversation
	notes *note.Notes
}

// branches drops what is no longer part of the session.
func (r *reducer) branches() {
	var out []conv.Message
	for _, m := range r.c.Messages {
		meta := conv.MetaOf(m)
		if meta.Excluded {
			r.notes.Loss(note.CodeBranch, note.Dropped, meta.Offset(), "message that is no longer part of the session", "")
			continue
		}
		if custom, ok := m.(*conv.CustomMessage); ok && !isOwn(custom) {
			r.notes.Loss(note.CodeExtension, note.Dropped, meta.Offset(), "message of another kind", custom.CustomType)
			continue
		}
		out = append(out, m)
	}
	r.c.Messages = out
}

// results drops a second result of a call: the program has one.
func (r *reducer) results() {
	answered := map[string]bool{}
	r.c.Messages = slices.DeleteFunc(slices.Clone(r.c.Messages), func(m conv.Message) bool {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			for t := range m.Calls {
				delete(answered, t.ID)
			}
		case *conv.ToolResultMessage:
			if answered[m.ToolCallID] {
				r.notes.Loss(note.CodeRole, note.Dropped, m.Offset(), "second result of a call", m.ToolCallID)
				return true
			}
			answered[m.ToolCallID] = true
		}
		return false
	})
}

// isOwn reports whether a custom message is a message of this format. A line whose
// id is no string is none.
func isOwn(m *conv.CustomMessage) bool {
	return strings.HasPrefix(m.CustomType, family+".") && len(m.Data) > 0 && m.Data[0] == '{' && strings.HasPrefix(string(m.Data.Lookup("id")), `"`)
}

// message drops the hints on how a request was spelled, and places.
func (r *reducer) message(i int, m conv.Message) conv.Message {
	meta := *conv.MetaOf(m)
	host := gemini.Formats()[0].Family
	_, isResult := m.(*conv.ToolResultMessage)
	meta.Extensions = fit.KeptFields(r.notes, &meta.Node, func(name, key string) bool {
		return name != host || isResult && key != "content" && key != "~content" && key != "~id"
	})
	if p := meta.TreePosition(); p != (conv.TreePosition{}) {
		r.notes.Loss(note.CodeExtension, note.Dropped, meta.Offset(), "working directory or git branch of a message", "")
		meta.SetTreePosition(conv.TreePosition{})
	}
	meta.Injected = r.injected(m, meta.Injected)
	m = format.WithMeta(m, meta)
	if u, ok := m.(*conv.UserMessage); ok && isCommand(strings.TrimSpace(u.Text())) {
		r.notes.Loss(note.CodeRole, note.Downgraded, meta.Offset(), "user text that begins with / or ?, which the program takes as a command and does not send", "")
		return command(i, u)
	}
	if a, ok := m.(*conv.AssistantMessage); ok && a.Usage != nil {
		a.Usage = r.usage(a.Usage)
	}
	return m
}

// injected is the mark that a reader would make of a message.
func (r *reducer) injected(m conv.Message, is bool) bool {
	text := ""
	if u, ok := m.(*conv.UserMessage); ok {
		text = strings.TrimSpace(u.Text())
	}
	found := isContext(text)
	if is && !found {
		r.notes.Loss(note.CodeExtension, note.Dropped, conv.MetaOf(m).Offset(), "mark of a message that the program added", "")
	}
	return found
}

// command is a user message as the program keeps a command.
func command(i int, u *conv.UserMessage) *conv.CustomMessage {
	s := &writer{Writer: rawjson.NewWriter(nil), place: i, thread: gemini.Thread{IDs: true}}
	s.line(&u.Meta, []conv.Message{u})
	m := &conv.CustomMessage{Meta: u.Meta, CustomType: family + ".user", Data: conv.Raw(bytes.TrimSpace(s.Bytes()))}
	m.Extensions, m.Injected = nil, false
	return m
}

func isOurs(name, _ string) bool { return name == family }

// usage leaves the counts that a session has.
func (r *reducer) usage(u *conv.Usage) *conv.Usage {
	x := *u
	x.Extensions = fit.KeptFields(r.notes, &u.Node, isOurs)
	if x.CacheWrite != 0 {
		r.notes.Loss(note.CodeUsage, note.Downgraded, u.Offset(), "cache writes, now input", "")
		x.Input, x.CacheWrite, x.CacheWrite1h = x.Input+x.CacheWrite, 0, 0
	}
	if x.InputAudio != 0 || x.OutputAudio != 0 {
		r.notes.Loss(note.CodeUsage, note.Dropped, u.Offset(), "audio counts of usage", "")
		x.InputAudio, x.OutputAudio = 0, 0
	}
	return &x
}

// session leaves what a head says.
func (r *reducer) session() {
	c := r.c
	s := &conv.Session{Agent: family}
	if c.Session != nil {
		s.Node, s.Cwd, s.Started, s.Updated = c.Session.Node, c.Session.Cwd, c.Session.Started, c.Session.Updated
		s.Extensions = fit.KeptFields(r.notes, &s.Node, isOurs)
		if lost := *c.Session; lost.Agent != family && lost.Agent != "" || lost.AgentVersion != "" || lost.Branch != "" || lost.Model != "" || lost.Parent != nil || lost.AgentID != "" || lost.AgentType != "" || lost.ID != "" {
			r.notes.Info(note.CodeExtension, note.Dropped, c.Session.Offset(), "part of a session: its agent, version, branch, model or parent", "")
		}
	}
	c.Session = s
}
