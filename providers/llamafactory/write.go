package llamafactory

import (
	"fmt"
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/training"
)

// write writes a row of a conversation that reduce has been through.
func write(w *rawjson.Writer, c *conv.Conversation) {
	r := &object{Node: c.Node, of: c, tools: training.ToolsOf(own, &c.Node, c.Tools)}
	if p := training.Of(c); p.Pair {
		r.said[1], r.said[2] = slices.Concat(p.History, p.Chosen), slices.Concat(p.History, p.Rejected)
	} else {
		r.said[0] = c.Messages
	}
	record.Write(records().row, w, r)
}

// write writes one of the lists, if the row has it.
func (r *object) write(w *rawjson.Writer, i int) {
	if training.Of(r.of).Pair != (i > 0) {
		return
	}
	w.ArrayField(lists[i])
	if raw := own.Get(&r.of.Node, hintPrompt); raw != "" && said(raw) == r.of.SystemPrompt {
		w.Raw(raw)
	} else if r.of.SystemPrompt != "" {
		w.Raw(prompt(r.of.SystemPrompt))
	}
	for _, m := range r.said[i] {
		writeMessage(w, m)
	}
	w.EndArray()
}

// prompt is the message that is a system prompt.
func prompt(text string) conv.Raw {
	m := &object{kind: "system", content: []conv.Block{&conv.TextContent{Text: text}}}
	return rawjson.Written(func(w *rawjson.Writer) { record.Write(records().message, w, m) })
}

func writeMessage(w *rawjson.Writer, m conv.Message) {
	roles := map[conv.Role]string{conv.RoleUser: "user", conv.RoleAssistant: "assistant", conv.RoleToolResult: "tool", conv.RoleSystem: "system"}
	if c, ok := m.(*conv.CustomMessage); ok {
		if c.IsOf(family) {
			w.Raw(c.Data)
		}
		return
	}
	x := &object{Node: conv.MetaOf(m).Node, kind: roles[conv.RoleOf(m)], content: slices.Collect(conv.BlocksOf(m))}
	if x.kind == "" {
		panic(fmt.Sprintf("llamafactory: a %T", m))
	}
	record.Write(records().message, w, x)
}

func writeParts(w *rawjson.Writer, m *object) {
	w.ArrayField("content")
	for _, b := range m.content {
		p := object{}
		switch b := b.(type) {
		case *conv.Opaque:
			w.Raw(b.Raw)
			continue
		case *conv.TextContent:
			p = object{Node: b.Node, kind: "text", value: b.Text}
		case *conv.ThinkingContent:
			p = object{Node: b.Node, kind: "reasoning", value: b.Thinking}
		case *conv.ToolCall:
			p = object{Node: b.Node, kind: "tool_call", value: training.FormatCalls([]*conv.ToolCall{b})}
			written := own.Text(&b.Node, hintValue)
			if was, ok := training.ParseCalls(written); ok && training.FormatCalls(was) == p.value {
				p.value = written
			}
		default:
			x := conv.MediaOf(b)
			p = object{Node: x.Node, kind: b.BlockType() + "_url", value: training.Entry(x)}
		}
		record.Write(records().part, w, &p)
	}
	w.EndArray()
}

// reduce does what holds cannot say: calls have numbers, and results their order. It
// changes copies, never what it is given.
func reduce(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	training.Reduce(c, parts, notes)
	training.Only(c, true, notes)
	out := *c
	lose := func(family *record.Family, key string) {
		if family.Get(&out.Node, key) != "" {
			fit.LoseField(notes, &out.Node, family.Name, key)
			family.Drop(&out.Node, key)
		}
	}
	lose(training.Own, training.Label)
	training.Own.Drop(&out.Node, "~label")
	lose(own, lists[2]) // it would be read as what it is
	if !training.Of(&out).Pair {
		training.Whole(&out)
		lose(own, lists[0])
	}
	x := training.Numbering{Notes: notes, InOrder: true}
	out.Messages = format.ChangeMessages(out.Messages, func(m conv.Message) conv.Message {
		switch y := m.(type) {
		case *conv.AssistantMessage:
			calls := x.Numbered(y.Content)
			m = format.ChangeBlocks(y, func(b conv.Block) conv.Block {
				if _, ok := b.(*conv.ToolCall); ok {
					b, calls = calls[0], calls[1:]
				}
				return b
			})
		case *conv.ToolResultMessage:
			y = new(*y)
			y.ToolCallID, m = x.Answered(y, ""), y
		}
		if meta := *conv.MetaOf(m); training.Own.Get(&meta.Node, "~weight") != "" {
			training.Own.Drop(&meta.Node, "~weight")
			m = format.WithMeta(m, meta)
		}
		return m
	})
	return &out
}

// parts reports whether two answers are read as they are written: the history is what
// both rows begin with.
func parts(rejected, chosen []conv.Message) bool {
	text := func(list []conv.Message) conv.Raw {
		if len(list) == 0 || conv.RoleOf(list[0]) == conv.RoleSystem {
			return ""
		}
		return rawjson.Written(func(w *rawjson.Writer) { writeMessage(w, list[0]) })
	}
	a, b := text(rejected), text(chosen)
	return a != "" && b != "" && a != b
}
