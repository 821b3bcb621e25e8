package codex

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/session"
	"convo/providers/openairesponses"
)

// reduce does without what items lack, and without what the lines around them
// cannot say.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	return fit.Settle(c, &Formats()[0], []string{hintForm, hintFirst, hintPrompt, hintLines, hintAfter, hintEvent, keyEvents}, notes,
		func(c *conv.Conversation) { reduceOnce(c, notes) })
}

func reduceOnce(c *conv.Conversation, notes *note.Notes) {
	r := reducer{c, notes}
	if head := c.Extensions.Get(family, hintMeta); head.Lookup("payload") == "" && c.Extensions.Get(family, hintForm) == "" {
		c.Extensions = c.Extensions.Without(family, hintMeta) // of a document that is one no more
	}
	r.summaries()
	r.rolledBack()
	r.repeats()
	*c = *openairesponses.Formats()[0].Reduce(c, notes)
	for r.unmarked() { // what is typed decides how far a line rolls back
		r.rolledBack()
		fit.JoinAnswers(c, &openairesponses.Formats()[0].Capabilities, notes)
		r.repeats()
	}
	r.messages()
	r.failures()
	r.session()
}

type reducer struct {
	c     *conv.Conversation
	notes *note.Notes
}

// summaries puts a summary where the history begins that it left: a rollout has
// no other way to keep earlier messages.
func (r reducer) summaries() {
	last, _ := r.c.LastCompaction()
	var out []conv.Message
	for _, m := range r.c.Messages {
		at := len(out)
		if x, ok := m.(*conv.CompactionSummary); ok {
			if x == last && x.FirstKeptID != "" {
				if i := slices.IndexFunc(out, func(o conv.Message) bool { return conv.MetaOf(o).ID == x.FirstKeptID }); i >= 0 {
					at = i
				}
			}
			m = r.summary(x)
		}
		out = slices.Insert(out, at, m)
	}
	for i, m := range out { // a summary found its place by them
		if meta := *conv.MetaOf(m); meta.ID != "" {
			r.notes.Loss(note.CodeID, note.Dropped, meta.Offset(), "message id", "")
			meta.ID = ""
			out[i] = format.WithMeta(m, meta)
		}
	}
	r.c.Messages = out
}

// summary drops what a line of a compaction cannot hold.
func (r reducer) summary(m *conv.CompactionSummary) *conv.CompactionSummary {
	x := *m
	if m.FirstKeptID != "" {
		r.notes.Info(note.CodeBranch, note.Dropped, m.Offset(), "first message that a compaction kept: the summary stands before it", "")
		x.FirstKeptID = ""
	}
	if m.Usage != nil {
		r.notes.Loss(note.CodeUsage, note.Dropped, m.Offset(), "usage of a summary", "")
		x.Usage = nil
	}
	if m.TokensBefore != "" {
		r.notes.Loss(note.CodeUsage, note.Dropped, m.Offset(), "tokens before a compaction", "")
		x.TokensBefore = ""
	}
	own := strings.HasPrefix(string(m.Details.Lookup("replacement_history")), "[") || m.Details == "{}" || m.Extensions.Get(family, hintLines) != ""
	if m.Details != "" && !own {
		r.notes.Loss(note.CodePrivate, note.Dropped, m.Offset(), "details of a summary", "")
		x.Details = ""
	}
	return &x
}

// messages drops marks, models and directories that the lines around the items
// do not say, and links to helpers that no result names.
func (r reducer) messages() {
	results := r.helpers()
	said := r.contexts()
	fresh := r.c.Extensions.Get(family, hintMeta) == "" && r.c.Extensions.Get(family, hintForm) == ""
	for i, m := range r.c.Messages {
		meta := *conv.MetaOf(m)
		n := &meta.Node
		// Of two images without a text, the event of one is taken for the other's.
		if u, ok := m.(*conv.UserMessage); meta.Injected && (!ok || fresh && u.Text() == "" && !isNotTyped(u)) {
			r.notes.Loss(note.CodeExtension, note.Dropped, n.Offset(), "mark of a message that the program added", "")
			meta.Injected = false
		}
		if p := meta.TreePosition(); p.Cwd != said.moved(m) || p.Branch != "" {
			if p.Cwd != "" || p.Branch != "" {
				r.notes.Loss(note.CodeExtension, note.Dropped, n.Offset(), "working directory or git branch of a message", "")
			}
			p.Cwd, p.Branch = said.moved(m), ""
			meta.SetTreePosition(p)
		}
		r.c.Messages[i] = format.WithMeta(m, meta)
		if a, ok := m.(*conv.AssistantMessage); ok {
			r.c.Messages[i] = r.answer(a, said, results, meta)
		}
		said.after(m)
	}
}

// helpers returns the helpers that events and results name, by the ids of the calls:
// only calls that are said to have started one need them.
func (r reducer) helpers() map[string]string {
	if !slices.ContainsFunc(r.c.Messages, startsHelper) {
		return nil
	}
	all := map[string]string{}
	for l := range keptLines(r.c, activity, "SubAgentActivity") {
		_, payload := keptLine(l)
		if call, thread := startedIn(payload); thread != "" {
			all[call] = thread
		}
	}
	for _, m := range r.c.Messages {
		if t, ok := m.(*conv.ToolResultMessage); ok {
			all[t.ToolCallID] = cmp.Or(helperOf(t), all[t.ToolCallID])
		}
	}
	return all
}

