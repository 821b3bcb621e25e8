package opencode

import (
	"cmp"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// wire is a message of the file.
type wire struct {
	at, info, parts int // offsets, -1: absent
	outer           conv.Node
	keeps           *conv.Node // of the message that keeps what is in outer
}

// message reads a message, which becomes one message, or several.
func (d *decoder) message() {
	m := &wire{at: d.in.Offset(), info: -1, parts: -1}
	if !d.in.WantObject("a message") {
		return
	}
	for key := range d.in.Fields {
		switch key {
		case "info":
			m.info = d.in.Offset()
			d.in.Skip()
		case "parts":
			m.parts = d.in.Offset()
			d.in.Skip()
		default:
			d.in.Keep(&m.outer, key)
		}
	}
	end := d.in.Offset()
	d.body(m)
	d.in.Rewind(end)
	if m.keeps != nil {
		for _, x := range own.Of(&m.outer) {
			own.Set(m.keeps, messagePrefix+x.Key, x.Value)
		}
	}
}

// body reads the info of a message and its parts.
func (d *decoder) body(m *wire) {
	d.id, d.index = "", 0
	if d.in.Err() != nil {
		return
	}
	if m.info < 0 {
		d.in.Fail(m.at, "a message without info")
		return
	}
	d.in.Rewind(m.info)
	if !d.in.WantObject("the info of a message") {
		return
	}
	role := d.in.Tag("role")
	here := d.undoneFrom != "" && d.in.Tag("id") == d.undoneFrom
	if here && d.undoneAtPart == "" {
		d.undone = true
	}
	summary := d.takesSummary(m, role)
	switch {
	case summary:
	case role == "user" && d.asksCompaction(m):
		d.pending = &request{d.in.RawAt(m.at), m.at}
	case role == "user":
		d.user(m)
	case role == "assistant":
		d.answer(m)
	case role == "":
		d.in.Fail(m.info, "a message without a role")
	default:
		d.in.Rewind(m.at)
		d.append(d.in.Custom(role))
	}
	if here {
		d.undone = true
	}
}

// append adds a message, which is excluded if it is undone.
func (d *decoder) append(m conv.Message) {
	if d.undone {
		conv.MetaOf(m).Excluded = true
	}
	d.out.Messages = append(d.out.Messages, m)
}

// eachPart reads the parts of a message one by one.
func (d *decoder) eachPart(m *wire, read func(typ string)) {
	if m.parts < 0 || d.in.Err() != nil {
		return
	}
	d.in.Rewind(m.parts)
	switch k := d.in.Kind(); k {
	case rawjson.Array:
	case rawjson.Null:
		return
	default:
		d.in.Refuse("want the parts of a message as an array, got %s", k)
		return
	}
	for range d.in.Elements {
		if !d.in.WantObject("a part") {
			return
		}
		read(d.in.Tag("type"))
		d.index++
	}
}

// user reads a message of the user, as one for what a person wrote and one for what
// opencode did.
func (d *decoder) user(w *wire) {
	m := &conv.UserMessage{}
	m.SetOffset(w.at)
	d.hint(&m.Node, hintOwn, "true")
	d.in.Rewind(w.info)
	record.Read(objects().user, d, m)
	w.keeps = &m.Node
	d.asked = m.ID
	content := []conv.UserContent{}
	d.eachPart(w, func(typ string) { content = append(content, d.userPart(typ)) })
	for x := m; ; {
		n := ofOne(content)
		x.Content, content = content[:n:n], content[n:]
		x.Injected = isSynthetic(x.Content)
		if d.append(x); len(content) == 0 {
			return
		}
		x = &conv.UserMessage{Meta: conv.Meta{Timestamp: m.Timestamp}}
		x.SetOffset(conv.NodeOf(content[0]).Offset())
		d.hint(&x.Node, hintOwn, "true")
		d.hint(&x.Node, hintStep, "true")
	}
}

// ofOne is how many parts a list begins with whose texts have one author.
func ofOne(list []conv.UserContent) int {
	first := ""
	for i, b := range list {
		if _, ok := b.(*conv.TextContent); ok {
			author := strconv.FormatBool(isSynthetic(list[i : i+1]))
			if first = cmp.Or(first, author); first != author {
				return i
			}
		}
	}
	return len(list)
}

// isSynthetic reports whether a message has texts, and opencode wrote all of them.
func isSynthetic(content []conv.UserContent) bool {
	texts := 0
	for _, b := range content {
		t, ok := b.(*conv.TextContent)
		if !ok {
			continue
		}
		if own.Get(&t.Node, "synthetic") != "true" {
			return false
		}
		texts++
	}
	return texts > 0
}

// userPart reads a part that a user's message may have.
func (d *decoder) userPart(typ string) conv.UserContent {
	switch typ {
	case "text":
		if t := d.text(); t != nil {
			return t
		}
	case "file":
		if x, ok := d.file().(conv.UserContent); ok {
			return x
		}
	case "subtask":
		raw := d.in.Raw()
		t := &conv.TextContent{Text: subtaskText}
		d.hint(&t.Node, hintPart, raw)
		return t
	}
	return d.opaque(typ)
}

// subtaskText is what opencode says to the model in place of a subtask.
const subtaskText = "The following tool was executed by the user"

// text reads a text part; nil for one that no model gets.
func (d *decoder) text() *conv.TextContent {
	at := d.in.Offset()
	t := &conv.TextContent{}
	record.Read(objects().text, d, t)
	if own.Get(&t.Node, "ignored") == "true" {
		d.in.Rewind(at)
		return nil
	}
	return t
}

// opaque keeps a part as it is: one that no model gets, or one that is not known.
func (d *decoder) opaque(typ string) *conv.Opaque {
	switch typ {
	case "text", "file", "agent", "snapshot", "patch", "retry", "compaction", "subtask", "step-start", "step-finish", "tool", "reasoning":
	default:
		d.in.Notes.Unknown(d.in.Offset(), "part type", typ)
	}
	return d.in.Opaque()
}

// asksCompaction reports whether a message of the user only asks for a summary.
func (d *decoder) asksCompaction(w *wire) bool {
	if w.parts < 0 {
		return false
	}
	d.in.Rewind(w.parts)
	if d.in.Kind() != rawjson.Array {
		return false
	}
	parts, asks := 0, false
	for range d.in.Elements {
		parts++
		if d.in.Kind() == rawjson.Object {
			asks = d.in.Tag("type") == "compaction"
		}
		d.in.Skip()
	}
	return asks && parts == 1
}

// takesSummary reads an answer that is the summary which the message before asked
// for. A request without an answer is kept as it is.
func (d *decoder) takesSummary(w *wire, role string) bool {
	if d.pending == nil {
		return false
	}
	raw := d.in.RawAt(w.at)
	if role != "assistant" || raw.Lookup("info.summary") != "true" {
		d.flush()
		return false
	}
	m := summaryOf(d.pending.raw, raw)
	m.SetOffset(d.pending.at)
	d.hint(&m.Node, hintWire, rawjson.ArrayOf([]conv.Raw{d.pending.raw, raw}))
	d.asked, d.pending = m.ID, nil
	d.append(m)
	return true
}

// flush keeps a request for a summary that got none.
func (d *decoder) flush() {
	if d.pending == nil {
		return
	}
	m := &conv.CustomMessage{CustomType: family + ".compaction", Data: d.pending.raw}
	m.SetOffset(d.pending.at)
	d.asked, d.pending = d.pending.raw.Lookup("info.id").Text(), nil
	d.append(m)
}

// summaryOf is the summary that a request and its answer are.
func summaryOf(request, answer conv.Raw) *conv.CompactionSummary {
	m := &conv.CompactionSummary{FirstKeptID: request.Lookup("parts.0.tail_start_id").Text()}
	m.ID, m.Timestamp = request.Lookup("info.id").Text(), milliseconds(request.Lookup("info.time.created"))
	var texts []string
	for part := range answer.Lookup("parts").Elements {
		if part.Lookup("type") == `"text"` {
			texts = append(texts, part.Lookup("text").Text())
		}
	}
	m.Summary = strings.Join(texts, "\n")
	m.Usage = usageOf(answer.Lookup("info.tokens"), answer.Lookup("info.cost"))
	return m
}
