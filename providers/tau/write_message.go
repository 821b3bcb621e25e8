package tau

import (
	"fmt"
	"strings"

	"convo/conv"
)

// messages writes messages; those of one group are one.
func (s *writer) messages(list []conv.Message) {
	for len(list) > 0 {
		n := conv.WireSpan(list)
		s.span(list[:n])
		list = list[n:]
	}
}

func (s *writer) span(list []conv.Message) {
	switch m := list[0].(type) {
	case *conv.UserMessage:
		if raw := m.Extensions.Get(family, hintCommand); raw != "" && len(list) == 1 {
			if x, _ := execution(raw); len(m.Content) == 1 && m.Text() == x.Text() {
				s.verbatim(&m.Meta, raw)
				return
			}
		}
		s.userSide(list)
	case *conv.ToolResultMessage:
		s.userSide(list)
	case *conv.AssistantMessage:
		s.assistant(m)
	case *conv.SystemMessage:
		s.system(m)
	case *conv.CustomMessage:
		s.custom(m)
	case *conv.BranchSummary:
		s.branchSummary(m)
	case *conv.CompactionSummary:
		s.compactionSummary(m)
	default:
		panic(fmt.Sprintf("tau: a %T is no message that fits", m))
	}
}

func untimed(m *conv.Meta) bool { return m.Extensions.Get(family, hintUntimed) != "" }

// open begins the entry of a message, in a session.
func (s *writer) open(m *conv.Meta) {
	if s.chain == nil {
		return
	}
	s.chain.Begin("message", m, !untimed(m))
	for _, x := range m.Extensions.Of(family) {
		if key, ok := strings.CutPrefix(x.Key, entryPrefix); ok {
			s.OptRaw(key, x.Value)
		}
	}
	s.Key("message")
}

func (s *writer) close() {
	if s.chain != nil {
		s.chain.End()
	}
}

// verbatim writes a message as it was read.
func (s *writer) verbatim(m *conv.Meta, raw conv.Raw) {
	s.open(m)
	s.Raw(raw)
	s.close()
}

// begin opens a message and writes its role.
func (s *writer) begin(m *conv.Meta, role string) {
	s.open(m)
	s.BeginObject()
	s.Field("role", role)
}

// end writes what every message has and closes it.
func (s *writer) end(m *conv.Meta) {
	if s.chain == nil {
		s.OptField("id", m.ID)
	} else {
		s.OptRaw("id", m.Extensions.Get(family, hintID))
	}
	literal := m.Extensions.Get(family, hintTime)
	switch {
	case literal != "" && timeOf(literal) == m.Timestamp:
		s.OptRaw("timestamp", literal)
	case m.Timestamp != 0 && !untimed(m):
		s.OptRaw("timestamp", seconds(m.Timestamp))
	}
	s.rest(&m.Node)
	s.EndObject()
	s.close()
}

// rest writes the residue of a node but what belongs around it.
func (s *writer) rest(n *conv.Node) {
	var around []string
	for _, x := range n.Extensions.Of(family) {
		if strings.HasPrefix(x.Key, entryPrefix) || strings.HasPrefix(x.Key, messagePrefix) {
			around = append(around, x.Key)
		}
	}
	conv.WriteResidue(s.Writer, n, family, around...)
}

func (s *writer) assistant(m *conv.AssistantMessage) {
	s.begin(&m.Meta, "assistant")
	writeContents(s, &m.Node, m.Content)
	writeUsage(s.Writer, m.Usage)
	writeStop(s.Writer, m)
	if m.ErrorMessage != "" || wasSaid(&m.Node, "error") {
		s.Field("error", m.ErrorMessage)
	}
	s.end(&m.Meta)
}

func (s *writer) system(m *conv.SystemMessage) {
	s.begin(&m.Meta, "system")
	writeContents(s, &m.Node, m.Content)
	s.end(&m.Meta)
}

// userSide writes what a user said and the results of tools that are one
// message.
func (s *writer) userSide(list []conv.Message) {
	first := conv.MetaOf(list[0])
	role := wireRole(list)
	if said := first.Extensions.Get(family, hintWire).Text(); said == "user" || said == "tool" {
		role = said
	}
	s.begin(first, role)
	if user, ok := list[0].(*conv.UserMessage); ok && len(list) == 1 {
		writeContents(s, &user.Node, user.Content)
		s.end(first)
		return
	}
	s.Key("contents")
	s.BeginArray()
	for _, m := range list {
		switch m := m.(type) {
		case *conv.UserMessage:
			writeBlocks(s, m.Content)
		case *conv.ToolResultMessage:
			s.result(m)
		}
	}
	s.EndArray()
	s.parts(list)
	meta := *first
	if _, ok := list[0].(*conv.ToolResultMessage); ok {
		meta.Extensions = nil
		for _, x := range first.Extensions.Of(family) {
			key, ok := strings.CutPrefix(x.Key, messagePrefix)
			if ok || conv.IsHint(x.Key) && !strings.HasPrefix(x.Key, "~~") {
				meta.Extensions.Set(family, key, x.Value)
			}
		}
	}
	s.end(&meta)
}

