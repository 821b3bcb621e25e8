package lint

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
)

// unansweredCalls checks that each call has its result right after its answer.
func unansweredCalls(s *Subject) {
	if !s.Rules.AnswerCalls {
		return
	}
	for i, m := range s.History {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			continue
		}
		results := Results(s.History[i+1:])
		if s.Rules.OpenLast && i+1+len(results) == len(s.History) {
			continue
		}
		open := map[string]int{}
		for _, r := range results {
			open[r.ToolCallID]--
		}
		for t := range a.Calls {
			if open[t.ID]++; open[t.ID] > 0 {
				s.Reportf(&t.Node, "call %s of %s has no result right after it", Quoted(t.ID), Quoted(t.Name))
			}
		}
	}
}

// strayResults checks that each result answers a call of the answer before
// it.
func strayResults(s *Subject) {
	if !s.Rules.AnswerCalls || Continues(s.Conversation) {
		return
	}
	var asked map[string]bool
	for _, m := range s.History {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			asked = CallIDs(m)
		case *conv.ToolResultMessage:
			if !asked[m.ToolCallID] {
				s.Reportf(&m.Node, "the result of %s answers no call of the answer before it", Quoted(m.ToolCallID))
			}
		default:
			asked = nil
		}
	}
}

// CallIDs returns the ids of an answer's calls.
func CallIDs(m *conv.AssistantMessage) map[string]bool {
	ids := map[string]bool{}
	for t := range m.Calls {
		ids[t.ID] = true
	}
	return ids
}

// reusedCallIDs checks that no call has the id of a call in an earlier answer.
func reusedCallIDs(s *Subject) {
	if s.Rules.UniqueIDs {
		reportReused(s)
	}
}

// invalidCallIDs checks the characters and the length of call ids. The part
// after a | is the id of an item, which is another field in the request.
func invalidCallIDs(s *Subject) {
	ids := s.Rules.CallIDs
	if ids.Composite {
		ids.Composite, ids.Max = false, 64
	}
	EachCall(s.Conversation, func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		id := t.ID
		if s.Rules.CallIDs.Composite {
			id, _, _ = strings.Cut(id, "|")
		}
		if !ids.Admits(id) {
			s.Reportf(&t.Node, "the servers refuse the call id %s", Quoted(t.ID))
		}
	})
}

// longCallIDs checks for ids that only some servers accept.
func longCallIDs(s *Subject) {
	if !s.Rules.CallIDs.Composite {
		return
	}
	most := s.Rules.CallIDs.Max
	EachCall(s.Conversation, func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		id, _, _ := strings.Cut(t.ID, "|")
		if len(id) > most && len(id) <= 64 {
			s.Reportf(&t.Node, "the call id %s has %d characters, more than %d", Quoted(t.ID), len(id), most)
		}
	})
}

// invalidToolNames checks the characters and the length of tool names.
func invalidToolNames(s *Subject) {
	for i := range s.Tools {
		t := &s.Tools[i]
		if t.Family == "" && !s.Rules.ToolNames.Admits(t.Name) {
			s.Reportf(&t.Node, "the servers refuse the tool name %s", Quoted(t.Name))
		}
	}
	EachCall(s.Conversation, func(_ *conv.AssistantMessage, t *conv.ToolCall) {
		if t.Name != "" && !s.Rules.ToolNames.Admits(t.Name) {
			s.Reportf(&t.Node, "the servers refuse the tool name %s of this call", Quoted(t.Name))
		}
	})
}

// otherNames checks that each result names the tool of its call.
func otherNames(s *Subject) { reportMisnamed(s, pairsOf(s.History)) }

func reportMisnamed(s *Subject, all pairs) {
	for _, p := range all.calls {
		for _, i := range p.results {
			if r := s.History[i].(*conv.ToolResultMessage); r.ToolName != "" && r.ToolName != p.call.Name && p.call.Name != "" {
				s.Reportf(&r.Node, "the result of call %s names the tool %s, but the call names %s", Quoted(p.call.ID), Quoted(r.ToolName), Quoted(p.call.Name))
			}
		}
	}
}

// blankMessages checks that messages have content. An answer at the end may be
// empty: the model continues it.
func blankMessages(s *Subject) {
	if !s.Rules.FullMessages {
		return
	}
	for i, m := range s.History {
		if _, answer := m.(*conv.AssistantMessage); answer && i == len(s.History)-1 {
			continue
		}
		if !format.HasContent(m) {
			s.Reportf(&conv.MetaOf(m).Node, "this message of role %s has no content", conv.RoleOf(m))
		}
	}
}

// answerLast checks that the history does not end with an answer, which a model
// would have to continue.
func answerLast(s *Subject) {
	a := LastAnswer(s.History)
	if s.Rules.UserLast && s.Target.Named() && a != nil && !s.Rules.MarksGoOn(a, s.Format.Family) {
		s.Reportf(&a.Node, "the last message is an answer")
	}
}

// noMessages checks that the history has a message.
func noMessages(s *Subject) {
	prompted := s.Rules.LonePrompt && s.SystemPrompt != ""
	if s.Rules.SomeMessage && len(s.History) == 0 && !prompted && !Continues(s.Conversation) {
		s.Reportf(&s.Node, "there is no message")
	}
}

// untypedParameters checks that the parameters of tools are of type object.
func untypedParameters(s *Subject) {
	if !s.Rules.TypedSchemas {
		return
	}
	for i := range s.Tools {
		t := &s.Tools[i]
		if t.Family == "" && t.Parameters != "" && t.Parameters.Lookup("type") != `"object"` {
			s.Reportf(&t.Node, "the parameters of %s are not of type object", Quoted(t.Name))
		}
	}
}
