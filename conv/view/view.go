// Package view says in few words what stands in a conversation, for those who
// show it to people: a page, a terminal.
//
// The rule of the room: it chooses and counts, and never writes. Where it
// leaves something out, it says how much.
package view

import "convo/conv"

// Facts is what there is to say about a conversation as a whole.
type Facts struct {
	Models  []string // that answered, in order
	Session *conv.Session
	Sums
}

// Sums counts what stands in a conversation. It shares no memory with it.
type Sums struct {
	Users, Answers   int // messages of each role that people wrote, and answers
	Calls            int
	Started, Updated int64      // Unix milliseconds; 0 is unknown
	Usage            conv.Usage // the sum of what is recorded
	Counted          bool       // some answer records its usage
}

// Add adds the sums of another conversation.
func (s *Sums) Add(of *Sums) {
	s.Users, s.Answers, s.Calls = s.Users+of.Users, s.Answers+of.Answers, s.Calls+of.Calls
	if of.Counted {
		s.count(&of.Usage)
	}
	if of.Started != 0 && (s.Started == 0 || of.Started < s.Started) {
		s.Started = of.Started
	}
	s.Updated = max(s.Updated, of.Updated)
}

// FactsOf counts what stands in a conversation, excluded messages with it: they
// were paid for.
func FactsOf(c *conv.Conversation) Facts {
	f := Facts{Session: c.Session}
	models := map[string]bool{"": true}
	if s := c.Session; s != nil {
		f.Started, f.Updated = s.Started, s.Updated
	}
	for _, m := range c.Messages {
		meta := conv.MetaOf(m)
		if t := meta.Timestamp; t != 0 {
			if f.Started == 0 || t < f.Started {
				f.Started = t
			}
			f.Updated = max(f.Updated, t)
		}
		switch m := m.(type) {
		case *conv.UserMessage:
			if !m.Injected {
				f.Users++
			}
		case *conv.AssistantMessage:
			f.answer(m)
			if model := ModelOf(m); !models[model] {
				models[model] = true
				f.Models = append(f.Models, model)
			}
		case *conv.BranchSummary:
			f.count(m.Usage)
		case *conv.CompactionSummary:
			f.count(m.Usage)
		}
	}
	return f
}

// ProgramOwn is the model of answers that Claude Code writes itself, without a call.
const ProgramOwn = "<synthetic>"

// EndsAsUsual reports whether an answer ended as answers do.
func EndsAsUsual(a *conv.AssistantMessage) bool {
	return a.StopReason == "" || a.StopReason == conv.StopNormal || a.StopReason == conv.StopToolUse
}

// ModelOf is the model that answered, "" if it is unknown or there was none.
func ModelOf(a *conv.AssistantMessage) string {
	if a.Model == ProgramOwn {
		return ""
	}
	return a.Model
}

func (f *Facts) answer(m *conv.AssistantMessage) {
	f.Answers++
	for range m.Calls {
		f.Calls++
	}
	f.count(m.Usage)
}

// Counts says how many messages there are, by kind.
func (s *Sums) Counts() []string {
	var said []string
	for _, x := range [...]struct {
		n    int
		what string
	}{{s.Users, "question"}, {s.Answers, "answer"}, {s.Calls, "tool call"}} {
		if x.n > 0 {
			said = append(said, Count(x.n, x.what))
		}
	}
	if said == nil {
		return []string{"no questions or answers"}
	}
	return said
}

func (s *Sums) count(u *conv.Usage) {
	if u != nil && !u.IsZero() {
		s.Usage.Add(u)
		s.Counted = true
	}
}

// ResultsOf returns, for each call, the index of the message with its result,
// and for each such message its call. A result belongs to the last call before
// it with its id that has none.
func ResultsOf(c *conv.Conversation) (results map[*conv.ToolCall]int, calls map[int]*conv.ToolCall) {
	results, calls = map[*conv.ToolCall]int{}, map[int]*conv.ToolCall{}
	open := map[string]*conv.ToolCall{}
	for i, m := range c.Messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			for call := range m.Calls {
				open[call.ID] = call
			}
		case *conv.ToolResultMessage:
			if call := open[m.ToolCallID]; call != nil {
				results[call], calls[i] = i, call
				delete(open, m.ToolCallID)
			}
		}
	}
	return results, calls
}
