package agui

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// fold puts messages of the protocol into a conversation.
func fold(c *conv.Conversation, all []*message) {
	var f folding
	for _, m := range all {
		f.add(m)
	}
	f.into(c)
}

// folding is messages of the protocol on their way into a conversation:
// reasoning goes into the answer after it, a leading instruction into the
// prompt. It keeps no message, since each is larger than what becomes of it.
type folding struct {
	c       conv.Conversation // only its messages
	prompt  *message
	waiting []*message // reasoning that no answer followed yet
	any     bool       // a message was added
}

func (f *folding) add(m *message) {
	first := !f.any
	f.any = true
	switch {
	case m.role == "reasoning":
		f.reasoning(m)
	case m.role == "assistant":
		if n := len(f.waiting); n > 0 && f.waiting[n-1].end != nil {
			flush(&f.c, &f.waiting)
		}
		f.c.Messages = append(f.c.Messages, m.assistant(f.waiting))
		f.waiting = nil
	default:
		flush(&f.c, &f.waiting)
		if first && (m.role == "system" || m.role == "developer") && m.text+m.more.String() != "" {
			f.prompt = m
			return
		}
		f.c.Messages = append(f.c.Messages, m.other())
	}
}

func (f *folding) reasoning(m *message) {
	m.readThoughtMarks()
	a := lateFor(&f.c, m, len(f.waiting))
	if a == nil {
		f.waiting = append(f.waiting, m)
		return
	}
	a.Content = append(a.Content, m.thought())
	if m.end != nil {
		endAs(a, m.end)
	}
}

// into puts what was added into a conversation without messages.
func (f *folding) into(c *conv.Conversation) {
	flush(&f.c, &f.waiting)
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

// meta is what any message has.
func (m *message) meta() conv.Meta {
	return conv.Meta{Node: m.Node, ID: m.id, Name: m.name, EncryptedValue: m.encrypted}
}

func (m *message) assistant(thoughts []*message) *conv.AssistantMessage {
	a := &conv.AssistantMessage{Meta: m.meta()}
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
	if m.end != nil {
		endAs(a, m.end)
	}
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
		w.Field("id", m.id)
		w.Field("role", m.role)
		optText(w, &m.Node, "name", m.name)
		w.OptField(encryptedKey(&m.Node), m.encrypted)
		residue.Write(w, &m.Node)
	})
	switch {
	case m.id == promptID && m.role == "system" && m.name == "" && m.encrypted == "" && len(m.Extensions) == 0:
	case m.name == "" && m.encrypted == "" && len(m.Extensions) == 0:
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
func (m *message) other() conv.Message {
	switch m.role {
	case "user":
		x := &conv.UserMessage{Meta: m.meta(), Content: contentOf[conv.UserContent](m)}
		residue.Settle(&x.Node)
		return x
	case "system", "developer":
		x := &conv.SystemMessage{Meta: m.meta(), Role: conv.Role(m.role), Content: contentOf[conv.SystemContent](m)}
		residue.Settle(&x.Node)
		return x
	case "tool":
		return m.result()
	case "activity":
		return m.custom()
	default:
		return &conv.CustomMessage{Meta: conv.Meta{Node: m.Node, ID: m.id}, CustomType: customPrefix + m.role, Data: m.payload}
	}
}

// allParts is the list of parts, with the text that events added after it.
func (m *message) allParts() []conv.Block {
	if m.parts == nil || m.more.Len() == 0 {
		return m.parts
	}
	text := rawjson.JoinSurrogates(m.more.String())
	return append(slices.Clip(m.parts), &conv.TextContent{Text: text})
}

// contentOf is the content of a message as blocks.
func contentOf[B conv.Block](m *message) []B {
	if m.parts == nil {
		if !m.hasText {
			return nil
		}
		b, _ := conv.Block(&conv.TextContent{Node: m.textNode, Text: m.content()}).(B)
		return []B{b}
	}
	var all []B
	for _, b := range m.allParts() {
		if x, ok := b.(B); ok {
			all = append(all, x)
		}
	}
	return all
}

// result is a tool's result. If the content is empty, the error becomes the
// content. An error that differs from the content is said before it: models
// are sent the content alone.
func (m *message) result() *conv.ToolResultMessage {
	x := &conv.ToolResultMessage{Meta: m.meta(), ToolCallID: m.callID, Content: contentOf[conv.ToolResultContent](m)}
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
	x := &conv.CustomMessage{Meta: m.meta(), CustomType: m.activity, Data: m.payload}
	for _, k := range takeMarks(&x.Node, "wrapped", "name", "encryptedValue") {
		switch k.Key {
		case "wrapped":
			if x.Data.Without("value", "content") == "{}" {
				x.Content = partsOf(x.Data.Lookup("content"))
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

// partsOf is a list of parts in a custom message.
func partsOf(raw conv.Raw) (all []conv.UserContent) {
	if raw == "" || raw[0] != '[' {
		return nil
	}
	r := newReader([]byte(raw), nil)
	r.in.Streamed = true
	for range r.in.Elements {
		if b, ok := r.part().(conv.UserContent); ok {
			all = append(all, b)
		}
	}
	return all
}
