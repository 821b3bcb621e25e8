package openairesponses

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// messageItem is a message of the model. Its node is the item's when it is
// read, and the first text's when it is written.
type messageItem struct {
	itemHead
	conv.Node
	n      *conv.Node
	parts  []*outputPart
	listed bool // the parts were in a list
	blocks []conv.AssistantContent
}

func (m *messageItem) head() (*itemHead, *conv.Node) { return &m.itemHead, m.n }

// outputPart is a part of a message of the model.
type outputPart struct {
	*conv.TextContent
	annotations, logprobs conv.Raw
	kind                  string
	full                  bool // of an item in its full form
}

func (p *outputPart) node() *conv.Node { return &p.Node }

// answers describes messages of the model and their parts.
func (o *described) answers() {
	o.message = record.New[*decoder](residue, "", func(m *messageItem) *conv.Node { return &m.Node })
	withHead(o.message, func(*messageItem) (string, string) { return "message", "msg" })
	record.Word(o.message, "role", "assistant")
	record.Field(o.message, "phase", func(d *decoder, m *messageItem) { m.phase = m.name(d) }, func(w *rawjson.Writer, m *messageItem) {
		w.OptField("phase", m.phase)
	})
	record.Field(o.message, "content", func(d *decoder, m *messageItem) {
		m.listed = d.in.Kind() == rawjson.Array
		m.parts = d.outputParts()
	}, writeOutputParts)

	part := func() *record.Record[*decoder, *outputPart] {
		r := record.New[*decoder](residue, "", (*outputPart).node)
		record.Derived(r, "type", func(p *outputPart) string { return p.kind })
		return r
	}
	text := func(r *record.Record[*decoder, *outputPart], key string) *record.Record[*decoder, *outputPart] {
		record.Text(r, key, func(p *outputPart) *string { return &p.Text })
		record.Absent(r, func(p *outputPart) { residue.Set(&p.Node, key, "null") })
		record.Known(r, "prompt_cache_breakpoint", nil)
		return r
	}
	list := func(key string, at func(*outputPart) *conv.Raw) {
		record.Field(o.outputText, key,
			func(d *decoder, p *outputPart) { *at(p) = d.in.OptRaw() },
			func(w *rawjson.Writer, p *outputPart) {
				if p.full && residue.Get(&p.Node, key) == "" && !residue.Lacks(&p.Node, key) {
					w.OptRaw(key, "[]")
				}
			}).May(func() *shape.Shape { return shape.List(shape.Any()).Loose() })
	}
	o.outputText = part()
	list("annotations", func(p *outputPart) *conv.Raw { return &p.annotations })
	list("logprobs", func(p *outputPart) *conv.Raw { return &p.logprobs })
	text(o.outputText, "text")
	o.refusal = text(part(), "refusal")
}

// answerText reads a message of the model. Each part becomes a text.
func (d *decoder) answerText(index int) ([]conv.AssistantContent, bool) {
	m := messageItem{itemHead: itemHead{answer: d.answer, index: index, outer: outer + "."}}
	record.Read(objects().message, d, &m)
	if d.listed && !m.isFull() {
		m.typed, m.listed = false, false
	}
	if m.broken || len(m.parts) == 0 || !residue.Plain(&m.Node) && hasTilde(&m.Node) {
		return nil, false
	}
	blocks := make([]conv.AssistantContent, len(m.parts))
	for i, p := range m.parts {
		p.settle(m.isFull())
		if i == 0 {
			m.begin(&p.Node)
		}
		p.TextSignature = format.ItemSignature{ID: m.id, Phase: m.phase}.Of(format.TextItem, family)
		if m.listed && len(m.parts) == 1 && !m.isFull() && !p.Refusal && isSimple(p.TextContent) {
			residue.Set(&p.Node, hintForm, `"list"`)
		}
		residue.Settle(&p.Node)
		blocks[i] = p.TextContent
	}
	return blocks, true
}

// begin keeps what the model lacks of an item with its first text.
func (m *messageItem) begin(n *conv.Node) {
	if status := m.settle(n, "msg"); status != "" {
		residue.Set(&m.Node, "status", status)
	}
	if x := residue.Of(&m.Node); x != nil {
		residue.Set(n, outer, rawjson.ObjectOf(x))
	}
}

// hasTilde reports whether residue has a key that looks like a hint.
func hasTilde(n *conv.Node) bool {
	return slices.ContainsFunc(residue.Of(n), func(m rawjson.Member) bool { return strings.HasPrefix(m.Key, wireTilde) })
}

