package openaichat

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// call is an element of tool_calls that is read or written.
type call struct {
	*conv.ToolCall
	index  conv.Raw // in a chunk
	typ    conv.Raw // as it was read
	form   string   // the key of what it calls, "" without one
	thread *Thread  // of a call that is written

	broken bool // it lacks what every call has
}

func (c *call) node() *conv.Node { return &c.Node }

func (c *call) lacks() { c.broken = true }

// calls describes tool calls.
func (o *described) calls() {
	o.function, o.legacy = functionRecord("function"), functionRecord("function_call")
	o.custom = record.New[*decoder](residue, "", (*call).node)
	o.custom.Outer = "custom"
	record.Str(o.custom, "name", func(c *call) *string { return &c.Name })
	record.Absent(o.custom, (*call).lacks)
	record.Field(o.custom, "input",
		func(d *decoder, c *call) { c.Arguments = format.InputArguments(d.in.Raw()) },
		func(w *rawjson.Writer, c *call) {
			input, _ := c.Input()
			w.OptRaw("input", input)
		}).Of(rawjson.String).Must(shape.String)
	record.Absent(o.custom, (*call).lacks)
	o.custom.Then = func(c *call) {
		c.form = "custom"
		residue.Set(&c.Node, hintForm, `"custom"`)
	}
	o.call = record.New[*decoder](residue, "", (*call).node)
	record.Field(o.call, "index",
		func(d *decoder, c *call) { residue.Set(&c.Node, hintIndex, d.in.Raw()) },
		func(w *rawjson.Writer, c *call) {
			w.OptRaw("index", c.index)
		}).Of(rawjson.Num)
	record.OptStr(o.call, "id", func(c *call) *string { return &c.ID })
	record.Field(o.call, "type", func(d *decoder, c *call) { c.typ = d.in.Raw() }, writeCallType)
	record.Inside(o.call, "function", o.function)
	record.If(o.call, func(c *call) bool { return c.form == "function" })
	record.Inside(o.call, "custom", o.custom)
	record.If(o.call, func(c *call) bool { return c.form == "custom" })
	record.KnownAll(o.call, nil, "cache_control", "extra_content")
	o.call.Then = func(c *call) {
		c.typ = cmp.Or(c.typ, "null")
		if c.form != "" && string(c.typ) != `"`+c.form+`"` {
			residue.Set(&c.Node, hintType, c.typ)
		}
	}
}

// functionRecord is {name, arguments} at a key.
func functionRecord(outer string) *record.Record[*decoder, *call] {
	r := record.New[*decoder](residue, "", (*call).node)
	r.Outer = outer
	record.Str(r, "name", func(c *call) *string { return &c.Name })
	record.Absent(r, (*call).lacks)
	record.Field(r, "arguments", (*decoder).arguments, writeArguments).Due(record.LooseString).Says("JSON, as the model wrote it.")
	record.Absent(r, func(c *call) {
		if c.Arguments == "" {
			residue.Set(&c.Node, hintForm, `"absent"`)
		}
	})
	r.Then = func(c *call) {
		if c.form = outer; c.Arguments == "" {
			c.Arguments = "{}"
		}
	}
	return r
}

func (d *decoder) arguments(c *call) {
	residue.Drop(&c.Node, hintForm)
	switch d.in.Kind() {
	case rawjson.String:
		d.in.ArgumentsText(c.ToolCall)
		if d.thread.Templates {
			residue.Set(&c.Node, hintForm, `"text"`)
		}
	case rawjson.Object:
		if !d.thread.Templates {
			residue.Set(&c.Node, hintForm, `"object"`)
		}
		c.Arguments, c.ArgumentsText = d.in.Raw(), nil
	case rawjson.Null, rawjson.Invalid:
		d.in.Skip()
		c.broken = true
	default:
		d.in.Refuse("want arguments as JSON text or an object, got %s", d.in.Kind())
	}
}

