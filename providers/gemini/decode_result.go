package gemini

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// response reads the result of a call.
func (d *decoder) response(p *part) {
	p.result = conv.ToolResultMessage{}
	p.result.Node, p.answer = p.Node, responded{of: &p.result}
	record.ReadInside(objects().response, d, &p.answer)
	p.Node = p.result.Node
}

// resultMedia reads everything of a result except its text.
func (d *decoder) resultMedia(m *responded) {
	m.media = nil
	d.elements(&m.of.Node, "parts", func() { m.media = append(m.media, d.resultBlock(d.part())) })
	if m.media == nil {
		residue.SetHint(&m.of.Node, "parts", "[]")
	}
}

// output reads the output of a tool: a text under the key output or error, or
// any other object, which becomes a text of JSON.
func (d *decoder) output(m *responded) {
	at := d.in.Offset()
	if !d.in.WantObject("a response that is an object") {
		return
	}
	residue.Reread(&m.of.Node, "response")
	m.of.Content, m.of.IsError = nil, false
	repeated := d.in.Duplicate
	d.in.Duplicate = nil // whatever the object holds is part of a text
	name, text, alone := onlyText(d.in.Cursor)
	if d.in.Duplicate = repeated; !alone {
		d.in.Rewind(at)
		text = string(d.in.Raw())
	}
	switch {
	case text == "{}" && !alone:
		return
	case text == noText && !alone:
		m.of.IsError = true
		return
	case !alone:
	case name == "error":
		m.of.IsError = true
	case name == "output" && !standsAlone(text):
	case name == "output":
		residue.SetHint(&m.of.Node, "response", rawjson.Quoted(name))
	default:
		d.in.Rewind(at)
		text = string(d.in.Raw())
	}
	b := d.texts.New()
	b.Text = text
	d.in.SetOffsetAt(&b.Node, at)
	m.of.Content = []conv.ToolResultContent{b}
}

// noText is how a failure without a message is written.
const noText = `{"error":null}`

// standsAlone reports whether a text is an object that can be written as the
// whole result and is read back as the same text.
func standsAlone(text string) bool {
	if text == "" || text[0] != '{' || text == "{}" || text == noText || string(rawjson.ObjectIn(text)) != text {
		return false
	}
	name, _, alone := onlyText(rawjson.NewTrustedCursor(rawjson.BytesOf(text)))
	return !alone || name != "output" && name != "error"
}

// onlyText reads an object. It returns its only field, if that is a string.
func onlyText(c *rawjson.Cursor) (name, text string, ok bool) {
	n := 0
	for key := range c.Fields {
		if n++; n == 1 && c.Kind() == rawjson.String {
			name, text, ok = key, c.Str(), true
		}
	}
	return name, text, ok && n == 1
}

// writeOutput writes a result as an object. Fit left one text.
func writeOutput(w *rawjson.Writer, m *responded) {
	text, there := resultText(m.of)
	hint := residue.Hint(&m.of.Node, "response")
	if !there && !m.of.IsError && hint == "null" {
		return
	}
	w.Key("response")
	name := "output"
	switch {
	case m.of.IsError && !there:
		w.Raw(noText)
		return
	case m.of.IsError:
		name = "error"
	case !there:
		w.Raw("{}")
		return
	case len(hint) > 2 && hint != "null":
		name = hint.Text()
	case standsAlone(text.Text):
		w.Raw(conv.Raw(text.Text))
		return
	}
	w.BeginObject()
	w.Key(name)
	conv.WriteText(w, &text.Node, text.Text)
	w.EndObject()
}

// resultText is the text of a result, an empty text without one.
func resultText(m *conv.ToolResultMessage) (*conv.TextContent, bool) {
	if len(m.Content) > 0 {
		if t, ok := m.Content[0].(*conv.TextContent); ok {
			return t, true
		}
	}
	return &conv.TextContent{}, false
}

// writeResultMedia writes everything of a result except its text.
func writeResultMedia(w *rawjson.Writer, m *responded) {
	list := m.of.Content
	if _, ok := resultText(m.of); ok {
		list = list[1:]
	}
	if len(list) == 0 && residue.Hint(&m.of.Node, "parts") != "[]" {
		return
	}
	w.Key(residue.Key(&m.of.Node, "parts"))
	several := beginList(w, &m.of.Node, "parts", len(list) == 1)
	for _, b := range list {
		writeUserBlock(w, b)
	}
	if several {
		w.EndArray()
	}
}
