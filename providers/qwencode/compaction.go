package qwencode

import (
	"strings"

	"convo/conv"
)

// content is a content that is sent.
type content struct {
	role  string
	parts []conv.Raw
}

// contentOf is the content of a record, without parts if it is not sent.
func (d *decoder) contentOf(i int) (x content) {
	r := d.all[i]
	switch d.firsts[i].(type) {
	case *conv.AssistantMessage:
		x.role = "model"
	case *conv.UserMessage, *conv.ToolResultMessage:
		x.role = "user"
	default:
		return x
	}
	for _, at := range r.lines {
		if parts := d.parts(at); parts >= 0 {
			d.Rewind(parts)
			for range d.ElementsOnly {
				x.parts = append(x.parts, d.Raw())
			}
		}
	}
	return x
}

// compaction reads the history that the program sends from here on: a text in
// place of what was said, and perhaps the last contents once more. Contents of the
// user that are not among those that were sent come after the summary. What the
// program lets the model answer to the summary is only among the details.
func (d *decoder) compaction(i int, payload conv.Raw) []conv.Message {
	r := d.all[i]
	history := historyOf(payload.Lookup("compressedHistory"))
	m := &conv.CompactionSummary{TokensBefore: tokensOf(payload.Lookup("info.originalTokenCount"))}
	m.SetOffset(r.Offset)
	kept, first := d.kept(i, history)
	if first != nil {
		m.FirstKeptID = d.idOf(first)
	}
	list := []conv.Message{m}
	for k, x := range history[:len(history)-kept] {
		switch {
		case k == 0:
			m.Summary = textOf(x)
		case x.role == "user":
			u := conv.UserText(textOf(x))
			u.SetOffset(r.Offset)
			u.Injected = true
			list = append(list, u)
		}
	}
	m.Details = payload
	for _, at := range r.lines {
		d.fields(&m.Meta, at, func(key string) bool { return key == "subtype" || key == "systemPayload" })
	}
	return list
}

func historyOf(list conv.Raw) (history []content) {
	for raw := range list.Elements {
		x := content{role: raw.Lookup("role").Text()}
		for part := range raw.Lookup("parts").Elements {
			x.parts = append(x.parts, part)
		}
		history = append(history, x)
	}
	return history
}

// tokensOf is a count as it is written, "" for what is none.
func tokensOf(raw conv.Raw) conv.Number {
	if _, ok := conv.Number(raw).Int(); ok {
		return conv.Number(raw)
	}
	return ""
}

// kept is how many contents at the end of a history are those of the records
// before a compaction, whole or with shorter results, and the first message of
// them. The first content is never one of them.
func (d *decoder) kept(i int, history []content) (n int, first conv.Message) {
	for at := d.all[i].before; at >= 0 && n < len(history)-1; at = d.all[at].before {
		sent := d.contentOf(at)
		if len(sent.parts) == 0 {
			continue
		}
		if !history[len(history)-1-n].isOf(sent) {
			break
		}
		n, first = n+1, d.firsts[at]
	}
	return n, first
}

// isOf reports whether two contents have the same role and an equal first part,
// or one of the same call.
func (x content) isOf(sent content) bool {
	if x.role != sent.role || len(x.parts) == 0 || len(sent.parts) == 0 {
		return false
	}
	a, b := x.parts[0], sent.parts[0]
	for _, id := range []string{"functionCall.id", "functionResponse.id"} {
		if v := a.Lookup(id); v != "" && v == b.Lookup(id) {
			return true
		}
	}
	return a == b
}

// textOf is the texts of a content together.
func textOf(x content) string {
	var text strings.Builder
	for _, part := range x.parts {
		text.WriteString(part.Lookup("text").Text())
	}
	return text.String()
}
