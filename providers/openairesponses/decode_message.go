package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// speaker is the role whose content is read.
type speaker int

const (
	inUser speaker = iota
	inResult
	inSystem
)

// message reads a message of a role other than the model's.
func (d *decoder) message(role string) conv.Message {
	switch role {
	case "user":
		m := &conv.UserMessage{}
		record.Read(objects().user, d, m)
		return m
	case "system", "developer":
		m := &conv.SystemMessage{Role: conv.Role(role)}
		record.Read(objects().system, d, m)
		return m
	default:
		return d.in.Custom(role)
	}
}

// agentMessage is the type of what an agent wrote to another, which the model of that
// one reads.
const agentMessage = "agent_message"

// fromAgent reads a message of another agent, nil if there are no parts.
func (d *decoder) fromAgent() conv.Message {
	at := d.in.Offset()
	m := &conv.UserMessage{}
	if record.Read(objects().agent, d, m); len(m.Content) == 0 {
		d.in.Rewind(at)
		return nil
	}
	residue.Set(&m.Node, hintKind, rawjson.Quoted(agentMessage))
	residue.Settle(&m.Node)
	return m
}

// IsFromAgent reports whether another agent wrote a message of the user.
func IsFromAgent(m *conv.UserMessage) bool { return residue.Get(&m.Node, hintKind) != "" }

// content reads the content of a message or an output: a string, parts or
// null. Only for a user an empty string is a text.
func content[T any](d *decoder, n *conv.Node, in speaker) []T {
	switch k := d.in.Kind(); k {
	case rawjson.String:
		t := &conv.TextContent{}
		d.in.SetOffset(&t.Node)
		if t.Text = d.in.Text(&t.Node); t.Text == "" && in != inUser {
			return nil
		}
		return []T{any(t).(T)}
	case rawjson.Array:
		var parts []T
		for range d.in.Elements {
			parts = append(parts, any(d.part(in)).(T))
		}
		switch {
		case parts == nil && in != inUser:
			residue.SetBlank(n, contentKey(in), "[]")
		case len(parts) == 1:
			if t, ok := any(parts[0]).(*conv.TextContent); ok && !d.listed && isString(t, in) {
				residue.Set(&t.Node, hintForm, `"list"`)
			}
		}
		return parts
	case rawjson.Null:
		d.in.Skip()
		residue.SetBlank(n, contentKey(in), "null")
	default:
		d.in.Fail(d.in.Offset(), "want %s as a string or an array, got %s", contentKey(in), k)
	}
	return nil
}

func contentKey(in speaker) string {
	if in == inResult {
		return "output"
	}
	return "content"
}

// part reads a content part. A type that is unknown in this place is opaque.
func (d *decoder) part(in speaker) conv.Block {
	at, kind := d.in.Offset(), ""
	if d.in.Kind() == rawjson.Object {
		kind = d.kind()
		if b := d.knownPart(kind, in); b != nil {
			return b
		}
		d.in.Rewind(at)
	}
	d.in.Notes.Unknown(at, "part", kind)
	return d.in.Opaque()
}

// knownPart reads a part of a known type. It is nil for another type and for a
// malformed part.
func (d *decoder) knownPart(kind string, in speaker) conv.Block {
	o := objects()
	switch {
	case kind == "input_text":
		t := &conv.TextContent{}
		if record.Read(o.text, d, t); residue.Get(&t.Node, "text") == "" {
			return t
		}
	case in == inSystem:
	case kind == "input_image":
		if m := (&conv.ImageContent{}); d.isMedia(o.image, (*conv.Media)(m)) {
			return m
		}
	case kind == "input_file":
		if m := (&conv.DocumentContent{}); d.isMedia(o.file, (*conv.Media)(m)) {
			return m
		}
	}
	return nil
}
