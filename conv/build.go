package conv

import (
	"encoding/base64"
	"fmt"
	"io"

	"convo/conv/media"
	"convo/conv/rawjson"
)

// Prompt is a conversation of one user text.
func Prompt(text string) *Conversation { return NewConversation(UserText(text)) }

// PromptWithSystem is Prompt with a system prompt.
func PromptWithSystem(system, text string) *Conversation {
	c := Prompt(text)
	c.SystemPrompt = system
	return c
}

// NewConversation is a conversation of messages, which it does not copy.
func NewConversation(messages ...Message) *Conversation {
	return &Conversation{Messages: messages}
}

// UserText is what a user said in words.
func UserText(text string) *UserMessage { return UserWith(text) }

// UserImage is a user message of one image: base64 data and its MIME type.
func UserImage(data, mimeType string) *UserMessage {
	return &UserMessage{Content: []UserContent{&ImageContent{Data: data, MIMEType: mimeType}}}
}

// UserWith is a user message of a text, which may be empty, and what follows
// it: images, audio, video, documents.
func UserWith(text string, more ...UserContent) *UserMessage {
	return &UserMessage{Content: append([]UserContent{&TextContent{Text: text}}, more...)}
}

// AssistantText is an answer in words, to seed a history. Nothing is known
// of its origin, usage or end.
func AssistantText(text string) *AssistantMessage {
	return &AssistantMessage{Content: []AssistantContent{&TextContent{Text: text}}}
}

// SystemText is an instruction after the start of a conversation; the
// leading one is [Conversation].SystemPrompt.
func SystemText(text string) *SystemMessage {
	return &SystemMessage{Role: RoleSystem, Content: []SystemContent{&TextContent{Text: text}}}
}

// ToolResult answers a call in words.
func ToolResult(callID, toolName, text string) *ToolResultMessage {
	return &ToolResultMessage{
		ToolCallID: callID,
		ToolName:   toolName,
		Content:    []ToolResultContent{&TextContent{Text: text}},
	}
}

// ToolResults are the results of one batch of calls as messages of one
// group, so that wires that can will carry them as one message. The group is
// Named for the first call. The results themselves are not changed.
func ToolResults(results ...*ToolResultMessage) []Message {
	var out []Message
	for _, r := range results {
		x := *r
		x.Group = results[0].ToolCallID
		out = append(out, &x)
	}
	return out
}

// NewAssistantMessage is an answer without content of which the origin is
// known. It has no timestamp: this package has no clock.
func NewAssistantMessage(protocol Protocol, provider, model string) *AssistantMessage {
	return &AssistantMessage{Protocol: protocol, Provider: provider, Model: model}
}

// MediaContent is a block that users and tool results may carry: image,
// audio, video, document.
type MediaContent interface {
	UserContent
	ToolResultContent
}

// MediaFromBytes is a file as a block. Its bytes tell the MIME type, and that
// tells the block; what they do not tell is an application/octet-stream
// document.
func MediaFromBytes(b []byte) MediaContent {
	mimeType := media.Type(b)
	if mimeType == "" {
		mimeType = "application/octet-stream"
	}
	return mediaBlock(Media{Data: base64.StdEncoding.EncodeToString(b), MIMEType: mimeType})
}

// MediaFromReader is MediaFromBytes for a file that is read piece by piece,
// and of which only the base64 is held. size is how long it will be, if that
// is known, else 0.
func MediaFromReader(r io.Reader, size int64) (MediaContent, error) {
	e, err := media.Encode(r, size)
	if err != nil {
		return nil, err
	}
	m := Media{Data: e.Data(), MIMEType: media.Type(e.Head)}
	if m.MIMEType == "" {
		m.MIMEType = "application/octet-stream"
	}
	m.Spell(m.Data, rawjson.Spelling(e.Quoted))
	return mediaBlock(m), nil
}

// MediaFromBase64 is base64 text, or a data: URL, as a block. Standard and
// URL alphabets, wrapped lines and missing padding are read. If mimeType is
// "", the data: URL's counts, then what the bytes tell.
func MediaFromBase64(data, mimeType string) (MediaContent, error) {
	if declared, body, ok := media.DataURL(data); ok {
		data = body
		if mimeType == "" {
			mimeType = declared
		}
	}
	standard, ok := media.Base64(data)
	if !ok {
		return nil, fmt.Errorf("%d bytes of media are not base64", len(data))
	}
	if mimeType == "" {
		mimeType = media.Type64(standard)
	}
	if mimeType == "" {
		mimeType = "application/octet-stream"
	}
	return mediaBlock(Media{Data: standard, MIMEType: mimeType}), nil
}

// MediaFromURL is an address as a block. The MIME type tells the block; a
// data: URL brings its own, and becomes data.
func MediaFromURL(url, mimeType string) MediaContent {
	if declared, data, ok := media.DataURL(url); ok {
		if mimeType == "" {
			mimeType = declared
		}
		return mediaBlock(Media{Data: data, MIMEType: mimeType})
	}
	return mediaBlock(Media{URL: url, MIMEType: mimeType})
}

func mediaBlock(m Media) MediaContent {
	return NewMedia(media.Kind(m.MIMEType), &m).(MediaContent)
}
