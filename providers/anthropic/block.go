package anthropic

import (
	"fmt"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// inline is a block that may stand in a user message and in a tool result.
type inline interface {
	conv.UserContent
	conv.ToolResultContent
}

// blockType is the type of the next block. A block without a type is an error.
func (d *decoder) blockType() string {
	if !d.in.WantObject("a content block") {
		return ""
	}
	t := d.in.Tag("type")
	if t == "" {
		d.in.Refuse("content block without a type")
	}
	return t
}

// inlineBlock reads a block of a user message or a tool result. Media with a
// source that the neutral model lacks are opaque.
func (d *decoder) inlineBlock() inline {
	at := d.in.Offset()
	switch t := d.blockType(); t {
	case "text":
		return d.text()
	case "image":
		b := &conv.ImageContent{}
		x := sourced{Media: (*conv.Media)(b)}
		if record.Read(objects().image, d, &x); x.fits {
			return b
		}
		return d.in.OpaqueAt(at)
	case "document":
		b := &conv.DocumentContent{}
		x := sourced{Media: (*conv.Media)(b)}
		if record.Read(objects().document, d, &x); x.fits {
			return b
		}
		return d.in.OpaqueAt(at)
	default:
		return d.opaque(t)
	}
}

// assistantBlock reads a block of an answer.
func (d *decoder) assistantBlock() conv.AssistantContent {
	switch t := d.blockType(); t {
	case "text":
		return d.text()
	case "thinking":
		b := d.nodes().thoughts.New()
		record.Read(objects().thinking, d, b)
		return b
	case "redacted_thinking":
		b := d.nodes().thoughts.New()
		b.Redacted = true
		record.Read(objects().redacted, d, b)
		return b
	case "tool_use":
		b := d.nodes().calls.New()
		b.Arguments = "{}"
		record.Read(objects().call, d, b)
		return b
	default:
		return d.opaque(t)
	}
}

// systemBlock reads a block of a system message.
func (d *decoder) systemBlock() conv.SystemContent {
	t := d.blockType()
	if t == "text" {
		return d.text()
	}
	return d.opaque(t)
}

func (d *decoder) text() *conv.TextContent {
	b := d.nodes().texts.New()
	record.Read(objects().text, d, b)
	return b
}

// plainText reads a string as the text block that it stands for.
func (d *decoder) plainText() *conv.TextContent {
	b := d.nodes().texts.New()
	d.in.SetOffset(&b.Node)
	b.Text = d.in.Text(&b.Node)
	return b
}

// opaque reads a block that only this family understands.
func (d *decoder) opaque(blockType string) *conv.Opaque {
	if !isOwnBlock(blockType) {
		d.in.Notes.Unknown(d.in.At(), "block", blockType)
	}
	return d.in.Opaque()
}

// isOwnBlock reports whether the API documents a block type that the neutral
// model lacks.
func isOwnBlock(t string) bool {
	switch t {
	case "server_tool_use", "web_search_tool_result", "web_fetch_tool_result",
		"code_execution_tool_result", "bash_code_execution_tool_result",
		"text_editor_code_execution_tool_result", "tool_search_tool_result",
		"mcp_tool_use", "mcp_tool_result", "mcp_tool_listing", "search_result",
		"container_upload", "compaction", "fallback", "advisor_tool_result",
		"tool_reference", "browser_state", "tool_addition", "tool_removal":
		return true
	}
	return false
}

// signature reads the signature of reasoning. Compatible servers send an empty
// one or none: a hint says which, so that a request comes back unchanged.
func (d *decoder) signature(b *conv.ThinkingContent) {
	if b.ThinkingSignature = d.in.Str(); b.ThinkingSignature == "" && d.sent {
		residue.SetHint(&b.Node, "signature", `""`)
	}
}

func writeSignature(w *rawjson.Writer, b *conv.ThinkingContent) {
	if b.ThinkingSignature == "" && residue.Hint(&b.Node, "signature") == "null" {
		return
	}
	w.Field("signature", b.ThinkingSignature)
}

// input reads a call's input. If it is not an object, which the API refuses,
// it becomes residue and the arguments are {}.
func (d *decoder) input(b *conv.ToolCall) {
	switch {
	case d.in.IsNull():
	case d.in.Kind() == rawjson.Object:
		d.arguments(b)
	default:
		d.in.Keep(&b.Node, "input")
	}
}

// arguments reads an input. In a response its white space comes from the
// server and is dropped.
func (d *decoder) arguments(b *conv.ToolCall) {
	if d.sent {
		d.in.ReadArguments(b)
		return
	}
	b.Arguments = d.in.Raw()
}

// writeInput writes a call's input. An input that was not an object is written
// again if the call still has no arguments.
func writeInput(w *rawjson.Writer, b *conv.ToolCall) {
	args := b.ArgumentsObject()
	if args == "{}" {
		if residue.Hint(&b.Node, "input") != "" {
			return
		}
		if raw := residue.Get(&b.Node, "input"); raw != "" {
			args = raw
		}
	}
	w.RawField("input", args)
}

// writeBlock writes a block. Fit left no media that its message cannot hold.
func writeBlock(w *rawjson.Writer, b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		record.Write(objects().text, w, b)
	case *conv.ThinkingContent:
		writeThinking(w, b)
	case *conv.ToolCall:
		record.Write(objects().call, w, b)
	case *conv.ImageContent:
		record.Write(objects().image, w, &sourced{Media: (*conv.Media)(b)})
	case *conv.DocumentContent:
		record.Write(objects().document, w, &sourced{Media: (*conv.Media)(b)})
	case *conv.Opaque:
		if b.Family == family { // Fit left no other
			w.Raw(b.Raw)
		}
	case *conv.AudioContent, *conv.VideoContent:
	default:
		panic(fmt.Sprintf("anthropic: unknown block %T", b))
	}
}

func writeThinking(w *rawjson.Writer, b *conv.ThinkingContent) {
	if b.Redacted {
		record.Write(objects().redacted, w, b)
		return
	}
	record.Write(objects().thinking, w, b)
}
