package agui

import (
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// folding is messages of the protocol on their way into a conversation:
// reasoning goes into the answer after it, a leading instruction into the
// prompt. It keeps no message, since each is larger than what becomes of it.
type folding struct {
	c       conv.Conversation // only its messages
	prompt  *message
	waiting []*message // reasoning that no answer followed yet
	any     bool       // a message was added
}

func folded(all iter.Seq[*message]) (f folding) {
	for m := range all {
		f.add(m)
	}
	return f
}

func (f *folding) add(m *message) {
	first := !f.any
	f.any = true
	switch {
	case m.role == "reasoning":
		f.reasoning(m)
	case m.role == "assistant":
		if n := len(f.waiting); n > 0 && f.waiting[n-1].end != nil {
			f.flush()
		}
		f.c.Messages = append(f.c.Messages, m.assistant(f.waiting))
		f.waiting = nil
	default:
		f.flush()
		if first && (m.role == "system" || m.role == "developer") && m.text+m.more.String() != "" {
			f.prompt = m
			return
		}
		f.c.Messages = append(f.c.Messages, m.other())
	}
}

func (f *folding) reasoning(m *message) {
	m.readThoughtMarks()
	a := f.lateFor(m)
	if a == nil {
		f.waiting = append(f.waiting, m)
		return
	}
	a.Content = append(a.Content, m.thought())
	m.tellEnd(a)
}

// into puts what was added into a conversation without messages.
func (f *folding) into(c *conv.Conversation) {
	f.flush()
	c.Messages = f.c.Messages
	if f.prompt != nil {
		f.prompt.prompt(c)
	}
	for i, m := range c.Messages {
		if a, ok := m.(*conv.AssistantMessage); ok {
			settleThoughts(a, c.Messages, i)
			residue.Settle(&a.Node)
		}
	}
}

// content is the text of a message, with what events added.
func (m *message) content() string {
	if m.more.Len() == 0 {
		return m.text
	}
	return rawjson.JoinSurrogates(m.text + m.more.String())
}

func (m *message) assistant(thoughts []*message) *conv.AssistantMessage {
	a := &conv.AssistantMessage{Meta: m.Meta}
	if n := len(thoughts) + len(m.calls); n > 0 || m.hasText {
		a.Content = make([]conv.AssistantContent, 0, n+1)
	}
	for _, t := range thoughts {
		a.Content = append(a.Content, t.thought())
	}
	if m.hasText {
		t := &conv.TextContent{Node: m.textNode, Text: m.content()}
		a.Content = append(a.Content, t)
	}
	for _, t := range m.calls {
		t.SetArguments(t.text+rawjson.JoinSurrogates(t.more.String()), a)
		residue.Settle(&t.Node)
		a.Content = append(a.Content, t.ToolCall)
	}
	if !m.hasText && len(m.calls) == 0 && len(thoughts) > 0 {
		residue.Set(&a.Node, hintEmpty, "true")
	}
	m.tellEnd(a)
	readAnswerMarks(a, takeMarks(&a.Node, answerKeys...))
	return a
}

// prompt makes a leading instruction the system prompt.
func (m *message) prompt(c *conv.Conversation) {
	c.SystemPrompt = m.content()
	if m.more.Len() == 0 {
		c.Spelled().Set(m.text, m.textNode.Spelled().Of(m.text))
	}
	residue.Settle(&m.Node)
	said := rawjson.ObjectBy(func(w *rawjson.Writer) {
		w.Field("id", m.ID)
		w.Field("role", m.role)
		optText(w, &m.Node, "name", m.Name)
		w.OptField(encryptedKey(&m.Node), m.EncryptedValue)
		residue.Write(w, &m.Node)
	})
	switch {
	case m.ID == promptID && m.role == "system" && m.Name == "" && m.EncryptedValue == "" && len(m.Extensions) == 0:
	case m.Name == "" && m.EncryptedValue == "" && len(m.Extensions) == 0:
		residue.Set(&c.Node, hintPrompt, said)
	default:
		residue.Set(&c.Node, keptPrompt, said)
	}
}

// The keys of the message of the prompt, without its text: if it has only an id and
// a role, and if it has more, which other formats lose.
const (
	hintPrompt = "~system"
	keptPrompt = "messages.system"
)

// other is a message that is neither an answer nor reasoning.
func (m *message) other() (x conv.Message) {
	switch m.role {
	case "user":
		x = &conv.UserMessage{Meta: m.Meta}
	case "system", "developer":
		x = &conv.SystemMessage{Meta: m.Meta, Role: conv.Role(m.role)}
	case "tool":
		return m.result()
	case "activity":
		return m.custom()
	default:
		return &conv.CustomMessage{Meta: conv.Meta{Node: m.Node, ID: m.ID}, CustomType: customPrefix + m.role, Data: m.payload}
	}
	format.SetContent(x, m.blocks())
	residue.Settle(&conv.MetaOf(x).Node)
	return x
}

// blocks is the content of a message as blocks. The text that events added to a list
// of parts stands after it.
func (m *message) blocks() []conv.Block {
	switch {
	case len(m.parts) == 0 && !m.hasText:
		return nil
	case m.parts == nil:
		return []conv.Block{&conv.TextContent{Node: m.textNode, Text: m.content()}}
	case m.more.Len() == 0:
		return m.parts
	}
	text := rawjson.JoinSurrogates(m.more.String())
	return append(slices.Clip(m.parts), &conv.TextContent{Text: text})
}

// result is a tool's result. If the content is empty, the error becomes the
// content. An error that differs from the content is said before it: models
// are sent the content alone.
func (m *message) result() *conv.ToolResultMessage {
	x := &conv.ToolResultMessage{Meta: m.Meta, ToolCallID: m.callID}
	format.SetContent(x, m.blocks())
	failure := m.failure
	for _, k := range takeMarks(&x.Node, "name", "error") {
		switch k.Key {
		case "name":
			x.Name = k.Value.Text()
		case "error":
			failure = k.Value
		}
	}
	if failure != "" {
		text := failure.Text()
		x.IsError = text != ""
		switch {
		case text == "":
			residue.Set(&x.Node, "error", `""`)
		case m.parts == nil && m.content() == "" && text != errorText(x):
			x.Content = []conv.ToolResultContent{&conv.TextContent{Text: text}}
			residue.Set(&x.Node, hintContent, `""`)
		case text != errorText(x):
			x.Content = append([]conv.ToolResultContent{besideOf(failure)}, x.Content...)
			residue.Set(&x.Node, hintError, failure)
		}
	}
	residue.Settle(&x.Node)
	return x
}

// custom is an activity.
func (m *message) custom() *conv.CustomMessage {
	x := &conv.CustomMessage{Meta: m.Meta, CustomType: m.activity, Data: m.payload}
	for _, k := range takeMarks(&x.Node, "wrapped", "name", "encryptedValue") {
		switch k.Key {
		case "wrapped":
			if x.Data.Without("value", "content") == "{}" {
				format.SetContent(x, partsIn(x.Data.Lookup("content")))
				x.Data = x.Data.Lookup("value")
			}
		case "name":
			x.Name = k.Value.Text()
		case "encryptedValue":
			x.EncryptedValue = k.Value.Text()
		}
	}
	if isEvent(x) {
		x.ID = "" // an event has none
	}
	residue.Settle(&x.Node)
	return x
}

// partsIn is a list of parts in a custom message, nil for any other value.
func partsIn(raw conv.Raw) []conv.Block {
	m := message{role: "user"}
	if raw != "" && raw[0] == '[' {
		r := newReader([]byte(raw), nil)
		r.In.Streamed = true
		r.content(&m)
	}
	return m.blocks()
}
