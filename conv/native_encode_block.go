package conv

import "fmt"

func content[B Block](e encoder, blocks []B) {
	e.out.ArrayField("content")
	for _, b := range blocks {
		e.block(b)
	}
	e.out.EndArray()
}

func (e encoder) block(b Block) {
	switch b := b.(type) {
	case *TextContent:
		e.out.BeginObject()
		e.out.Field("type", "text")
		e.out.Key("text")
		WriteText(e.out, &b.Node, b.Text)
		e.out.OptField("textSignature", b.TextSignature)
		if b.Refusal {
			e.out.BoolField("refusal", true)
		}
	case *ImageContent, *AudioContent, *VideoContent, *DocumentContent:
		e.out.BeginObject()
		e.out.Field("type", b.BlockType())
		e.media(MediaOf(b))
	case *ThinkingContent:
		e.out.BeginObject()
		e.out.Field("type", "thinking")
		e.out.Key("thinking")
		WriteText(e.out, &b.Node, b.Thinking)
		e.out.OptField("thinkingSignature", b.ThinkingSignature)
		if b.Redacted {
			e.out.BoolField("redacted", true)
		}
	case *ToolCall:
		e.call(b)
	case *Opaque:
		if b.Family == e.Family && !isBlockType(tag(b.Raw, "type")) {
			e.out.Raw(b.Raw)
			return
		}
		e.out.BeginObject()
		e.out.Field("type", "opaque")
		e.out.Field("family", b.Family)
		e.out.OptRaw("raw", b.Raw)
	default:
		panic(fmt.Sprintf("conv: not a block: %T", b))
	}
	e.residue(b.node())
	e.out.EndObject()
}

func (e encoder) media(m *Media) {
	if m.Data != "" {
		e.out.Key("data")
		WriteText(e.out, &m.Node, m.Data)
	}
	e.out.OptField("mimeType", m.MIMEType)
	e.out.OptField("url", m.URL)
	e.out.OptField("fileId", m.FileID)
	e.out.OptField("provider", m.Provider)
	e.out.OptField("text", m.Text)
	e.out.OptField("name", m.Name)
	e.out.OptField("detail", m.Detail)
}

func (e encoder) call(t *ToolCall) {
	e.out.BeginObject()
	e.out.Field("type", "toolCall")
	e.out.Field("id", t.ID)
	e.out.Field("name", t.Name)
	if t.Arguments != "" {
		e.out.OptRaw("arguments", t.Arguments)
	} else if !e.partial {
		e.out.OptRaw("arguments", "{}")
	}
	if t.ArgumentsText != nil {
		e.out.Key("argumentsText")
		WriteText(e.out, &t.Node, *t.ArgumentsText)
	}
	e.out.OptField("thoughtSignature", t.ThoughtSignature)
	e.out.OptField("kind", t.Kind)
	e.out.OptField("conversation", t.Conversation)
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
