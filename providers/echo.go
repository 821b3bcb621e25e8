package providers

import (
	"context"
	"errors"

	"convo/conv"
)

// Echo answers with the text of the last user message.
type Echo struct{}

// Reply implements [Replier].
func (Echo) Reply(ctx context.Context, c *conv.Conversation, on func(conv.Event)) (*conv.AssistantMessage, error) {
	for i := len(c.Messages) - 1; i >= 0; i-- {
		if u, ok := c.Messages[i].(*conv.UserMessage); ok && !u.Excluded {
			said := conv.AssistantText(u.Text())
			said.Provider, said.Model, said.StopReason = "echo", "echo:", conv.StopNormal
			t := turn{message: said, cut: noCut}
			return t.play(ctx, nil, on)
		}
	}
	return nil, errors.New("there is no user message to echo")
}
