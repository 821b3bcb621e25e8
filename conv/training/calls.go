package training

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// ParseCalls reads {"name":…,"arguments":{…}}, or a list of them.
func ParseCalls(text string) (all []*conv.ToolCall, ok bool) {
	c := rawjson.NewCursor([]byte(text))
	ok = true
	one := func() {
		t, named := &conv.ToolCall{Arguments: "{}"}, false
		for key := range c.Fields {
			switch {
			case key == "name" && c.Kind() == rawjson.String:
				t.Name, named = c.Str(), true
			case key == "arguments" && c.Kind() == rawjson.String:
				t.Arguments = c.Embedded().Object
			case key == "arguments":
				t.Arguments = c.Raw()
			}
		}
		ok = ok && named && t.Arguments != "" && t.Arguments[0] == '{'
		all = append(all, t)
	}
	if c.Kind() != rawjson.Array {
		one()
	} else {
		for range c.Elements {
			one()
		}
	}
	return all, ok && c.End() == nil && len(all) > 0
}

// FormatCalls is what ParseCalls reads.
func FormatCalls(all []*conv.ToolCall) string {
	w := rawjson.NewWriter(nil)
	if len(all) != 1 {
		w.BeginArray()
	}
	for _, t := range all {
		w.BeginObject()
		w.Field("name", t.Name)
		w.RawField("arguments", t.ArgumentsObject())
		w.EndObject()
	}
	if len(all) != 1 {
		w.EndArray()
	}
	return string(w.Bytes())
}
