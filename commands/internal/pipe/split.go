package pipe

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/conv"
)

// splitting makes several conversations of one.
type splitting struct {
	final      bool        // only the last of them
	operations []Operation // on each of them
}

func splitNamed(value string) (*splitting, error) {
	switch value {
	case "turns", "final":
		return &splitting{final: value == "final"}, nil
	}
	return nil, frame.UsageError("--split %q: want turns or final", value)
}

// all are the parts of a conversation: for each answer all that led to it,
// and the answer at its end.
func (s *splitting) all(c *conv.Conversation, in Passage) ([]*conv.Conversation, error) {
	var parts []*conv.Conversation
	end := 0
	for i, m := range c.Messages {
		if _, ok := m.(*conv.AssistantMessage); !ok {
			continue
		}
		end = i + 1
		part := *c
		part.Messages = slices.Clip(c.Messages[:end])
		parts = append(parts, &part)
	}
	if rest := c.Messages[end:]; len(rest) > 0 {
		asked(in.Notes, conv.CodeHistory, conv.MetaOf(rest[0]).Offset(), "message after the last answer", len(rest))
	}
	if s.final && len(parts) > 1 {
		parts = parts[len(parts)-1:]
	}
	for i := range parts {
		var err error
		if parts[i], err = carryOut(s.operations, parts[i], in); err != nil {
			return nil, err
		}
	}
	return parts, nil
}
