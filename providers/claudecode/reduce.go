package claudecode

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
)

// reduce does without what lines cannot say, and gives a session of another
// program the ids and times that this one demands.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	return fit.Settle(c, &Formats()[0], []string{oneLine, manyLines}, notes, func(c *conv.Conversation) { reduceOnce(c, notes) })
}

func reduceOnce(c *conv.Conversation, notes *note.Notes) {
	r := &reducer{Conversation: c, notes: notes, own: c.Session != nil && c.Session.Agent == family}
	c.Messages = slices.Clone(c.Messages)
	r.unretract()
	r.trim()
	r.lead()
	r.strays()
	r.session()
	r.messages()
	r.places()
	r.times()
	group(r.Messages)
	before := *c.Session
	if timesOf(c.Session, c.Messages); !r.own && (before.Started != 0 && before.Started != c.Session.Started || before.Updated != 0 && before.Updated != c.Session.Updated) {
		notes.Loss(note.CodeTime, note.Dropped, c.Session.Offset(), "times of the session, now those of its messages", "")
	}
}

type reducer struct {
	*conv.Conversation
	notes *note.Notes
	own   bool // the session is one of this program

	retracted map[string]bool // ids of messages that lines take back
}

// retracting are the fields that take lines back.
var retracting = []string{"supersedesUuids", "retractedMessageUuids", "refusedUserMessageUuid"}

// unretract drops what takes back a message that is sent again, as on a branch of
// its own.
func (r *reducer) unretract() {
	r.retracted = retractedIn(r.Messages)
	if !slices.ContainsFunc(r.Messages, func(m conv.Message) bool {
		meta := conv.MetaOf(m)
		return !meta.Excluded && meta.ID != "" && r.retracted[meta.ID] && isTalk(m)
	}) {
		return
	}
	for i, m := range r.Messages {
		meta := *conv.MetaOf(m)
		all := templatesOf(m)
		for i, t := range all {
			all[i] = t.Without(retracting...)
		}
		c, custom := m.(*conv.CustomMessage)
		if slices.Equal(all, templatesOf(m)) && !custom {
			continue
		}
		if meta.Extensions = meta.Extensions.Clone(); all != nil {
			keepTemplates(&meta, all)
		}
		if custom {
			data := c.Data.Without(retracting...)
			if data == c.Data {
				continue
			}
			x := *c
			x.Data, m = data, &x
		}
		r.notes.Loss(note.CodeBranch, note.Dropped, meta.Offset(), "retraction of a message that is sent again", "")
		r.Messages[i] = format.WithMeta(m, meta)
	}
	r.retracted = retractedIn(r.Messages)
}

// isTalk reports whether the line of a message could be one of the user or the
// model, be it one that cannot be read.
func isTalk(m conv.Message) bool {
	c, ok := m.(*conv.CustomMessage)
	return !ok || (c.CustomType == prefix+"user" || c.CustomType == prefix+"assistant") && c.Data.Lookup("message") != ""
}

