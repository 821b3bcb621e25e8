package openairesponses

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// reasoning reads a reasoning item. Its text is the summary, or the content if
// the summary is empty.
func (d *decoder) reasoning(index int) (*conv.ThinkingContent, bool) {
	b := &conv.ThinkingContent{}
	d.Place(&b.Node)
	h := itemHead{stateless: true}
	var summary, content conv.Raw
	encrypted := ""
	for key := range d.Fields {
		switch {
		case d.IsNull() || h.field(d, key):
		case key == "summary" && d.Kind() == rawjson.Array:
			summary = d.Raw()
		case key == "content" && d.Kind() == rawjson.Array:
			content = d.Raw()
		case key == "encrypted_content":
			encrypted = h.name(d)
		case key == "summary" || key == "content":
			d.Skip()
			h.broken = true
		default:
			d.Keep(&b.Node, key)
		}
	}
	if h.broken || summary == "" {
		return nil, false
	}
	h.strip(d, placeholder("rs", index))
	if status := h.settle(d, &b.Node, ""); status != "" {
		residue.Set(&b.Node, "status", status)
	}
	if !d.answer && h.id == "" {
		residue.SetLacks(&b.Node, "id")
	}
	b.ThinkingSignature = conv.ItemSignature{ID: h.id, EncryptedContent: encrypted}.Of(conv.ReasoningItem, family)
	takeReasoning(b, summary, content)
	b.Redacted = b.Thinking == "" && encrypted != ""
	residue.Settle(&b.Node)
	return b, true
}

// The types of the parts of reasoning.
const (
	summaryPart = "summary_text"
	contentPart = "reasoning_text"
)

// takeReasoning sets the text of reasoning, and remembers how its lists were
// spelled.
func takeReasoning(b *conv.ThinkingContent, summary, content conv.Raw) {
	n := &b.Node
	said, more := partsOf(summary, summaryPart), partsOf(content, contentPart)
	switch {
	case said.text() != "":
		b.Thinking = said.text()
		said.remember(n, summary)
		if content == "[]" {
			residue.SetBlank(n, "content", content)
		} else if content != "" {
			residue.Set(n, "content", content)
		}
		return
	case more.text() != "":
		b.Thinking = more.text()
		residue.Set(n, hintForm, `"content"`)
		more.remember(n, content)
	case content != "":
		residue.SetBlank(n, "content", content)
	}
	if summary != "[]" {
		residue.SetBlank(n, "summary", summary)
	}
}

// parts are the texts in a list of reasoning parts.
type parts struct {
	texts []string
	plain bool // the list has only texts of the type
}

// between separates the parts in the joined text.
const between = "\n\n"

func (p parts) text() string { return strings.Join(p.texts, between) }

func partsOf(list conv.Raw, kind string) parts {
	p := parts{plain: true}
	for part := range list.Elements {
		text, found, typed := "", false, false
		for _, m := range part.Members() {
			switch {
			case m.Key == "text" && m.Value[0] == '"':
				text, found = m.Value.Text(), true
			case m.Key == "type" && m.Value.Text() == kind:
				typed = true
			default:
				p.plain = false
			}
		}
		p.plain = p.plain && typed && found
		p.texts = append(p.texts, text)
	}
	return p
}

// remember keeps how a text was divided into parts.
func (p parts) remember(n *conv.Node, list conv.Raw) {
	switch {
	case !p.plain:
		residue.Set(n, hintRaw, list)
	case len(p.texts) > 1:
		w := rawjson.NewWriter(nil)
		w.BeginArray()
		for _, s := range p.texts {
			w.Int(int64(len(s)))
		}
		w.EndArray()
		residue.Set(n, hintParts, conv.Raw(w.Bytes()))
	}
}

// split divides a text into the parts that it was read from, if it still
// matches.
func split(n *conv.Node, s string) []string {
	var texts []string
	rest := s
	for v := range residue.Get(n, hintParts).Elements {
		if texts != nil {
			var ok bool
			if rest, ok = strings.CutPrefix(rest, between); !ok {
				return []string{s}
			}
		}
		size, _ := conv.Number(v).Int()
		if size < 0 || size > int64(len(rest)) {
			return []string{s}
		}
		texts = append(texts, rest[:size])
		rest = rest[size:]
	}
	if texts == nil || rest != "" {
		return []string{s}
	}
	return texts
}
