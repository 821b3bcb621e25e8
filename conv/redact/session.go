package redact

import "convo/conv"

// session passes the texts of where a conversation was held.
func (t *texts) session(s *conv.Session) {
	if s == nil {
		return
	}
	n := &s.Node
	t.text(IDText, n, &s.ID)
	t.text(WordText, n, &s.Agent)
	t.text(WordText, n, &s.AgentVersion)
	t.text(SpeakerText, n, &s.Cwd)
	t.text(SpeakerText, n, &s.Branch)
	t.text(IDText, n, &s.Model)
	if p := s.Parent; p != nil {
		t.text(IDText, &p.Node, &p.Session)
		t.text(IDText, &p.Node, &p.ToolCallID)
		t.residue(&p.Node)
	}
	t.text(IDText, n, &s.AgentID)
	t.text(WordText, n, &s.AgentType)
	t.residue(n)
}

// place passes the texts of where a message stands. A place that changes is
// replaced, because copies of the message share it.
func (t *texts) place(m *conv.Meta) {
	if m.Position == nil {
		return
	}
	p := m.TreePosition()
	t.text(IDText, &m.Node, &p.Parent)
	t.text(SpeakerText, &m.Node, &p.Cwd)
	t.text(SpeakerText, &m.Node, &p.Branch)
	if p != *m.Position {
		m.SetTreePosition(p)
	}
}
