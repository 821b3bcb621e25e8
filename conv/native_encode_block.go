package conv

import "fmt"

func content[B Block](e encoder, blocks []B) {
	e.ArrayField("content")
	for _, b := range blocks {
		e.block(b)
	}
	e.EndArray()
}

func (e encoder) block(b Block) {
	switch b := b.(type) {
	case *TextContent:
		e.BeginObject()
		e.Field("type", "text")
		e.Key("text")
		WriteText(e.Writer, &b.Node, b.Text)
		e.OptField("textSignature", b.TextSignature)
		if b.Refusal {
			e.BoolField("refusal", true)
		}
	case *ImageContent, *AudioContent, *VideoContent, *DocumentContent:
		e.BeginObject()
		e.Field("type", b.BlockType())
		e.media(MediaOf(b))
	case *ThinkingContent:
		e.BeginObject()
		e.Field("type", "thinking")
		e.Key("thinking")
		WriteText(e.Writer, &b.Node, b.Thinking)
		e.OptField("thinkingSignature", b.ThinkingSignature)
		if b.Redacted {
			e.BoolField("redacted", true)
		}
	case *ToolCall:
		e.call(b)
	case *Opaque:
		if b.Family == e.Family && !isBlockType(tag(b.Raw, "type")) {
			e.Raw(b.Raw)
			return
		}
		e.BeginObject()
		e.Field("type", "opaque")
		e.Field("family", b.Family)
		e.OptRaw("raw", b.Raw)
	default:
		panic(fmt.Sprintf("conv: not a block: %T", b))
	}
	e.residue(b.node())
	e.EndObject()
}

func (e encoder) media(m *Media) {
	if m.Data != "" {
		e.Key("data")
		WriteText(e.Writer, &m.Node, m.Data)
	}
	e.OptField("mimeType", m.MIMEType)
	e.OptField("url", m.URL)
	e.OptField("fileId", m.FileID)
	e.OptField("provider", m.Provider)
	e.OptField("text", m.Text)
	e.OptField("name", m.Name)
	e.OptField("detail", m.Detail)
}

func (e encoder) call(t *ToolCall) {
	e.BeginObject()
	e.Field("type", "toolCall")
	e.Field("id", t.ID)
	e.Field("name", t.Name)
	if t.Arguments != "" {
		e.OptRaw("arguments", t.Arguments)
	} else if !e.partial {
		e.OptRaw("arguments", "{}")
	}
	if t.ArgumentsText != nil {
		e.Key("argumentsText")
		WriteText(e.Writer, &t.Node, *t.ArgumentsText)
	}
	e.OptField("thoughtSignature", t.ThoughtSignature)
	e.OptField("kind", t.Kind)
	e.OptField("conversation", t.Conversation)
}

// isBlockType reports whether a block of this type is read as one of the model.
// One without a type cannot be read at all.
func isBlockType(t string) bool {
	switch t {
	case "", "text", "image", "audio", "video", "document", "thinking", "toolCall", "opaque":
		return true
	}
	return false
}
