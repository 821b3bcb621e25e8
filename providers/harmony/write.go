package harmony

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// write writes a conversation that reduce has been through: its hints say what its
// fields say.
func write(w *rawjson.Writer, c *conv.Conversation) {
	x := &writer{Writer: w}
	if said := own.Get(&c.Node, systemMessage); said != "" {
		x.turn(nil, frame{kind: system}, said.Text())
	}
	if c.SystemPrompt != "" {
		f, text := frame{kind: developer}, instructions+c.SystemPrompt
		if own.Get(&c.Node, format.PromptMessage) != "" {
			f.kind, text = system, c.SystemPrompt
		}
		x.turn(&c.Node, f, text)
	}
	for _, m := range c.Messages {
		x.message(m)
	}
	if open := own.Text(&c.Node, hintOpen); open != "" {
		w.Text(open)
	} else if x.ended {
		w.Text("\n")
	}
}

type writer struct {
	*rawjson.Writer
	ended bool // the last turn did
}

// turn writes a turn as its node says it was, or as it is spelled now.
func (x *writer) turn(n *conv.Node, f frame, text string) {
	raw := f.String()
	if n != nil {
		if hint := own.Text(n, hintFrame); hint != "" {
			raw = hint
		}
		if hint := own.Get(n, hintText); hint != "" {
			text = hint.Text()
		}
	}
	header, stop, _ := strings.Cut(raw, message)
	if !strings.HasPrefix(header, channel) {
		x.Text(start)
	}
	x.Text(header + message)
	x.Text(text)
	x.Text(stop)
	x.ended = stop != ""
}

func (x *writer) message(m conv.Message) {
	switch m := m.(type) {
	case *conv.AssistantMessage:
		if len(m.Content) == 0 {
			x.turn(nil, frame{kind: final}, "")
		}
		calls := m.HasCalls()
		for i, b := range m.Content {
			text := training.WordsOf(b)
			if t, ok := b.(*conv.ToolCall); ok {
				text = formatCall(t)
			}
			x.turn(conv.NodeOf(b), usual(b, i == len(m.Content)-1, calls), text)
		}
	case *conv.CustomMessage:
		n := conv.Node{}
		own.Set(&n, hintFrame, m.Data.Lookup("frame"))
		x.turn(&n, frame{}, m.Data.Lookup("text").Text())
	case *conv.UserMessage, *conv.SystemMessage, *conv.ToolResultMessage:
		x.turn(&conv.MetaOf(m).Node, frameOf(m), training.TextOf(m))
	default:
		panic(fmt.Sprintf("harmony: a %T", m))
	}
}

// frameOf is the frame of a message that is one turn.
func frameOf(m conv.Message) frame {
	switch m := m.(type) {
	case *conv.UserMessage:
		return frame{kind: user, name: m.Name}
	case *conv.ToolResultMessage:
		return frame{kind: result, name: m.ToolName}
	case *conv.SystemMessage:
		if conv.RoleOf(m) == conv.RoleDeveloper {
			return frame{kind: developer}
		}
	}
	return frame{kind: system}
}
