package conv

import "fmt"

// Repair pairs the calls and results of a conversation by itself, for no
// format: late results move up, doubles and results without a call go, and
// the policy says what becomes of unanswered calls. By RepairError the first
// defect is an error that names its place. c is not changed.
func Repair(c *Conversation, policy RepairPolicy, notes *Notes) (*Conversation, error) {
	native := Native()
	a := newAdapter(c, &native, &Target{Repair: policy}, notes)
	a.AnswerCalls = true
	if policy == RepairError {
		return c, a.defect(c.Messages)
	}
	return c.withMessages(a.pairResults(c.Messages)), nil
}

// defect is the first call or result that does not pair.
func (a *adapter) defect(in []Message) error {
	for i := 0; i < len(in); i++ {
		switch m := in[i].(type) {
		case *ToolResultMessage:
			return fmt.Errorf("messages[%d]: result of %q answers no call of the answer before it", i, m.ToolCallID)
		case *AssistantMessage:
			n, ok := a.answered(m, in[i+1:])
			if !ok {
				return unanswered(i, m, in[i+1:])
			}
			i += n
		}
	}
	return nil
}

// unanswered names the call of in[i] that is not answered once right behind it.
func unanswered(i int, m *AssistantMessage, behind []Message) error {
	n := 0
	for n < len(behind) && RoleOf(behind[n]) == RoleToolResult {
		n++
	}
	for j, b := range m.Content {
		t, ok := b.(*ToolCall)
		if !ok {
			continue
		}
		switch results, calls := countResults(behind[:n], t.ID), countCalls(m, t.ID); {
		case results < calls:
			return fmt.Errorf("messages[%d].content[%d]: call %q has no result behind it", i, j, t.ID)
		case results > calls:
			return fmt.Errorf("messages[%d].content[%d]: call %q has %d results", i, j, t.ID, results)
		}
	}
	return fmt.Errorf("messages[%d]: %d results stand behind it for other calls", i, n)
}
