package openaichat

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// callReader reads a call that comes in pieces. Its start event is sent once
// the id and the name are known.
type callReader struct {
	wire    int64 // index in the stream, -1 if there is none
	place   int   // among the calls of the choice
	call    conv.ToolCall
	index   int // index of the block
	begun   bool
	custom  bool
	waiting rawjson.Pieces       // arguments from before the start, or a custom input
	after   extension.Extensions // residue that comes after the start
	inside  extension.Extensions // residue of the objects inside, by their keys
	said    rawjson.Pieces       // all arguments so far
}

// callPiece is one element of a delta's tool_calls.
type callPiece struct {
	index     int64
	id, name  string
	arguments string
	custom    bool
	node      conv.Node
}

// call reads a piece of a call.
func (c *choiceReader) call(d *decoder) {
	p := callPiece{index: -1}
	if d.in.Kind() != rawjson.Object {
		d.in.Skip()
		return
	}
	for key := range d.in.Fields {
		switch {
		case d.in.IsNull():
		case key == "index":
			if i, ok := conv.Number(d.in.Raw()).Int(); ok && i >= 0 {
				p.index = i
			}
		case key == "id" && d.in.Kind() == rawjson.Num:
			p.id = string(d.in.Number())
		case key == "id":
			p.id = d.in.StrOnly()
		case key == "type":
		case (key == "function" || key == "custom") && d.in.Kind() == rawjson.Object:
			p.custom = key == "custom"
			d.in.Inside(&p.node, key, func() { d.pieceOf(&p, key) })
		case key == "function" || key == "custom":
		case key == "extra_content" || key == "cache_control":
			d.in.Known(&p.node, key)
		default:
			d.Keep(&p.node, key)
		}
	}
	c.add(c.which(&p), &p)
}

func (d *decoder) pieceOf(p *callPiece, outer string) {
	for key := range d.in.Fields {
		switch {
		case d.in.IsNull():
		case key == "name" && d.in.Kind() == rawjson.String:
			p.name = d.in.Str()
		case (key == "arguments" || key == "input") && d.in.Kind() == rawjson.String:
			p.arguments = d.in.Str()
		case key == "arguments" && d.in.Kind() == rawjson.Object:
			p.arguments = string(d.in.Raw())
		case key == "name" || key == "arguments" || key == "input":
		default:
			d.in.KeepInside(&p.node, outer, key, d.in.Offset())
		}
	}
}

// functionCall reads a piece of function_call.
func (c *choiceReader) functionCall(d *decoder) {
	p := callPiece{index: -2}
	d.in.Inside(&p.node, "function_call", func() { d.pieceOf(&p, "function_call") })
	t := c.which(&p)
	if t.call.ID == "" && p.name != "" {
		p.id = c.legacy.call(p.name)
		residue.Set(&p.node, hintLegacy, "true")
	}
	c.add(t, &p)
}

// which returns the call that a piece belongs to. The index decides, unless a
// new id shows that the server counts wrong. Without an index the id decides.
// Without both it is the last call, unless the piece has a name.
func (c *choiceReader) which(p *callPiece) *callReader {
	var t *callReader
	switch last := len(c.calls) - 1; {
	case p.index != -1:
		t = c.known[callName{index: p.index}]
		if t != nil && t.call.ID != "" && p.id != "" && p.name != "" {
			t = c.known[callName{p.index, p.id}]
		}
	case p.id != "":
		t = c.known[callName{-1, p.id}]
	case last >= 0 && (p.name == "" || c.calls[last].call.Name == ""):
		t = c.calls[last]
	}
	if t == nil {
		t = &callReader{wire: p.index, place: len(c.calls)}
		c.know(t, callName{index: p.index})
		c.calls = append(c.calls, t)
	}
	return t
}

// callName is the index of a call, its id in place of -1, or both.
type callName struct {
	index int64
	id    string
}

// know makes a call known by a name. The latest of a name counts.
func (c *choiceReader) know(t *callReader, name callName) {
	if c.known == nil {
		c.known = map[callName]*callReader{}
	}
	if old := c.known[name]; old == nil || old.place < t.place {
		c.known[name] = t
	}
}

// add adds a piece to a call.
func (c *choiceReader) add(t *callReader, p *callPiece) {
	t.custom = t.custom || p.custom
	p.arguments = c.unsaid(&t.said, p.arguments)
	t.said.Add(p.arguments)
	if t.call.ID == "" && p.id != "" {
		t.call.ID = p.id
		c.know(t, callName{-1, p.id})
		c.know(t, callName{t.wire, p.id})
	}
	t.call.Name = cmp.Or(t.call.Name, p.name)
	t.keep(p.node.Extensions)
	if !t.begun && t.call.ID != "" && t.call.Name != "" {
		t.begin(c)
	}
	if !t.begun || t.custom {
		t.waiting.Add(p.arguments)
		return
	}
	t.send(c, p.arguments)
}

// insides are the objects inside a call.
var insides = []string{"function", "custom", "function_call"}

// keep keeps the residue of a piece. What is inside the same object is kept
// together.
func (t *callReader) keep(from extension.Extensions) {
	to := &t.call.Extensions
	if t.begun {
		to = &t.after
	}
	for _, m := range from.Of(family) {
		if !slices.Contains(insides, m.Key) {
			to.Set(family, m.Key, m.Value)
			continue
		}
		for key, value := range m.Value.Fields {
			t.inside.Set(m.Key, key, value)
		}
		to.Set(family, m.Key, gathered)
	}
}

// gathered stands for an object inside until all of its pieces are there.
const gathered = conv.Raw("{}")

// settle puts the objects inside in their places.
func (t *callReader) settle(x *extension.Extensions) {
	for _, outer := range insides {
		if x.Get(family, outer) == gathered {
			x.Set(family, outer, rawjson.ObjectOf(t.inside.Of(outer)))
		}
	}
}

func (t *callReader) begin(c *choiceReader) {
	c.close()
	t.begun = true
	c.order.next("tool_calls")
	t.index = c.take()
	t.settle(&t.call.Extensions)
	block := t.call
	if t.custom {
		residue.Set(&block.Node, hintForm, `"custom"`)
	}
	c.send(conv.Event{Type: conv.EventToolCallStart, Index: t.index, Block: &block})
	if !t.custom {
		t.send(c, t.waiting.String())
	}
}

func (t *callReader) send(c *choiceReader, arguments string) {
	if arguments != "" {
		c.send(conv.Event{Type: conv.EventToolCallDelta, Index: t.index, Delta: arguments})
	}
}

func (t *callReader) end(c *choiceReader) {
	if !t.begun {
		t.begin(c)
	}
	if t.custom {
		t.send(c, string(format.InputArguments(rawjson.Quoted(t.waiting.String()))))
	}
	t.settle(&t.after)
	c.send(conv.Event{Type: conv.EventToolCallEnd, Index: t.index, Extensions: t.after})
}
