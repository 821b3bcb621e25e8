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

// hasParts reports whether a field of an item is a list of parts.
func hasParts(key string, value conv.Raw) bool {
	return (key == "content" || key == "output" || key == "summary") && strings.HasPrefix(string(value), "[{")
}

// shapeOf is the keys of an item in their order, with those that are null in a
// list of their own. The shapes of parts follow as an object, and in what
// a message is short. It is "" if all
// fields are in the usual order and none is null.
func shapeOf(item conv.Raw) conv.Raw {
	parts := shortMarks(item)
	for key, value := range item.Fields {
		if !hasParts(key, value) {
			continue
		}
		var shapes []conv.Raw
		usual := true
		for part := range value.Elements {
			shape := keysOf(part, partOrder)
			if usual = usual && shape == ""; shape == "" {
				shape = "null"
			}
			shapes = append(shapes, shape)
		}
		if !usual {
			parts = append(parts, conv.Member{Key: key, Value: rawjson.ArrayOf(shapes)})
		}
	}
	shape := keysOf(item, order)
	if parts == nil {
		return shape
	}
	if shape == "" {
		return rawjson.ArrayOf([]conv.Raw{rawjson.ObjectOf(parts)})
	}
	return rawjson.ArrayOf(append(elements(shape), rawjson.ObjectOf(parts)))
}

// keysOf is the shape of one object, "" if it is the usual one.
func keysOf(object conv.Raw, order []string) conv.Raw {
	if !strings.HasPrefix(string(object), "{") {
		return ""
	}
	var keys []conv.Raw
	usual, last := true, 0
	for key, value := range object.Fields {
		q := rawjson.Quoted(key)
		if value == "null" {
			q, usual = rawjson.ArrayOf([]conv.Raw{q}), false
		}
		r := rank(order, key)
		usual = usual && r >= last
		last = r
		keys = append(keys, q)
	}
	if usual {
		return ""
	}
	return rawjson.ArrayOf(keys)
}

// arranged is an item with its fields in the order of a shape, or the usual one.
func arranged(item, shape conv.Raw) conv.Raw {
	keys := elements(shape)
	var parts conv.Raw
	if n := len(keys); n > 0 && strings.HasPrefix(string(keys[n-1]), "{") {
		parts, keys = keys[n-1], keys[:n-1]
	}
	fields := full(item.Members(), parts)
	for i, f := range fields {
		if hasParts(f.Key, f.Value) {
			fields[i].Value = arrangedParts(f.Value, elements(parts.Lookup(f.Key)))
		}
	}
	return arrange(fields, keys, order)
}

func arrangedParts(list conv.Raw, shapes []conv.Raw) conv.Raw {
	all := elements(list)
	for i, part := range all {
		var keys []conv.Raw
		if len(shapes) == len(all) {
			keys = elements(shapes[i])
		}
		if strings.HasPrefix(string(part), "{") {
			all[i] = arrange(part.Members(), keys, partOrder)
		}
	}
	return rawjson.ArrayOf(all)
}

// arrange is an object of fields in the order of keys, then in the usual order.
func arrange(fields []conv.Member, keys []conv.Raw, order []string) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	for _, raw := range keys {
		null := strings.HasPrefix(string(raw), "[")
		if null {
			raw = raw[1 : len(raw)-1]
		}
		key := raw.Text()
		i := slices.IndexFunc(fields, func(f conv.Member) bool { return f.Key == key })
		switch {
		case i >= 0:
			w.OptRaw(key, fields[i].Value)
			fields = slices.Delete(fields, i, i+1)
		case null:
			w.Key(key)
			w.Null()
		}
	}
	slices.SortStableFunc(fields, func(a, b conv.Member) int { return rank(order, a.Key) - rank(order, b.Key) })
	for _, f := range fields {
		if f.Value != "null" {
			w.OptRaw(f.Key, f.Value)
		}
	}
	w.EndObject()
	return conv.Raw(w.Bytes())
}
