package session

import "strings"

// IDs separates the ids that messages have of their own from the ids that were
// made up when the messages were written.
type IDs struct {
	made string
	refs map[string]bool
	seen map[string]bool
}

// NewIDs returns an empty set of ids. refs are the made up ids that something
// refers to: these are kept.
func (l *Layout) NewIDs(refs map[string]bool) *IDs { return &IDs{l.MadeID, refs, map[string]bool{}} }

// Own returns a message's own id. It returns "" if the id was made up or if an
// earlier message has it.
func (s *IDs) Own(id string) string {
	if id == "" || s.seen[id] || strings.HasPrefix(id, s.made) && !s.refs[id] {
		return ""
	}
	s.seen[id] = true
	return id
}

// Seen reports whether an earlier message has this id.
func (s *IDs) Seen(id string) bool { return s.seen[id] }