func writeArguments(w *rawjson.Writer, c *call) {
	switch form := residue.Text(&c.Node, hintForm); {
	case form == "object", form == "" && c.thread != nil && c.thread.Templates && c.ArgumentsText == nil:
		w.OptRaw("arguments", c.Arguments)
	case form == "absent" && c.Arguments == "{}":
	default:
		w.Key("arguments")
		s := c.ArgumentsString()
		w.Spelled(s, c.Spelled().Of(s))
	}
}

func writeCallType(w *rawjson.Writer, c *call) {
	if typ := residue.Get(&c.Node, hintType); typ == "" {
		w.Field("type", c.form)
	} else if typ != "null" {
		w.OptRaw("type", typ)
	}
}

// toolCallShape is a tool call in an answer.
func toolCallShape() *shape.Shape {
	id := shape.Due("id", shape.Full().Loose())
	function := shape.Object(id, shape.Must("function", record.Shape(objects().function))).Named("function_tool_call", "")
	return shape.ByTag("type",
		shape.When("function", function),
		shape.When("custom", shape.Object(id, shape.Must("custom", record.Shape(objects().custom))).Named("custom_tool_call", "")),
	).Dialects(shape.Anything(), function)
}

// toolCalls reads tool_calls. A call of an unknown type becomes opaque.
func (d *decoder) toolCalls(m *conv.AssistantMessage) []conv.AssistantContent {
	if d.in.Kind() != rawjson.Array {
		d.in.Known(&m.Node, "tool_calls")
		return nil
	}
	calls := d.listed[:0]
	for i := range d.in.Elements {
		at := d.in.Offset()
		if t := d.toolCall(m); t != nil {
			calls = append(calls, t)
			continue
		}
		d.in.Rewind(at)
		d.in.Notes.Unknown(at, "tool call", "")
		o := d.in.Opaque()
		residue.Set(&o.Node, hintAt, conv.Raw(rawjson.NumberOf(int64(i))))
		calls = append(calls, o)
	}
	if len(calls) == 0 {
		residue.SetBlank(&m.Node, "tool_calls", "[]")
		return nil
	}
	d.listed = calls
	return d.nodes().lists.List(calls...)
}

// toolCall reads {id, type, function:{name, arguments}} or {id, type:custom,
// custom:{name, input}}. It returns nil for anything else.
func (d *decoder) toolCall(m *conv.AssistantMessage) *conv.ToolCall {
	if d.in.Kind() != rawjson.Object {
		return nil
	}
	c := &d.call
	*c = call{ToolCall: d.nodes().calls.New()}
	if record.Read(objects().call, d, c); c.form == "" || c.broken || !residue.IsWhole(&c.Node, c.form) {
		return nil
	}
	record.Diagnose(c.ToolCall, m)
	return c.ToolCall
}

// functionCall reads function_call, the only call of the old form.
func (d *decoder) functionCall(m *conv.AssistantMessage) *conv.ToolCall {
	at := d.in.Offset()
	c := call{ToolCall: &conv.ToolCall{}}
	d.in.SetOffset(&c.Node)
	if d.in.Kind() == rawjson.Object {
		record.ReadInside(objects().legacy, d, &c)
	}
	if c.form == "" || c.broken {
		d.in.Rewind(at)
		d.in.Known(&m.Node, "function_call")
		return nil
	}
	c.ID = d.thread.legacy.call(c.Name)
	record.Diagnose(c.ToolCall, m)
	residue.Set(&c.Node, hintLegacy, "true")
	residue.Settle(&c.Node)
	return c.ToolCall
}

// writeCall writes a call, in space that c gives. In a chunk, its index comes
// first.
func writeCall(w *rawjson.Writer, c *call, t *conv.ToolCall, index conv.Raw) {
	*c = call{ToolCall: t, index: index, form: "function", thread: c.thread}
	if index == "" {
		c.index = residue.Get(&t.Node, hintIndex)
	}
	if _, isText := t.Input(); isText && residue.Text(&t.Node, hintForm) == "custom" {
		c.form = "custom"
	}
	record.Write(objects().call, w, c)
}

// writeOldCall writes a call as function_call.
func writeOldCall(w *rawjson.Writer, t *conv.ToolCall) {
	w.Key("function_call")
	record.WriteInside(objects().legacy, w, &call{ToolCall: t})
}
