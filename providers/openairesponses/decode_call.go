package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// call reads a function_call, or a custom_tool_call, whose input is free text.
func (d *decoder) call(index int, kind string) (*conv.ToolCall, bool) {
	t := &conv.ToolCall{}
	d.Place(&t.Node)
	var h itemHead
	called, named, form := false, false, conv.Raw(`"absent"`)
	for key := range d.Fields {
		isString := d.Kind() == rawjson.String
		switch {
		case d.IsNull() || h.field(d, key):
		case key == "call_id" && isString:
			called = true
			t.ID = d.Str()
		case key == "name" && isString:
			named = true
			t.Name = d.Str()
		case key == "arguments" && isString && kind == "function_call":
			form = ""
			d.ArgumentsText(t)
		case key == "arguments" && d.Kind() == rawjson.Object && kind == "function_call":
			form = `"object"`
			t.Arguments = d.Raw()
		case key == "input" && isString && kind == "custom_tool_call":
			form = ""
			t.Kind, t.Arguments = conv.CustomCall, conv.InputArguments(d.Raw())
		case key == "arguments" || key == "input" || key == "call_id" || key == "name":
			d.Skip()
			h.broken = true
		case key == "namespace" || key == "caller" || key == "async":
			d.Known(&t.Node, key)
		default:
			d.Keep(&t.Node, key)
		}
	}
	if h.broken || !called || !named || kind == "custom_tool_call" && form != "" {
		return nil, false
	}
	if form != "" {
		residue.Set(&t.Node, hintForm, form)
	}
	if t.Arguments == "" {
		t.Arguments = "{}"
	}
	d.settleItem(&h, &t.Node, placeholder(callPrefix(t), index))
	return t, true
}

// callPrefix begins the ids of the items of calls.
func callPrefix(t *conv.ToolCall) string {
	if t.Kind == conv.CustomCall {
		return "ctc"
	}
	return "fc"
}

// settleItem keeps the head of an item that is a single block.
func (d *decoder) settleItem(h *itemHead, n *conv.Node, made string) {
	h.strip(d, made)
	if status := h.settle(d, n, ""); status != "" {
		residue.Set(n, "status", status)
	}
	if h.id != "" {
		residue.Set(n, hintID, rawjson.Quoted(h.id))
	}
	residue.Settle(n)
}

// output reads a function_call_output or a custom_tool_call_output. It is nil
// if the item is malformed.
func (d *decoder) output(kind string) *conv.ToolResultMessage {
	at := d.Offset()
	m := &conv.ToolResultMessage{}
	d.Place(&m.Node)
	called, found := false, false
	for key := range d.Fields {
		switch {
		case key == "output":
			found = true
			m.Content = content[conv.ToolResultContent](d, &m.Node, inResult)
		case d.IsNull():
		case key == "type":
			d.Skip()
		case key == "call_id" && d.Kind() == rawjson.String:
			called = true
			m.ToolCallID = d.Str()
		case key == "status":
			d.usual(&m.Node, key, `"completed"`)
		case key == "id":
			residue.Set(&m.Node, hintID, d.Raw())
		case key == "caller" || key == "name" || key == "namespace":
			d.Known(&m.Node, key)
		default:
			d.Keep(&m.Node, key)
		}
	}
	if !called || !found {
		d.Rewind(at)
		return nil
	}
	if kind != outputKind(d.custom, m.ToolCallID) {
		residue.Set(&m.Node, hintKind, rawjson.Quoted(kind))
	}
	residue.Settle(&m.Node)
	return m
}

// outputKind is the type of the item that answers a call. custom has the ids
// of calls with free text.
func outputKind(custom []string, id string) string {
	for _, c := range custom {
		if c == id {
			return "custom_tool_call_output"
		}
	}
	return "function_call_output"
}
