package anthropic

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// inline is a block that may stand in a user message and in a tool result.
type inline interface {
	conv.UserContent
	conv.ToolResultContent
}

// blockType is the type of the block that comes next. A block without one is
// an error.
func (d decoder) blockType() string {
	if !d.wantObject("a content block") {
		return ""
	}
	t := d.tag("type")
	if t == "" {
		d.Refuse("content block without a type")
	}
	return t
}

// inlineBlock reads a block of a user message or a tool result.
func (d decoder) inlineBlock() inline {
	switch t := d.blockType(); t {
	case "text":
		return d.text()
	case "image":
		return d.image()
	case "document":
		return d.document()
	default:
		return d.opaque(t)
	}
}

// assistantBlock reads a block of an answer.
func (d decoder) assistantBlock() conv.AssistantContent {
	switch t := d.blockType(); t {
	case "text":
		return d.text()
	case "thinking":
		return d.thinking()
	case "redacted_thinking":
		return d.redacted()
	case "tool_use":
		return d.toolUse()
	default:
		return d.opaque(t)
	}
}

// systemBlock reads a block of a system message.
func (d decoder) systemBlock() conv.SystemContent {
	t := d.blockType()
	if t == "text" {
		return d.text()
	}
	return d.opaque(t)
}

// plainText reads a string as the text block that it stands for.
func (d decoder) plainText() *conv.TextContent {
	b := &conv.TextContent{}
	d.place(&b.Node)
	b.Text = d.Text(&b.Node)
	return b
}

func (d decoder) text() *conv.TextContent {
	b := &conv.TextContent{}
	d.place(&b.Node)
	there := false
	for key := range d.Fields {
		switch key {
		case "type":
			d.same("text")
		case "text":
			there = d.Kind() == rawjson.String
			b.Text = d.Text(&b.Node)
		case "citations", "cache_control":
			d.known(&b.Node, key)
		default:
			d.Keep(&b.Node, key)
		}
	}
	if !there {
		d.Fail(b.Offset(), "text block without text")
	}
	return b
}

// image reads an image. One whose source the neutral model has no words for
// is opaque.
func (d decoder) image() inline {
	b := &conv.ImageContent{}
	d.place(&b.Node)
	start, fits := d.Offset(), false
	for key := range d.Fields {
		switch key {
		case "type":
			d.same("image")
		case "source":
			fits = d.source((*conv.Media)(b))
		case "cache_control", "transformations":
			d.known(&b.Node, key)
		default:
			d.Keep(&b.Node, key)
		}
	}
	if !fits {
		return d.opaqueAt(start)
	}
	return b
}

// document reads a document. One whose source the neutral model has no words
// for, such as a list of blocks, is opaque.
func (d decoder) document() inline {
	b := &conv.DocumentContent{}
	d.place(&b.Node)
	start, fits := d.Offset(), false
	for key := range d.Fields {
		switch key {
		case "type":
			d.same("document")
		case "source":
			fits = d.source((*conv.Media)(b))
		case "title":
			b.Name = d.title(&b.Node)
		case "context", "citations", "cache_control":
			d.known(&b.Node, key)
		default:
			d.Keep(&b.Node, key)
		}
	}
	if !fits {
		return d.opaqueAt(start)
	}
	return b
}

// title reads a document's title without taking the node's one spelling,
// which belongs to the data.
func (d decoder) title(n *conv.Node) string {
	forget(n, "title")
	there := d.Kind() == rawjson.String
	s := d.Str()
	if there && s == "" {
		n.Extensions.Set(family, "~title", `""`)
	}
	return s
}

