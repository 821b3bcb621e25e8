package providers

import (
	"context"
	"iter"
	"strconv"
	"time"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
	"convo/providers/internal/wire"
)

// turn is an answer of a script, and how to deliver it.
type turn struct {
	message    *conv.AssistantMessage
	delay      time.Duration // before the answer
	pause      time.Duration // between the pieces
	piece      int           // characters in a piece; 0: a whole block
	cut        int           // characters before the connection breaks
	status     int           // of an error answer; 0: no error
	retryAfter time.Duration
}

// noCut is the cut of a turn that is not cut off.
const noCut = -1

// turnOf removes the field "script" from a message and reads it. problem says
// what is wrong with it, "" if nothing is.
func turnOf(m *conv.AssistantMessage) (t *turn, problem string) {
	const member = "script"
	family := format.Native().Family
	t = &turn{cut: noCut}
	how := m.Extensions.Get(family, member)
	x := *m
	t.message, x.Extensions = &x, nil
	for _, e := range m.Extensions {
		for _, field := range e.Members {
			if e.Family != family || field.Key != member {
				x.Extensions.Set(e.Family, field.Key, field.Value)
			}
		}
	}
	if how != "" {
		problem = t.direct(how)
	}
	if problem == "" && len(m.Content) == 0 && t.status == 0 && m.ErrorMessage == "" {
		problem = "a turn without content, status or errorMessage"
	}
	return t, problem
}

// direct reads how a turn is delivered.
func (t *turn) direct(how conv.Raw) (problem string) {
	c := rawjson.NewCursor([]byte(how))
	for key := range c.Fields {
		switch key {
		case "delay":
			t.delay = duration(c)
		case "pause":
			t.pause = duration(c)
		case "piece":
			t.piece = count(c)
		case "cut":
			t.cut = count(c)
		case "status":
			if t.status = count(c); t.status < 400 || t.status > 599 {
				c.Fail(c.Offset(), "want the status of an error, 400 to 599")
			}
		case "retryAfter":
			t.retryAfter = duration(c)
		default:
			c.Fail(c.Offset(), "unknown field %q; known fields: delay, pause, piece, cut, status, retryAfter", key)
		}
	}
	if err := c.End(); err != nil {
		return "script: " + err.(*rawjson.Error).Msg
	}
	return ""
}

func duration(c *rawjson.Cursor) time.Duration {
	at := c.Offset()
	text := c.Str()
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		c.Fail(at, "want a time such as 250ms or 1.5s, got %q", text)
	}
	return d
}

func count(c *rawjson.Cursor) int {
	at := c.Offset()
	n := c.Int()
	if n < 0 || n > 1<<30 {
		c.Fail(at, "not a count: %d", n)
	}
	return int(n)
}

// sign marks an answer as one of a script and fills in what every answer has:
// why it ended, and the ids of its calls.
func (t *turn) sign(name string, number int) {
	m := t.message
	m.Provider, m.Model = "script", "script:"+name
	m.Protocol, m.ResponseModel, m.ResponseID, m.ProviderRequestID = "", "", "", ""
	content := make([]conv.AssistantContent, len(m.Content))
	calls := 0
	for i, b := range m.Content {
		call, ok := b.(*conv.ToolCall)
		if content[i] = b; !ok {
			continue
		}
		calls++
		if call.ID == "" {
			x := *call
			x.ID = "call_" + strconv.Itoa(number) + "_" + strconv.Itoa(calls)
			content[i] = &x
		}
	}
	m.Content = content
	switch {
	case m.StopReason != "":
	case m.ErrorMessage != "":
		m.StopReason = conv.StopError
	case calls > 0:
		m.StopReason = conv.StopToolUse
	default:
		m.StopReason = conv.StopNormal
	}
}

// play delivers a turn. If it breaks off, it returns what came, and an error,
// as [Reply] does.
func (t *turn) play(ctx context.Context, wait func(context.Context, time.Duration), on func(conv.Event)) (*conv.AssistantMessage, error) {
	if wait == nil {
		wait = func(context.Context, time.Duration) {}
	}
	wait(ctx, t.delay)
	switch {
	case ctx.Err() != nil:
		return nil, gaveUp()
	case t.status != 0:
		return nil, t.failure()
	case t.cut == 0:
		return nil, cutOff()
	}
	var a conv.Assembler
	said := 0
	for e := range t.events() {
		if said > 0 && isDelta(e) {
			wait(ctx, t.pause)
		}
		if ctx.Err() != nil {
			return a.Message(), gaveUp()
		}
		over := t.cutAt(&e, said)
		if said += utf8.RuneCountInString(e.Delta); e.Type != "" {
			a.Add(e)
			if on != nil {
				on(e)
			}
		}
		if over {
			return a.Message(), cutOff()
		}
	}
	return a.Message(), nil
}

func gaveUp() error { return &WireError{Kind: wire.Aborted, What: "aborted"} }

func cutOff() error { return &WireError{Kind: wire.Unreachable, What: "the connection broke"} }

func (t *turn) failure() error {
	f := protocol.ReadFailure(t.status, []byte(t.message.ErrorMessage))
	return &CallError{Failure: f, Status: t.status, RetryAfter: t.retryAfter}
}

// cutAt shortens an event to what comes before the connection breaks, and
// reports whether it breaks there. said is how many characters came before. An
// event of which nothing is left has no type.
func (t *turn) cutAt(e *conv.Event, said int) bool {
	switch {
	case t.cut == noCut:
		return false
	case e.Type == conv.EventDone || e.Type == conv.EventError:
		*e = conv.Event{}
		return true
	case !isDelta(*e) || said+utf8.RuneCountInString(e.Delta) < t.cut:
		return false
	}
	e.Delta, e.Signature = string([]rune(e.Delta)[:t.cut-said]), ""
	return true
}

func isDelta(e conv.Event) bool {
	switch e.Type {
	case conv.EventTextDelta, conv.EventThinkingDelta, conv.EventToolCallDelta:
		return true
	}
	return false
}

// events returns the events of the message, in pieces.
func (t *turn) events() iter.Seq[conv.Event] {
	return func(yield func(conv.Event) bool) {
		for e := range format.Replay(t.message) {
			for _, p := range t.pieces(e) {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// pieces cuts a delta. Its signature comes with the last piece.
func (t *turn) pieces(e conv.Event) []conv.Event {
	if t.piece == 0 || !isDelta(e) {
		return []conv.Event{e}
	}
	var list []conv.Event
	rest := []rune(e.Delta)
	for len(rest) > t.piece {
		list = append(list, conv.Event{Type: e.Type, Index: e.Index, Delta: string(rest[:t.piece])})
		rest = rest[t.piece:]
	}
	e.Delta = string(rest)
	return append(list, e)
}
