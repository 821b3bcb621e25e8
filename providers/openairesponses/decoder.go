package openairesponses

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// decoder reads one wire body.
type decoder struct {
	record.Reader
	answer   bool // the body is a response, not a request
	repeated bool // an object had a key twice
	custom   []string
	told     []string // usual fields of a response that earlier events had
	reading  callItem // that is read at the moment
}

func newDecoder(data []byte, notes *conv.Notes) *decoder {
	d := &decoder{Reader: record.NewReader(residue, data, notes)}
	d.watch()
	return d
}

// watch remembers whether an object had a key twice.
func (d *decoder) watch() {
	note := d.Duplicate
	d.Duplicate = func(offset int, key string) {
		d.repeated = true
		note(offset, key)
	}
}

// reread reads JSON text that is part of a conversation, without notes.
func reread(r conv.Raw) *decoder {
	return &decoder{Reader: record.NewReader(residue, rawjson.BytesOf(string(r)), nil)}
}

// outline is the strings that tell what an item is.
type outline struct{ kind, role, id string }

// look reads the outline of the next object and goes back to its start.
func (d *decoder) look() (o outline) {
	c := rawjson.Again(d.Buffer()[d.Offset():]) // whoever reads the object checks it
	for key := range c.FieldsOnly {
		if c.Kind() != rawjson.String {
			continue
		}
		switch key {
		case "type":
			if o.kind = c.Str(); o.kind != "" && o.kind != "message" {
				return o
			}
		case "role":
			o.role = c.Str()
		case "id":
			o.id = c.Str()
		}
		if o.kind != "" && o.role != "" {
			return o
		}
	}
	return o
}

// kind is the type of the next object, "" if it has none.
func (d *decoder) kind() string { return d.look().kind }

// once is a body without repeated keys: the last value of a key counts. What
// the API passes on unread stays as it is.
func once(data []byte) []byte {
	w := rawjson.NewWriter(nil)
	c := rawjson.NewCursor(data)
	writeOnce(w, c)
	return w.Bytes()
}

func writeOnce(w *rawjson.Writer, c *rawjson.Cursor) {
	switch c.Kind() {
	case rawjson.Object:
		w.BeginObject()
		for _, m := range lastMembers(c) {
			w.Key(m.Key)
			if slices.Contains(passedOn, m.Key) {
				w.Raw(m.Value)
			} else {
				writeOnce(w, rawjson.NewCursor([]byte(m.Value)))
			}
		}
		w.EndObject()
	case rawjson.Array:
		w.BeginArray()
		for range c.Elements {
			writeOnce(w, c)
		}
		w.EndArray()
	default:
		w.Raw(c.Raw())
	}
}

var passedOn = []string{"arguments", "parameters", "schema", "metadata"}

// lastMembers are the fields of an object, each key once.
func lastMembers(c *rawjson.Cursor) []conv.Member {
	var all rawjson.Fields
	for key := range c.Fields {
		all.Set(c.Member(key))
	}
	return all.List()
}
