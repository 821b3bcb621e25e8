package continuedev

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
)

type decoder struct {
	*parts.Builder
	alone   map[string]bool         // calls whose results are messages of their own
	thought []*conv.ThinkingContent // reasoning of the next answer
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewBuilder(own, data, notes), alone: map[string]bool{}}
	if d.WantOneOf("a session of Continue", "history") {
		d.session()
	}
	return d.One(d.C)
}

func (d *decoder) session() {
	s := &conv.Session{Agent: family}
	d.C.Session = s
	for key := range d.Fields {
		switch key {
		case "sessionId":
			d.C.ID = d.StrOnly()
		case "title":
			d.C.Title = d.StrOnly()
		case "workspaceDirectory":
			s.Cwd = strings.TrimPrefix(d.StrOnly(), "file://")
		case "chatModelTitle":
			s.Model = d.StrOnly()
		case "history":
			at := d.Skipped()
			d.Each(at, "messages", d.named)
			d.Each(at, "messages", d.entry)
			d.flush()
		case "mode", "usage":
			d.KnownIfSaid(&s.Node, key)
		default:
			d.Keep(&s.Node, key)
		}
	}
}

// named remembers whose result a message is.
func (d *decoder) named(raw conv.Raw, _ int) {
	if m := raw.Lookup("message"); parts.Str(m, "role") == "tool" {
		d.alone[parts.Str(m, "toolCallId")] = true
	}
}

// flush adds an answer of the reasoning that no answer came after.
func (d *decoder) flush() {
	if len(d.thought) > 0 {
		d.answer(-1)
	}
}

// answer adds an answer with the reasoning before it.
func (d *decoder) answer(at int) *conv.AssistantMessage {
	m := &conv.AssistantMessage{}
	for _, t := range d.thought {
		m.Content = append(m.Content, t)
	}
	d.thought = nil
	d.Add(m, at)
	return m
}

func (d *decoder) entry(raw conv.Raw, at int) {
	if raw[0] != '{' {
		d.Fail(at, "want a message as an object")
		return
	}
	said := raw.Lookup("message")
	switch role := parts.Str(said, "role"); role {
	case "thinking":
		d.thinking(raw, said, at)
	case "assistant":
		d.answered(raw, said, at)
	case "tool":
		d.flush()
		m := d.Result(parts.Str(said, "toolCallId"), "", at)
		d.content(m, said.Lookup("content"), at)
		d.Rest(&m.Node, said, "role content toolCallId")
		d.rest(&m.Node, raw, at, "")
	default:
		d.flush()
		m := d.Open(role, at)
		if m == nil {
			d.Custom(cmp.Or(role, "message"), raw, false, at)
			return
		}
		n := &conv.MetaOf(m).Node
		d.content(m, said.Lookup("content"), at)
		d.Rest(n, said, "role content")
		d.rest(n, raw, at, "")
	}
}

func (d *decoder) thinking(raw, said conv.Raw, at int) {
	t := &conv.ThinkingContent{Thinking: text(said.Lookup("content")), ThinkingSignature: parts.Str(said, "signature")}
	if data := parts.Str(said, "redactedThinking"); data != "" && t.Thinking == "" {
		t.ThinkingSignature, t.Redacted = data, true
	}
	t.SetOffset(at)
	parts.LeftOf(own, &t.Node, "content", said.Lookup("content"), "type text")
	d.Rest(&t.Node, said, "role content signature redactedThinking")
	d.rest(&t.Node, raw, at, "")
	d.thought = append(d.thought, t)
}

func (d *decoder) answered(raw, said conv.Raw, at int) {
	m := d.answer(at)
	if len(m.Content) == 0 {
		d.Thinking(m, parts.Str(raw, "reasoning.text"), "", "", at)
	}
	for log := range raw.Lookup("promptLogs").Elements {
		m.Model = cmp.Or(m.Model, parts.Str(log, "modelTitle"))
	}
	d.content(m, said.Lookup("content"), at)
	calls, asked := slices.Collect(said.Lookup("toolCalls").Elements), map[string]bool{}
	for _, call := range calls {
		asked[parts.Str(call, "id")] = true
	}
	for state := range raw.Lookup("toolCallStates").Elements {
		if call := state.Lookup("toolCall"); strings.HasPrefix(string(call), "{") && !asked[parts.Str(state, "toolCallId toolCall.id")] {
			calls = append(calls, call)
		}
	}
	for _, call := range calls {
		t := d.Call(m, parts.Str(call, "id"), parts.Str(call, "function.name"), parts.At(call, "function.arguments"), call, at)
		d.Rest(&t.Node, call, "id type function")
		d.Object(&t.Node, "function", call.Lookup("function"), "name arguments")
	}
	count := func(name string) conv.Raw { return said.Lookup(name) }
	parts.Usage(m, count, "usage.promptTokens usage.completionTokens - usage.promptTokensDetails.cachedTokens")
	d.Rest(&m.Node, said, "role content toolCalls usage")
	d.rest(&m.Node, raw, at, "reasoning toolCallStates")
	d.Object(&m.Node, "reasoning", raw.Lookup("reasoning"), "text active")
	for state := range raw.Lookup("toolCallStates").Elements {
		d.result(state, at)
	}
}

// rest keeps what else is said around a message. Logs of what the model got repeat the
// messages before it, and the state of an editor its text.
func (d *decoder) rest(n *conv.Node, raw conv.Raw, at int, read string) {
	d.Rest(n, raw, "message promptLogs editorState "+read)
	for _, key := range []string{"promptLogs", "editorState"} {
		if v := raw.Lookup(key); len(v) > len("[]") && v != "null" {
			d.Notes.Loss(note.CodeExtension, note.Dropped, at, "field of the program", key)
		}
	}
}

// result adds the result that stands with a call.
func (d *decoder) result(state conv.Raw, at int) {
	id, status, output := parts.Str(state, "toolCallId"), parts.Str(state, "status"), state.Lookup("output")
	const read = "toolCallId toolCall status parsedArgs output"
	if d.alone[id] || len(output) <= len("[]") && status != "errored" {
		d.Lose(state, at, read)
		for item := range output.Elements {
			d.Lose(item, at, "content name description")
		}
		return
	}
	m := d.Result(id, "", at)
	for item := range output.Elements {
		d.Text(m, parts.Str(item, "content"), at)
		d.Left(item, "content name description")
	}
	m.IsError = status == "errored"
	d.Rest(&m.Node, state, read)
}

// content adds a text, or parts of it and images.
func (d *decoder) content(m conv.Message, content conv.Raw, at int) {
	if !strings.HasPrefix(string(content), "[") {
		d.Text(m, content.Text(), at)
		return
	}
	for part := range content.Elements {
		switch kind := parts.Str(part, "type"); kind {
		case "text":
			d.Text(m, parts.Str(part, "text"), at)
			d.Left(part, "type text")
		case "imageUrl":
			d.Media(m, "image", &conv.Media{URL: parts.Str(part, "imageUrl.url")}, part, at)
			d.Left(part, "type imageUrl")
			d.LeftIn(part, "imageUrl", "url")
		default:
			d.Unknown(m, kind, part, at)
		}
	}
}

// text is the text of a content.
func text(content conv.Raw) string {
	var all strings.Builder
	for part := range content.Elements {
		all.WriteString(parts.Str(part, "text"))
	}
	return cmp.Or(all.String(), content.Text())
}
