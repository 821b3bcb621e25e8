package session

import (
	"slices"

	"convo/conv"
)

// hintLeaf keeps the last line of a session that names the current entry.
const hintLeaf = "~leaf"

// keepLeaf keeps the line that ends a file after entries of another branch.
func (p *Path) keepLeaf() {
	p.In.Rewind(p.Session.leaf.Offset)
	p.Out.Extensions.Set(p.layout.Family, hintLeaf, p.In.Raw())
}

// leafComesBack reports whether the line that ends a file is written again as it is:
// it names another entry than the last one, which it follows and whose id no other
// entry has.
func (p *Path) leafComesBack(path []int) bool {
	leaf, all := p.Session.leaf, p.Session.Entries
	if leaf == nil || p.layout.isMade(leaf.said) || len(path) == 0 {
		return false
	}
	rest, last := path[:len(path)-1], path[len(path)-1]
	return !p.active[last] && leaf.Parent == all[last].ID &&
		!slices.ContainsFunc(rest, func(i int) bool { return all[i].ID == leaf.Parent })
}

// IsPrompt says that the entry which was just written is that of the system
// prompt: the first message of a branch follows it.
func (s *Chain) IsPrompt() { s.prompt = s.before }

// leaf writes a line that names the current entry, if the last entry of the file
// is another one.
func (s *Chain) leaf(c *conv.Conversation) {
	l := s.layout
	if l.Leaf == "" || s.Linear || s.before == s.active {
		return
	}
	raw := c.Extensions.Get(l.Family, hintLeaf)
	if raw.Lookup(l.Target).Text() == s.active && raw.Lookup(l.Parent).Text() == s.before {
		s.Line.Raw(raw)
		s.Line.Text("\n")
		return
	}
	m := &conv.Meta{Excluded: true, Timestamp: conv.MetaOf(c.Messages[len(c.Messages)-1]).Timestamp}
	s.Begin(l.Leaf, m, false)
	s.Line.Key(l.Target)
	if s.active == "" {
		s.Line.Null()
	} else {
		s.Line.Str(s.active)
	}
	s.End()
}
