package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// speaker is whose content is read.
type speaker int

const (
	inUser speaker = iota
	inResult
	inSystem
)

// message reads a message of a role that is not the model's.
func (d *decoder) message(role string) conv.Message {
	switch role {
	case "user":
		m := &conv.UserMessage{}
		d.place(&m.Node)
		found := false
		for key := range d.Fields {
			if key == "content" {
				found = true
				m.Content = content[conv.UserContent](d, &m.Node, inUser)
			} else {
				d.messageMember(&m.Node, key)
			}
		}
		lackContent(&m.Node, found)
		settle(&m.Node)
		return m
	case "system", "developer":
		m := &conv.SystemMessage{Role: conv.Role(role)}
		d.place(&m.Node)
		found := false
		for key := range d.Fields {
			if key == "content" {
				found = true
				m.Content = content[conv.SystemContent](d, &m.Node, inSystem)
			} else {
				d.messageMember(&m.Node, key)
			}
		}
		lackContent(&m.Node, found)
		settle(&m.Node)
		return m
	default:
		m := &conv.CustomMessage{CustomType: customPrefix + role}
		d.place(&m.Node)
		d.Notes.Unknown(d.Offset(), "role", role)
		m.Data = d.Raw()
		return m
	}
}

// lackContent marks a message whose content is missing, which is the same as
// null.
func lackContent(n *conv.Node, found bool) {
	if !found {
		setBlank(n, contentKey(inUser), "null")
	}
}

// messageMember reads what a message has beside its content. A type goes
// without saying.
func (d *decoder) messageMember(n *conv.Node, key string) {
	switch {
	case d.isNull():
	case key == "role":
		d.Skip()
	case key == "type":
		d.usual(n, key, `"message"`)
	case key == "status":
		d.usual(n, key, `"completed"`)
	case key == "id":
		hint(n, hintID, d.Raw())
	case key == "phase":
		d.known(n, key)
	default:
		d.keep(n, key)
	}
}

// content reads the content of a message or an output: a string, parts, or
// null. An empty string is a text only of a user.
func content[T any](d *decoder, n *conv.Node, in speaker) []T {
	switch k := d.Kind(); k {
	case rawjson.String:
		t := &conv.TextContent{}
		d.place(&t.Node)
		if t.Text = d.Text(&t.Node); t.Text == "" && in != inUser {
			return nil
		}
		return []T{any(t).(T)}
	case rawjson.Array:
		var parts []T
		for range d.Elements {
			parts = append(parts, any(d.part(in)).(T))
		}
		if parts == nil && in != inUser {
			setBlank(n, contentKey(in), "[]")
		}
		return parts
	case rawjson.Null:
		d.Skip()
		setBlank(n, contentKey(in), "null")
	default:
		d.Fail(d.Offset(), "want %s as a string or an array, got %s", contentKey(in), k)
	}
	return nil
}

func contentKey(in speaker) string {
	if in == inResult {
		return "output"
	}
	return "content"
}

// part reads a content part. One that is not known at its place is opaque.
func (d *decoder) part(in speaker) conv.Block {
	at, kind := d.Offset(), ""
	if d.Kind() == rawjson.Object {
		kind = d.kind()
		var b conv.Block
		switch {
		case kind == "input_text":
			b = d.inputText()
		case kind == "input_image" && in != inSystem:
			b = d.inputImage()
		case kind == "input_file" && in != inSystem:
			b = d.inputFile()
		}
		if b != nil {
			return b
		}
		d.Rewind(at)
	}
	d.Notes.Unknown(at, "part", kind)
	o := &conv.Opaque{Family: family}
	d.place(&o.Node)
	o.Raw = d.Raw()
	return o
}

func (d *decoder) inputText() conv.Block {
	t := &conv.TextContent{}
	d.place(&t.Node)
	found := false
	for key := range d.Fields {
		if key == "text" && d.Kind() == rawjson.String {
			found = true
			t.Text = d.Text(&t.Node)
			continue
		}
		d.partMember(&t.Node, key)
	}
	if !found || residue(&t.Node, "text") != "" {
		return nil
	}
	settle(&t.Node)
	return t
}

// partMember reads a member that any part may have.
func (d *decoder) partMember(n *conv.Node, key string) {
	switch {
	case key == "type":
		d.Skip()
	case d.isNull():
	case key == "prompt_cache_breakpoint":
		d.known(n, key)
	default:
		d.keep(n, key)
	}
}
