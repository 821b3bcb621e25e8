package conv

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"io"

	"convo/conv/media"
	"convo/conv/rawjson"
)

// Prompt returns a conversation with one user text.
func Prompt(text string) *Conversation { return NewConversation(UserText(text)) }

// PromptWithSystem returns a conversation with a system prompt and one user text.
func PromptWithSystem(system, text string) *Conversation {
	c := Prompt(text)
	c.SystemPrompt = system
	return c
}

// NewConversation returns a conversation with these messages. It does not copy them.
func NewConversation(messages ...Message) *Conversation {
	return &Conversation{Messages: messages}
}

// UserText returns a user message with a text.
func UserText(text string) *UserMessage { return UserWith(text) }

// UserImage returns a user message with one image: base64 data and its MIME type.
func UserImage(data, mimeType string) *UserMessage {
	return &UserMessage{Content: []UserContent{&ImageContent{Data: data, MIMEType: mimeType}}}
}

// UserWith returns a user message with a text, which may be empty, and media:
// images, audio, video, documents.
//
//go:noinline
func UserWith(text string, more ...UserContent) *UserMessage {
	return &UserMessage{Content: append([]UserContent{&TextContent{Text: text}}, more...)}
}

// AssistantText returns an answer with a text, to begin a history. Its origin,
// usage and stop reason are unknown.
func AssistantText(text string) *AssistantMessage {
	return &AssistantMessage{Content: []AssistantContent{&TextContent{Text: text}}}
}

// SystemText returns an instruction after the start of a conversation. The first
// instruction is [Conversation].SystemPrompt.
func SystemText(text string) *SystemMessage {
	return &SystemMessage{Role: RoleSystem, Content: []SystemContent{&TextContent{Text: text}}}
}

// ToolResult returns the result of a call, as text.
func ToolResult(callID, toolName, text string) *ToolResultMessage {
	return &ToolResultMessage{
		ToolCallID: callID,
		ToolName:   toolName,
		Content:    []ToolResultContent{&TextContent{Text: text}},
	}
}

// ToolResults returns the results of one batch of calls as messages of one group,
// named for the first call. Wires that can carry them as one message will do so.
// The results themselves are not changed.
func ToolResults(results ...*ToolResultMessage) []Message {
	var out []Message
	for _, r := range results {
		x := *r
		x.Group = results[0].ToolCallID
		out = append(out, &x)
	}
	return out
}

// NewAssistantMessage returns an empty answer with a known origin, given at a
// time in Unix milliseconds: time.Now().UnixMilli() is now, 0 is unknown.
func NewAssistantMessage(protocol Protocol, provider, model string, at int64) *AssistantMessage {
	return &AssistantMessage{Protocol: protocol, Provider: provider, Model: model, Meta: Meta{Timestamp: at}}
}

// MediaContent is a block that both users and tool results may have: image,
// audio, video, document.
type MediaContent interface {
	UserContent
	ToolResultContent
}

// anyBytes is the type of bytes that do not show one.
const anyBytes = "application/octet-stream"

// MediaFromBytes returns a file as a block. Its bytes decide the MIME type, and
// that the block. If they do not show a type, the block is a document of type
// application/octet-stream.
func MediaFromBytes(b []byte) MediaContent {
	return mediaBlock(Media{Data: base64.StdEncoding.EncodeToString(b), MIMEType: cmp.Or(media.Type(b), anyBytes)})
}

// MediaFromReader returns a file as a block, as MediaFromBytes does, but reads it
// in pieces and only keeps the base64. size is the expected length, 0 if
// unknown.
func MediaFromReader(r io.Reader, size int64) (MediaContent, error) {
	e, err := media.Encode(r, size)
	if err != nil {
		return nil, err
	}
	m := Media{Data: e.Data(), MIMEType: cmp.Or(media.Type(e.Head), anyBytes)}
	m.Spelled().Set(m.Data, rawjson.Spelling(e.Quoted))
	return mediaBlock(m), nil
}

// MediaFromBase64 returns base64 text, or a data: URL, as a block. It accepts the
// standard and URL alphabets, wrapped lines and missing padding. If mimeType is
// "", the type is that of the data: URL, else the one that the bytes show.
func MediaFromBase64(data, mimeType string) (MediaContent, error) {
	if declared, body, ok := media.DataURL(data); ok {
		data, mimeType = body, cmp.Or(mimeType, declared)
	}
	standard, ok := media.Base64(data)
	if !ok {
		return nil, fmt.Errorf("%d bytes of media are not base64", len(data))
	}
	if mimeType == "" {
		mimeType = cmp.Or(media.Type64(standard), anyBytes)
	}
	return mediaBlock(Media{Data: standard, MIMEType: mimeType}), nil
}

// MediaFromURL returns a URL as a block. The MIME type decides the block, or
// without one the ending of the URL: .png is an image. A data: URL has its own
// type and becomes data.
func MediaFromURL(url, mimeType string) MediaContent {
	if declared, data, ok := media.DataURL(url); ok {
		return mediaBlock(Media{Data: data, MIMEType: cmp.Or(mimeType, declared)})
	}
	kind := media.Kind(cmp.Or(mimeType, media.TypeOfName(url)))
	return (&Media{URL: url, MIMEType: mimeType}).Block(kind).(MediaContent)
}

func mediaBlock(m Media) MediaContent {
	return m.Block(media.Kind(m.MIMEType)).(MediaContent)
}

// MediaOf returns what image, audio, video and document blocks share, nil for
// other blocks.
//
//go:noinline
func MediaOf(b Block) *Media {
	switch b := b.(type) {
	case *ImageContent:
		return (*Media)(b)
	case *AudioContent:
		return (*Media)(b)
	case *VideoContent:
		return (*Media)(b)
	case *DocumentContent:
		return (*Media)(b)
	default:
		return nil
	}
}

// Block returns m as a block of type image, audio, video or document.
//
//go:noinline
func (m *Media) Block(blockType string) Block {
	switch blockType {
	case "image":
		return (*ImageContent)(m)
	case "audio":
		return (*AudioContent)(m)
	case "video":
		return (*VideoContent)(m)
	case "document":
		return (*DocumentContent)(m)
	default:
		panic("conv: " + blockType + " is not a media type")
	}
}
