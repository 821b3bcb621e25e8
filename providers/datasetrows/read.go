package datasetrows

import (
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// columns are the names of columns, of a row and of what is in its lists, and what each
// one is: a role, or a list, calls or a template.
var columns = [...]struct{ name, is string }{
	{"system", "system"},
	{"system_prompt", "system"},
	{"data", "list"},
	{"conversations", "list"},
	{"conversation", "list"},
	{"input", "user"},
	{"inputs", "user"},
	{"question", "user"},
	{"Question", "user"},
	{"query", "user"},
	{"human", "user"},
	{"user", "user"},
	{"problem", "user"},
	{"Complex_CoT", "thinking"},
	{"output", "assistant"},
	{"target", "assistant"},
	{"targets", "assistant"},
	{"answer", "assistant"},
	{"solution", "assistant"},
	{"generated_solution", "assistant"},
	{"Response", "assistant"},
	{"assistant", "assistant"},
	{"answers", "calls"},
	{"chat", "template"},
	{"text", "template"},
}

// decoder reads rows.
type decoder struct {
	*parts.Builder
	calls training.Pairing
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewPlain(own, data, notes)}
	return d.Rows(d.row)
}

func (d *decoder) row() *conv.Conversation {
	d.Begin()
	d.calls = training.Pairing{}
	at := d.Offset()
	if !d.WantObject("a row as an object") {
		return d.C
	}
	row := d.Raw()
	rest := row
	if tools, ok := training.ParseTools(own, row.Lookup("tools")); ok {
		d.C.Tools, rest = tools, rest.Without("tools")
		for i := range tools {
			if p := tools[i].Parameters; p != "" && p.Lookup("properties") == "" && !isText(p.Lookup("type")) {
				tools[i].Parameters = `{"type":"object","properties":` + p + `}` // xLAM has only these
			}
		}
	}
	if a := row.Lookup("conversation_a"); a != "" {
		rest = d.arena(rest, slices.Collect(a.Elements), slices.Collect(row.Lookup("conversation_b").Elements), at)
	} else {
		rest = d.said(rest, at)
	}
	if d.Err() == nil && len(d.C.Messages) == 0 {
		d.Fail(at, "a row without turns")
	}
	parts.Prompt(own, d.C)
	d.Rest(&d.C.Node, rest, "")
	return d.C
}

// arena reads two answers that people compared, and returns the other columns. Without a
// winner they are no pair.
func (d *decoder) arena(row conv.Raw, a, b []conv.Raw, at int) (rest conv.Raw) {
	winner, key := row.Lookup("winner").Text(), "conversation_a"
	if winner == "model_b" {
		a, b, key = b, a, "conversation_b"
	}
	d.list(a, at)
	n, all := training.Shared(a, b), d.C.Messages
	if winner != "model_a" && winner != "model_b" || n == len(b) || n >= len(all) {
		return row.Without(key)
	}
	d.C.Messages = nil
	d.list(b[n:], at)
	training.Join(d.C, training.Parts{Pair: true, History: all[:n:n], Chosen: all[n:], Rejected: d.C.Messages})
	return row.Without("conversation_a", "conversation_b", "winner")
}

// said reads the columns of a row, or of an element of a list, and returns the others.
func (d *decoder) said(row conv.Raw, at int) (rest conv.Raw) {
	var values [len(columns)]conv.Raw
	for key, value := range row.Fields {
		for i := range columns {
			if columns[i].name == key {
				values[i] = value
			}
		}
	}
	var read []string
	for i, c := range columns {
		value := values[i]
		switch {
		case strings.HasPrefix(string(value), "[") && (c.is == "list" || c.is == "user"):
			d.list(slices.Collect(value.Elements), at)
		case !isText(value) || c.is == "list":
			continue
		case c.is == "template":
			turns := training.Turns(value.Text())
			if turns == nil {
				continue
			}
			for _, t := range turns {
				d.say(t.Role, t.Text, at)
			}
		default:
			d.say(c.is, value.Text(), at)
		}
		read = append(read, c.name)
	}
	return row.Without(read...)
}

func isText(value conv.Raw) bool { return value != "" && value[0] == '"' }

// list reads texts that take turns, messages, or questions with their answers.
func (d *decoder) list(elements []conv.Raw, at int) {
	for i, e := range elements {
		role, content := e.Lookup("role"), e.Lookup("content")
		switch {
		case isText(e):
			d.say([...]string{"user", "assistant"}[i%2], e.Text(), at)
		case isText(role) && isText(content):
			d.say(role.Text(), content.Text(), at)
			d.Rest(&conv.MetaOf(d.C.Messages[len(d.C.Messages)-1]).Node, e, "role content")
		case strings.HasPrefix(string(e), "{"):
			d.Lose(d.said(e, at), at, "")
		default:
			d.Custom("turn", e, false, at)
		}
	}
}

// say adds what somebody says. A text of nobody is kept.
func (d *decoder) say(role, text string, at int) {
	switch role {
	case "tool":
		d.Text(d.Result(d.calls.Pair(""), "", at), text, at)
		return
	case "calls", "thinking", "assistant":
		d.answer(role, text, at)
		return
	case "system":
		text = d.functions(strings.TrimPrefix(text, "SYSTEM: "))
	}
	if m := d.Open(role, at); m != nil {
		d.Text(m, text, at)
		return
	}
	d.Custom(role, rawjson.Quoted(text), false, at)
}

// answer adds to an answer, whose reasoning comes before it.
func (d *decoder) answer(is, text string, at int) {
	var m *conv.AssistantMessage
	if n := len(d.C.Messages); n > 0 {
		if last, ok := d.C.Messages[n-1].(*conv.AssistantMessage); ok && len(last.Content) == 1 && last.Content[0].BlockType() == "thinking" {
			m = last
		}
	}
	if m == nil {
		m = d.Open("assistant", at).(*conv.AssistantMessage)
	}
	switch calls, ok := training.ParseCalls(text); {
	case is == "thinking":
		d.Thinking(m, text, "", "", at)
		return
	case is == "calls" && ok:
		d.call(m, calls, at)
		return
	}
	if t, after := training.Thinking(text); t != nil {
		d.Thinking(m, t.Thinking, "", "", at)
		text = after
	}
	if before, call, ok := strings.Cut(text, "<functioncall>"); ok { // as Glaive has it, with '…' around the arguments
		call = strings.NewReplacer(`'{`, `{`, `}'`, `}`).Replace(strings.TrimSpace(call))
		if calls, ok := training.ParseCalls(call); ok {
			d.Text(m, strings.TrimSpace(before), at)
			d.call(m, calls, at)
			return
		}
	}
	d.Text(m, text, at)
}

func (d *decoder) call(m *conv.AssistantMessage, calls []*conv.ToolCall, at int) {
	for _, c := range calls {
		d.Say(m, c, "", at)
	}
	d.calls.Number(calls)
}

// functions takes the tools off the end of an instruction, as Glaive has them.
func (d *decoder) functions(text string) string {
	before, list, ok := strings.Cut(text, "\n{")
	if !ok || len(d.C.Tools) > 0 {
		return text
	}
	var all []conv.Raw
	c := rawjson.NewCursor([]byte("{" + list))
	for c.Kind() == rawjson.Object && c.Err() == nil {
		all = append(all, c.Raw())
	}
	if c.Offset() < len(strings.TrimSpace(list)) { // text follows them
		return text
	}
	tools, ok := training.ParseTools(own, rawjson.ArrayOf(all))
	if !ok {
		return text
	}
	d.C.Tools = tools
	return before
}
