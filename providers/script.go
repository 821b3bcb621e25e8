package providers

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"time"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// Script answers with the turns of a file, one after the other.
type Script struct {
	// Wait waits for a time, or less if ctx ends. nil: no wait.
	Wait func(ctx context.Context, d time.Duration)

	turns []*turn
}

// ReadScript reads a script: assistant messages of conversation.json as JSON
// Lines or in an array, or a conversation, whose answers are used. The field
// "script" of a message says how to deliver it. name is the file's name, which
// becomes the model of the answers. A *rawjson.Error names the place of an
// error.
func ReadScript(name string, data []byte) (*Script, error) {
	s := &Script{}
	frames := rawjson.NewFrames(bytes.NewReader(data), int64(len(data)))
	for {
		block, err := frames.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		for v := range block.Values() {
			if err := s.read(v.Data); err != nil {
				err.Offset += int(v.Offset)
				return nil, err
			}
		}
	}
	if len(s.turns) == 0 {
		return nil, &rawjson.Error{Msg: "a script without a turn"}
	}
	for i, t := range s.turns {
		t.sign(name, i+1)
	}
	return s, nil
}

// read reads a value: a turn, several, or a conversation.
func (s *Script) read(data []byte) *rawjson.Error {
	r := conv.NewReader(data, format.Native().Family, nil)
	switch {
	case r.Kind() == rawjson.Array:
		for range r.Elements {
			s.turn(r)
		}
	case isConversation(data):
		c := conv.Native.ReadHead(r)
		for _, m := range c.Messages {
			if a, ok := m.(*conv.AssistantMessage); ok {
				s.add(r, a)
			}
		}
	default:
		s.turn(r)
	}
	if err := r.End(); err != nil {
		return err.(*rawjson.Error)
	}
	return nil
}

func isConversation(data []byte) (found bool) {
	c := rawjson.NewCursor(data)
	for key := range c.FieldsOnly {
		found = found || key == "messages"
	}
	return found
}

// turn reads a single message.
func (s *Script) turn(r *conv.Reader) {
	at := r.Offset()
	m := conv.Native.ReadMessage(r, conv.RoleAssistant)
	a, ok := m.(*conv.AssistantMessage)
	switch {
	case r.Err() != nil:
	case !ok:
		r.Fail(at, "want an assistant message")
	default:
		s.add(r, a)
	}
}

func (s *Script) add(r *conv.Reader, m *conv.AssistantMessage) {
	t, problem := turnOf(m)
	if problem != "" {
		r.Fail(m.Offset(), "%s", problem)
		return
	}
	s.turns = append(s.turns, t)
}

// Reply implements [Replier]. The number of answers in the conversation says
// which turn is next, so a script keeps no state. After the last turn the error
// is a *Miss.
func (s *Script) Reply(ctx context.Context, c *conv.Conversation, on func(conv.Event)) (*conv.AssistantMessage, error) {
	n := answers(c)
	if n >= len(s.turns) {
		return nil, &Miss{
			What:   "the script ends: it has " + strconv.Itoa(len(s.turns)) + " turns, and the conversation has " + strconv.Itoa(n) + " answers",
			Advice: "convo help script explains how turns are counted",
		}
	}
	return s.turns[n].play(ctx, s.Wait, on)
}

// answers counts the answers of a conversation, without a failed one at its
// end: the next one replaces it.
func answers(c *conv.Conversation) int {
	n, sent := 0, conv.Active(c.Messages)
	for i, m := range sent {
		a, ok := m.(*conv.AssistantMessage)
		if !ok {
			continue
		}
		failed := a.StopReason == conv.StopAborted || a.StopReason == conv.StopError
		if !failed || i < len(sent)-1 {
			n++
		}
	}
	return n
}
