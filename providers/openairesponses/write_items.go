package openairesponses

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// encoder writes items.
type encoder struct {
	*rawjson.Writer
	answer bool     // in a response
	custom []string // ids of calls with free text so far
}

// message writes the item or items of a message.
func (e *encoder) message(m conv.Message) {
	switch m := m.(type) {
	case *conv.UserMessage:
		objects().user.Write(e.Writer, m)
	case *conv.SystemMessage:
		objects().system.Write(e.Writer, m)
	case *conv.ToolResultMessage:
		e.output(m)
	case *conv.AssistantMessage:
		e.items(m, func(item func()) { item() })
	case *conv.CustomMessage:
		if strings.HasPrefix(m.CustomType, customPrefix) && m.Data != "" {
			e.Raw(m.Data)
		}
	case *conv.BranchSummary, *conv.CompactionSummary: // Fit made user messages of them
	default:
		panic(fmt.Sprintf("openairesponses: a %T", m))
	}
}

// items writes the items of an answer. It calls around for each.
func (e *encoder) items(m *conv.AssistantMessage, around func(item func())) {
	index := 0
	for rest := m.Content; len(rest) > 0; index++ {
		n := itemSpan(rest)
		around(func() { e.item(rest[:n], index) })
		rest = rest[n:]
	}
}

func (e *encoder) output(m *conv.ToolResultMessage) {
	n := &m.Node
	kind := residue.Text(n, hintKind)
	if kind == "" {
		kind = outputKind(e.custom, m.ToolCallID)
	}
	e.BeginObject()
	e.OptRaw("id", residue.Get(n, hintID))
	e.Field("type", kind)
	e.Field("call_id", m.ToolCallID)
	writeContent(e.Writer, n, m.Content, inResult)
	residue.Write(e.Writer, n, "type", "call_id", "output")
	e.EndObject()
}

// itemSpan is how many blocks of an answer make its first item: adjacent texts
// with the same signature. There is at least one block.
func itemSpan(blocks []conv.AssistantContent) int {
	first, ok := blocks[0].(*conv.TextContent)
	n := 1
	for ok && n < len(blocks) && continues(first, blocks[n]) {
		n++
	}
	return n
}

// continues reports whether a block is a further text of the item that first
// begins.
func continues(first *conv.TextContent, b conv.AssistantContent) bool {
	t, ok := b.(*conv.TextContent)
	return ok && t.TextSignature == first.TextSignature && residue.Get(&t.Node, hintItem) == ""
}

// item writes the blocks of one item. Fit left no media.
func (e *encoder) item(blocks []conv.AssistantContent, index int) {
	switch b := blocks[0].(type) {
	case *conv.TextContent:
		e.writeMessage(blocks, index)
	case *conv.ThinkingContent:
		e.writeReasoning(b, index)
	case *conv.ToolCall:
		e.writeCall(b, index)
	case *conv.Opaque:
		e.Raw(b.Raw)
	case *conv.ImageContent, *conv.AudioContent:
	default:
		panic(fmt.Sprintf("openairesponses: a %T", b))
	}
}

// id writes the id of an item. In a response every item has one.
func (e *encoder) id(n *conv.Node, key, id, made string) {
	switch {
	case id != "":
		e.Field("id", id)
	case e.answer && !residue.Lacks(n, key):
		e.Field("id", made)
	}
}

// writeMessage writes texts as one message: with its id, as in a response, or
// in the short form for requests.
func (e *encoder) writeMessage(blocks []conv.AssistantContent, index int) {
	first := blocks[0].(*conv.TextContent)
	n := &first.Node
	s, _ := conv.ParseItemSignature(first.TextSignature, conv.TextItem)
	full := e.answer || s.ID != ""
	e.BeginObject()
	e.id(n, outer+".id", s.ID, placeholder("msg", index))
	if full && !residue.Lacks(n, outer+".type") {
		e.Field("type", "message")
	}
	state := residue.Get(n, outer).Lookup("status")
	if full && state == "" && residue.Blank(n, outer+".status") == "" && !residue.Lacks(n, outer+".status") {
		e.Field("status", "completed")
	}
	e.Field("role", "assistant")
	e.OptField("phase", s.Phase)
	e.Key("content")
	if !full && len(blocks) == 1 && !first.Refusal && simple(first) {
		conv.WriteText(e.Writer, n, first.Text)
	} else {
		e.BeginArray()
		for _, b := range blocks {
			writeOutputPart(e.Writer, b.(*conv.TextContent), full)
		}
		e.EndArray()
	}
	residue.WriteInside(e.Writer, n, outer, "id", "role", "phase", "content", record.Unless(!full, "type"))
	e.EndObject()
}

// simple reports whether a part has nothing but a text.
func simple(t *conv.TextContent) bool {
	for _, m := range residue.Of(&t.Node) {
		if m.Key == record.HintBlank {
			for _, b := range m.Value.Members() {
				if !strings.HasPrefix(b.Key, outer+".") {
					return false
				}
			}
		} else if m.Key != hintItem && m.Key != record.HintLacks && m.Key != outer {
			return false
		}
	}
	return true
}

// writeOutputPart writes a part of a message of the model.
func writeOutputPart(w *rawjson.Writer, t *conv.TextContent, full bool) {
	kind, key := "output_text", "text"
	if t.Refusal {
		kind, key = "refusal", "refusal"
	} else if k := residue.Text(&t.Node, hintKind); k != "" {
		kind = k
	}
	w.BeginObject()
	w.Field("type", kind)
	if full && !t.Refusal {
		for _, list := range [...]string{"annotations", "logprobs"} {
			if residue.Get(&t.Node, list) == "" && !residue.Lacks(&t.Node, list) {
				w.OptRaw(list, "[]")
			}
		}
	}
	w.Key(key)
	conv.WriteText(w, &t.Node, t.Text)
	residue.Write(w, &t.Node, "type", key, outer)
	w.EndObject()
}

// writeCall writes a call of a function, or of a tool that takes free text.
func (e *encoder) writeCall(t *conv.ToolCall, index int) {
	n := &t.Node
	input, custom := t.Input()
	custom = custom && t.Kind == conv.CustomCall
	kind := "function_call"
	if custom {
		kind = "custom_tool_call"
		e.custom = append(e.custom, t.ID)
	}
	id := residue.Text(n, hintID)
	full := e.answer || id != ""
	e.BeginObject()
	e.id(n, "id", id, placeholder(callPrefix(t), index))
	e.Field("type", kind)
	if full && residue.Get(n, "status") == "" && residue.Blank(n, "status") == "" && !residue.Lacks(n, "status") {
		e.Field("status", "completed")
	}
	e.Field("call_id", t.ID)
	e.Field("name", t.Name)
	if custom {
		e.Key("input")
		e.Raw(input)
	} else {
		e.writeArguments(t)
	}
	residue.Write(e.Writer, n, "id", "type", "call_id", "name", "arguments", "input")
	e.EndObject()
}

func (e *encoder) writeArguments(t *conv.ToolCall) {
	switch form := residue.Text(&t.Node, hintForm); {
	case form == "object":
		e.OptRaw("arguments", t.Arguments)
	case form == "absent" && t.Arguments == "{}":
	default:
		e.Key("arguments")
		s := t.ArgumentsString()
		e.Spelled(s, t.Spelling(s))
	}
}
