package gemini

import (
	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// part is a part of a content: one kind of data and the fields next to it.
type part struct {
	conv.Node // the residue, and where it stands
	start     int

	kind      string // the field with the data, "" without one
	several   bool   // it has more than one kind of data
	text      string
	thought   *bool
	signed    bool
	signature string
	noted     bool // an unknown field was reported

	media  conv.Media // of inlineData and fileData
	whole  bool       // media is complete
	call   called
	result conv.ToolResultMessage
	answer responded // the result on the wire
}

// called is a call and its id on the wire.
type called struct {
	of *conv.ToolCall
	id string
}

// responded is a result, its id on the wire, and the media that were read.
type responded struct {
	of    *conv.ToolResultMessage
	id    string
	media []conv.ToolResultContent
}

// begin begins a part at the next value, in the memory of one that was read.
func (d *decoder) begin() *part {
	if d.nested == len(d.parts) {
		d.parts = append(d.parts, &part{})
	}
	p := d.parts[d.nested]
	d.nested++
	*p = part{start: d.in.Offset()}
	d.in.SetOffset(&p.Node)
	return p
}

// part reads a part. The next one overwrites it.
func (d *decoder) part() *part {
	p := d.begin()
	defer func() { d.nested-- }()
	if d.in.WantObject("a part") {
		before := d.strange
		record.Read(objects().part, d, p)
		p.noted = d.strange > before
	}
	return p
}

// thinks reports whether the part is reasoning.
func (p *part) thinks() bool { return p.thought != nil && *p.thought }

// beside keeps the fields that this kind of data has no place for as residue.
func (p *part) beside() {
	if p.signed {
		p.Extensions.Set(family, "thoughtSignature", rawjson.Quoted(p.signature))
	}
	p.saysThought()
	residue.Settle(&p.Node)
}

// saysThought is the hint for a part with thought: false.
func (p *part) saysThought() {
	if p.thought != nil && !*p.thought {
		residue.SetHint(&p.Node, "thought", "false")
	}
}

// spelled keeps how a part was written that may have a signature: with an empty one, or
// without a text.
func (p *part) spelled() {
	if p.signed && p.signature == "" {
		residue.SetHint(&p.Node, "thoughtSignature", `""`)
	}
	if p.kind == "" {
		residue.SetHint(&p.Node, "text", "null")
	}
	p.saysThought()
	residue.Settle(&p.Node)
}

// says reports whether a part is a text, or a signature alone.
func (p *part) says() bool { return !p.several && (p.kind == "text" || p.kind == "" && p.signed) }

func (d *decoder) textBlock(p *part) *conv.TextContent {
	p.spelled()
	t := d.texts.New()
	t.Node, t.Text, t.TextSignature = p.Node, p.text, p.signature
	return t
}

func (p *part) thinkingBlock() *conv.ThinkingContent {
	p.spelled()
	return &conv.ThinkingContent{Node: p.Node, Thinking: p.text, ThinkingSignature: p.signature}
}

// mediaBlock is the block for media, nil if no block holds the media.
func (p *part) mediaBlock() conv.Block {
	if p.several || !p.whole || p.thinks() {
		return nil
	}
	p.beside()
	m := p.media
	m.Node = p.Node
	return m.Block(media.Kind(m.MIMEType))
}

// opaque is a part that only this family understands.
func (d *decoder) opaque(p *part) *conv.Opaque {
	b := d.in.OpaqueAt(p.start)
	switch {
	case p.several:
		d.in.Notes.Unknown(b.Offset(), "part of several kinds", "")
	case p.kind == "" && !p.noted:
		d.in.Notes.Unknown(b.Offset(), "part", firstKey(b.Raw))
	}
	return b
}

// firstKey is the name of an object's first field.
func firstKey(raw conv.Raw) string {
	for name := range raw.Fields {
		return name
	}
	return ""
}

// userBlock reads a part of a user's turn other than a result.
func (d *decoder) userBlock(p *part) conv.UserContent {
	if p.says() && !p.thinks() {
		return d.textBlock(p)
	}
	if b, ok := p.mediaBlock().(conv.UserContent); ok {
		return b
	}
	return d.opaque(p)
}

// resultBlock reads a part of a result.
func (d *decoder) resultBlock(p *part) conv.ToolResultContent {
	if b, ok := p.mediaBlock().(conv.ToolResultContent); ok {
		return b
	}
	return d.opaque(p)
}

// modelBlock reads a part of a model's turn.
func (d *decoder) modelBlock(p *part) conv.AssistantContent {
	switch {
	case p.says() && p.thinks():
		return p.thinkingBlock()
	case p.says():
		return d.textBlock(p)
	case p.kind == "functionCall" && !p.several && !p.thinks():
		p.spelled()
		t := p.call.of
		t.Node, t.ThoughtSignature = p.Node, p.signature
		return t
	}
	if b, ok := p.mediaBlock().(conv.AssistantContent); ok {
		return b
	}
	return d.opaque(p)
}

func (d *decoder) call(p *part) {
	p.call = called{of: d.calls.New()}
	p.call.of.Node, p.call.of.Arguments = p.Node, "{}"
	record.ReadInside(objects().call, d, &p.call)
	p.Node = p.call.of.Node
}

// arguments reads the arguments of a call. If they are not an object, which the API
// refuses, they become residue and the call has {}. White space in the arguments of a
// response comes from the server and is dropped.
func (d *decoder) arguments(c *called) {
	switch {
	case d.in.Kind() != rawjson.Object:
		d.in.KeepInside(&c.of.Node, "functionCall", "args", d.in.Offset())
	case d.sent:
		d.in.ReadArguments(c.of)
	default:
		c.of.Arguments = d.in.Raw()
	}
}
