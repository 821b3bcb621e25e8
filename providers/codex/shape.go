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
	return mayHaveParts(key) && strings.HasPrefix(string(value), "[{")
}

func mayHaveParts(key string) bool { return key == "content" || key == "output" || key == "summary" }

// shaper makes the shapes of items. Most are those of items before them, and
// take no memory.
type shaper struct {
	c    *rawjson.Cursor
	seen map[string]conv.Raw
	out  []byte
	keys rawjson.Keys // of the item
	part rawjson.Keys // of a part of it
}

func newShaper() *shaper { return &shaper{c: rawjson.Again(nil), seen: map[string]conv.Raw{}} }

// of is the keys of an item in their order, with those that are null in a list
// of their own. The shapes of parts follow as an object, and in what a message
// is short. It is "" if all fields are in the usual order and none is null.
func (x *shaper) of(item conv.Raw) conv.Raw {
	x.c.Renew(rawjson.BytesOf(string(item)))
	x.c.Trust()
	var keys, parts []byte // of the shape, without brackets
	var stack [512]byte
	keys = stack[:0]
	usual, last := true, 0
	hasRole, hasType, isText := false, false, false
	twice := false
	x.keys.Reset()
	for key := range x.c.Fields {
		twice = !x.keys.Add(key) || twice
		kind := x.c.Kind()
		keys = appendKey(keys, key, kind == rawjson.Null)
		r := rank(order, key)
		usual = usual && r >= last && kind != rawjson.Null
		last = r
		hasRole = hasRole || key == "role"
		hasType = hasType || key == "type"
		isText = isText || key == "content" && kind == rawjson.String
		if mayHaveParts(key) && kind == rawjson.Array {
			parts = x.parts(parts, key)
		}
	}
	if hasRole && isText {
		parts = appendField(parts, "content", `"string"`)
	}
	if hasRole && !hasType {
		parts = appendField(parts, "type", `"absent"`)
	}
	if twice || usual && len(parts) == 0 {
		return "" // of two equal keys, the place of one says nothing
	}
	x.out = append(x.out[:0], '[')
	if !usual {
		x.out = append(x.out, keys...)
	}
	if len(parts) > 0 {
		if len(x.out) > 1 {
			x.out = append(x.out, ',')
		}
		x.out = append(append(append(x.out, '{'), parts...), '}')
	}
	x.out = append(x.out, ']')
	return x.same()
}

// same is the shape in out, in the memory of an equal one before it.
func (x *shaper) same() conv.Raw {
	raw, ok := x.seen[string(x.out)]
	if !ok {
		raw = conv.Raw(x.out)
		x.seen[string(raw)] = raw
	}
	return raw
}

// parts appends the shapes of a list of parts, unless all are usual.
func (x *shaper) parts(to []byte, key string) []byte {
	from := len(to)
	to = appendField(to, key, "[")
	odd, objects := false, false
	for i := range x.c.Elements {
		object := x.c.Kind() == rawjson.Object
		if i == 0 {
			objects = object
		} else {
			to = append(to, ',')
		}
		if !objects || !object {
			x.c.Skip()
			to = append(to, "null"...)
			continue
		}
		begin := len(to)
		to = append(to, '[')
		usual, last, twice := true, 0, false
		x.part.Reset()
		for key := range x.c.Fields {
			null := x.c.Kind() == rawjson.Null
			twice = !x.part.Add(key) || twice
			to = appendKey(to, key, null)
			r := rank(partOrder, key)
			usual = usual && r >= last && !null
			last = r
		}
		usual = usual || twice
		if to = append(to, ']'); usual {
			to = append(to[:begin], "null"...)
		}
		odd = odd || !usual
	}
	if !odd {
		return to[:from]
	}
	return append(to, ']')
}

// appendKey appends a key to a list, in a list of its own if its value is null.
func appendKey(to []byte, key string, null bool) []byte {
	if n := len(to); n > 0 && to[n-1] != '[' {
		to = append(to, ',')
	}
	if null {
		to = append(to, '[')
	}
	to = rawjson.AppendQuoted(to, key)
	if null {
		to = append(to, ']')
	}
	return to
}

// appendField appends a key, and the beginning of its value, to an object.
func appendField(to []byte, key, value string) []byte {
	if len(to) > 0 {
		to = append(to, ',')
	}
	return append(append(rawjson.AppendQuoted(to, key), ':'), value...)
}

// arranged is an item with its fields in the order of a shape, or the usual one.
func arranged(item, shape conv.Raw) conv.Raw {
	if shape == "" {
		if now, ok := inUsualOrder(item); ok {
			return now
		}
	}
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

// inUsualOrder is an item with its fields in the usual order. It is false for one of
// which a rollout has another form: a message in short, parts, a field that is null.
func inUsualOrder(item conv.Raw) (conv.Raw, bool) {
	type field struct{ rank, key, end int } // offsets in the item
	var all [24]field
	n, sorted := 0, true
	c := rawjson.Again(rawjson.BytesOf(string(item)))
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
	known := rawjson.FieldsOf(fields)
	written := make([]bool, len(fields))
	for _, raw := range keys {
		null := strings.HasPrefix(string(raw), "[")
		if null {
			raw = raw[1 : len(raw)-1]
		}
		key := raw.Text()
		i := known.Place(key)
		switch {
		case i >= 0 && !written[i]:
			w.OptRaw(key, fields[i].Value)
			written[i] = true
		case null:
			w.Key(key)
			w.Null()
		}
	}
	rest := make([]conv.Member, 0, len(fields))
	for i, f := range fields {
		if !written[i] {
			rest = append(rest, f)
		}
	}
	slices.SortStableFunc(rest, func(a, b conv.Member) int { return rank(order, a.Key) - rank(order, b.Key) })
	for _, f := range rest {
		if f.Value != "null" {
			w.OptRaw(f.Key, f.Value)
		}
	}
	w.EndObject()
	return conv.Raw(w.Bytes())
}
