package openairesponses

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// turns turns items into messages. Items of the model in a row are one answer.
type turns struct {
	*decoder
	list []conv.Message
	open *conv.AssistantMessage // the last message, if it is an answer
}

// items reads the items of a request. It also returns the offset of the first,
// -1 if there is none.
func (d *decoder) items() (all []conv.Message, first int) {
	t, first := turns{decoder: d}, -1
	for i := range d.in.Elements {
		if i == 0 {
			first = d.in.Offset()
		}
		t.item(i)
	}
	return t.list, first
}

func (t *turns) item(index int) {
	if k := t.in.Kind(); k != rawjson.Object {
		t.in.Refuse("want an item as an object, got %s", k)
		return
	}
	o := t.look()
	switch {
	case o.kind == "" && o.role == "" && o.id == "":
		t.in.Refuse("an item without a type or a role")
	case o.kind == "message" && o.role == "":
		t.in.Refuse("a message without a role")
	case (o.kind == "" || o.kind == "message") && o.role != "" && o.role != "assistant":
		t.add(t.message(o.role))
	case o.kind == agentMessage:
		if m := t.fromAgent(); m != nil {
			t.add(m)
			return
		}
		t.answers(index, o)
	case o.kind == "function_call_output" || o.kind == "custom_tool_call_output":
		if m := t.output(o.kind); m != nil {
			t.add(m)
			return
		}
		t.answers(index, o)
	default:
		t.answers(index, o)
	}
}

func (t *turns) add(m conv.Message) {
	t.list = append(t.list, m)
	t.open = nil
}

// answers adds an item of the model to the open answer.
func (t *turns) answers(index int, o outline) {
	if t.open == nil {
		t.open = &conv.AssistantMessage{}
		t.in.SetOffset(&t.open.Node)
		t.list = append(t.list, t.open)
	}
	t.appendItem(t.open, t.outputItem(index, o))
}

// appendItem adds the blocks of an item to an answer.
func (d *decoder) appendItem(m *conv.AssistantMessage, blocks []conv.AssistantContent) {
	if n := len(m.Content); n > 0 {
		separate(m.Content[n-1], blocks[0])
	}
	for _, b := range blocks {
		if t, ok := b.(*conv.ToolCall); ok {
			record.Diagnose(t, m)
			if t.Kind == format.CustomCall {
				d.custom = append(d.custom, t.ID)
			}
		}
	}
	m.Content = append(m.Content, blocks...)
}

// separate marks a text that begins an item, if writing would join it to the
// item before.
func separate(before, first conv.AssistantContent) {
	a, ok := before.(*conv.TextContent)
	b, also := first.(*conv.TextContent)
	if ok && also && a.TextSignature == b.TextSignature {
		residue.Set(&b.Node, hintItem, "true")
		residue.Settle(&b.Node)
	}
}

// outputItem reads an item of the model as one or more blocks. An item that
// the neutral model lacks, or that is malformed, is opaque.
func (d *decoder) outputItem(index int, o outline) []conv.AssistantContent {
	at := d.in.Offset()
	switch o.kind {
	case "message", "":
		if o.role == "assistant" {
			if blocks, ok := d.answerText(index); ok {
				return blocks
			}
		}
	case "reasoning":
		if b, ok := d.reasoning(index); ok {
			return []conv.AssistantContent{b}
		}
	case "function_call", "custom_tool_call":
		if b, ok := d.call(index, o.kind); ok {
			return []conv.AssistantContent{b}
		}
	}
	d.in.Rewind(at)
	b := &conv.Opaque{Family: family}
	d.in.SetOffset(&b.Node)
	switch {
	case o.kind == "item_reference" || o.kind == "" && o.role == "":
		d.refers(at, "item_reference")
	case !isHosted(o.kind):
		d.in.Notes.Unknown(at, "item", o.kind)
	}
	b.Raw = d.in.Raw()
	return []conv.AssistantContent{b}
}

// elsewhere keeps a parameter that refers to history on the server.
func (d *decoder) elsewhere(b *body, key string) {
	if d.in.Kind() != rawjson.Null {
		d.refers(d.in.Offset(), key)
	}
	d.Known(&b.q.Node, key)
}

// refers notes that a part of the history is on the server.
func (d *decoder) refers(offset int, key string) {
	d.in.Notes.Info(note.CodeHistory, note.Unknown, offset, "part of the history, which only the server has:", key)
}

// hostedItems are the types of items of tools that the server or a harness runs, and of
// what belongs to them. The neutral model lacks these items.
const hostedItems = "web_search_call file_search_call code_interpreter_call image_generation_call computer_call computer_call_output " +
	"local_shell_call local_shell_call_output shell_call shell_call_output apply_patch_call apply_patch_call_output " +
	"mcp_list_tools mcp_call mcp_approval_request mcp_approval_response tool_search_call tool_search_output " +
	"additional_tools configuration_update compaction_trigger program program_output"

// isHosted reports whether the API documents an item type that the neutral
// model lacks.
func isHosted(kind string) bool {
	for item := range strings.FieldsSeq(hostedItems) {
		if item == kind {
			return true
		}
	}
	return kind == "compaction"
}

// placeholder is the id for an item without an id in a response: the API
// demands one.
func placeholder(prefix string, index int) string {
	return prefix + "_convo_" + string(rawjson.NumberOf(int64(index)))
}
