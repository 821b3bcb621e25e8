package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// calls reads tool_calls. A call of an unknown type becomes opaque.
func (d *decoder) calls(m *conv.AssistantMessage) []conv.AssistantContent {
	if d.Kind() != rawjson.Array {
		d.Known(&m.Node, "tool_calls")
		return nil
	}
	var calls []conv.AssistantContent
	for i := range d.Elements {
		at := d.Offset()
		t := &conv.ToolCall{}
		d.Place(&t.Node)
		if d.Kind() == rawjson.Object && d.call(t, m) {
			calls = append(calls, t)
			continue
		}
		d.Rewind(at)
		o := &conv.Opaque{Family: family}
		d.Place(&o.Node)
		d.Notes.Unknown(at, "tool call", "")
		o.Raw = d.Raw()
		residue.Set(&o.Node, hintAt, conv.Raw(rawjson.NumberOf(int64(i))))
		calls = append(calls, o)
	}
	if calls == nil {
		residue.SetBlank(&m.Node, "tool_calls", "[]")
	}
	return calls
}

// call reads {id, type, function:{name, arguments}} or {id, type:custom,
// custom:{name, input}}. It returns false for anything else.
func (d *decoder) call(t *conv.ToolCall, m *conv.AssistantMessage) bool {
	typ, form := conv.Raw("null"), ""
	for key := range d.Fields {
		switch {
		case key == "id":
			d.optString(&t.Node, key, &t.ID)
		case key == "type":
			typ = d.Raw()
		case key == "function" && d.Kind() == rawjson.Object:
			if !d.callFunction(t, key) {
				return false
			}
			form = key
		case key == "custom" && d.Kind() == rawjson.Object:
			if !d.customCall(t) {
				return false
			}
			form = key
		case key == "index" && d.Kind() == rawjson.Num:
			residue.Set(&t.Node, hintIndex, d.Raw())
		case key == "cache_control" || key == "extra_content":
			d.Known(&t.Node, key)
		default:
			d.Keep(&t.Node, key)
		}
	}
	if form != "" && typ != rawjson.Quoted(form) {
		residue.Set(&t.Node, hintType, typ)
	}
	record.Diagnose(t, m)
	residue.Settle(&t.Node)
	return form != "" && residue.IsWhole(&t.Node, form)
}

// callFunction reads {name, arguments}.
func (d *decoder) callFunction(t *conv.ToolCall, outer string) bool {
	t.Name, t.Arguments, t.ArgumentsText = "", "", nil
	named, form := false, conv.Raw(`"absent"`)
	for key := range d.Fields {
		kind := d.Kind()
		switch {
		case key == "name" && kind == rawjson.String:
			named = true
			t.Name = d.Str()
		case key == "arguments" && kind == rawjson.String:
			form = ""
			d.ArgumentsText(t)
		case key == "arguments" && kind == rawjson.Object:
			form = `"object"`
			t.Arguments, t.ArgumentsText = d.Raw(), nil
		case kind == rawjson.Null:
			d.Skip()
		case key == "arguments":
			return false
		default:
			d.KeepInside(&t.Node, outer, key, d.Offset())
		}
	}
	if t.Arguments == "" {
		t.Arguments = "{}"
	}
	if form != "" {
		residue.Set(&t.Node, hintForm, form)
	}
	return named
}

// customCall reads {name, input}, whose input is free text.
func (d *decoder) customCall(t *conv.ToolCall) bool {
	named, found := false, false
	for key := range d.Fields {
		kind := d.Kind()
		switch {
		case key == "name" && kind == rawjson.String:
			named = true
			t.Name = d.Str()
		case key == "input" && kind == rawjson.String:
			found = true
			t.Arguments = inputArguments(d.Raw())
		default:
			d.KeepInside(&t.Node, "custom", key, d.Offset())
		}
	}
	residue.Set(&t.Node, hintForm, `"custom"`)
	return named && found
}

// inputArguments wraps a free text, given as JSON, into an arguments object.
func inputArguments(input conv.Raw) conv.Raw { return `{"input":` + input + `}` }

// inputOf returns the free text, as JSON, of arguments that inputArguments
// made.
func inputOf(arguments conv.Raw) (conv.Raw, bool) {
	input := arguments.Lookup("input")
	return input, input != "" && input[0] == '"' && arguments == inputArguments(input)
}
