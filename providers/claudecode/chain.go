package claudecode

import (
	"cmp"
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// chain is what a line has because of those before it. Reading and writing go
// through the messages with one each, and so agree on what a line leaves unsaid.
type chain struct {
	session, version, agent string
	helper                  bool
	cwd, branch             string               // of the lines from here on
	active, last            string               // id of the last line that is sent, and of the last one with an id
	endOf                   []string             // id of each message's last line; "": it is not in the chain
	index                   map[string]int       // of messages, by their ids
	taken                   func(id string) bool // reports whether another line has an id
}

func newChain(c *conv.Conversation) *chain {
	s := &chain{session: c.ID, version: plainVersion, index: map[string]int{}}
	if x := c.Session; x != nil {
		s.version = cmp.Or(x.AgentVersion, s.version)
		if x.Parent != nil {
			s.helper, s.agent, s.session = true, c.ID, x.Parent.Session
		}
	}
	return s
}

// plainVersion is the version in lines of a session of another program.
const plainVersion = "2.1.0"

const madePrefix = "00000000-0000-4000-8000-"

// isMade reports whether an id may be one of madeID.
func isMade(id string) bool { return strings.HasPrefix(id, madePrefix) }

// madeID is the id of a line that the message at an index does not name.
func (s *chain) madeID(index int) string {
	for n := index + 1; ; n += 1_000_000 {
		if id := fmt.Sprintf(madePrefix+"%012x", n); !s.taken(id) {
			return id
		}
	}
}

// summaryID is the id of the line with the summary of a compaction.
func summaryID(index int) string { return fmt.Sprintf("00000000-0000-4000-9000-%012x", index+1) }

// madeAnswer is the id of an answer that has none. The program joins the lines of
// answers with one id.
func madeAnswer(index int) string { return fmt.Sprintf(madeAnswers+"%d", index+1) }

const madeAnswers = "msg_convo_"

// parent is the id of the line that a message follows, "" for none.
func (s *chain) parent(m *conv.Meta) string {
	switch p := m.TreePosition(); {
	case p.Root:
		return ""
	case p.Parent != "":
		if at, ok := s.index[p.Parent]; ok {
			return s.endOf[at]
		}
		return p.Parent
	case m.Excluded:
		return s.last
	}
	return s.active
}

// move takes what a message says of its place.
func (s *chain) move(m *conv.Meta) {
	p := m.TreePosition()
	s.cwd = cmp.Or(p.Cwd, s.cwd)
	s.branch = cmp.Or(p.Branch, s.branch)
}

// passed takes the id of a message's last line.
func (s *chain) passed(m *conv.Meta, id string) {
	if id == "" {
		return
	}
	if s.last = id; !m.Excluded {
		s.active = id
	}
}

// envelope is what is known of one line of a message.
type envelope struct {
	*conv.Meta
	uuid, parent, logical string
	cwd, branch           string
	later                 bool        // it is not the message's first line
	details               conv.Raw    // of a tool result
	compacted             conv.Raw    // what a compaction says of itself
	tokens                conv.Number // before it
}

// text returns the string that a field of a line has to be, "" for none.
func (s *chain) text(key string, e *envelope) string {
	switch key {
	case "parentUuid":
		return e.parent
	case "logicalParentUuid":
		return e.logical
	case "uuid":
		return e.uuid
	case "cwd":
		return e.cwd
	case "gitBranch":
		return e.branch
	case "sessionId":
		return s.session
	case "version":
		return s.version
	case "agentId":
		return s.agent
	}
	return ""
}

// said returns what a field of a line has to be, as far as the message and those
// before it say it: "" for a field that they say nothing of.
func (s *chain) said(key string, e *envelope) conv.Raw {
	if text := s.text(key, e); text != "" {
		return rawjson.Quoted(text)
	}
	switch key {
	case "parentUuid", "logicalParentUuid":
		return "null"
	case "gitBranch":
		return `""`
	case "timestamp":
		return session.ISOLiteral(e.Timestamp)
	case "toolUseResult":
		return e.details
	case "compactMetadata":
		return e.compacted
	}
	return ""
}

// says reports whether a value is the one that said returns.
func (s *chain) says(key string, v conv.Raw, e *envelope) bool {
	if text := s.text(key, e); text != "" {
		return isQuoted(v, text)
	}
	return v == s.said(key, e)
}

// isQuoted reports whether a value is a string as it is written.
func isQuoted(v conv.Raw, s string) bool {
	if strings.IndexByte(s, '\\') < 0 && len(v) == len(s)+2 && v[0] == '"' && string(v[1:len(v)-1]) == s {
		return true // what needs no escape is written as it is
	}
	return v == rawjson.Quoted(s)
}

// packed returns a value as a template has it, apart from what stands for one
// that the message says: 0, and 1 in an answer's earlier lines.
func packed(v conv.Raw) conv.Raw {
	if v == "0" || v == "1" || v[0] == '[' {
		return "[" + v + "]"
	}
	return v
}

func unpacked(v conv.Raw) (value conv.Raw, verbatim bool) {
	if v != "" && v[0] == '[' {
		return v[1 : len(v)-1], true
	}
	return v, false
}

// envelope returns what is known of line k of the message at an index.
func (s *chain) envelope(list []conv.Message, index, k int) *envelope {
	m := list[index]
	meta := conv.MetaOf(m)
	e := &envelope{Meta: meta, uuid: meta.ID, parent: s.parent(meta), cwd: s.cwd, branch: s.branch}
	if e.uuid == "" {
		e.uuid = s.madeID(index)
	}
	switch m := m.(type) {
	case *conv.ToolResultMessage:
		e.details = m.Details
	case *conv.CompactionSummary:
		if k == 0 {
			e.logical, e.parent = e.parent, ""
			e.compacted, e.tokens = s.compacted(list, index, m), m.TokensBefore
			return e
		}
	}
	if e.later = k > 0; e.later {
		e.parent, e.uuid = e.uuid, summaryID(index)
	}
	return e
}

// compacted is what the boundary of a compaction says of it.
func (s *chain) compacted(list []conv.Message, index int, m *conv.CompactionSummary) conv.Raw {
	return rawjson.ObjectBy(func(w *rawjson.Writer) {
		w.Field("trigger", "manual")
		w.OptNumber("preTokens", m.TokensBefore)
		if m.FirstKeptID == "" {
			return
		}
		kept, anchor := s.kept(list, index, m), summaryID(index)
		w.ObjectField("preservedSegment")
		w.Fields("headUuid", kept[0], "anchorUuid", anchor, "tailUuid", kept[len(kept)-1])
		w.EndObject()
		w.ObjectField("preservedMessages")
		w.Field("anchorUuid", anchor)
		w.StringsField("uuids", kept)
		w.StringsField("allUuids", kept)
		w.EndObject()
	})
}

// kept returns the ids of the lines that a compaction kept, at least one. Only the
// last compaction names them all: the program reads no other.
func (s *chain) kept(list []conv.Message, index int, m *conv.CompactionSummary) []string {
	at, ok := s.index[m.FirstKeptID]
	if !ok || at >= index {
		return []string{m.FirstKeptID}
	}
	kept := []string{s.endOf[at]}
	for i := index + 1; i < len(list); i++ {
		if x, ok := list[i].(*conv.CompactionSummary); ok && !x.Excluded {
			return kept
		}
	}
	for i := at + 1; i < index; i++ {
		meta := conv.MetaOf(list[i])
		switch list[i].(type) {
		case *conv.UserMessage, *conv.AssistantMessage, *conv.ToolResultMessage:
			if !meta.Excluded && s.endOf[i] != "" {
				kept = append(kept, s.endOf[i])
			}
		}
	}
	return kept
}
