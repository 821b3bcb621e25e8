package tau

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/media"
)

// writeContents writes the contents of a message as a member.
func writeContents[B conv.Block](s *writer, n *conv.Node, blocks []B) {
	if len(blocks) == 0 && !wasSaid(n, "contents") {
		return
	}
	s.Key("contents")
	s.BeginArray()
	writeBlocks(s, blocks)
	s.EndArray()
}

// writeBlocks writes blocks as elements; media of one list are one.
func writeBlocks[B conv.Block](s *writer, blocks []B) {
	for i := 0; i < len(blocks); {
		n := 1
		for i+n < len(blocks) && isListed(blocks[i], blocks[i+n]) {
			n++
		}
		s.block(blocks[i], func(yield func(*conv.Media) bool) {
			for _, b := range blocks[i : i+n] {
				if !yield(conv.MediaOf(b)) {
					return
				}
			}
		})
		i += n
	}
}

// isListed reports whether media stand in the list of the block before them.
func isListed(before, b conv.Block) bool {
	m := conv.MediaOf(b)
	return m != nil && before.BlockType() == b.BlockType() && m.Extensions.Get(family, hintList) != "" && isTold(b.BlockType(), m)
}

// block writes a block; of media, with all that are in its list.
func (s *writer) block(b conv.Block, list func(func(*conv.Media) bool)) {
	switch b := b.(type) {
	case *conv.TextContent:
		s.BeginObject()
		s.Field("type", "text")
		s.content(&b.Node, b.Text)
		s.rest(&b.Node)
		s.EndObject()
	case *conv.ThinkingContent:
		s.BeginObject()
		s.Field("type", "thinking")
		s.content(&b.Node, b.Thinking)
		if b.ThinkingSignature != "" || wasSaid(&b.Node, "signature") {
			s.Field("signature", b.ThinkingSignature)
		}
		s.rest(&b.Node)
		s.EndObject()
	case *conv.ToolCall:
		s.call(b)
	case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent, *conv.DocumentContent:
		s.media(b, list)
	case *conv.Opaque:
		s.Raw(b.Raw)
	default:
		panic(fmt.Sprintf("tau: a %T is no block that fits", b))
	}
}

func (s *writer) content(n *conv.Node, text string) {
	if text != "" || wasSaid(n, "content") {
		s.Key("content")
		conv.WriteText(s.Writer, n, text)
	}
}

func (s *writer) call(t *conv.ToolCall) {
	s.BeginObject()
	s.Field("type", "tool_call")
	s.Field("id", t.ID)
	s.Field("name", t.Name)
	s.OptField("kind", t.Kind)
	if args := t.Arguments; args != "" && args != "{}" {
		s.OptRaw("args", args)
	} else if wasSaid(&t.Node, "args") {
		s.OptRaw("args", "{}")
	}
	s.rest(&t.Node)
	s.EndObject()
}

// wireType is Tau's name for a type of media.
func wireType(blockType string) string {
	if blockType == "document" {
		return "file"
	}
	return blockType
}

// isTold reports whether the bytes of media tell their MIME type.
func isTold(blockType string, m *conv.Media) bool {
	return m.Data == "" || m.MIMEType == sniffed(wireType(blockType), m.Data)
}

func (s *writer) media(b conv.Block, list func(func(*conv.Media) bool)) {
	m := conv.MediaOf(b)
	typ := wireType(b.BlockType())
	key := mediaKeys[typ][0]
	if said := m.Extensions.Get(family, hintKey).Text(); len(mediaKeys[typ]) > 1 && said == mediaKeys[typ][1] {
		key = said
	}
	s.BeginObject()
	s.Field("type", typ)
	s.Key(key)
	s.BeginArray()
	for x := range list {
		s.medium(x)
	}
	s.EndArray()
	if !isTold(b.BlockType(), m) {
		s.Field(keyType, m.MIMEType)
	}
	s.rest(&m.Node)
	s.EndObject()
}

func (s *writer) medium(m *conv.Media) {
	switch literal := m.Extensions.Get(family, hintData); {
	case m.Data == "":
		s.Str(m.URL)
	case literal != "" && meant(literal.Text()) == m.Data:
		s.Raw(literal)
	default:
		conv.WriteText(s.Writer, &m.Node, m.Data)
	}
}