// outputParts reads the content of a message of the model. It is nil if the
// content is malformed.
func (d *decoder) outputParts() []*outputPart {
	switch k := d.in.Kind(); k {
	case rawjson.Null:
		d.in.Skip()
	case rawjson.String:
		t := &conv.TextContent{}
		d.in.SetOffset(&t.Node)
		t.Text = d.in.Text(&t.Node)
		return []*outputPart{{TextContent: t}}
	case rawjson.Array:
		var parts []*outputPart
		ok := true
		for range d.in.Elements {
			p, isText := d.outputPart()
			ok = ok && isText
			parts = append(parts, p)
		}
		if ok {
			return parts
		}
	default:
		d.in.Fail(d.in.Offset(), "want content as a string or an array, got %s", k)
	}
	return nil
}

// outputPart reads a part, and reports whether it is a text.
func (d *decoder) outputPart() (*outputPart, bool) {
	kind, from := d.kind(), "text"
	if d.in.Kind() != rawjson.Object {
		d.in.Skip()
		return nil, false
	}
	r, p := objects().outputText, &outputPart{TextContent: &conv.TextContent{Refusal: kind == "refusal"}}
	if p.Refusal {
		r, from = objects().refusal, "refusal"
	}
	record.Read(r, d, p)
	switch kind {
	case "output_text", "refusal":
	case "input_text", "text":
		residue.Set(&p.Node, hintKind, rawjson.Quoted(kind))
	default:
		return nil, false
	}
	return p, residue.Get(&p.Node, from) == ""
}

// settle remembers the fields of a text. In a response each text has both
// lists.
func (p *outputPart) settle(full bool) {
	n := &p.Node
	var lacking []string
	for _, list := range [...]struct {
		key   string
		value conv.Raw
	}{{"annotations", p.annotations}, {"logprobs", p.logprobs}} {
		switch usual := full && !p.Refusal; {
		case list.value == "" && usual:
			lacking = append(lacking, list.key)
		case list.value == "[]" && !usual:
			residue.SetBlank(n, list.key, "[]")
		case list.value != "" && list.value != "[]":
			residue.Set(n, list.key, list.value)
		}
	}
	residue.SetLacks(n, lacking...)
}

// writeMessage writes texts as one message: with its id, as in a response, or
// in the short form for requests.
func (e *encoder) writeMessage(blocks []conv.AssistantContent, index int) {
	first := blocks[0].(*conv.TextContent)
	s, _ := format.ParseItemSignature(first.TextSignature, format.TextItem)
	m := messageItem{
		itemHead: itemHead{answer: e.answer, index: index, outer: outer + ".", id: s.ID, phase: s.Phase},
		n:        &first.Node, blocks: blocks,
	}
	e.BeginObject()
	record.WriteDescribed(objects().message, e.Writer, &m)
	residue.WriteInside(e.Writer, m.n, outer, "id", "role", "phase", "content", record.Unless(!m.isFull(), "type"))
	e.EndObject()
}

func writeOutputParts(w *rawjson.Writer, m *messageItem) {
	first, full := m.blocks[0].(*conv.TextContent), m.isFull()
	w.Key("content")
	if !full && len(m.blocks) == 1 && !first.Refusal && isSimple(first) {
		conv.WriteText(w, &first.Node, first.Text)
		return
	}
	w.BeginArray()
	for _, b := range m.blocks {
		writeOutputPart(w, b.(*conv.TextContent), full)
	}
	w.EndArray()
}

// isSimple reports whether a part has nothing but a text.
func isSimple(t *conv.TextContent) bool {
	for _, m := range residue.Of(&t.Node) {
		if m.Key == record.HintBlank {
			for _, b := range m.Value.Members() {
				if !strings.HasPrefix(b.Key, outer+".") {
					return false
				}
			}
		} else if m.Key != hintItem && m.Key != record.HintLacks && m.Key != outer {
			return false
		}
	}
	return true
}

// writeOutputPart writes a part of a message of the model.
func writeOutputPart(w *rawjson.Writer, t *conv.TextContent, full bool) {
	r, p, key := objects().outputText, outputPart{TextContent: t, full: full, kind: "output_text"}, "text"
	if t.Refusal {
		r, p.kind, key = objects().refusal, "refusal", "refusal"
	} else if kind := residue.Text(&t.Node, hintKind); kind != "" {
		p.kind = kind
	}
	w.BeginObject()
	record.WriteDescribed(r, w, &p)
	residue.Write(w, &t.Node, "type", key, outer)
	w.EndObject()
}
