package chatml

import (
	"cmp"
	"fmt"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// write writes a conversation that reduce has been through: its hints say what its
// fields say.
func write(w *rawjson.Writer, c *conv.Conversation) {
	x := &writer{Writer: w}
	if c.SystemPrompt != "" || len(c.Tools) > 0 {
		line := cmp.Or(own.Get(&c.Node, format.PromptMessage).Lookup("role").Text(), string(conv.RoleSystem))
		x.begin(line)
		x.said(&c.Node, formatPrompt(c.SystemPrompt, c.Tools))
		x.end()
	}
	for _, m := range c.Messages {
		x.message(m)
	}
	x.closeResults()
	if open := own.Get(&c.Node, hintOpen); open != "" {
		w.Text(begin + open.Text())
	}
}

type writer struct {
	*rawjson.Writer
	results bool // a turn of results is open
}

func (x *writer) begin(line string) { x.Text(begin + line + "\n") }

func (x *writer) end() { x.Text(end + "\n") }

func (x *writer) closeResults() {
	if x.results {
		x.end()
	}
	x.results = false
}

// said writes a text as it was read, or as it is spelled now.
func (x *writer) said(n *conv.Node, text string) {
	if raw := own.Get(n, hintText); raw != "" {
		text = raw.Text()
	}
	x.Text(text)
}

func (x *writer) message(m conv.Message) {
	if r, ok := m.(*conv.ToolResultMessage); ok {
		x.result(r)
		return
	}
	x.closeResults()
	meta := conv.MetaOf(m)
	line := cmp.Or(own.Text(&meta.Node, hintHeader), header{string(conv.RoleOf(m)), meta.Name}.String())
	switch m := m.(type) {
	case *conv.UserMessage, *conv.SystemMessage:
		x.begin(line)
		x.Text(training.TextOf(m))
	case *conv.AssistantMessage:
		x.begin(line)
		x.said(&m.Node, spelled(m.Content))
	case *conv.CustomMessage:
		x.begin(m.Data.Lookup("role").Text())
		x.Text(m.Data.Lookup("content").Text())
	default:
		panic(fmt.Sprintf("chatml: a %T", m))
	}
	if own.Get(&meta.Node, hintOpen) == "" {
		x.end()
	}
}

// result writes a result, in the turn of the one before it if nothing says otherwise.
func (x *writer) result(m *conv.ToolResultMessage) {
	line, text := own.Text(&m.Node, hintHeader), training.TextOf(m)
	first := !x.results || line != ""
	if first {
		if x.closeResults(); line == "" {
			line = string(conv.RoleUser)
		}
		x.begin(line)
	}
	open := own.Get(&m.Node, hintOpen) != ""
	if own.Get(&m.Node, hintBare) == "" {
		x.said(&m.Node, response(text, first))
		x.results = !open
		return
	}
	if x.Text(text); !open {
		x.end()
	}
}
