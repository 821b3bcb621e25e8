package claudecode

import (
	"cmp"

	"convo/conv"
)

// head reads what the lines say of the session.
func (d *decoder) head() {
	s := &conv.Session{Agent: family}
	last := (*line)(nil)
	kind := ""
	for _, l := range d.lines {
		s.Cwd = cmp.Or(s.Cwd, l.cwd)
		s.Branch = cmp.Or(s.Branch, l.branch)
		s.AgentVersion = cmp.Or(l.version, s.AgentVersion)
		if l.session != "" && (last == nil || !last.isMessage() || l.isMessage() && l.active) {
			last = l
		}
		kind = cmp.Or(l.agentType, kind)
	}
	d.out.Session = s
	if last == nil {
		return
	}
	d.out.ID = last.session
	if d.helper {
		d.out.ID = last.agent
		s.AgentID, s.AgentType = last.agent, kind
		s.Parent = &conv.ParentSession{Session: last.session, ToolCallID: d.calls[last.agent]}
	}
	if len(d.lines) > 0 {
		d.out.SetOffset(d.lines[0].offset)
	}
}

// link connects calls with the helpers that they started, and compactions with
// what they kept.
func (d *decoder) link() {
	started := map[string]string{}
	for helper, call := range d.calls {
		if call != "" && !d.helper {
			started[call] = helper
		}
	}
	for _, m := range d.out.Messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			for t := range m.Calls {
				t.Conversation = started[t.ID]
			}
		case *conv.CompactionSummary:
			if at := d.find(m.FirstKeptID); at >= 0 {
				m.FirstKeptID = conv.MetaOf(d.out.Messages[d.owners[at]]).ID
			}
		}
	}
}

// follow says of each message that is not sent which one it follows, where that is
// not the one before it.
func (d *decoder) follow() {
	d.above = make([]int, len(d.out.Messages))
	for _, r := range d.readings {
		m := conv.MetaOf(d.out.Messages[r.first])
		if !m.Excluded {
			continue
		}
		p := conv.TreePosition{}
		l := d.lines[r.lines[0]]
		up, parent := -1, l.parent
		if r.of == compaction {
			parent = l.logical
		}
		if at := d.find(parent); at >= 0 && at != r.lines[0] {
			up = d.owners[at]
		}
		if up != r.first-1 {
			up = d.spoken(up)
		}
		switch {
		case l.uuid == "" || up == r.first-1:
		case up >= 0 && up != r.first:
			p.Parent = conv.MetaOf(d.out.Messages[up]).ID
		case parent == "" && r.first > 0:
			p.Root = true
		}
		m.SetTreePosition(p)
	}
}

// spoken returns the index of the message itself or, of one that no model sees, of
// the nearest other one that it follows. Without such it is the message itself.
func (d *decoder) spoken(from int) int {
	var way []int
	at := from
	for at >= 0 && isCustom(d.out.Messages[at]) && d.above[at] == 0 {
		d.above[at] = -1
		way = append(way, at)
		if line := d.find(d.links[at]); line >= 0 {
			at = d.owners[line]
		} else {
			at = -1
		}
	}
	if at >= 0 && isCustom(d.out.Messages[at]) {
		at = d.above[at] - 1
	}
	for _, i := range way {
		if d.above[i] = at + 1; at < 0 {
			d.above[i] = -1
		}
	}
	if at < 0 {
		return from
	}
	return at
}

// settle says where the directory changes, and keeps what the messages do not say
// of their lines.
func (d *decoder) settle(places map[int]place) {
	c := d.out
	s := newChain(c)
	refs := map[string]bool{}
	for _, m := range c.Messages {
		if p := conv.MetaOf(m).Position; p != nil {
			refs[p.Parent] = true
		}
		if x, ok := m.(*conv.CompactionSummary); ok {
			refs[x.FirstKeptID] = true
		}
	}
	s.endOf = make([]string, len(c.Messages))
	for _, r := range d.readings {
		if m := conv.MetaOf(c.Messages[r.first]); m.ID != "" {
			s.endOf[r.first] = d.lines[r.lines[len(r.lines)-1]].uuid
			if len(refs) > 0 {
				s.index[m.ID] = r.first
			}
		}
	}
	own := 0
	s.taken = func(id string) bool {
		at := d.find(id)
		return at >= 0 && at != own
	}
	for _, r := range d.readings {
		m := c.Messages[r.first]
		meta, first := conv.MetaOf(m), d.lines[r.lines[0]]
		own = r.lines[0]
		if p := meta.TreePosition(); r.of != value {
			if first.cwd != "" && first.cwd != s.cwd {
				p.Cwd = first.cwd
			}
			if first.branch != "" && first.branch != s.branch {
				p.Branch = first.branch
			}
			meta.SetTreePosition(p)
		}
		s.move(meta)
		d.keep(s, r, places)
		s.passed(meta, s.endOf[r.first])
		if isMade(meta.ID) && meta.ID == s.madeID(r.first) && !refs[meta.ID] {
			meta.ID = ""
		}
	}
	timesOf(c.Session, c.Messages)
}

// timesOf says when a session began and ended, and its last model.
func timesOf(s *conv.Session, messages []conv.Message) {
	s.Started, s.Updated, s.Model = 0, 0, ""
	for _, m := range messages {
		if at := conv.MetaOf(m).Timestamp; at != 0 {
			s.Started = cmp.Or(s.Started, at)
			s.Updated = at
		}
		if a, ok := m.(*conv.AssistantMessage); ok && !a.Excluded && a.Model != "" && a.Model != synthetic {
			s.Model = a.Model
		}
	}
}

// synthetic is the model of answers that the program made itself.
const synthetic = "<synthetic>"
