package session

import "strings"

// IDs tells the ids that messages have of their own from those that were made
// up when they were written.
type IDs struct {
	made string
	refs map[string]bool
	seen map[string]bool
}

// NewIDs knows no ids yet. refs are made ids that somebody refers to: these
// are kept.
func (l *Layout) NewIDs(refs map[string]bool) *IDs { return &IDs{l.MadeID, refs, map[string]bool{}} }

// Own is an id as a message's own: "" if it was made up or if an earlier
// message has it.
func (s *IDs) Own(id string) string {
	if id == "" || s.seen[id] || strings.HasPrefix(id, s.made) && !s.refs[id] {
		return ""
	}
	s.seen[id] = true
	return id
}

// Seen reports whether an earlier message has an id.
func (s *IDs) Seen(id string) bool { return s.seen[id] }