// parts writes the ids and times of messages that become one, if one alone
// could not say them.
func (s *writer) parts(list []conv.Message) {
	first := conv.MetaOf(list[0])
	same := true
	for _, m := range list[1:] {
		meta := conv.MetaOf(m)
		same = same && meta.ID == "" && meta.Timestamp == first.Timestamp
	}
	if same {
		return
	}
	s.Key(keyParts)
	s.BeginArray()
	for i, m := range list {
		meta := conv.MetaOf(m)
		s.BeginObject()
		if i > 0 {
			s.OptField("id", meta.ID)
		}
		if meta.Timestamp != 0 {
			s.OptRaw("timestamp", seconds(meta.Timestamp))
		}
		s.EndObject()
	}
	s.EndArray()
}

// custom writes an entry that no model sees.
func (s *writer) custom(m *conv.CustomMessage) {
	kind, own := strings.CutPrefix(m.CustomType, family+".")
	switch {
	case own && kind != "" && m.Data.Lookup("role").Text() == kind:
		s.verbatim(&m.Meta, m.Data)
	case own && kind != "" && s.chain != nil && m.Data.Lookup("type").Text() == kind:
		s.chain.Begin(kind, &m.Meta, false)
		s.chain.Fields(m.Data)
		s.chain.End()
	case s.chain == nil || m.Extensions.Get(family, conv.OwnRole) != "":
		s.begin(&m.Meta, "custom")
		s.Field("custom_type", m.CustomType)
		switch {
		case m.Content == nil:
		case isOwn(m):
			writeContents(s, &conv.Node{}, m.Content)
		default:
			conv.Dialect{Family: family}.WriteContent(s.Writer, m.Content)
		}
		s.OptRaw("details", m.Data)
		s.end(&m.Meta)
	default:
		s.customEntry(m)
	}
}

// isOwn reports whether a custom message's content is said in Tau's way.
func isOwn(m *conv.CustomMessage) bool {
	return isSimple(m.Content) && m.Extensions.Get(family, hintForeign) == ""
}

func (s *writer) customEntry(m *conv.CustomMessage) {
	if m.Content == nil || !isOwn(m) {
		s.chain.Begin("custom", &m.Meta, false)
		s.Field("custom_type", m.CustomType)
		s.OptRaw("data", m.Data)
		if m.Content != nil {
			conv.Dialect{Family: family}.WriteContent(s.Writer, m.Content)
		}
		s.rest(&m.Node)
		s.chain.End()
		return
	}
	s.chain.Begin("custom_message", &m.Meta, false)
	s.Field("custom_type", m.CustomType)
	s.Key("content")
	if text, ok := m.Content[:1:1][0].(*conv.TextContent); ok && len(m.Content) == 1 && m.Extensions.Get(family, "~content") != "" {
		s.Str(text.Text)
	} else {
		s.BeginArray()
		writeBlocks(s, m.Content)
		s.EndArray()
	}
	s.OptRaw("details", m.Data)
	s.rest(&m.Node)
	s.chain.End()
}

func (s *writer) branchSummary(m *conv.BranchSummary) {
	entry := s.beginSummary(&m.Meta, "branch_summary", "branch_summary")
	s.summaryText(&m.Node, m.Summary)
	if entry || m.FromID != "" {
		s.Field("from_id", m.FromID)
	}
	s.OptRaw("details", m.Details)
	writeUsage(s.Writer, m.Usage)
	s.endSummary(&m.Meta, entry)
}

func (s *writer) compactionSummary(m *conv.CompactionSummary) {
	entry := s.beginSummary(&m.Meta, "compaction", "compaction_summary")
	s.summaryText(&m.Node, m.Summary)
	if entry || m.FirstKeptID != "" {
		s.Field("first_kept_entry_id", m.FirstKeptID)
	}
	s.OptNumber("tokens_before", m.TokensBefore)
	s.OptRaw("details", m.Details)
	writeUsage(s.Writer, m.Usage)
	s.endSummary(&m.Meta, entry)
}

// beginSummary opens a summary: as an entry, in a session, unless it was a
// message there.
func (s *writer) beginSummary(m *conv.Meta, kind, role string) (entry bool) {
	if entry = s.chain != nil && m.Extensions.Get(family, conv.OwnRole) == ""; entry {
		s.chain.Begin(kind, m, false)
	} else {
		s.begin(m, role)
	}
	return entry
}

// summaryText writes what a summary says, unless its contents say it.
func (s *writer) summaryText(n *conv.Node, text string) {
	if wasSaid(n, "summary") || n.Extensions.Get(family, "contents") == "" {
		s.Field("summary", text)
	}
}

func (s *writer) endSummary(m *conv.Meta, entry bool) {
	if !entry {
		s.end(m)
		return
	}
	s.rest(&m.Node)
	s.chain.End()
}