// retractedIn returns the ids of messages that lines take back.
func retractedIn(messages []conv.Message) map[string]bool {
	all := map[string]bool{}
	take := func(raw conv.Raw) {
		all[""] = true
		has := func(key string) bool { return strings.Contains(string(raw), key) }
		if !slices.ContainsFunc(retracting, has) && !has(`\`) { // most lines take nothing back
			return
		}
		for _, key := range retracting {
			ids := raw.Field(key)
			for id := range ids.Elements {
				all[id.Text()] = true
			}
			all[ids.Text()] = true
		}
	}
	for _, m := range messages {
		if c, ok := m.(*conv.CustomMessage); ok {
			take(c.Data)
		}
		for _, t := range templatesOf(m) {
			take(t)
		}
	}
	return all
}

// strays drops excluded results of calls that are sent and have no other result:
// the program would send them, as it does with results of parallel calls. It
// also drops links to messages that are gone.
func (r *reducer) strays() {
	open, ids := map[string]bool{}, map[string]bool{}
	for _, m := range r.Messages {
		if conv.MetaOf(m).Excluded {
			continue
		}
		switch m := m.(type) {
		case *conv.AssistantMessage:
			for t := range m.Calls {
				open[t.ID] = true
			}
		case *conv.ToolResultMessage:
			delete(open, m.ToolCallID)
		}
	}
	kept := r.Messages[:0]
	for _, m := range r.Messages {
		meta := conv.MetaOf(m)
		if x, ok := m.(*conv.ToolResultMessage); ok && meta.Excluded && open[x.ToolCallID] {
			r.notes.Loss(note.CodeBranch, note.Dropped, meta.Offset(), "result on another branch, of a call that is sent without one", "")
			continue
		}
		ids[meta.ID] = true
		kept = append(kept, m)
	}
	kept = slices.DeleteFunc(kept, func(m conv.Message) bool {
		c, ok := m.(*conv.CustomMessage)
		if !ok || c.CustomType != prefix+"duplicate" {
			return false
		}
		id := c.Extensions.Get(family, oneLine).Lookup("uuid").Text()
		if id != "" && ids[id] {
			return false
		}
		r.notes.Loss(note.CodeUI, note.Dropped, c.Offset(), "custom message", c.CustomType)
		return true
	})
	for i, m := range kept {
		meta := *conv.MetaOf(m)
		if p := meta.TreePosition(); p.Parent != "" && !ids[p.Parent] {
			r.notes.Loss(note.CodeBranch, note.Dropped, meta.Offset(), "link to a missing entry", p.Parent)
			p.Parent = ""
			meta.SetTreePosition(p)
			kept[i] = format.WithMeta(m, meta)
		} else if meta.Excluded && (p.Root && i == 0 || i > 0 && p.Parent != "" && conv.MetaOf(kept[i-1]).ID == p.Parent) {
			p.Root, p.Parent = false, ""
			meta.SetTreePosition(p)
			kept[i] = format.WithMeta(m, meta)
		}
	}
	r.Messages = kept
}

// messages fits each message.
func (r *reducer) messages() {
	helpers := r.helpers()
	answers := map[string]bool{}
	first := 0 // of the messages in one line
	for i, m := range r.Messages {
		switch x := m.(type) {
		case *conv.CompactionSummary:
			m = r.compaction(x)
		case *conv.ToolResultMessage:
			m = r.result(x)
		case *conv.AssistantMessage:
			m = r.answer(x, helpers, answers)
		}
		if u, ok := m.(*conv.UserMessage); ok && !u.Injected && forced(u.Extensions.Get(family, oneLine), u) {
			y := *u
			y.Injected = true
			m = &y
		}
		if meta := *conv.MetaOf(m); meta.Injected && !isUser(m) {
			r.notes.Loss(note.CodeExtension, note.Dropped, meta.Offset(), "mark of a message that the program added", "")
			meta.Injected = false
			m = format.WithMeta(m, meta)
		}
		if meta := *conv.MetaOf(m); meta.Extensions.Get(family, hintJoined) != "" {
			if i == 0 || !joins(r.Messages[first], m) {
				meta.Extensions = meta.Extensions.Without(family, hintJoined)
				m = format.WithMeta(m, meta)
				first = i
			}
		} else {
			first = i
		}
		r.Messages[i] = m
	}
}

func isUser(m conv.Message) bool { _, ok := m.(*conv.UserMessage); return ok }

// helpers returns the ids of the helpers that results name, by the ids of the
// calls that started them.
func (r *reducer) helpers() map[string]string {
	all := map[string]string{}
	for _, m := range r.Messages {
		if x, ok := m.(*conv.ToolResultMessage); ok && x.Details != "" && hasDetails(x) {
			all[x.ToolCallID] = x.Details.Lookup("agentId").Text()
		}
	}
	return all
}

// hasDetails reports whether the line of a result has a place for details.
func hasDetails(m *conv.ToolResultMessage) bool {
	return m.Extensions.Get(family, oneLine).Lookup("toolUseResult") != ""
}

func (r *reducer) compaction(m *conv.CompactionSummary) conv.Message {
	if m.Details == "" && m.Usage == nil {
		return m
	}
	x := *m
	if m.Details != "" {
		r.notes.Loss(note.CodePrivate, note.Dropped, m.Offset(), "private details of a summary", "")
	}
	if m.Usage != nil {
		r.notes.Loss(note.CodeUsage, note.Dropped, m.Offset(), "usage", "")
	}
	x.Details, x.Usage = "", nil
	return &x
}

func (r *reducer) result(m *conv.ToolResultMessage) conv.Message {
	if m.Details == "" || hasDetails(m) {
		return m
	}
	r.notes.Loss(note.CodePrivate, note.Dropped, m.Offset(), "private details of a tool result", "")
	x := *m
	x.Details = ""
	return &x
}

// answer fits an answer. The program joins answers with one id.
func (r *reducer) answer(m *conv.AssistantMessage, helpers map[string]string, answers map[string]bool) conv.Message {
	if m.ResponseID != "" && answers[m.ResponseID] {
		r.notes.Loss(note.CodeID, note.Dropped, m.Offset(), "response id that another answer has", m.ResponseID)
		m = new(*m)
		m.ResponseID = ""
	}
	answers[m.ResponseID] = true
	return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		t, ok := b.(*conv.ToolCall)
		if !ok || t.Conversation == "" || t.Conversation == helpers[t.ID] || r.Session.Parent != nil && helpers[t.ID] != "" {
			return b
		}
		r.notes.Loss(note.CodeExtension, note.Dropped, t.Offset(), "id of the conversation that a call started", "")
		x := *t
		x.Conversation = ""
		return &x
	})
}
