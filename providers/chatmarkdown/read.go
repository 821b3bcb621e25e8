package chatmarkdown

import (
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

type decoder struct {
	text string
	c    *conv.Conversation
	name string // in bold, before the lines at hand
	at   int    // of that line
	from int    // of those after it
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	text := string(data)
	if at := rawjson.InvalidAt(text); at >= 0 {
		r := conv.NewReader(data, family, notes)
		r.Fail(at, "invalid UTF-8: byte 0x%02x", data[at])
		return format.Single(nil, r.Err())
	}
	d := &decoder{text: text, c: &conv.Conversation{}}
	d.c.SetOffset(0)
	d.from = len(text) - len(strings.TrimPrefix(text, "\ufeff"))
	ruled, at := true, d.from
	for line := range strings.Lines(text[d.from:]) {
		next := at + len(line)
		line = strings.TrimSpace(line)
		if name := nameIn(line, ruled); name != "" {
			d.flush(at)
			d.name, d.at, d.from = name, at, next
		} else if ruled && strings.HasPrefix(line, "Powered by [ChatGPT Exporter](") {
			d.flush(at)
			d.name, d.at, d.from = "", at, at
		}
		if at = next; line != "" {
			ruled = line == "---"
		}
	}
	d.flush(at)
	return format.Single(d.c, nil)
}

// nameIn is the name in bold that begins a message, with what stands in brackets after it;
// "" without one. ChatGPT Exporter has headings.
func nameIn(line string, ruled bool) string {
	if name, ok := strings.CutPrefix(line, "## "); ok && (name == "Prompt:" || name == "Response:") {
		return name
	}
	name, marked := strings.CutPrefix(line, "_**")
	if marked {
		name, marked = strings.CutSuffix(name, "**_")
	} else if name, marked = strings.CutPrefix(line, "**"); marked {
		name, marked = strings.CutSuffix(name, "**")
		marked = marked && ruled
	}
	if who, _, _ := strings.Cut(name, " ("); !marked || roleOf(who) == "" {
		return ""
	}
	return name
}

func roleOf(who string) conv.Role {
	switch strings.TrimSuffix(who, ":") {
	case "User", "Prompt":
		return conv.RoleUser
	case "Assistant", "Agent", "Cursor", "Response":
		return conv.RoleAssistant
	}
	return ""
}

// flush makes a message of the lines at hand, which end at an offset. The lines before the
// first name are of the program, and say the title.
func (d *decoder) flush(end int) {
	text := strings.TrimSpace(d.text[d.from:end])
	if rest, ok := strings.CutSuffix(text, "---"); ok && (rest == "" || strings.HasSuffix(rest, "\n")) {
		text = strings.TrimSpace(rest)
	}
	who, about, _ := strings.Cut(d.name, " (")
	about = strings.TrimSuffix(about, ")")
	if first, rest, _ := strings.Cut(text, "\n"); isTime(first) && about == "" && d.name != "" {
		about, text = strings.TrimSpace(first), strings.TrimSpace(rest)
	}
	t := &conv.TextContent{Text: text}
	t.SetOffset(d.from)
	var m conv.Message
	switch roleOf(who) {
	case conv.RoleUser:
		m = &conv.UserMessage{Content: []conv.UserContent{t}}
		conv.MetaOf(m).Injected = isAdded(text)
	case conv.RoleAssistant:
		a := &conv.AssistantMessage{Content: []conv.AssistantContent{t}}
		if m = a; about != "" && about[0] > '9' {
			a.Model, about, _ = strings.Cut(about, " ")
		}
	default:
		if text == "" {
			return
		}
		for line := range strings.Lines(text) {
			if title, ok := strings.CutPrefix(line, "# "); ok && d.c.Title == "" {
				d.c.Title = strings.TrimSpace(title)
			}
		}
		kind := ".head"
		if len(d.c.Messages) > 0 {
			kind = ".foot"
		}
		m = &conv.CustomMessage{CustomType: family + kind, Content: []conv.UserContent{t}}
	}
	meta := conv.MetaOf(m)
	meta.SetOffset(d.at)
	if meta.Timestamp = session.ISOTime(strings.Replace(about, " ", "T", 1)); meta.Timestamp == 0 && about != "" {
		meta.Extensions.Set(family, "about", rawjson.Quoted(about))
	}
	d.c.Messages = append(d.c.Messages, m)
}

// isTime reports whether a line is a time and no more, as ChatGPT Exporter begins a message.
func isTime(line string) bool {
	return strings.Count(line, ":") == 2 && strings.Trim(line, "0123456789/-.:, APM\r") == ""
}

// isAdded reports whether Cline wrote all of a message in the user's name.
func isAdded(text string) bool {
	return strings.Contains(text, "<environment_details>") &&
		!slices.ContainsFunc([]string{"<task>", "<feedback>", "<answer>", "<user_message>"}, func(tag string) bool { return strings.Contains(text, tag) })
}
