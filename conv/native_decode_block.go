package conv

import (
	"cmp"

	"convo/conv/rawjson"
)

// parts holds every field that a block of any type may have.
type parts struct {
	Node
	typ                                 string
	text, textSignature, thinking       string
	thinkingSignature, thoughtSignature string
	refusal, redacted                   bool
	media                               Media
	id, family                          string
	arguments                           Raw
	argumentsText                       *string
	kind, conversation                  string
	raw                                 Raw
}

// block reads a block. typ is the default if the block has no type.
func (d decoder) block(typ string) Block {
	p := parts{typ: typ}
	start := d.in.Offset()
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Fail(start, "want a content block, got %s", k)
		return nil
	}
	for key := range d.in.Fields {
		d.part(&p, key)
	}
	if d.in.Err() != nil {
		return nil
	}
	if p.typ == "" {
		d.in.Fail(start, "a content block without a type")
		return nil
	}
	p.SetOffset(start)
	end := d.in.Offset()
	b := d.typed(&p, start)
	d.in.Rewind(end)
	return b
}

func (d decoder) part(p *parts, key string) {
	switch key {
	case "type":
		p.typ = d.in.Str()
	case "text":
		p.text = d.in.Text(&p.Node)
	case "textSignature":
		p.textSignature = d.in.Str()
	case "refusal":
		if d.in.Kind() != rawjson.Bool {
			d.member(&p.Node, key)
			return
		}
		p.refusal = d.in.Bool()
	case "thinking":
		p.thinking = d.in.Text(&p.Node)
	case "thinkingSignature":
		p.thinkingSignature = d.in.Str()
	case "redacted":
		p.redacted = d.in.Bool()
	case "data":
		p.media.Data = d.in.Text(&p.Node)
	case "mimeType":
		p.media.MIMEType = d.in.Str()
	case "url":
		p.media.URL = d.in.Str()
	case "fileId":
		p.media.FileID = d.in.Str()
	case "provider":
		p.media.Provider = d.in.Str()
	case "name":
		p.media.Name = d.in.Str()
	case "detail":
		p.media.Detail = d.in.Str()
	case "id":
		p.id = d.in.Str()
	case "arguments":
		p.arguments = d.arguments()
	case "argumentsText":
		p.argumentsText = nil
		if !d.null() {
			s := d.in.Text(&p.Node)
			p.argumentsText = &s
		}
	case "thoughtSignature":
		p.thoughtSignature = d.in.Str()
	case "kind":
		p.kind = d.in.Str()
	case "conversation":
		p.conversation = d.in.Str()
	case "family":
		p.family = d.in.Str()
	case "raw":
		p.raw = d.in.Raw()
	default:
		d.member(&p.Node, key)
	}
}

// arguments reads a call's arguments, an object; null is {}.
func (d decoder) arguments() Raw {
	if d.null() {
		return "{}"
	}
	if k := d.in.Kind(); k != rawjson.Object {
		d.in.Fail(d.in.Offset(), "arguments must be an object, got %s", k)
	}
	return d.in.Raw()
}

func (d decoder) typed(p *parts, start int) Block {
	if p.conversation != "" && p.typ != "toolCall" {
		p.Extensions.Set(d.in.Family, "conversation", rawjson.Quoted(p.conversation))
	}
	switch p.typ {
	case "text":
		return &TextContent{Node: p.Node, Text: p.text, TextSignature: p.textSignature, Refusal: p.refusal}
	case "image", "audio", "video", "document":
		m := p.media
		m.Node, m.Text = p.Node, p.text
		return m.Block(p.typ)
	case "thinking":
		return &ThinkingContent{Node: p.Node, Thinking: p.thinking, ThinkingSignature: p.thinkingSignature, Redacted: p.redacted}
	case "toolCall":
		return &ToolCall{
			Node: p.Node, ID: p.id, Name: p.media.Name, Arguments: cmp.Or(p.arguments, "{}"),
			ArgumentsText: p.argumentsText, ThoughtSignature: p.thoughtSignature, Kind: p.kind,
			Conversation: p.conversation,
		}
	case "opaque":
		return &Opaque{Node: p.Node, Family: p.family, Raw: p.raw}
	default:
		d.in.Rewind(start)
		d.in.Notes.Unknown(start, "block type", p.typ)
		o := &Opaque{Family: d.in.Family, Raw: d.in.Raw()}
		o.SetOffset(start)
		return o
	}
}

// blocks reads the content of a message of a role: an array of blocks, or a
// string, which is one text.
func blocks[B Block](d decoder, role Role) []B {
	at := d.in.Offset()
	if d.in.Kind() == rawjson.String {
		t := &TextContent{}
		t.SetOffset(at)
		t.Text = d.in.Text(&t.Node)
		return []B{any(t).(B)}
	}
	list := []B{}
	for range d.in.Elements {
		at := d.in.Offset()
		b := d.block("")
		fit, ok := b.(B)
		if !ok && d.in.Err() == nil {
			d.in.Fail(at, "%s is not allowed in a message of role %s", b.BlockType(), role)
		}
		if d.in.Err() != nil {
			return nil
		}
		list = append(list, fit)
	}
	return list
}