// source reads where a medium comes from, and whether m says all of it.
func (d decoder) source(m *conv.Media) bool {
	if d.Kind() != rawjson.Object {
		d.Skip()
		return false
	}
	kind, fits := d.tag("type"), true
	*m = conv.Media{Node: m.Node, Name: m.Name}
	for key := range d.Fields {
		switch {
		case key == "type":
			d.same(kind)
		case d.Kind() != rawjson.String:
			fits = false
		case key == "media_type" && (kind == "base64" || kind == "text"):
			m.MIMEType = d.Str()
		case key == "data" && kind == "base64":
			m.Data = d.Text(&m.Node)
		case key == "data" && kind == "text":
			m.Text = d.Text(&m.Node)
		case key == "url" && kind == "url":
			m.URL = d.Text(&m.Node)
		case key == "file_id" && kind == "file":
			m.FileID, m.Provider = d.Str(), family
		default:
			fits = false
		}
	}
	return fits && (m.Data != "" || m.Text != "" && m.MIMEType != "" || m.URL != "" || m.FileID != "")
}

// thinking reads reasoning. Compatible servers sign it with nothing, or not at
// all; which of the two is a hint, and lets a request go back as it came.
func (d decoder) thinking() *conv.ThinkingContent {
	b := &conv.ThinkingContent{}
	d.place(&b.Node)
	signed := false
	for key := range d.Fields {
		switch key {
		case "type":
			d.same("thinking")
		case "thinking":
			b.Thinking = d.Text(&b.Node)
		case "signature":
			signed = d.Kind() == rawjson.String
			b.ThinkingSignature = d.Str()
		default:
			d.Keep(&b.Node, key)
		}
	}
	switch {
	case !signed:
		b.Extensions.Set(family, "~signature", "null")
	case b.ThinkingSignature == "" && d.sent:
		b.Extensions.Set(family, "~signature", `""`)
	}
	return b
}

func (d decoder) redacted() *conv.ThinkingContent {
	b := &conv.ThinkingContent{Redacted: true}
	d.place(&b.Node)
	for key := range d.Fields {
		switch key {
		case "type":
			d.same("redacted_thinking")
		case "data":
			b.ThinkingSignature = d.Str()
		default:
			d.Keep(&b.Node, key)
		}
	}
	return b
}

// toolUse reads a call. An input that is no object, which the API refuses,
// is residue beside the arguments {}.
func (d decoder) toolUse() *conv.ToolCall {
	b := &conv.ToolCall{Arguments: "{}"}
	d.place(&b.Node)
	there := false
	for key := range d.Fields {
		switch key {
		case "type":
			d.same("tool_use")
		case "id":
			b.ID = d.Str()
		case "name":
			b.Name = d.Str()
		case "input":
			forget(&b.Node, key)
			b.Arguments, b.ArgumentsText, there = "{}", nil, false
			if d.isNull() {
				continue
			}
			if there = true; d.Kind() == rawjson.Object {
				d.arguments(b)
				continue
			}
			d.Keep(&b.Node, key)
		case "caller", "toolset_name", "cache_control":
			d.known(&b.Node, key)
		default:
			d.Keep(&b.Node, key)
		}
	}
	if !there {
		b.Extensions.Set(family, "~input", "null")
	}
	return b
}

// arguments reads an input. In an answer its white space is its server's.
func (d decoder) arguments(b *conv.ToolCall) {
	if d.sent {
		d.ReadArguments(b)
		return
	}
	b.Arguments = d.Raw()
}

// opaque reads a block that only this family understands.
func (d decoder) opaque(blockType string) *conv.Opaque {
	b := &conv.Opaque{Family: family}
	d.place(&b.Node)
	if !isOwnBlock(blockType) {
		d.Notes.Unknown(b.Offset(), "block", blockType)
	}
	b.Raw = d.Raw()
	return b
}

// opaqueAt is the opaque block of what was read already.
func (d decoder) opaqueAt(start int) *conv.Opaque {
	b := &conv.Opaque{Family: family, Raw: d.rawAt(start)}
	if !d.streamed {
		b.PlaceAt(start)
	}
	return b
}

// isOwnBlock reports whether the API documents a block type that the neutral
// model has no block for.
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