func startsHelper(m conv.Message) bool {
	a, ok := m.(*conv.AssistantMessage)
	return ok && slices.ContainsFunc(a.Content, func(b conv.AssistantContent) bool {
		call, ok := b.(*conv.ToolCall)
		return ok && call.Conversation != ""
	})
}

func (r reducer) answer(a *conv.AssistantMessage, said *contexts, results map[string]string, meta conv.Meta) conv.Message {
	x := *a
	x.Meta = meta
	if a.Provider != said.provider {
		if a.Provider != "" {
			r.notes.Loss(note.CodeModel, note.Dropped, a.Offset(), "provider of an answer", a.Provider)
		}
		x.Provider = said.provider
	}
	if a.Model != said.model {
		if a.Model != "" {
			r.notes.Loss(note.CodeModel, note.Dropped, a.Offset(), "model", a.Model)
		}
		x.Model = said.model
	}
	if u := a.Usage; u != nil {
		x.Usage = r.usage(u)
	}
	return format.ChangeBlocks(&x, func(b conv.Block) conv.Block {
		call, ok := b.(*conv.ToolCall)
		if !ok || call.Conversation == "" || call.Name == "spawn_agent" && results[call.ID] == call.Conversation {
			return b
		}
		r.notes.Loss(note.CodeExtension, note.Dropped, call.Offset(), "conversation that a call started", call.Conversation)
		plain := *call
		plain.Conversation = ""
		return &plain
	})
}

// usage leaves the counts that a line of counts has. One of nothing is read as a
// repetition.
func (r reducer) usage(u *conv.Usage) *conv.Usage {
	x := conv.Usage{Node: u.Node, Input: u.Input, Output: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite, Reasoning: u.Reasoning}
	if len(u.Extensions) > 0 {
		fit.LoseField(r.notes, &u.Node, u.Extensions[0].Family, u.Extensions[0].Members[0].Key)
		x.Extensions = nil
	}
	if u.CacheWrite1h != 0 {
		r.notes.Loss(note.CodeUsage, note.Dropped, u.Offset(), "part of usage", "")
	}
	if x.IsZero() {
		return nil
	}
	return &x
}

// unmarked drops the marks of texts that nobody typed, if no event in the file
// tells these from others: a reader then goes by how they begin. A file that can
// have no more events goes by those it has. It reports whether there were any.
func (r reducer) unmarked() (some bool) {
	c := r.c
	head := c.Extensions.Get(family, hintMeta)
	quiet := c.Extensions.Get(family, hintForm) != ""
	if head == "" && !quiet || head.Lookup("payload.originator").Text() == originator {
		return false
	}
	if !quiet && slices.ContainsFunc(c.Messages, isTyped) {
		return false
	}
	copies := readCopies(c, speechOf(c.Messages))
	if copies.any && !quiet {
		return false
	}
	for i, m := range c.Messages {
		u, ok := m.(*conv.UserMessage)
		if !ok || !isUserItem(m) {
			continue
		}
		injected := u.Injected && isNotTyped(u)
		if copies.any {
			injected = !copies.take(u)
		}
		if injected == u.Injected {
			continue
		}
		r.notes.Loss(note.CodeExtension, note.Dropped, u.Offset(), "mark of a message that the program added", "")
		meta := u.Meta
		meta.Injected = injected
		c.Messages[i] = format.WithMeta(u, meta)
		some = true
	}
	return some
}

func isTyped(m conv.Message) bool {
	u, ok := m.(*conv.UserMessage)
	return ok && !u.Injected
}

// session drops what a head cannot say. A session that was read keeps all.
func (r reducer) session() {
	c := r.c
	if c.Extensions.Get(family, hintMeta) != "" || c.Extensions.Get(family, hintForm) != "" {
		if s := c.Session; s != nil && s.Updated != 0 {
			now := *s
			now.Updated, now.Model = updated(c), firstModel(c)
			c.Session = &now
		}
		return
	}
	if c.ID != "" && !session.IsUUID(c.ID) {
		r.notes.Info(note.CodeID, note.Dropped, c.Offset(), "conversation id: Codex wants a UUID, so the file has a new one", "")
		c.ID = ""
	}
	if c.Session == nil {
		return
	}
	s := conv.Session{Agent: family, Cwd: c.Session.Cwd, Branch: c.Session.Branch, Started: c.Session.Started, AgentType: c.Session.AgentType}
	if c.Session.Agent == family {
		s.AgentVersion = c.Session.AgentVersion
	}
	if !strings.HasPrefix(s.Cwd, "/") || s.Cwd == "/" {
		s.Cwd = ""
	}
	if p := c.Session.Parent; p != nil && p.Session != "" {
		s.Parent = &conv.ParentSession{Session: p.Session}
	}
	r.notes.Info(note.CodeExtension, note.Dropped, c.Session.Offset(), "part of a session: its agent, version, model and last time", "")
	if c.Session = &s; isEmptySession(&s) {
		c.Session = nil
	}
}
