// Package parts builds messages of what libraries keep part by part. A part that a
// message cannot have stays as it is.
package parts

import (
	"cmp"
	"strconv"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// Builder builds conversations from one input. A decoder embeds it. The offset at is
// that of a message or a part in the input, -1 if it has none.
type Builder struct {
	record.Reader
	C     *conv.Conversation
	plain bool              // calls say nothing of why an answer ended
	names map[string]string // of tools, by the id of the call
	last  *conv.Node        // the message or block that was added last

	// Role, Here and Now are of the messages that one message of the input becomes. Now goes
	// on; nil: the next part begins one.
	Role string
	Here int
	Now  conv.Message
}

// NewBuilder reads data, which must not change afterwards.
func NewBuilder(own *record.Family, data []byte, notes *note.Notes) *Builder {
	b := &Builder{Reader: record.NewReader(own, data, notes)}
	b.Begin()
	return b
}

// NewPlain is NewBuilder for a format whose calls say nothing of why an answer ended.
func NewPlain(own *record.Family, data []byte, notes *note.Notes) *Builder {
	b := NewBuilder(own, data, notes)
	b.plain = true
	return b
}

// Begin begins another conversation where the next value does.
func (b *Builder) Begin() {
	b.C, b.names = &conv.Conversation{}, map[string]string{}
	b.SetOffset(&b.C.Node)
}

// Add appends a message.
func (b *Builder) Add(m conv.Message, at int) {
	if at >= 0 {
		conv.MetaOf(m).SetOffset(at)
	}
	b.C.Messages = append(b.C.Messages, m)
	b.last = &conv.MetaOf(m).Node
}

// Open adds an empty message of a role; nil: no such message is known.
func (b *Builder) Open(role string, at int) (m conv.Message) {
	switch role {
	case "user", "human":
		m = &conv.UserMessage{}
	case "assistant", "model", "ai":
		m = &conv.AssistantMessage{}
	case "system", "developer":
		s := &conv.SystemMessage{}
		if m = s; role == "developer" {
			s.Role = conv.RoleDeveloper
		}
	default:
		return nil
	}
	b.Add(m, at)
	return m
}

// Start begins the messages that one message of the input becomes.
func (b *Builder) Start(role string, at int) { b.Role, b.Here, b.Now = role, at, nil }

// To is the message that goes on, nil if nobody knows its role.
func (b *Builder) To() conv.Message {
	if b.Now == nil {
		b.Now = b.Open(b.Role, b.Here)
	}
	return b.Now
}

// RoleOf is the usual word for the role of a message.
func RoleOf(m conv.Message) string {
	if role := conv.RoleOf(m); role != conv.RoleToolResult {
		return string(role)
	}
	return "tool"
}

// Span is how many of the messages, at least one, are one message of a format that joins
// some to the one before.
//
//go:noinline
func Span(list []conv.Message, joins func(before, m conv.Message) bool) int {
	n := 1
	for n < len(list) && joins(list[n-1], list[n]) {
		n++
	}
	return n
}

// Grouped marks those messages as one, in place. What it calls them begins with what they
// are.
func Grouped(list []conv.Message, what string, joins func(before, m conv.Message) bool) []conv.Message {
	for i, n := 0, 0; i < len(list); i += n {
		name := ""
		if n = Span(list[i:], joins); n > 1 {
			name = what + "-" + strconv.Itoa(i)
		}
		for k := range list[i : i+n] {
			list[i+k] = format.WithGroup(list[i+k], name)
		}
	}
	return list
}

// Group marks the messages from the first one on as those of one message of the
// format, if they are several. What it calls them begins with what they are.
func (b *Builder) Group(first int, what string) {
	if len(b.C.Messages)-first < 2 {
		return
	}
	id := what + "-" + strconv.Itoa(first)
	for _, m := range b.C.Messages[first:] {
		conv.MetaOf(m).Group = id
	}
}

// Prompt takes an instruction at the beginning as the prompt, if it is only a text. A hint
// keeps another one where it is.
func Prompt(own *record.Family, c *conv.Conversation) {
	if len(c.Messages) == 0 {
		return
	}
	m, ok := c.Messages[0].(*conv.SystemMessage)
	if !ok {
		return
	}
	if own.Plain(&m.Node) && m.ID+m.Name == "" && m.Timestamp == 0 && conv.RoleOf(m) == conv.RoleSystem && len(m.Content) == 1 {
		if t, ok := m.Content[0].(*conv.TextContent); ok && own.Plain(&t.Node) && t.Text != "" && !t.Refusal {
			c.SystemPrompt, c.Messages = t.Text, c.Messages[1:]
			return
		}
	}
	own.Set(&c.Node, format.PromptMessage, "true")
}

// WithPrompt is the messages of a conversation, with its prompt as the first.
func WithPrompt(c *conv.Conversation) []conv.Message {
	if c.SystemPrompt == "" {
		return c.Messages
	}
	m := &conv.SystemMessage{Content: []conv.SystemContent{&conv.TextContent{Text: c.SystemPrompt}}}
	return append([]conv.Message{m}, c.Messages...)
}

// Inside reads what is in the first of some fields that an object has, and keeps the rest
// of the object as a hint on the conversation. It reports false without such a field.
func (b *Builder) Inside(what string, read func(), keys ...string) bool {
	for _, key := range keys {
		at := b.Ahead(key)
		if at < 0 {
			continue
		}
		b.Residue.SetHint(&b.C.Node, key, b.RawAt(b.Offset()).Without(key))
		for range b.Fields {
			if b.Offset() != at {
				b.Skip()
			} else if b.WantObject(what) {
				read()
			}
		}
		return true
	}
	return false
}

// WriteInside writes a value in the objects that Inside kept, the outermost first.
func WriteInside(w *rawjson.Writer, own *record.Family, n *conv.Node, write func(), keys ...string) {
	for _, key := range keys {
		if around := own.Hint(n, key); around != "" {
			w.BeginObject()
			record.WriteFields(w, around)
			w.Key(key)
			defer w.EndObject()
		}
	}
	write()
}

// WriteBlock writes a block as an object with some fields. A part that stays as it is has
// others.
func WriteBlock(w *rawjson.Writer, b conv.Block, fields func()) {
	if o, ok := b.(*conv.Opaque); ok {
		w.Raw(o.Raw)
		return
	}
	w.BeginObject()
	fields()
	w.EndObject()
}

// Each reads the elements of a list at an offset. The place of the reader stays. null,
// and no place at all, is an empty list.
func (b *Builder) Each(list int, what string, read func(element conv.Raw, at int)) {
	end := b.Offset()
	if list < 0 || b.Err() != nil {
		return
	}
	switch b.Rewind(list); b.Kind() {
	case rawjson.Null:
	case rawjson.Array:
		for range b.Elements {
			at := b.Offset()
			if element := b.Raw(); b.Err() == nil {
				read(element, at)
			}
		}
	default:
		b.Refuse("want a list of "+what+", got %s", b.Kind())
	}
	b.Rewind(end)
}

// Skipped skips the next value, and returns its offset.
func (b *Builder) Skipped() int {
	at := b.Offset()
	b.Skip()
	return at
}

// Say adds a block that was made of a part to a message.
func (b *Builder) Say(m conv.Message, x conv.Block, part conv.Raw, at int) {
	if !fits(m, x) {
		x = &conv.Opaque{Family: b.Residue.Name, Raw: part}
	}
	b.last = conv.NodeOf(x)
	if at >= 0 {
		b.last.SetOffset(at)
	}
	switch m := m.(type) {
	case *conv.UserMessage:
		m.Content = append(m.Content, x.(conv.UserContent))
	case *conv.AssistantMessage:
		m.Content = append(m.Content, x.(conv.AssistantContent))
	case *conv.ToolResultMessage:
		m.Content = append(m.Content, x.(conv.ToolResultContent))
	case *conv.SystemMessage:
		m.Content = append(m.Content, x.(conv.SystemContent))
	}
}

// fits reports whether a message may have a block.
func fits(m conv.Message, x conv.Block) (ok bool) {
	switch m.(type) {
	case *conv.UserMessage:
		_, ok = x.(conv.UserContent)
	case *conv.AssistantMessage:
		_, ok = x.(conv.AssistantContent)
	case *conv.ToolResultMessage:
		_, ok = x.(conv.ToolResultContent)
	case *conv.SystemMessage:
		_, ok = x.(conv.SystemContent)
	}
	return ok
}

// Text adds a text, unless it is empty.
func (b *Builder) Text(m conv.Message, text string, at int) {
	if b.last = &conv.MetaOf(m).Node; text != "" {
		b.Say(m, &conv.TextContent{Text: text}, "", at)
	}
}

// Value adds a text, or the JSON of another value. Nothing says nothing.
func (b *Builder) Value(m conv.Message, value conv.Raw, at int) {
	switch {
	case value == "" || value == "null":
	case value[0] == '"':
		b.Text(m, value.Text(), at)
	default:
		b.Text(m, string(value), at)
	}
}

// Opaque adds a part as it is.
func (b *Builder) Opaque(m conv.Message, part conv.Raw, at int) {
	b.Say(m, &conv.Opaque{Family: b.Residue.Name, Raw: part}, part, at)
}

// Unknown is Opaque with a note, for a part of a type that nobody knows.
func (b *Builder) Unknown(m conv.Message, kind string, part conv.Raw, at int) {
	b.Notes.Unknown(at, "part", kind)
	b.Opaque(m, part, at)
}

// Custom adds a message of a role that the model lacks. Unless it is known, that is noted.
func (b *Builder) Custom(role string, data conv.Raw, known bool, at int) {
	if !known {
		b.Notes.Unknown(at, "role", role)
	}
	b.Add(&conv.CustomMessage{CustomType: b.Residue.Name + "." + role, Data: data}, at)
}

// Thinking adds reasoning, unless it is empty.
func (b *Builder) Thinking(m conv.Message, text, signature string, part conv.Raw, at int) *conv.ThinkingContent {
	t := &conv.ThinkingContent{Thinking: text, ThinkingSignature: signature}
	if b.last = &conv.MetaOf(m).Node; text != "" || signature != "" {
		b.Say(m, t, part, at)
	}
	return t
}

// Media adds a file. Its kind is image, audio, video or document, "" if its type says
// which. Without data, an address or a text the part stays as it is.
func (b *Builder) Media(m conv.Message, kind string, f *conv.Media, part conv.Raw, at int) {
	if f.URL != "" {
		b.Residue.SetURL(f, f.URL, record.DataHints{Whole: "~url", Prefix: "~url"})
		if f.Data != "" {
			f.URL = ""
		}
	} else if data, ok := media.Base64(f.Data); ok {
		f.Data = data
	} else {
		f.Data = ""
	}
	if f.URL == "" && f.Data == "" && f.FileID == "" && f.Text == "" {
		b.Opaque(m, part, at)
		return
	}
	if kind == "" {
		kind = media.Kind(cmp.Or(f.MIMEType, media.TypeOfName(f.Name+f.URL)))
	}
	b.Say(m, f.Block(kind), part, at)
}

// Call adds a call.
func (b *Builder) Call(m conv.Message, id, name string, arguments, part conv.Raw, at int) *conv.ToolCall {
	t := b.NewCall(m, id, name, arguments)
	b.Say(m, t, part, at)
	return t
}

// NewCall is a call of a message that has yet to say it. Its arguments are an object, or
// a text that a model wrote.
func (b *Builder) NewCall(m conv.Message, id, name string, arguments conv.Raw) *conv.ToolCall {
	t := &conv.ToolCall{ID: id, Name: name}
	answer, _ := m.(*conv.AssistantMessage)
	switch {
	case arguments == "" || arguments == "null":
		t.Arguments = "{}"
	case arguments[0] == '{':
		t.Arguments = arguments
	case arguments[0] == '"':
		t.SetArguments(arguments.Text(), answer)
	default:
		t.Arguments = format.InputArguments(arguments)
	}
	if answer != nil && answer.StopReason == "" && !b.plain {
		answer.StopReason = conv.StopToolUse
	}
	b.names[id] = name
	return t
}

// Result adds the result of a call.
func (b *Builder) Result(id, name string, at int) *conv.ToolResultMessage {
	m := &conv.ToolResultMessage{ToolCallID: id, ToolName: name}
	if name == "" {
		m.ToolName = b.names[id]
	}
	b.Add(m, at)
	return m
}

// Rest is Left for the residue of the reader.
func (b *Builder) Rest(n *conv.Node, object conv.Raw, read string) { Left(b.Residue, n, object, read) }

// Object is LeftIn for the residue of the reader.
func (b *Builder) Object(n *conv.Node, key string, object conv.Raw, read string) {
	LeftIn(b.Residue, n, key, object, read)
}

// Left is Rest for the message or block that was added last. A part that gave an empty
// text leaves it to the message.
func (b *Builder) Left(object conv.Raw, read string) { b.Rest(b.last, object, read) }

// LeftIn is Object for the message or block that was added last, and the object at a key
// of another.
func (b *Builder) LeftIn(object conv.Raw, key, read string) {
	b.Object(b.last, key, object.Field(key), read)
}
