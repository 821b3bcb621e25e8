package conv

import "convo/conv/rawjson"

// Session says where a conversation was held: which agent wrote it, in which
// directory, when. A helper's conversation names the call that started it.
type Session struct {
	Node
	ID               string // of the session, if it is not the id of the conversation
	Agent            string // the program: claude-code, codex, pi
	AgentVersion     string
	Cwd              string // working directory
	Branch           string // of git
	Started, Updated int64  // Unix milliseconds; 0 is absent
	Model            string
	Parent           *ParentSession // nil: a person started the session
	AgentID          string         // of a helper, in the parent's session
	AgentType        string         // of a helper: explore, reviewer
}

// ParentSession is the session that a helper works for, and the call there that
// started the helper.
type ParentSession struct {
	Node
	Session    string
	ToolCallID string
}

// TreePosition is where a message stands in a session, as far as that is not plain from
// the message before it.
type TreePosition struct {
	// Parent is the id of the message that it follows. If "", it follows the one
	// before it or, if it is not excluded itself, the last one before it that is not.
	Parent string
	Root   bool // it follows no message. In conversation.json parent is ""

	Cwd    string // working directory from here on, where it changes
	Branch string // of git, from here on, where it changes
}

// TreePosition returns a copy of the message's place, the zero Place if it has none.
func (m *Meta) TreePosition() TreePosition {
	if m.Position == nil {
		return TreePosition{}
	}
	return *m.Position
}

// SetTreePosition gives a message a place of its own. That of other copies stays.
//
//go:noinline
func (m *Meta) SetTreePosition(p TreePosition) {
	m.Position = nil
	if p != (TreePosition{}) {
		own := p // p itself would always be allocated
		m.Position = &own
	}
}

// place reads a field of a message's place or a mark, and reports whether it is
// one. Only conversation.json itself has trees.
func (d decoder) place(m *Meta, key string) bool {
	p := m.TreePosition()
	switch key {
	case "injected":
		m.Injected = d.in.Bool()
		return true
	case "cwd":
		p.Cwd = d.in.Str()
	case "branch":
		p.Branch = d.in.Str()
	case "excluded":
		if d.in.Family != nativeFamily {
			return false
		}
		m.Excluded = d.in.Bool()
		return true
	case "parent":
		if d.in.Family != nativeFamily {
			return false
		}
		p.Root = d.in.Kind() == rawjson.String
		p.Parent = d.in.Str()
		p.Root = p.Root && p.Parent == ""
	default:
		return false
	}
	m.SetTreePosition(p)
	return true
}

// place writes what place reads.
func (e encoder) place(m *Meta) {
	p := m.Position
	if e.Family == nativeFamily && p != nil && (p.Parent != "" || p.Root) {
		e.out.Field("parent", p.Parent)
	}
	if m.Injected {
		e.out.BoolField("injected", true)
	}
	if e.Family == nativeFamily && m.Excluded {
		e.out.BoolField("excluded", true)
	}
	if p != nil {
		e.out.OptField("cwd", p.Cwd)
		e.out.OptField("branch", p.Branch)
	}
}

func (s *Session) members() []member {
	return []member{
		{key: "id", text: &s.ID},
		{key: "agent", text: &s.Agent},
		{key: "agentVersion", text: &s.AgentVersion},
		{key: "cwd", text: &s.Cwd},
		{key: "branch", text: &s.Branch},
		{key: "started", count: &s.Started},
		{key: "updated", count: &s.Updated},
		{key: "model", text: &s.Model},
		{key: "parent", parent: &s.Parent},
		{key: "agentId", text: &s.AgentID},
		{key: "agentType", text: &s.AgentType},
	}
}

func (p *ParentSession) members() []member {
	return []member{{key: "session", text: &p.Session}, {key: "toolCallId", text: &p.ToolCallID}}
}

// session reads a session; null is nil.
func (d decoder) session() *Session {
	if d.null() {
		return nil
	}
	s := &Session{}
	s.SetOffset(d.in.Offset())
	d.object(&s.Node, s.members())
	return s
}

func (d decoder) parentSession() *ParentSession {
	if d.null() {
		return nil
	}
	p := &ParentSession{}
	p.SetOffset(d.in.Offset())
	d.object(&p.Node, p.members())
	return p
}

// session writes what session reads.
func (e encoder) session(s *Session) { e.object(&s.Node, s.members()) }

func (e encoder) parentSession(p *ParentSession) { e.object(&p.Node, p.members()) }

// placeObject writes a place by itself.
func (e encoder) placeObject(p *TreePosition) {
	e.out.BeginObject()
	e.place(&Meta{Position: p})
	e.out.EndObject()
}

func (d decoder) placeObject() *TreePosition {
	m := &Meta{}
	for key := range d.in.Fields {
		d.place(m, key)
	}
	p := m.TreePosition()
	return &p
}
