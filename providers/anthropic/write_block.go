package anthropic

import (
	"fmt"

	"convo/conv"
	"convo/conv/rawjson"
)

// writeInline writes a block of a user message or a tool result. Fit left
// neither audio nor video.
func writeInline(w *rawjson.Writer, b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		writeText(w, b)
	case *conv.ImageContent:
		writeImage(w, b)
	case *conv.DocumentContent:
		writeDocument(w, b)
	case *conv.Opaque:
		writeOpaque(w, b)
	case *conv.AudioContent, *conv.VideoContent:
	default:
		panic(fmt.Sprintf("anthropic: unknown block %T", b))
	}
}

// writeAssistantBlock writes a block of an answer. Fit left no media.
func writeAssistantBlock(w *rawjson.Writer, b conv.AssistantContent) {
	switch b := b.(type) {
	case *conv.TextContent:
		writeText(w, b)
	case *conv.ThinkingContent:
		writeThinking(w, b)
	case *conv.ToolCall:
		writeToolUse(w, b)
	case *conv.Opaque:
		writeOpaque(w, b)
	case *conv.ImageContent, *conv.AudioContent:
	default:
		panic(fmt.Sprintf("anthropic: unknown block %T", b))
	}
}

// writeOpaque writes a block of this family as it was; Fit left no other.
func writeOpaque(w *rawjson.Writer, b *conv.Opaque) {
	if b.Family == family {
		w.Raw(b.Raw)
	}
}

func writeText(w *rawjson.Writer, b *conv.TextContent) {
	w.BeginObject()
	w.Field("type", "text")
	w.Key("text")
	conv.WriteText(w, &b.Node, b.Text)
	conv.WriteResidue(w, &b.Node, family)
	w.EndObject()
}

func writeImage(w *rawjson.Writer, b *conv.ImageContent) {
	w.BeginObject()
	w.Field("type", "image")
	writeSource(w, (*conv.Media)(b))
	conv.WriteResidue(w, &b.Node, family)
	w.EndObject()
}

func writeDocument(w *rawjson.Writer, b *conv.DocumentContent) {
	w.BeginObject()
	w.Field("type", "document")
	writeSource(w, (*conv.Media)(b))
	if b.Name != "" {
		w.Field("title", b.Name)
	} else {
		w.OptRaw("title", b.Extensions.Get(family, "~title"))
	}
	conv.WriteResidue(w, &b.Node, family)
	w.EndObject()
}

func writeSource(w *rawjson.Writer, m *conv.Media) {
	w.Key("source")
	w.BeginObject()
	switch {
	case m.Data != "":
		w.Field("type", "base64")
		w.OptField("media_type", m.MIMEType)
		w.Key("data")
		conv.WriteText(w, &m.Node, m.Data)
	case m.URL != "":
		w.Field("type", "url")
		w.Key("url")
		conv.WriteText(w, &m.Node, m.URL)
	case m.FileID != "":
		w.Field("type", "file")
		w.Field("file_id", m.FileID)
	default:
		w.Field("type", "text")
		writeTextType(w, m.MIMEType)
		w.Key("data")
		conv.WriteText(w, &m.Node, m.Text)
	}
	w.EndObject()
}

// writeTextType writes the type of a document's text, which the API demands.
func writeTextType(w *rawjson.Writer, mime string) {
	if mime == "" {
		mime = "text/plain"
	}
	w.Field("media_type", mime)
}

func writeThinking(w *rawjson.Writer, b *conv.ThinkingContent) {
	w.BeginObject()
	if b.Redacted {
		w.Field("type", "redacted_thinking")
		w.Field("data", b.ThinkingSignature)
		conv.WriteResidue(w, &b.Node, family)
		w.EndObject()
		return
	}
	w.Field("type", "thinking")
	w.Key("thinking")
	conv.WriteText(w, &b.Node, b.Thinking)
	if b.ThinkingSignature != "" || b.Extensions.Get(family, "~signature") != "null" {
		w.Field("signature", b.ThinkingSignature)
	}
	conv.WriteResidue(w, &b.Node, family)
	w.EndObject()
}

func writeToolUse(w *rawjson.Writer, b *conv.ToolCall) {
	w.BeginObject()
	w.Field("type", "tool_use")
	w.Field("id", b.ID)
	w.Field("name", b.Name)
	writeInput(w, b)
	conv.WriteResidue(w, &b.Node, family, "input")
	w.EndObject()
}

// writeInput writes a call's input: what was read, if it was no object and
// nobody gave the call arguments since.
func writeInput(w *rawjson.Writer, b *conv.ToolCall) {
	args := b.ArgumentsObject()
	if args == "{}" {
		if b.Extensions.Get(family, "~input") != "" {
			return
		}
		if raw := b.Extensions.Get(family, "input"); raw != "" {
			args = raw
		}
	}
	w.Key("input")
	w.Raw(args)
}
