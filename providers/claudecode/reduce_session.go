package claudecode

import (
	"cmp"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/session"
)

// session fits where the conversation was held.
func (r *reducer) session() {
	in := cmp.Or(r.Session, &conv.Session{})
	if !r.own && !session.IsUUID(r.ID) || r.ID == "" && !r.isRead() {
		if r.ID != "" {
			r.notes.Info(note.CodeID, note.Renamed, r.Offset(), "conversation id, now one that the program takes,", r.ID)
		} else {
			r.notes.Info(note.CodeID, note.Synthesized, r.Offset(), "conversation id", "")
		}
		r.ID = madeSession(r.Conversation)
	}
	out := &conv.Session{Agent: family, AgentVersion: plainVersion, Cwd: in.Cwd, Branch: in.Branch, Started: in.Started, Updated: in.Updated}
	out.SetOffset(in.Offset())
	fit.LoseFields(r.notes, &in.Node)
	if r.own {
		out.AgentVersion = in.AgentVersion
		r.helper(in, out)
	} else {
		r.lose(in.Agent != "", in, "agent of a session, now claude-code,", in.Agent)
		r.lose(in.Parent != nil || in.AgentID != "" || in.AgentType != "", in, "link to the session that started this one", "")
	}
	if len(r.Messages) == 0 { // no line says it
		r.lose(out.Cwd != "", in, "working directory of a session without messages", "")
		out.AgentVersion, out.Cwd, out.Branch = "", "", ""
	}
	r.lose(in.ID != "" && in.ID != r.ID, in, "id of the session", in.ID)
	r.Session = out
}

// isRead reports whether all messages still have their lines.
func (r *reducer) isRead() bool {
	for _, m := range r.Messages {
		if conv.MetaOf(m).Extensions.Get(family, hintJoined) == "" && templatesOf(m) == nil && !isValue(m) {
			return false
		}
	}
	return len(r.Messages) > 0
}

func (r *reducer) lose(is bool, s *conv.Session, what, name string) {
	if is {
		r.notes.Loss(note.CodeExtension, note.Dropped, s.Offset(), what, name)
	}
}

// helper fits what is known of a helper's session.
func (r *reducer) helper(in, out *conv.Session) {
	if in.Parent == nil || in.Parent.Session == "" {
		r.lose(in.Parent != nil || in.AgentID != "" || in.AgentType != "", in, "link to the session that started this one", "")
		return
	}
	fit.LoseFields(r.notes, &in.Parent.Node)
	out.Parent = &conv.ParentSession{Session: in.Parent.Session}
	r.beside(in.Parent.ToolCallID != "", in, "id of the call that started the session", in.Parent.ToolCallID)
	r.lose(in.AgentID != "" && in.AgentID != r.ID, in, "id of the agent", in.AgentID)
	out.AgentID = r.ID
	for _, m := range r.Messages {
		for _, t := range templatesOf(m) {
			if kind := t.Lookup("attributionAgent").Text(); kind != "" {
				out.AgentType = kind
			}
		}
	}
	r.beside(in.AgentType != out.AgentType, in, "type of the agent", in.AgentType)
}

// places says where the directory changes, and nothing where it does not. The
// first message says where the session begins.
func (r *reducer) places() {
	s := r.Session
	first, cwd, branch := -1, "", ""
	for i, m := range r.Messages {
		p := conv.MetaOf(m).TreePosition()
		if first < 0 && !isCustom(m) {
			first = i
		}
		cwd = cmp.Or(cwd, p.Cwd)
		branch = cmp.Or(branch, p.Branch)
	}
	s.Cwd = cmp.Or(s.Cwd, cwd)
	s.Branch = cmp.Or(s.Branch, branch)
	if first >= 0 && (s.Cwd != cwd || s.Branch != branch) {
		meta := *conv.MetaOf(r.Messages[first])
		p := meta.TreePosition()
		p.Cwd, p.Branch = s.Cwd, s.Branch
		meta.SetTreePosition(p)
		r.Messages[first] = format.WithMeta(r.Messages[first], meta)
	}
	r.changes()
}

// changes drops a directory that is that of the message before, and moves one to
// the next line that can say it.
func (r *reducer) changes() {
	var cwd, branch standing
	for i, m := range r.Messages {
		meta := *conv.MetaOf(m)
		p := meta.TreePosition()
		before := p
		cwd.at(m, "cwd", &p.Cwd)
		branch.at(m, "gitBranch", &p.Branch)
		if p != before {
			meta.SetTreePosition(p)
			r.Messages[i] = format.WithMeta(m, meta)
		}
	}
}

// standing is a directory or a branch on the way through the messages.
type standing struct{ said, waiting string }

// at fits the value that a message has under a key of its line.
func (s *standing) at(m conv.Message, key string, value *string) {
	if *value == "" {
		*value = s.waiting
	}
	switch {
	case *value == "":
	case !hasPlace(m, key):
		s.waiting, *value = *value, ""
	case *value == s.said:
		s.waiting, *value = "", ""
	default:
		s.waiting, s.said = "", *value
	}
}

// hasPlace reports whether the line of a message has a field for its place.
func hasPlace(m conv.Message, key string) bool {
	if all := templatesOf(m); all != nil {
		return all[0].Lookup(key) != ""
	}
	return !isCustom(m) && conv.MetaOf(m).Extensions.Get(family, hintJoined) == ""
}

// times gives a message without a time that of the message before it.
func (r *reducer) times() {
	at := r.Session.Started
	for _, m := range r.Messages {
		if meta := conv.MetaOf(m); at == 0 && isTime(meta.Timestamp) {
			at = meta.Timestamp
		}
	}
	for i, m := range r.Messages {
		meta := *conv.MetaOf(m)
		if meta.Timestamp != 0 && !isTime(meta.Timestamp) {
			r.notes.Loss(note.CodeTime, note.Dropped, meta.Offset(), "timestamp", "")
			meta.Timestamp = 0
		}
		if meta.Timestamp != 0 {
			at = meta.Timestamp
			continue
		}
		if _, custom := m.(*conv.CustomMessage); custom || templatesOf(m) != nil || meta.Extensions.Get(family, hintJoined) != "" {
			continue
		}
		if at != 0 && isTime(at) {
			r.notes.Info(note.CodeTime, note.Synthesized, meta.Offset(), "time of a message: that of the message before it", "")
			meta.Timestamp = at
		}
		if meta.Timestamp != conv.MetaOf(m).Timestamp {
			r.Messages[i] = format.WithMeta(m, meta)
		}
	}
}

func isTime(ms int64) bool { return ms != 0 && session.ISOMilliseconds(session.ISOLiteral(ms)) == ms }

// beside notes what the file beside a session of this program says: it stays there.
func (r *reducer) beside(is bool, s *conv.Session, what, name string) {
	if r.own && is {
		r.notes.Info(note.CodeExtension, note.Dropped, s.Offset(), what, name)
		return
	}
	r.lose(is, s, what, name)
}
