package geminicli

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// version is where the fields of one version of a message are, -1 for none.
type version struct {
	at                                      int
	kind                                    string
	content, thoughts, tokens, model, calls int
	time                                    conv.Raw
	others                                  []otherField
}

// otherField is a field that the model has no place for.
type otherField struct {
	key string
	at  int
}

// version outlines a version of a message.
func (d *decoder) version(at int) version {
	v := version{at: at, content: -1, thoughts: -1, tokens: -1, model: -1, calls: -1}
	d.Rewind(at)
	for key := range d.Fields {
		here := d.Offset()
		switch key {
		case "id":
		case "type":
			v.kind = d.StrOnly()
		case "timestamp":
			v.time = d.Raw()
		case "content":
			if v.content < 0 || d.Kind() != rawjson.String {
				v.content = here
			}
		case "parts":
			if v.content < 0 {
				v.content = here
			}
		case "thoughts":
			v.thoughts = here
		case "tokens":
			v.tokens = here
		case "model":
			v.model = here
		case "toolCalls":
			v.calls = here
		default:
			v.others = append(v.others, otherField{key, here})
		}
	}
	return v
}

// merged is the last version of a message, with what only earlier ones say: when
// a session is resumed, the program writes contents anew without the rest.
func (d *decoder) merged(w *wire) version {
	v := d.version(w.versions[len(w.versions)-1])
	for i := len(w.versions) - 2; i >= 0; i-- {
		e := d.version(w.versions[i])
		for _, x := range []struct{ to, from *int }{{&v.tokens, &e.tokens}, {&v.model, &e.model}, {&v.calls, &e.calls}} {
			if *x.to < 0 {
				*x.to = *x.from
			}
		}
		v.time = cmp.Or(e.time, v.time)
	}
	return v
}

// message reads a message of the log.
func (d *decoder) message(w *wire) {
	v := d.merged(w)
	from := len(d.c.Messages)
	switch v.kind {
	case "user":
		d.user(w, v)
	case "gemini", "model":
		d.answer(w, v)
	default:
		d.custom(v)
	}
	if len(d.c.Messages) > from {
		if _, whole := d.c.Messages[from].(*conv.CustomMessage); whole {
			v.time = d.version(w.versions[len(w.versions)-1]).time // it is written as this record
		}
	}
	ms := session.ISOMilliseconds(v.time)
	for i, m := range d.c.Messages[from:] {
		meta := conv.MetaOf(m)
		if i == 0 || v.kind == "user" { // results beside a call have times of their own
			meta.Timestamp = ms
		}
		if i == 0 && !strings.HasPrefix(w.id, madeMessage) {
			meta.ID = w.id
		}
	}
}

// custom reads a message that no model sees: a notice of the program, or one of
// an unknown type.
func (d *decoder) custom(v version) {
	kind := v.kind
	switch kind {
	case "info", "error", "warning", "user":
	case "":
		kind = "message"
		fallthrough
	default:
		d.Notes.Unknown(v.at, "message type", v.kind)
	}
	m := &conv.CustomMessage{CustomType: family + "." + kind, Data: d.rawAt(v.at)}
	m.SetOffset(v.at)
	d.add(m)
}

func (d *decoder) rawAt(at int) conv.Raw {
	c := d.again
	c.Rewind(at)
	return c.Raw()
}

func (d *decoder) add(list ...conv.Message) {
	d.thread.Identify(list)
	d.c.Messages = append(d.c.Messages, list...)
}

// user reads what the user said, or results of calls. What was already read with
// the calls is left out. The program does not send its own commands.
func (d *decoder) user(w *wire, v version) {
	if v.content < 0 {
		d.custom(v)
		return
	}
	text := strings.TrimSpace(d.textAt(v.content))
	list := d.partsAt(v.content, false)
	results := slices.ContainsFunc(list, isResult)
	injected := isContext(text) || results && text == "" // files that tools read
	repeated := d.repeated(v.content, results)
	if isCommand(text) {
		d.custom(v)
		return
	}
	if len(list) == 0 {
		list = []conv.Message{&conv.UserMessage{}}
	}
	if strings.HasPrefix(text, "<session_context>") {
		d.said = text
	}
	list = d.unread(list, repeated)
	for i, m := range list {
		meta := conv.MetaOf(m)
		if u, ok := m.(*conv.UserMessage); ok {
			u.Injected = injected
		}
		if i == 0 {
			meta.SetOffset(v.at)
			d.keepOthers(&meta.Node, v)
		}
	}
	d.add(list...)
	for _, m := range list {
		if r, ok := m.(*conv.ToolResultMessage); ok {
			d.answered[r.ToolCallID] = true
		}
	}
}

// isContext reports whether the program has written a text in the user's name.
func isContext(text string) bool {
	return strings.HasPrefix(text, "<session_context>") || strings.HasPrefix(text, "<hook_context>")
}

// isCommand reports whether the program takes a text as a command to itself.
func isCommand(text string) bool { return strings.HasPrefix(text, "/") || strings.HasPrefix(text, "?") }

// textAt is the texts of a content together.
func (d *decoder) textAt(at int) string {
	d.again.Rewind(at)
	return format.TextAt(d.again)
}

// partsAt reads a content.
func (d *decoder) partsAt(at int, model bool) []conv.Message {
	d.Rewind(at)
	return d.thread.Parts(d.Reader, model)
}

// repeated is the offsets of parts that stood in the results of the last calls. A
// message without a result repeats them all, or it says something of its own.
func (d *decoder) repeated(at int, results bool) map[int]bool {
	if len(d.given) == 0 {
		return nil
	}
	c := d.again
	c.Rewind(at)
	out := map[int]bool{}
	for range c.ElementsOnly {
		here := c.Offset()
		if d.given[string(c.Raw())] {
			out[here] = true
		} else if !results {
			return nil
		}
	}
	return out
}

func isResult(m conv.Message) bool {
	_, ok := m.(*conv.ToolResultMessage)
	return ok
}

// unread leaves out results that were read with their calls, and parts that
// stood beside these.
func (d *decoder) unread(list []conv.Message, repeated map[int]bool) []conv.Message {
	return slices.DeleteFunc(list, func(m conv.Message) bool {
		switch m := m.(type) {
		case *conv.ToolResultMessage:
			return m.ToolCallID != "" && d.answered[m.ToolCallID] || repeated[m.Offset()]
		case *conv.UserMessage:
			n := len(m.Content)
			m.Content = slices.DeleteFunc(m.Content, func(b conv.UserContent) bool { return repeated[conv.NodeOf(b).Offset()] })
			return n > 0 && len(m.Content) == 0
		}
		return false
	})
}

// keepOthers keeps the fields of a message that the model has no place for.
func (d *decoder) keepOthers(n *conv.Node, v version) {
	for _, f := range v.others {
		d.Rewind(f.at)
		if f.key == "displayContent" {
			d.KeepQuietly(n, f.key)
		} else {
			d.Keep(n, f.key)
		}
	}
}
