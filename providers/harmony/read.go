package harmony

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

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return marked.Decode(data, notes, func(t *training.Text) *conv.Conversation {
		x := &reader{notes: notes, out: &conv.Conversation{}}
		x.out.SetOffset(t.At)
		for t.Skip() && t.Err() == nil && !strings.HasPrefix(t.All[t.At:], training.EndOfText) {
			x.next(t)
		}
		x.flush()
		return x.out
	})
}

// reader makes messages of turns.
type reader struct {
	notes *note.Notes
	out   *conv.Conversation
	turns int
	calls training.Pairing
	said  *conv.AssistantMessage // the answer whose turns are read

	frames []frame // of its blocks
}

// The tokens that may stand after a header, and those that end a text.
var (
	ends  = []string{message, start, end, call, finished, training.EndOfText}
	stops = []string{end, call, finished}
)

// next reads a turn.
func (x *reader) next(t *training.Text) {
	at := t.At
	if !t.Take(start) && (x.turns > 0 || !strings.HasPrefix(t.All[at:], channel)) {
		t.Fail(at, "text between two messages; want %s", start)
		return
	}
	header, token := t.Until(ends)
	text, stop := "", ""
	if token == message {
		t.Take(message)
		if text, stop = t.Until(marked.Tokens); slices.Contains(stops, stop) {
			t.Take(stop)
		} else if stop == training.EndOfText {
			stop = ""
		} else if stop != "" {
			t.Fail(t.At, "%s in the text of a message: there is no %s before it", stop, end)
			return
		}
	} else if token != "" && token != training.EndOfText {
		t.Fail(t.At, "%s in the header of a message: there is no %s before it", token, message)
		return
	}
	if stop == "" && text == "" {
		if x.flush(); isAnswered(x.out.Messages) {
			x.notes.Loss(note.CodeHistory, note.Dropped, at, "turn without text after an answer, of the header", header)
			return
		}
		own.Set(&x.out.Node, hintOpen, rawjson.Quoted(t.All[at:t.At]))
		return
	}
	x.turn(at, parseFrame(header+message+stop), text)
	x.turns++
}

func (x *reader) turn(at int, f frame, text string) {
	if f.kind >= thought {
		x.block(at, f, text)
		return
	}
	x.flush()
	if x.turns == 0 && f.kind == system && text != "" && isRenderers(text) && f.raw == f.String() {
		own.Set(&x.out.Node, systemMessage, rawjson.Quoted(text))
		return
	}
	if x.out.SystemPrompt == "" && len(x.out.Messages) == 0 && (f.kind == system || f.kind == developer) && text != "" {
		x.prompt(f, text)
		return
	}
	var m conv.Message
	switch f.kind {
	case system:
		m = training.Said(conv.RoleSystem, text, at)
	case developer:
		m = training.Said(conv.RoleDeveloper, text, at)
	case user:
		m = training.Said(conv.RoleUser, text, at)
		conv.MetaOf(m).Name = f.name
	case result:
		r := training.Said(conv.RoleToolResult, text, at).(*conv.ToolResultMessage)
		r.ToolName, r.ToolCallID = f.name, x.calls.Pair(f.name)
		m = r
	default:
		header, _, _ := strings.Cut(f.raw, message)
		x.notes.Unknown(at, "role", header)
		x.out.Messages = append(x.out.Messages, custom(f.raw, text, at))
		return
	}
	keepFrame(&conv.MetaOf(m).Node, f)
	x.out.Messages = append(x.out.Messages, m)
}

// isAnswered reports whether the end is the end of an answer.
func isAnswered(messages []conv.Message) bool {
	if len(messages) == 0 {
		return false
	}
	m, ok := messages[len(messages)-1].(*conv.AssistantMessage)
	return ok && isClosed(m)
}

func keepFrame(n *conv.Node, f frame) {
	if f.raw != f.String() {
		own.Set(n, hintFrame, rawjson.Quoted(f.raw))
	}
}

// custom keeps a turn of a role that nobody knows.
func custom(raw, text string, at int) *conv.CustomMessage {
	data := rawjson.ObjectBy(func(w *rawjson.Writer) { w.Fields("frame", raw, "text", text) })
	header, _, _ := strings.Cut(raw, message)
	m := &conv.CustomMessage{CustomType: family + "." + header, Data: data}
	m.SetOffset(at)
	return m
}

// prompt reads the first instruction.
func (x *reader) prompt(f frame, text string) {
	if f.kind == system {
		own.Set(&x.out.Node, format.PromptMessage, `{"role":"system"}`)
		x.out.SystemPrompt = text
	} else if prompt, ok := strings.CutPrefix(text, instructions); ok && prompt != "" {
		x.out.SystemPrompt = prompt
	} else {
		x.out.SystemPrompt = text
		own.Set(&x.out.Node, hintText, rawjson.Quoted(text))
	}
	keepFrame(&x.out.Node, f)
}

// block reads a turn of an answer.
func (x *reader) block(at int, f frame, text string) {
	if x.said == nil {
		x.said = &conv.AssistantMessage{}
		x.said.SetOffset(at)
		x.out.Messages = append(x.out.Messages, x.said)
	}
	var b conv.AssistantContent
	switch {
	case f.kind == called:
		t := parseCall(f.name, text)
		if formatCall(t) != text {
			own.Set(&t.Node, hintText, rawjson.Quoted(text))
		}
		b = t
	case f.kind == thought && strings.TrimSpace(text) != "":
		b = &conv.ThinkingContent{Thinking: text}
	case f.kind != thought && text != "":
		b = &conv.TextContent{Text: text}
	}
	if b != nil {
		conv.NodeOf(b).SetOffset(at)
		x.said.Content, x.frames = append(x.said.Content, b), append(x.frames, f)
	}
	if f.kind == final {
		x.flush()
	}
}

// flush ends the answer whose turns are read.
func (x *reader) flush() {
	if x.said == nil {
		return
	}
	calls := x.said.HasCalls()
	for i, b := range x.said.Content {
		if raw := x.frames[i].raw; raw != usual(b, i == len(x.frames)-1, calls).String() {
			own.Set(conv.NodeOf(b), hintFrame, rawjson.Quoted(raw))
		}
	}
	x.calls.Number(slices.Collect(x.said.Calls))
	x.said, x.frames = nil, nil
}
