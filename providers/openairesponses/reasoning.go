package openairesponses

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// thought is a reasoning item.
type thought struct {
	*conv.ThinkingContent
	itemHead
	summary, content conv.Raw
	encrypted        string
}

func (t *thought) head() (*itemHead, *conv.Node) { return &t.itemHead, &t.Node }

// inContent reports whether the text was the content, not the summary.
func (t *thought) inContent() bool {
	return t.Thinking != "" && residue.Text(&t.Node, hintForm) == "content"
}

// thoughtRecord is a reasoning item. Its text is the summary, or the content if
// the summary is empty.
func thoughtRecord() *record.Record[*decoder, *thought] {
	list := func(at func(*thought) *conv.Raw) func(*decoder, *thought) {
		return func(d *decoder, t *thought) {
			t.broken = t.broken || d.in.Kind() != rawjson.Array && d.in.Kind() != rawjson.Null
			*at(t) = d.in.OptRaw()
		}
	}
	r := record.New[*decoder](residue, "reasoning", func(t *thought) *conv.Node { return &t.Node })
	withHead(r, func(*thought) (string, string) { return "reasoning", "rs" })
	record.Field(r, "summary", list(func(t *thought) *conv.Raw { return &t.summary }), writeThought).
		Due(func() *shape.Shape { return shape.List(typedText(summaryPart)).Loose() })
	record.Field(r, "content", list(func(t *thought) *conv.Raw { return &t.content }), nil).
		May(func() *shape.Shape { return shape.List(typedText(contentPart)).Loose() })
	record.Field(r, "encrypted_content", func(d *decoder, t *thought) { t.encrypted = t.name(d) }, func(w *rawjson.Writer, t *thought) {
		w.OptField("encrypted_content", t.encrypted)
	}).May(shape.String)
	r.Then = (*thought).take
	return r
}

// take sets what the fields of an item say.
func (t *thought) take() {
	if t.broken = t.broken || t.summary == ""; t.broken {
		return
	}
	n := &t.Node
	if t.settleItem(n, "rs"); !t.answer && t.id == "" {
		residue.SetLacks(n, "id")
	}
	t.ThinkingSignature = format.ItemSignature{ID: t.id, EncryptedContent: t.encrypted}.Of(format.ReasoningItem, family)
	takeReasoning(t.ThinkingContent, t.summary, t.content)
	t.Redacted = t.Thinking == "" && t.encrypted != ""
}

// reasoning reads a reasoning item.
func (d *decoder) reasoning(index int) (*conv.ThinkingContent, bool) {
	t := thought{ThinkingContent: &conv.ThinkingContent{}, itemHead: itemHead{stateless: true, answer: d.answer, index: index}}
	record.Read(objects().thought, d, &t)
	return t.ThinkingContent, !t.broken
}

// writeReasoning writes a reasoning item.
func (e *encoder) writeReasoning(b *conv.ThinkingContent, index int) {
	s, _ := format.ParseItemSignature(b.ThinkingSignature, format.ReasoningItem)
	record.Write(objects().thought, e.Writer, &thought{
		ThinkingContent: b, encrypted: s.EncryptedContent,
		itemHead: itemHead{stateless: true, answer: e.answer, index: index, id: s.ID},
	})
}

// writeThought writes the summary, or the content and after it the summary.
func writeThought(w *rawjson.Writer, t *thought) {
	if t.inContent() {
		w.Key("content")
		writeParts(w, t.ThinkingContent, "content", contentPart)
		w.OptRaw("summary", cmp.Or(residue.Blank(&t.Node, "summary"), "[]"))
	} else {
		w.Key("summary")
		writeParts(w, t.ThinkingContent, "summary", summaryPart)
	}
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
		var sizes []conv.Raw
		for _, s := range p.texts {
			sizes = append(sizes, conv.Raw(rawjson.NumberOf(int64(len(s)))))
		}
		residue.Set(n, hintParts, rawjson.ArrayOf(sizes))
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

// writeParts writes a text as the parts that it was read from, if it still
// matches them.
func writeParts(w *rawjson.Writer, b *conv.ThinkingContent, key, kind string) {
	n := &b.Node
	if raw := residue.Get(n, hintRaw); raw != "" && partsOf(raw, kind).text() == b.Thinking {
		w.Raw(raw)
		return
	}
	if b.Thinking == "" {
		w.Raw(cmp.Or(residue.Blank(n, key), "[]"))
		return
	}
	w.BeginArray()
	for _, s := range split(n, b.Thinking) {
		w.BeginObject()
		w.Fields("type", kind, "text", s)
		w.EndObject()
	}
	w.EndArray()
}
