package openairesponses

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// itemHead is the fields of an item other than its content.
type itemHead struct {
	id, phase     string
	status        conv.Raw
	typed, broken bool
	made          bool // we made up the id in writing
	stateless     bool // items of this type usually have no status
}

// field reads a field that any item of the model may have, and reports
// whether it was such a field.
func (h *itemHead) field(d *decoder, key string) bool {
	switch key {
	case "type":
		h.typed = h.name(d) != ""
	case "id":
		h.id = h.name(d)
	case "status":
		h.status = d.Raw()
	default:
		return false
	}
	return true
}

// name reads a string that must not be empty: else the item is malformed.
func (h *itemHead) name(d *decoder) string {
	if d.Kind() != rawjson.String {
		h.broken = true
		d.Skip()
		return ""
	}
	s := d.Str()
	h.broken = h.broken || s == ""
	return s
}

// full reports whether an item has the full form: in a response, or with an id.
func (h *itemHead) full(d *decoder) bool { return d.answer || h.id != "" }

// settle remembers how the head was written, if writing would write it in
// another way. The keys get a prefix if the node is a text.
func (h *itemHead) settle(d *decoder, n *conv.Node, prefix string) (status conv.Raw) {
	var lacking []string
	full := h.full(d)
	lack := func(key string) { lacking = append(lacking, prefix+key) }
	if d.answer && h.id == "" && !h.made {
		lack("id")
	}
	switch {
	case h.typed && !full && prefix != "":
		residue.SetBlank(n, prefix+"type", `"message"`)
	case !h.typed && full:
		lack("type")
	}
	switch {
	case h.status == "" && full && !h.stateless:
		lack("status")
	case h.status == `"completed"` && (!full || h.stateless), h.status == `"incomplete"` && d.answer:
		residue.SetBlank(n, prefix+"status", h.status)
	case h.status != "" && h.status != `"completed"`:
		status = h.status
	}
	residue.SetLacks(n, lacking...)
	return status
}

// strip removes an id that we made up in writing.
func (h *itemHead) strip(d *decoder, made string) {
	if h.made = d.answer && h.id == made; h.made {
		h.id = ""
	}
}

// outputPart collects a part of a message of the model.
type outputPart struct {
	text                  *conv.TextContent
	annotations, logprobs conv.Raw
}

// answerText reads a message of the model. Each part becomes a text.
func (d *decoder) answerText(index int) ([]conv.AssistantContent, bool) {
	var h itemHead
	var item conv.Node
	var parts []outputPart
	for key := range d.Fields {
		switch {
		case d.IsNull() || h.field(d, key):
		case key == "role":
			d.Skip()
		case key == "phase":
			h.phase = h.name(d)
		case key == "content":
			parts = d.outputParts()
		default:
			d.Keep(&item, key)
		}
	}
	if h.broken || len(parts) == 0 || !residue.Plain(&item) && hasTilde(&item) {
		return nil, false
	}
	h.strip(d, placeholder("msg", index))
	signature := conv.ItemSignature{ID: h.id, Phase: h.phase}.Of(conv.TextItem, family)
	full := h.full(d)
	blocks := make([]conv.AssistantContent, len(parts))
	for i, p := range parts {
		p.settle(full)
		p.text.TextSignature = signature
		if i == 0 {
			if status := h.settle(d, &p.text.Node, outer+"."); status != "" {
				residue.Set(&item, "status", status)
			}
			if x := residue.Of(&item); x != nil {
				residue.Set(&p.text.Node, outer, rawjson.ObjectOf(x))
			}
		}
		residue.Settle(&p.text.Node)
		blocks[i] = p.text
	}
	return blocks, true
}

// hasTilde reports whether residue has a key that looks like a hint.
func hasTilde(n *conv.Node) bool {
	for _, m := range residue.Of(n) {
		if strings.HasPrefix(m.Key, wireTilde) {
			return true
		}
	}
	return false
}

// outputParts reads the content of a message of the model. It is nil if the
// content is malformed.
func (d *decoder) outputParts() []outputPart {
	switch k := d.Kind(); k {
	case rawjson.String:
		p := outputPart{text: &conv.TextContent{}}
		d.Place(&p.text.Node)
		p.text.Text = d.Text(&p.text.Node)
		return []outputPart{p}
	case rawjson.Array:
		var parts []outputPart
		ok := true
		for range d.Elements {
			p := d.outputPart()
			ok = ok && p.text != nil
			parts = append(parts, p)
		}
		if ok {
			return parts
		}
	default:
		d.Fail(d.Offset(), "want content as a string or an array, got %s", k)
	}
	return nil
}

// outputPart reads a part. Its text is nil if it is not a text.
func (d *decoder) outputPart() (p outputPart) {
	kind := d.kind()
	if d.Kind() != rawjson.Object {
		d.Skip()
		return p
	}
	t := &conv.TextContent{Refusal: kind == "refusal"}
	d.Place(&t.Node)
	from, found := "text", false
	if t.Refusal {
		from = "refusal"
	}
	for key := range d.Fields {
		switch {
		case d.IsNull():
		case key == "type":
			d.Skip()
		case key == from && d.Kind() == rawjson.String:
			found = true
			t.Text = d.Text(&t.Node)
		case key == "annotations" && !t.Refusal:
			p.annotations = d.Raw()
		case key == "logprobs" && !t.Refusal:
			p.logprobs = d.Raw()
		case key == "prompt_cache_breakpoint":
			d.Known(&t.Node, key)
		default:
			d.Keep(&t.Node, key)
		}
	}
	switch kind {
	case "output_text", "refusal":
	case "input_text", "text":
		residue.Set(&t.Node, hintKind, rawjson.Quoted(kind))
	default:
		found = false
	}
	if found && residue.Get(&t.Node, from) == "" {
		p.text = t
	}
	return p
}

// settle remembers the fields of a text. In a response each text has both
// lists.
func (p *outputPart) settle(full bool) {
	n := &p.text.Node
	var lacking []string
	for _, list := range [...]struct {
		key   string
		value conv.Raw
	}{{"annotations", p.annotations}, {"logprobs", p.logprobs}} {
		switch usual := full && !p.text.Refusal; {
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
