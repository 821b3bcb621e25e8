package opencode

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// writtenVersion is the version that a session from elsewhere says it has.
const writtenVersion = "1.18.33"

// session leaves what the head of a session says, and gives it what opencode wants.
func (r *reducer) session() {
	c := r.c
	c.Extensions = c.Extensions.Clone()
	said := cmp.Or(c.Session, &conv.Session{})
	s := &conv.Session{
		Node: said.Node, Agent: family, Cwd: said.Cwd, Started: max(said.Started, 0), Updated: max(said.Updated, 0),
	}
	if s.Extensions = nil; said.Agent == family {
		s.AgentVersion = said.AgentVersion
	}
	if p := said.Parent; p != nil && strings.HasPrefix(p.Session, sessionMark) {
		s.Parent = &conv.ParentSession{Session: p.Session}
	}
	if c.Session != nil && loses(said) {
		r.info(note.CodeExtension, note.Dropped, &said.Node, "part of a session: its agent, branch, model or parent", "")
	}
	c.Session = s
	if own.Get(&c.Node, hintOwn) == "" {
		r.head(s)
	}
}

// loses reports whether a session says what opencode cannot.
func loses(s *conv.Session) bool {
	p := s.Parent
	return s.ID != "" || s.Agent != "" && s.Agent != family || s.Branch != "" || s.Model != "" || s.AgentID != "" || s.AgentType != "" ||
		len(s.Extensions) > 0 || p != nil && (!strings.HasPrefix(p.Session, sessionMark) || p.ToolCallID != "" || len(p.Extensions) > 0)
}

// head completes the head of a session from elsewhere.
func (r *reducer) head(s *conv.Session) {
	c := r.c
	r.info(note.CodeSynthesized, note.Synthesized, &c.Node, "fields that opencode wants: id, version, project, directory, times", "")
	own.Set(&c.Node, hintOwn, "true")
	seed := r.seed()
	if !strings.HasPrefix(c.ID, sessionMark) {
		if c.ID != "" {
			r.info(note.CodeID, note.Renamed, &c.Node, "conversation id", c.ID)
		}
		c.ID = sessionMark + strings.Repeat("0", timeDigits) + seed
	}
	s.AgentVersion = cmp.Or(s.AgentVersion, writtenVersion)
	s.Cwd = cmp.Or(s.Cwd, "/")
	for _, m := range c.Messages {
		at := conv.MetaOf(m).Timestamp
		if s.Started == 0 {
			s.Started = max(at, 0)
		}
		s.Updated = max(s.Updated, at)
	}
	set(&c.Node, "slug", rawjson.Quoted("convo-"+seed))
	set(&c.Node, "projectID", `"global"`)
	own.Settle(&c.Node)
}

// seed is fourteen letters that follow from what is said.
func (r *reducer) seed() string {
	h := sha256.New()
	for _, s := range []string{r.c.ID, r.c.Title} {
		_, _ = io.WriteString(h, s+"\x00")
	}
	for _, m := range r.c.Messages {
		_, _ = io.WriteString(h, string(conv.RoleOf(m)))
		for _, s := range texts(m) {
			_, _ = io.WriteString(h, "\x00")
			_, _ = io.WriteString(h, s)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:14]
}

func texts(m conv.Message) []string {
	switch m := m.(type) {
	case *conv.UserMessage:
		return []string{m.Text()}
	case *conv.AssistantMessage:
		return []string{m.Text()}
	case *conv.ToolResultMessage:
		return []string{m.ToolCallID} // how texts of results are joined is a matter of formats
	}
	return nil
}

// numbered gives messages ids that ascend. Those of a session of opencode stay.
func (r *reducer) numbered() {
	if r.ascends() {
		return
	}
	seed, names, number := r.seed(), map[string]string{}, 0
	for i, m := range r.c.Messages {
		if !hasOwnID(m) {
			continue
		}
		meta := *conv.MetaOf(m)
		number++
		id := madeMessageID(number, seed)
		odd := own.Get(&meta.Node, "id") // not a string
		if meta.ID != "" || odd != "" {
			r.info(note.CodeID, note.Renamed, &meta.Node, "message id", cmp.Or(meta.ID, string(odd)))
		}
		if meta.ID != "" {
			names[meta.ID] = id
		}
		meta.ID = id
		meta.Extensions = meta.Extensions.Without(family, "parentID").Without(family, "id")
		r.c.Messages[i] = format.WithMeta(m, meta)
	}
	for i, m := range r.c.Messages {
		if s, ok := m.(*conv.CompactionSummary); ok {
			r.c.Messages[i] = r.kept(s, names)
		}
	}
}

// kept is a summary with the new id of the first message that it keeps.
func (r *reducer) kept(s *conv.CompactionSummary, names map[string]string) conv.Message {
	x := *s
	if x.FirstKeptID = names[s.FirstKeptID]; x.FirstKeptID == "" && s.FirstKeptID != "" {
		r.lose(note.CodeBranch, note.Dropped, &s.Node, "first message that a compaction kept, which has no id here", "")
	}
	return &x
}

// hasOwnID reports whether a message begins a message of the file that convo makes.
func hasOwnID(m conv.Message) bool {
	switch m.(type) {
	case *conv.ToolResultMessage, *conv.CustomMessage:
		return false
	}
	return !isStep(m)
}

// isStep reports whether a message goes on with the one before it.
func isStep(m conv.Message) bool { return own.Get(&conv.MetaOf(m).Node, hintStep) != "" }

// ascends reports whether the ids are opencode's, and in order if convo made some
// of them.
func (r *reducer) ascends() bool {
	seen, last, sorted, made := map[string]bool{}, "", true, false
	for _, m := range r.c.Messages {
		if !hasOwnID(m) {
			continue
		}
		id := conv.MetaOf(m).ID
		if !strings.HasPrefix(id, messageMark) || seen[id] {
			return false
		}
		made = made || strings.HasPrefix(id, messageMark+"0000")
		sorted, last, seen[id] = sorted && id > last, id, true
	}
	return sorted || !made
}
