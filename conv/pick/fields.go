package pick

import (
	"slices"
	"strings"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// Subject is a conversation that a condition is asked of.
type Subject struct {
	*conv.Conversation
	Format string // that it was read from

	// Cost is what its answers cost, in nano-dollars, if that is known.
	Cost func(*conv.Conversation) (nano int64, known bool)

	facts *view.Facts
}

// all is what there is to say of the conversation, counted once.
func (s *Subject) all() *view.Facts {
	if s.facts == nil {
		s.facts = new(view.FactsOf(s.Conversation))
	}
	return s.facts
}

// kind is what a field can be compared with.
type kind int

const (
	number kind = iota
	date
	text
	list    // of texts
	foreign // of the input's own: a number or a text
)

// field is what a condition can ask for.
type field struct {
	name  string
	kind  kind
	about string
	path  []string // of a field of the input's own
}

// fields is the table, in the order of the help.
var fields = [...]field{
	{"turns", number, "messages that a person wrote", nil},
	{"answers", number, "answers of models", nil},
	{"messages", number, "messages of every role", nil},
	{"calls", number, "tool calls", nil},
	{"errors", number, "tool results that are marked as failed", nil},
	{"media", number, "images, sounds, videos and documents", nil},
	{"chars", number, "characters of text, reasoning not counted", nil},
	{"tokens", number, "tokens that answers used, as they recorded it", nil},
	{"input", number, "those that went in, cached or not", nil},
	{"output", number, "those that came out", nil},
	{"cost", number, "what answers cost in US dollars, as convo cost has it", nil},
	{"share", number, "a number from 0 to 1 that stays the same for what a model sees", nil},
	{"started", date, "the first time in it, such as 2026-01-31 (UTC)", nil},
	{"updated", date, "the last time in it", nil},
	{"roles", list, "system, user, assistant, tool", nil},
	{"tools", list, "names of the tools that are called", nil},
	{"models", list, "names of the models that answered", nil},
	{"vendors", list, "their vendors, such as anthropic", nil},
	{"stop", text, "why the last answer ended: stop, length, toolUse, error, aborted", nil},
	{"format", text, "the format it was read from", nil},
	{"id", text, "its id", nil},
	{"title", text, "its title", nil},
	{"system", text, "its instructions", nil},
	{"text", list, "what was said, asked and answered, one text after the other", nil},
	{"agent", text, "the agent that wrote the session, such as codex", nil},
	{"cwd", text, "its working directory", nil},
	{"branch", text, "its branch of git", nil},
}

// fieldNamed is the field of a name, or of the name of one of its elements: role is
// roles. nil: there is none.
func fieldNamed(name string) *field {
	for i := range fields {
		if f := &fields[i]; f.name == name || f.kind == list && f.name == name+"s" {
			return f
		}
	}
	return nil
}

// Names are the names of the fields.
func Names() (all []string) {
	for _, f := range fields {
		all = append(all, f.name)
	}
	return all
}

// Help is a line for each field.
func Help() string {
	var b strings.Builder
	for _, f := range fields {
		b.WriteString("  " + f.name + strings.Repeat(" ", 10-len(f.name)) + f.about + "\n")
	}
	return b.String()
}

// number is the value of a number or, in Unix milliseconds, of a date; false: it is not
// known.
func (f *field) number(s *Subject) (float64, bool) {
	switch f.name {
	case "tokens", "input", "output":
		known := s.all().Counted || s.all().Answers == 0
		billed := s.all().Usage.Billed()
		n := billed.AllTokens()
		if f.name == "output" {
			n = billed.Output
		} else if f.name == "input" {
			n -= billed.Output
		}
		return float64(n), known
	case "cost":
		if s.Cost == nil {
			return 0, false
		}
		nano, known := s.Cost(s.Conversation)
		return float64(nano) / 1e9, known
	case "share":
		return SumOf(s.Conversation).Share(), true
	case "started":
		return float64(s.all().Started), s.all().Started != 0
	case "updated":
		return float64(s.all().Updated), s.all().Updated != 0
	}
	if f.kind == foreign {
		return numberOf(string(f.own(s)))
	}
	n := 0
	for _, m := range conv.Active(s.Messages) {
		n += f.count(m)
	}
	return float64(n), true
}

// count is how often a message has what a field counts.
func (f *field) count(m conv.Message) (n int) {
	is := false
	switch f.name {
	case "messages":
		is = true
	case "turns":
		u, ok := m.(*conv.UserMessage)
		is = ok && !u.Injected
	case "answers":
		_, is = m.(*conv.AssistantMessage)
	case "errors":
		r, ok := m.(*conv.ToolResultMessage)
		is = ok && r.IsError
	default:
		for b := range conv.BlocksOf(m) {
			n += f.inBlock(b)
		}
	}
	if is {
		n = 1
	}
	return n
}

func (f *field) inBlock(b conv.Block) int {
	is := false
	switch b := b.(type) {
	case *conv.ToolCall:
		is = f.name == "calls"
	case *conv.TextContent:
		if f.name == "chars" {
			return utf8.RuneCountInString(b.Text)
		}
	default:
		is = f.name == "media" && conv.MediaOf(b) != nil
	}
	if is {
		return 1
	}
	return 0
}

// some reports whether one of the texts of a field is what is asked for.
func (f *field) some(s *Subject, is func(string) bool) bool {
	switch f.name {
	case "format":
		return is(s.Format)
	case "id":
		return is(s.ID)
	case "title":
		return is(s.Title)
	case "system":
		return is(s.SystemPrompt)
	case "agent", "cwd", "branch":
		if s.Session == nil {
			return false
		}
		return is(map[string]string{"agent": s.Session.Agent, "cwd": s.Session.Cwd, "branch": s.Session.Branch}[f.name])
	case "roles":
		if s.SystemPrompt != "" && is("system") {
			return true
		}
	}
	if f.kind == foreign {
		return ofOwn(f.own(s), is)
	}
	sent := conv.Active(s.Messages)
	if f.name == "stop" {
		sent = lastAnswer(sent)
	}
	return slices.ContainsFunc(sent, func(m conv.Message) bool { return f.inMessage(m, is) })
}

// lastAnswer is the list of the last answer alone.
func lastAnswer(list []conv.Message) []conv.Message {
	for i := len(list) - 1; i >= 0; i-- {
		if _, ok := list[i].(*conv.AssistantMessage); ok {
			return list[i : i+1]
		}
	}
	return nil
}

func (f *field) inMessage(m conv.Message, is func(string) bool) bool {
	a, answer := m.(*conv.AssistantMessage)
	switch f.name {
	case "roles":
		role := string(conv.RoleOf(m))
		if role == string(conv.RoleToolResult) {
			role = "tool"
		}
		return is(role)
	case "models":
		return answer && view.ModelOf(a) != "" && is(view.ModelOf(a))
	case "vendors":
		return answer && a.Provider != "" && is(a.Provider)
	case "stop":
		return answer && is(string(a.StopReason))
	}
	for b := range conv.BlocksOf(m) {
		switch b := b.(type) {
		case *conv.ToolCall:
			if f.name == "tools" && is(b.Name) {
				return true
			}
		case *conv.TextContent:
			if f.name == "text" && is(b.Text) {
				return true
			}
		}
	}
	return false
}

// own is the value of a field that the input has and convo does not know: a column of a
// data set. "": there is none.
func (f *field) own(s *Subject) rawjson.Raw {
	for _, x := range s.Extensions {
		for _, m := range x.Members {
			if m.Key != f.path[0] {
				continue
			}
			raw := m.Value
			for _, key := range f.path[1:] {
				raw = raw.Field(key)
			}
			return raw
		}
	}
	return ""
}

// ofOwn reports whether a value, or an element of it, is what is asked for.
func ofOwn(raw rawjson.Raw, is func(string) bool) (found bool) {
	switch {
	case raw == "" || raw == "null":
		return false
	case raw[0] == '"':
		return is(raw.Text())
	case raw[0] != '[':
		return is(string(raw))
	}
	raw.Elements(func(e rawjson.Raw) bool {
		found = e != "" && (e[0] == '"' && is(e.Text()) || e[0] != '"' && is(string(e)))
		return !found
	})
	return found
}
