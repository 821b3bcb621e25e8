package openairesponses

import (
	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// decoder reads one wire body.
type decoder struct {
	in      record.Reader
	answer  bool // the body is a response, not a request
	listed  bool // see [Thread]
	custom  []string
	told    []string // usual fields of a response that earlier events had
	reading callItem // that is read at the moment
}

// Base is what records read with.
func (d *decoder) Base() *record.Reader { return &d.in }

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{in: record.NewReader(residue, data, notes)}
}

// reread reads JSON text that is part of a conversation, without notes.
func reread(r conv.Raw) *decoder {
	return &decoder{in: record.NewReader(residue, rawjson.BytesOf(string(r)), nil)}
}

// outline is the strings that tell what an item is.
type outline struct{ kind, role, id string }

// look reads the outline of the next object and goes back to its start.
func (d *decoder) look() (o outline) {
	c := rawjson.NewTrustedCursor(d.in.Buffer()[d.in.Offset():]) // whoever reads the object checks it
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
