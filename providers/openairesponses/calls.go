package openairesponses

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// callItem is a function_call, or a custom_tool_call, whose input is free text.
type callItem struct {
	*conv.ToolCall
	itemHead
	kind   string
	called bool // the arguments or the input were read
}

func (c *callItem) head() (*itemHead, *conv.Node) { return &c.itemHead, &c.Node }

func (c *callItem) lacks() { c.broken = true }

func (c *callItem) isFunction() bool { return c.kind == functionCall }

// The types of the items of calls.
const (
	functionCall = "function_call"
	customCall   = "custom_tool_call"
)

// calls describes tool calls and their outputs.
func (o *described) calls() {
	str := func(key string, at func(*callItem) *string) {
		record.Field(o.call, key,
			func(d *decoder, c *callItem) {
				if d.in.Kind() == rawjson.String {
					*at(c) = d.in.Str()
				} else {
					c.refuses(d)
				}
			},
			func(w *rawjson.Writer, c *callItem) {
				w.Field(key, *at(c))
			})
		record.Absent(o.call, (*callItem).lacks)
	}
	o.call = record.New[*decoder](residue, "", func(c *callItem) *conv.Node { return &c.Node })
	withHead(o.call, func(c *callItem) (string, string) { return c.kind, callPrefix(c.ToolCall) })
	str("call_id", func(c *callItem) *string { return &c.ID })
	str("name", func(c *callItem) *string { return &c.Name })
	record.Field(o.call, "arguments", (*decoder).arguments, writeArguments)
	record.Field(o.call, "input", (*decoder).freeText, func(w *rawjson.Writer, c *callItem) {
		if input, _ := c.Input(); !c.isFunction() {
			w.OptRaw("input", input)
		}
	})
	record.KnownAll(o.call, nil, "namespace", "caller", "async")
	o.call.Then = func(c *callItem) {
		if c.broken = c.broken || !c.called && !c.isFunction(); c.broken {
			return
		}
		if !c.called {
			residue.Set(&c.Node, hintForm, `"absent"`)
		}
		c.Arguments = cmp.Or(c.Arguments, "{}")
		if c.settleItem(&c.Node, callPrefix(c.ToolCall)); c.id != "" {
			residue.Set(&c.Node, hintID, rawjson.Quoted(c.id))
		}
	}

	o.output = record.New[*decoder](residue, "", func(r *result) *conv.Node { return &r.Node })
	withID(o.output, func(r *result) *conv.Node { return &r.Node })
	record.Derived(o.output, "type", func(r *result) string { return r.kind })
	record.Str(o.output, "call_id", func(r *result) *string { return &r.ToolCallID })
	record.Absent(o.output, (*result).lacks)
	record.Field(o.output, "output",
		func(d *decoder, r *result) {
			r.found = true
			r.Content = content[conv.ToolResultContent](d, &r.Node, inResult)
		},
		func(w *rawjson.Writer, r *result) { writeContent(w, &r.Node, r.Content, inResult) })
	record.Field(o.output, "status", func(d *decoder, r *result) { d.usual(&r.Node, "status", `"completed"`) }, nil)
	record.KnownAll(o.output, nil, "caller", "name", "namespace")
}

// refuses reads a value of a wrong kind: the item is malformed.
func (c *callItem) refuses(d *decoder) {
	if !d.in.IsNull() {
		d.in.Skip()
		c.broken = true
	}
}

// arguments reads arguments: JSON in a string, or an object.
func (d *decoder) arguments(c *callItem) {
	switch kind := d.in.Kind(); {
	case kind == rawjson.String && c.isFunction():
		residue.Drop(&c.Node, hintForm)
		d.in.ArgumentsText(c.ToolCall)
		c.called = true
	case kind == rawjson.Object && c.isFunction():
		residue.Set(&c.Node, hintForm, `"object"`)
		c.Arguments, c.ArgumentsText, c.called = d.in.Raw(), nil, true
	default:
		c.refuses(d)
	}
}

func (d *decoder) freeText(c *callItem) {
	if d.in.Kind() != rawjson.String || c.isFunction() {
		c.refuses(d)
		return
	}
	c.Kind, c.Arguments, c.called = format.CustomCall, format.InputArguments(d.in.Raw()), true
}

func writeArguments(w *rawjson.Writer, c *callItem) {
	switch form := residue.Text(&c.Node, hintForm); {
	case !c.isFunction(), form == "absent" && c.Arguments == "{}":
	case form == "object":
		w.OptRaw("arguments", c.Arguments)
	default:
		w.Key("arguments")
		s := c.ArgumentsString()
		w.Spelled(s, c.Spelled().Of(s))
	}
}

// call reads an item of a call.
func (d *decoder) call(index int, kind string) (*conv.ToolCall, bool) {
	c := &d.reading
	*c = callItem{ToolCall: &conv.ToolCall{}, kind: kind, itemHead: itemHead{answer: d.answer, index: index}}
	record.Read(objects().call, d, c)
	return c.ToolCall, !c.broken
}

// callPrefix begins the ids of the items of calls.
func callPrefix(t *conv.ToolCall) string {
	if t.Kind == format.CustomCall {
		return "ctc"
	}
	return "fc"
}

// writeCall writes a call of a function, or of a tool that takes free text.
func (e *encoder) writeCall(t *conv.ToolCall, index int) {
	c := &e.call
	*c = callItem{ToolCall: t, kind: functionCall, itemHead: itemHead{answer: e.answer, index: index, id: residue.Text(&t.Node, hintID)}}
	if _, ok := t.Input(); ok && t.Kind == format.CustomCall {
		c.kind = customCall
		e.custom = append(e.custom, t.ID)
	}
	record.Write(objects().call, e.Writer, c)
}

// result is a function_call_output or a custom_tool_call_output.
type result struct {
	*conv.ToolResultMessage
	kind          string
	found, broken bool
}

func (r *result) lacks() { r.broken = true }

// output reads the result of a call. It is nil if the item is malformed.
func (d *decoder) output(kind string) *conv.ToolResultMessage {
	at := d.in.Offset()
	r := result{ToolResultMessage: &conv.ToolResultMessage{}}
	if record.Read(objects().output, d, &r); r.broken || !r.found || residue.Get(&r.Node, "call_id") != "" {
		d.in.Rewind(at)
		return nil
	}
	if kind != outputKind(d.custom, r.ToolCallID) {
		residue.Set(&r.Node, hintKind, rawjson.Quoted(kind))
		residue.Settle(&r.Node)
	}
	return r.ToolResultMessage
}

func (e *encoder) output(m *conv.ToolResultMessage) {
	r := result{ToolResultMessage: m, kind: residue.Text(&m.Node, hintKind)}
	r.kind = cmp.Or(r.kind, outputKind(e.custom, m.ToolCallID))
	record.Write(objects().output, e.Writer, &r)
}

// outputKind is the type of the item that answers a call. custom has the ids
// of calls with free text.
func outputKind(custom []string, id string) string {
	if slices.Contains(custom, id) {
		return customCall + "_output"
	}
	return functionCall + "_output"
}
