package providers

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"convo/conv"
)

// AskError says why a model gave no answer, or only a part of one. Err is an
// *UnknownTarget, *NoModel, *NoAddress, *UnknownProtocol, *NoLocal or
// [ErrNobodyToAsk] if the model was not found, [ErrNoMessage] or an *Unanswered
// if the conversation cannot be answered, a *NoKey, a *WireError or *Miss if no
// answer came, a *CallError if the server refused, or a *CutOff.
type AskError struct {
	Callee *Endpoint // nil: not found
	Err    error
	During bool // the answer had begun
}

func (e *AskError) Error() string {
	text := e.Err.Error()
	var refused *CallError
	if errors.As(e.Err, &refused) && refused.Status != 0 {
		text = refused.HTTP() + ": " + text
	}
	if e.During {
		text += " during the answer"
	}
	if e.Callee != nil {
		text = e.Callee.String() + ": " + text
	}
	return text
}

func (e *AskError) Unwrap() error { return e.Err }

// Temporary reports whether the same call may work later. It is false once an
// answer has begun.
func (e *AskError) Temporary() bool {
	var refused *CallError
	var wire *WireError
	var partial *CutOff
	switch {
	case e.During, errors.As(e.Err, &partial):
		return false
	case errors.As(e.Err, &refused):
		return refused.Kind == Temporary
	case errors.As(e.Err, &wire):
		return wire.Kind == Unreachable || wire.Kind == TimedOut
	}
	return false
}

// AdviceTooLong says what helps if a conversation is too long for a model.
const AdviceTooLong = "shorten the conversation with convo transform --trim auto (or --last N, --drop media,thinking), or use a model with a larger context (see convo models)"

// Hint says what may help, "" if nothing is known.
func (e *AskError) Hint() string {
	var refused *CallError
	var wire *WireError
	var hinter interface{ Hint() string }
	switch {
	case errors.As(e.Err, &refused):
		return e.Callee.advice(refused.Kind)
	case errors.As(e.Err, &wire):
		return wire.Hint
	case errors.As(e.Err, &hinter):
		return hinter.Hint()
	}
	return ""
}

// advice says what helps against an error answer.
func (c *Endpoint) advice(kind FailureKind) string {
	c = cmp.Or(c, &Endpoint{})
	switch {
	case kind == Overflow:
		return AdviceTooLong
	case kind == Auth && len(c.KeyVars) > 0:
		return "check the key in " + strings.Join(c.KeyVars, " or ")
	case kind == Credit:
		return "the account at " + c.Provider + " has no credit left"
	case kind == NotFound:
		return "check the name of the model, and that " + c.Where() + " serves it"
	}
	return ""
}

// ErrNobodyToAsk is the error of a call that names no model if nothing else
// names one.
var ErrNobodyToAsk = errors.New("no model: name one, or set CONVO_MODEL or a vendor's API key")

// ErrNoMessage is the error of a conversation without a message to reply to.
var ErrNoMessage = errors.New("no message to reply to")

// Unanswered is the error of a conversation that ends in calls without results.
type Unanswered struct{ Calls []*conv.ToolCall }

func (e *Unanswered) Error() string {
	calls := "1 tool call"
	if n := len(e.Calls); n != 1 {
		calls = strconv.Itoa(n) + " tool calls"
	}
	return "no result for " + calls + " at the end of the conversation"
}

// CutOff is the error of an answer that ended before it was complete. What came
// is returned with it.
type CutOff struct {
	Why string
	Err error // the error that the stream reported, a *CallError; nil: none
}

func (e *CutOff) Error() string { return e.Why }

func (e *CutOff) Unwrap() error { return e.Err }