// meant is the data that a text is a way to write.
func meant(s string) string {
	if _, data, ok := media.DataURL(s); ok {
		return data
	}
	data, _ := media.Base64(s)
	return data
}

// isSimple reports whether Tau can say blocks of a custom message.
func isSimple(blocks []conv.UserContent) bool {
	for _, b := range blocks {
		node := conv.NodeOf(b)
		if len(node.Extensions) > 1 || len(node.Extensions) == 1 && node.Extensions.Of(family) == nil {
			return false
		}
		switch b := b.(type) {
		case *conv.TextContent:
			if b.TextSignature != "" || b.Refusal {
				return false
			}
		case *conv.ImageContent:
			m := conv.MediaOf(b)
			if m.Name != "" || m.Detail != "" || m.FileID != "" || m.Text != "" || m.Provider != "" ||
				(m.Data == "") == (m.URL == "") || m.URL != "" && m.MIMEType != "" || m.URL != "" && !conv.IsLocal(m.URL) && !strings.HasPrefix(m.URL, "http") {
				return false
			}
		case *conv.Opaque:
			if b.Family != family {
				return false
			}
		default:
			return false
		}
	}
	return len(blocks) > 0
}

// result writes a tool result: its texts as one, its media beside them, and,
// where that is not all there is to say, its contents in their order.
func (s *writer) result(m *conv.ToolResultMessage) {
	s.BeginObject()
	s.Field("type", "tool_result")
	s.Field("id", m.ToolCallID)
	text, plain := resultText(m)
	if text != "" || wasSaid(&m.Node, "content") {
		s.Field("content", text)
	}
	s.OptField("tool_name", m.ToolName)
	if m.ToolName == "" {
		s.OptRaw("tool_name", m.Extensions.Get(family, "~tool_name"))
	}
	if m.IsError || wasSaid(&m.Node, "is_error") {
		s.Key("is_error")
		s.Bool(m.IsError)
	}
	if m.Details != "" {
		s.OptRaw("metadata", m.Details)
	} else if wasSaid(&m.Node, "metadata") {
		s.OptRaw("metadata", "{}")
	}
	if m.Terminate || wasSaid(&m.Node, "terminate") {
		s.Key("terminate")
		s.Bool(m.Terminate)
	}
	for _, typ := range [...]string{"image", "audio", "video"} {
		s.resultMedia(m, typ)
	}
	if !plain {
		s.Key(keyContents)
		s.BeginArray()
		writeBlocks(s, m.Content)
		s.EndArray()
	}
	s.rest(&m.Node)
	s.EndObject()
}

// resultMedia writes all media of a type in one block.
func (s *writer) resultMedia(m *conv.ToolResultMessage, typ string) {
	var first conv.Block
	for _, b := range m.Content {
		if b.BlockType() == typ {
			first = b
			break
		}
	}
	if first == nil {
		return
	}
	s.Key(typ)
	s.media(first, func(yield func(*conv.Media) bool) {
		for _, b := range m.Content {
			if b.BlockType() == typ && !yield(conv.MediaOf(b)) {
				return
			}
		}
	})
}

// mediaOrder is the order in which a result's media are read.
var mediaOrder = map[string]int{"image": 1, "audio": 2, "video": 3}

// resultText is the text of a result, and whether text and media beside it
// are all that it is: one text first, then a list of each type.
func resultText(m *conv.ToolResultMessage) (text string, plain bool) {
	plain = true
	texts := 0
	last := ""
	for i, b := range m.Content {
		switch b := b.(type) {
		case *conv.TextContent:
			if texts++; texts > 1 {
				text += "\n"
			}
			text += b.Text
			plain = plain && i == 0 && b.Text != "" && len(b.Extensions) == 0
		case *conv.ImageContent, *conv.AudioContent, *conv.VideoContent:
			typ := b.BlockType()
			joined := last == typ
			plain = plain && mediaOrder[last] <= mediaOrder[typ] && joined == (i > 0 && isListed(m.Content[i-1], b))
			last = typ
		default:
			plain = false
		}
	}
	return text, plain
}
