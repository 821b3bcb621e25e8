package gemini

import (
	"fmt"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeUserBlock writes a block of a user message or a result.
func writeUserBlock(w *rawjson.Writer, b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		writeText(w, b)
	case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
		writeMediaPart(w, conv.MediaOf(b))
	case *conv.Opaque:
		writeOpaque(w, b)
	default:
		panic(fmt.Sprintf("gemini: unknown block %T", b))
	}
}

// writeModelBlock writes a block of an answer.
func writeModelBlock(w *rawjson.Writer, b conv.AssistantContent, ids *naming) {
	switch b := b.(type) {
	case *conv.TextContent:
		writeText(w, b)
	case *conv.ThinkingContent:
		writeThinking(w, b)
	case *conv.ToolCall:
		writeCall(w, b, ids)
	case *conv.ImageContent, *conv.AudioContent:
		writeMediaPart(w, conv.MediaOf(b))
	case *conv.Opaque:
		writeOpaque(w, b)
	default:
		panic(fmt.Sprintf("gemini: unknown block %T", b))
	}
}

// writeOpaque writes a part of this family as it was. Fit left no other
// family.
func writeOpaque(w *rawjson.Writer, b *conv.Opaque) {
	if b.Family == family {
		w.Raw(b.Raw)
	}
}

func writeText(w *rawjson.Writer, b *conv.TextContent) {
	w.BeginObject()
	writeWords(w, &b.Node, b.Text)
	writeBeside(w, &b.Node)
	writeSignature(w, &b.Node, b.TextSignature)
	w.EndObject()
}

func writeThinking(w *rawjson.Writer, b *conv.ThinkingContent) {
	w.BeginObject()
	writeWords(w, &b.Node, b.Thinking)
	w.BoolField(residue.Key(&b.Node, "thought"), true)
	writeBeside(w, &b.Node)
	writeSignature(w, &b.Node, b.ThinkingSignature)
	w.EndObject()
}

// writeWords writes a text, unless it was read as a signature without a text.
func writeWords(w *rawjson.Writer, n *conv.Node, text string) {
	if text == "" && residue.Hint(n, "text") == "null" {
		return
	}
	w.Key(residue.Key(n, "text"))
	conv.WriteText(w, n, text)
}

func writeSignature(w *rawjson.Writer, n *conv.Node, signature string) {
	if signature != "" {
		w.Field(residue.Key(n, "thoughtSignature"), signature)
		return
	}
	w.OptRaw(residue.Key(n, "thoughtSignature"), residue.Hint(n, "thoughtSignature"))
}

// writeBeside writes the fields next to the data of a part.
func writeBeside(w *rawjson.Writer, n *conv.Node, except ...string) {
	w.OptRaw(residue.Key(n, "thought"), residue.Hint(n, "thought"))
	residue.Write(w, n, except...)
}

func writeMediaPart(w *rawjson.Writer, m *conv.Media) {
	w.BeginObject()
	kind, in := "fileData", objects().file
	if m.Data != "" {
		kind, in = "inlineData", objects().inline
	}
	w.Key(residue.Key(&m.Node, kind))
	record.WriteInside(in, w, m)
	writeBeside(w, &m.Node)
	w.EndObject()
}

func writeCall(w *rawjson.Writer, b *conv.ToolCall, ids *naming) {
	n := &b.Node
	w.BeginObject()
	w.Key(residue.Key(n, "functionCall"))
	ids.call = called{b, ids.callID(b)}
	record.WriteInside(objects().call, w, &ids.call)
	writeBeside(w, n)
	writeSignature(w, n, b.ThoughtSignature)
	w.EndObject()
}

// writeArguments writes the arguments of a call, unless it was read without them.
func writeArguments(w *rawjson.Writer, c *called) {
	args := c.of.ArgumentsObject()
	if args != "{}" || residue.Hint(&c.of.Node, "args") == "" && residue.Get(&c.of.Node, "functionCall.args") == "" {
		w.RawField("args", args)
	}
}
