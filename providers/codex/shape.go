package codex

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// order is the usual order of the fields of an item.
var order = []string{
	"type", "status", "id", "role", "name", "namespace", "arguments", "call_id", "input", "output", "summary", "content",
	"encrypted_content", "phase", "internal_chat_message_metadata_passthrough",
}

// partOrder is the usual order of the fields of a part of an item.
var partOrder = []string{"type", "text", "image_url", "file_id", "detail", "annotations"}

func rank(order []string, key string) int {
	if i := slices.Index(order, key); i >= 0 {
		return i
	}
	return len(order)
}

// mayHaveParts reports whether a field of an item may be a list of parts.
func mayHaveParts(key string) bool { return key == "content" || key == "output" || key == "summary" }

// marksOf is what an item has that we would not write: the fields that are null, its
// own and those of its parts, and of a message that its content is a string or that
// it has no type. It is "" if there is nothing.
func marksOf(item conv.Raw) conv.Raw {
	var marks []rawjson.Member
	spoken, typed, text := false, false, false
	c := rawjson.NewTrustedCursor(rawjson.BytesOf(string(item)))
	for key := range c.Fields {
		switch kind := c.Kind(); {
		case kind == rawjson.Null:
			marks = append(marks, rawjson.Member{Key: key, Value: "null"})
		case key == "role":
			spoken = true
		case key == "type":
			typed = true
		case key == "content" && kind == rawjson.String:
			text = true
		case mayHaveParts(key) && kind == rawjson.Array:
			if parts := marksOfParts(c); parts != "" {
				marks = append(marks, rawjson.Member{Key: key, Value: parts})
			}
		}
	}
	if spoken && text {
		marks = append(marks, rawjson.Member{Key: "content", Value: `"string"`})
	}
	if spoken && !typed {
		marks = append(marks, rawjson.Member{Key: "type", Value: `"absent"`})
	}
	if marks == nil {
		return ""
	}
	return rawjson.ObjectOf(marks)
}

// marksOfParts reads a list of parts, and returns the marks of each.
func marksOfParts(c *rawjson.Cursor) conv.Raw {
	var all []conv.Raw
	odd := false
	for range c.Elements {
		var nulls []rawjson.Member
		for key := range c.FieldsOnly {
			if c.Kind() == rawjson.Null {
				nulls = append(nulls, rawjson.Member{Key: key, Value: "null"})
			}
		}
		odd = odd || nulls != nil
		all = append(all, rawjson.ObjectOf(nulls))
	}
	if !odd {
		return ""
	}
	return rawjson.ArrayOf(all)
}

// arranged is an item with its fields in the usual order, and with what its marks say.
// An item of another type stands as it was read.
func arranged(item, marks conv.Raw) conv.Raw {
	switch item.Lookup("type").Text() {
	case "", "message", "reasoning", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output":
	default:
		return item
	}
	if marks == "" {
		if now, ok := inUsualOrder(item); ok {
			return now
		}
	}
	fields := full(item.Members(), marks)
	for i, f := range fields {
		if mayHaveParts(f.Key) && strings.HasPrefix(string(f.Value), "[{") {
			fields[i].Value = arrangedParts(f.Value, elements(marks.Lookup(f.Key)))
		}
	}
	return arrange(fields, marks, order)
}

// inUsualOrder is an item with its fields in the usual order. It is false for one of
// which a rollout has another form: a message in short, parts, a field that is null.
func inUsualOrder(item conv.Raw) (conv.Raw, bool) {
	type field struct{ rank, key, end int } // offsets in the item
	var all [24]field
	n, sorted := 0, true
	c := rawjson.NewTrustedCursor(rawjson.BytesOf(string(item)))
	for key := range c.Fields {
		kind, at := c.Kind(), c.Offset()-len(`"":`)-len(key)
		if n == len(all) || kind == rawjson.Null || key == "role" || mayHaveParts(key) && kind == rawjson.Array || at < 1 || item[at] != '"' || string(item[at+1:at+1+len(key)]) != key {
			return "", false
		}
		c.Skip()
		f := field{rank(order, key), at, c.Offset()}
		i := n
		for ; i > 0 && all[i-1].rank > f.rank; i-- {
			all[i], sorted = all[i-1], false
		}
		all[i] = f
		n++
	}
	if c.Err() != nil || n == 0 || sorted {
		return item, c.Err() == nil && n > 0
	}
	out := append(make([]byte, 0, len(item)), '{')
	for i, f := range all[:n] {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item[f.key:f.end]...)
	}
	return conv.Raw(rawjson.TextOf(append(out, '}'))), true
}

func arrangedParts(list conv.Raw, marks []conv.Raw) conv.Raw {
	all := elements(list)
	for i, part := range all {
		own := conv.Raw("")
		if len(marks) == len(all) {
			own = marks[i]
		}
		if strings.HasPrefix(string(part), "{") {
			all[i] = arrange(part.Members(), own, partOrder)
		}
	}
	return rawjson.ArrayOf(all)
}

// arrange is an object of fields in the usual order. Those that its marks name are
// null unless they say something now, and no others are.
func arrange(fields []rawjson.Member, marks conv.Raw, order []string) conv.Raw {
	said := slices.DeleteFunc(fields, func(f rawjson.Member) bool { return f.Value == "null" })
	known := rawjson.FieldsOf(slices.Clone(said))
	for key, v := range marks.Fields {
		if v == "null" && known.Index(key) < 0 {
			said = append(said, rawjson.Member{Key: key, Value: v})
		}
	}
	slices.SortStableFunc(said, func(a, b rawjson.Member) int { return rank(order, a.Key) - rank(order, b.Key) })
	return rawjson.ObjectOf(said)
}
