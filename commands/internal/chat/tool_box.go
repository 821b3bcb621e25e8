package chat

import (
	"context"

	"convo/commands/internal/frame"
	"convo/conv"
)

// NewToolbox reads the flags of toolFlags.
func NewToolbox(p *frame.Program, flags *frame.Flags) *Toolbox {
	return &Toolbox{p: p, allowed: toolsAllowed(flags), timeout: flags.Timeout("tool-timeout", toolTimeout)}
}

// Answered is c with the results of its pending calls.
func (t *Toolbox) Answered(ctx context.Context, c *conv.Conversation, jobs int) *conv.Conversation {
	return withResults(c, t.answers(ctx, c.PendingCalls(), jobs))
}

// StillWaiting is the verdict of -e on a number of calls.
func StillWaiting(flags *frame.Flags, n int) error {
	if n == 0 || !flags.Bool("exit-status") {
		return nil
	}
	return &frame.Failure{Code: frame.ExitPending}
}
