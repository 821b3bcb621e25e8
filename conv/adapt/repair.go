package adapt

import (
	"fmt"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// Repair pairs the calls and results of a conversation, for no format. It moves
// late results up, drops duplicates and results without a call, and treats
// unanswered calls as the policy says. With RepairError the first mistake is returned
// as a *[Defect]. c is not changed.
func Repair(c *conv.Conversation, policy format.RepairPolicy, notes *note.Notes) (*conv.Conversation, error) {
	a := newAdapter(c, new(format.Native()), &format.TargetModel{Repair: policy}, notes)
	a.AnswerCalls = true
	if policy == format.RepairError {
		return c, a.defect(conv.Active(c.Messages))
	}
	return c.WithMessages(onActive(c.Messages, a.pairResults)), nil
}

// Defect is the error for a call and a result that do not match.
type Defect struct {
	Path   string // of the mistake: messages[3].content[1]
	Offset int    // of the mistake in the input; -1 if unknown
	What   string
}

func (e *Defect) Error() string { return e.Path + ": " + e.What }

func defectAt(path string, n *conv.Node, format string, args ...any) *Defect {
	return &Defect{path, n.Offset(), fmt.Sprintf(format, args...)}
}

// defect finds the first call or result that does not match.
func (a *adapter) defect(in []conv.Message) error {
	for i := 0; i < len(in); i++ {
		switch m := in[i].(type) {
		case *conv.ToolResultMessage:
			return defectAt(fmt.Sprintf("messages[%d]", i), &m.Node, "the result for %q answers no call of the answer before it", m.ToolCallID)
		case *conv.AssistantMessage:
			n, ok := a.answered(m, in[i+1:])
			if !ok {
				return unanswered(i, m, in[i+1:])
			}
			i += n
		}
	}
	return nil
}

// unanswered finds the call of in[i] that does not have exactly one result right
// after it.
func unanswered(i int, m *conv.AssistantMessage, behind []conv.Message) error {
	n := 0
	for n < len(behind) && conv.RoleOf(behind[n]) == conv.RoleToolResult {
		n++
	}
	results, calls := map[string]int{}, countCalls(m)
	for _, r := range behind[:n] {
		results[r.(*conv.ToolResultMessage).ToolCallID]++
	}
	for j, b := range m.Content {
		t, ok := b.(*conv.ToolCall)
		if !ok {
			continue
		}
		path := fmt.Sprintf("messages[%d].content[%d]", i, j)
		switch n := results[t.ID]; {
		case n < calls[t.ID]:
			return defectAt(path, &t.Node, "call %q has no result after it", t.ID)
		case n > calls[t.ID]:
			return defectAt(path, &t.Node, "call %q has %d results", t.ID, n)
		}
	}
	return defectAt(fmt.Sprintf("messages[%d]", i), &m.Node, "%d results after it are for other calls", n)
}
