package chatml

import (
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// turn is a turn as it stands in the text.
type turn struct {
	at   int
	line string // the first one
	text string
	open bool // it does not end
	cut  bool // nor does its first line
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return marked.Decode(data, notes, func(t *training.Text) *conv.Conversation {
		x := &reader{notes: notes, out: &conv.Conversation{}}
		x.out.SetOffset(t.At)
		for t.Skip() && !strings.HasPrefix(t.All[t.At:], training.EndOfText) {
			one, ok := next(t)
			if !ok {
				break
			}
			x.turn(one)
		}
		return x.out
	})
}

// next reads a turn.
func next(t *training.Text) (one turn, ok bool) {
	one.at = t.At
	if !t.Take(begin) {
		t.Fail(t.At, "text between two turns; want %s", begin)
		return one, false
	}
	said, token := t.Until(marked.Tokens)
	switch one.open = token != end; {
	case token == begin:
		t.Fail(t.At, "%s in a turn: there is no %s before it", begin, end)
		return one, false
	case token == end:
		t.Take(end)
	}
	one.line, one.text, ok = strings.Cut(said, "\n")
	if one.cut = !ok; one.cut && !one.open {
		t.Fail(one.at, "a turn without a line break after its role")
		return one, false
	}
	return one, true
}

// reader makes messages of turns.
type reader struct {
	notes *note.Notes
	out   *conv.Conversation
	begun bool // a turn was read
	calls training.Pairing
	tags  bool // the last message is a result in tags, which another one could follow in its turn
}

func (x *reader) turn(t turn) {
	first := !x.begun
	x.begun = true
	if t.open && t.text == "" {
		if isAnswered(x.out.Messages) {
			x.notes.Loss(note.CodeHistory, note.Dropped, t.at, "turn without text after an answer, of role", t.line)
			return
		}
		if !t.cut {
			t.line += "\n"
		}
		own.Set(&x.out.Node, hintOpen, rawjson.Quoted(t.line))
		return
	}
	h, known := parseHeader(t.line)
	role := roleOf(h.role)
	if known && (role == conv.RoleUser || role == conv.RoleToolResult) && h.name == "" {
		if pieces := training.Responses(t.text); pieces != nil {
			x.results(t, pieces)
			return
		}
	}
	x.tags = false
	var m conv.Message
	switch {
	case !known:
		x.notes.Unknown(t.at, "role", t.line)
		m = custom(t)
	case first && t.text != "" && (role == conv.RoleSystem || role == conv.RoleDeveloper):
		x.prompt(t)
		return
	case role == conv.RoleAssistant:
		m = x.answer(t)
	default:
		m = training.Said(role, t.text, t.at)
	}
	meta := conv.MetaOf(m)
	meta.SetOffset(t.at)
	if r, ok := m.(*conv.ToolResultMessage); ok {
		r.ToolCallID = x.calls.Pair("")
		own.Set(&r.Node, hintHeader, rawjson.Quoted(t.line))
		own.Set(&r.Node, hintBare, "true")
	} else if known {
		if meta.Name = h.name; h.String() != t.line {
			own.Set(&meta.Node, hintHeader, rawjson.Quoted(t.line))
		}
	}
	if t.open {
		own.Set(&meta.Node, hintOpen, "true")
	}
	x.out.Messages = append(x.out.Messages, m)
}

// isAnswered reports whether no answer is missing at the end.
func isAnswered(messages []conv.Message) bool {
	return len(messages) > 0 && conv.RoleOf(messages[len(messages)-1]) == conv.RoleAssistant
}

// custom keeps a turn of a role that nobody knows.
func custom(t turn) *conv.CustomMessage {
	data := rawjson.ObjectBy(func(w *rawjson.Writer) { w.Fields("role", t.line, "content", t.text) })
	return &conv.CustomMessage{CustomType: family + "." + strings.TrimSpace(t.line), Data: data}
}

// prompt reads the first turn, if it is an instruction.
func (x *reader) prompt(t turn) {
	x.out.SystemPrompt, x.out.Tools = parsePrompt(t.text)
	for i := range x.out.Tools {
		x.out.Tools[i].SetOffset(t.at)
	}
	if formatPrompt(x.out.SystemPrompt, x.out.Tools) != t.text {
		own.Set(&x.out.Node, hintText, rawjson.Quoted(t.text))
	}
	if t.line != string(conv.RoleSystem) {
		own.Set(&x.out.Node, format.PromptMessage, rawjson.ObjectBy(func(w *rawjson.Writer) { w.Field("role", t.line) }))
	}
}

func (x *reader) answer(t turn) *conv.AssistantMessage {
	m := &conv.AssistantMessage{Content: parseAnswer(t.text)}
	if spelled(m.Content) != t.text {
		own.Set(&m.Node, hintText, rawjson.Quoted(t.text))
	}
	for _, b := range m.Content {
		conv.NodeOf(b).SetOffset(t.at)
	}
	x.calls.Number(slices.Collect(m.Calls))
	return m
}

// results reads a turn of results in tags.
func (x *reader) results(t turn, pieces []string) {
	for i, piece := range pieces {
		text := training.Response(piece)
		m := training.Said(conv.RoleToolResult, text, t.at).(*conv.ToolResultMessage)
		m.ToolCallID = x.calls.Pair("")
		if t.open && i == len(pieces)-1 {
			own.Set(&m.Node, hintOpen, "true")
		}
		if i == 0 && (t.line != string(conv.RoleUser) || x.tags) {
			own.Set(&m.Node, hintHeader, rawjson.Quoted(t.line))
		}
		if response(text, i == 0) != piece {
			own.Set(&m.Node, hintText, rawjson.Quoted(piece))
		}
		x.out.Messages = append(x.out.Messages, m)
	}
	x.tags = true
}
