package conv

// The methods that encoding/json looks for. MarshalJSON takes a value, so that a
// value and a pointer give the same JSON. UnmarshalJSON wants the role or type of
// its receiver, and null changes nothing.

// MarshalJSON writes conversation.json. It fails if [Conversation.Check] does.
//
// json.Marshal turns < > and & into escapes. [Dialect.Write] keeps every byte.
func (c Conversation) MarshalJSON() ([]byte, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return marshal(&c, encoder.conversation, func(d decoder) *Conversation {
		back := d.conversation()
		for i := range min(len(back.Messages), len(c.Messages)) {
			d.compare(MetaOf(back.Messages[i]).Offset(), back.Messages[i], c.Messages[i])
		}
		return back
	})
}

// UnmarshalJSON reads conversation.json, and the context documents that it grew
// out of. Null changes nothing.
func (c *Conversation) UnmarshalJSON(b []byte) error {
	return unmarshal(c, b, decoder.conversation)
}

// Messages.

func (m UserMessage) MarshalJSON() ([]byte, error) { return Native.MarshalMessage(&m) }

func (m *UserMessage) UnmarshalJSON(b []byte) error { return unmarshal(m, b, messageAs[UserMessage]) }

func (m AssistantMessage) MarshalJSON() ([]byte, error) { return Native.MarshalMessage(&m) }

func (m *AssistantMessage) UnmarshalJSON(b []byte) error {
	return unmarshal(m, b, messageAs[AssistantMessage])
}

func (m ToolResultMessage) MarshalJSON() ([]byte, error) { return Native.MarshalMessage(&m) }

func (m *ToolResultMessage) UnmarshalJSON(b []byte) error {
	return unmarshal(m, b, messageAs[ToolResultMessage])
}

func (m SystemMessage) MarshalJSON() ([]byte, error) { return Native.MarshalMessage(&m) }

func (m *SystemMessage) UnmarshalJSON(b []byte) error {
	return unmarshal(m, b, messageAs[SystemMessage])
}

func (m CustomMessage) MarshalJSON() ([]byte, error) { return Native.MarshalMessage(&m) }

func (m *CustomMessage) UnmarshalJSON(b []byte) error {
	return unmarshal(m, b, messageAs[CustomMessage])
}

func (m BranchSummary) MarshalJSON() ([]byte, error) { return Native.MarshalMessage(&m) }

func (m *BranchSummary) UnmarshalJSON(b []byte) error {
	return unmarshal(m, b, messageAs[BranchSummary])
}

func (m CompactionSummary) MarshalJSON() ([]byte, error) { return Native.MarshalMessage(&m) }

func (m *CompactionSummary) UnmarshalJSON(b []byte) error {
	return unmarshal(m, b, messageAs[CompactionSummary])
}

// Blocks.

func (c TextContent) MarshalJSON() ([]byte, error) { return marshalBlock(&c) }

func (c *TextContent) UnmarshalJSON(b []byte) error { return unmarshal(c, b, blockAs[TextContent]) }

func (c ImageContent) MarshalJSON() ([]byte, error) { return marshalBlock(&c) }

func (c *ImageContent) UnmarshalJSON(b []byte) error { return unmarshal(c, b, blockAs[ImageContent]) }

func (c AudioContent) MarshalJSON() ([]byte, error) { return marshalBlock(&c) }

func (c *AudioContent) UnmarshalJSON(b []byte) error { return unmarshal(c, b, blockAs[AudioContent]) }

func (c VideoContent) MarshalJSON() ([]byte, error) { return marshalBlock(&c) }

func (c *VideoContent) UnmarshalJSON(b []byte) error { return unmarshal(c, b, blockAs[VideoContent]) }

func (c DocumentContent) MarshalJSON() ([]byte, error) { return marshalBlock(&c) }

func (c *DocumentContent) UnmarshalJSON(b []byte) error {
	return unmarshal(c, b, blockAs[DocumentContent])
}

func (c ThinkingContent) MarshalJSON() ([]byte, error) { return marshalBlock(&c) }

func (c *ThinkingContent) UnmarshalJSON(b []byte) error {
	return unmarshal(c, b, blockAs[ThinkingContent])
}

func (t ToolCall) MarshalJSON() ([]byte, error) { return marshalBlock(&t) }

func (t *ToolCall) UnmarshalJSON(b []byte) error { return unmarshal(t, b, blockAs[ToolCall]) }

func (c Opaque) MarshalJSON() ([]byte, error) { return marshalBlock(&c) }

func (c *Opaque) UnmarshalJSON(b []byte) error { return unmarshal(c, b, blockAs[Opaque]) }

// MarshalJSON writes what the block of any type has, without a type.
func (m Media) MarshalJSON() ([]byte, error) {
	return marshal(&m, encoder.mediaObject, decoder.mediaObject)
}

func (m *Media) UnmarshalJSON(b []byte) error { return unmarshal(m, b, decoder.mediaObject) }

// Other parts.

func (t ToolDefinition) MarshalJSON() ([]byte, error) { return marshal(&t, encoder.tool, decoder.tool) }

func (t *ToolDefinition) UnmarshalJSON(b []byte) error { return unmarshal(t, b, decoder.tool) }

func (u Usage) MarshalJSON() ([]byte, error) { return marshal(&u, encoder.usage, decoder.usage) }

func (u *Usage) UnmarshalJSON(b []byte) error { return unmarshal(u, b, decoder.usage) }

func (c UsageCost) MarshalJSON() ([]byte, error) { return marshal(&c, encoder.cost, decoder.cost) }

func (c *UsageCost) UnmarshalJSON(b []byte) error { return unmarshal(c, b, decoder.cost) }

func (s StopDetail) MarshalJSON() ([]byte, error) {
	return marshal(&s, encoder.stopDetail, decoder.stopDetail)
}

func (s *StopDetail) UnmarshalJSON(b []byte) error { return unmarshal(s, b, decoder.stopDetail) }

func (d Diagnostic) MarshalJSON() ([]byte, error) {
	return marshal(&d, encoder.diagnostic, decoder.diagnostic)
}

func (d *Diagnostic) UnmarshalJSON(b []byte) error { return unmarshal(d, b, decoder.diagnostic) }

func (r Request) MarshalJSON() ([]byte, error) { return marshal(&r, encoder.request, decoder.request) }

func (r *Request) UnmarshalJSON(b []byte) error { return unmarshal(r, b, decoder.request) }

func (t ToolChoice) MarshalJSON() ([]byte, error) {
	return marshal(&t, encoder.toolChoice, decoder.toolChoice)
}

func (t *ToolChoice) UnmarshalJSON(b []byte) error { return unmarshal(t, b, decoder.toolChoice) }

func (f ResponseFormat) MarshalJSON() ([]byte, error) {
	return marshal(&f, encoder.responseFormat, decoder.responseFormat)
}

func (f *ResponseFormat) UnmarshalJSON(b []byte) error {
	return unmarshal(f, b, decoder.responseFormat)
}

func (r Reasoning) MarshalJSON() ([]byte, error) {
	return marshal(&r, encoder.reasoning, decoder.reasoning)
}

func (r *Reasoning) UnmarshalJSON(b []byte) error { return unmarshal(r, b, decoder.reasoning) }

func (s Session) MarshalJSON() ([]byte, error) { return marshal(&s, encoder.session, decoder.session) }

func (s *Session) UnmarshalJSON(b []byte) error { return unmarshal(s, b, decoder.session) }

func (p ParentSession) MarshalJSON() ([]byte, error) {
	return marshal(&p, encoder.parentSession, decoder.parentSession)
}

func (p *ParentSession) UnmarshalJSON(b []byte) error { return unmarshal(p, b, decoder.parentSession) }

// MarshalJSON writes the fields of a message that say its place.
func (p TreePosition) MarshalJSON() ([]byte, error) {
	return marshal(&p, encoder.placeObject, decoder.placeObject)
}

func (p *TreePosition) UnmarshalJSON(b []byte) error { return unmarshal(p, b, decoder.placeObject) }

func (e Event) MarshalJSON() ([]byte, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	return marshal(&e, encoder.event, decoder.event)
}

func (e *Event) UnmarshalJSON(b []byte) error { return unmarshal(e, b, decoder.event) }

func (e encoder) conversation(c *Conversation) { e.Dialect.Write(e.out, c) }

func (e encoder) mediaObject(m *Media) {
	e.out.BeginObject()
	e.media(m)
	e.residue(&m.Node)
	e.out.EndObject()
}

// mediaObject reads a block of any media type, or one without a type.
func (d decoder) mediaObject() *Media {
	at := d.in.Offset()
	b := d.block("document")
	m := MediaOf(b)
	if m == nil && d.in.Err() == nil {
		d.in.Fail(at, "want media, got a block of type %s", b.BlockType())
	}
	return m
}
