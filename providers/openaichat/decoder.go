package openaichat

import (
	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// decoder reads one body.
type decoder struct {
	in     record.Reader
	thread *Thread
	limit  string // the field that held Request.MaxTokens
	inner  inMessage
	answer bool // reads the message of an answer, not of a request

	// What is read at the moment. Records take pointers, and a new object for
	// each call would be garbage soon.
	said   said
	call   call
	listed []conv.AssistantContent

	made *nodes // nil: nothing yet
}

// Base is what records read with.
func (d *decoder) Base() *record.Reader { return &d.in }

// Known keeps a field that is only known.
func (d *decoder) Known(n *conv.Node, key string) { d.in.Known(n, key) }

// nodes is memory for what is read.
type nodes struct {
	texts   rawjson.Slab[textAlone]
	calls   rawjson.Slab[conv.ToolCall]
	lists   rawjson.Slab[conv.AssistantContent]
	users   rawjson.Slab[conv.UserMessage]
	answers rawjson.Slab[conv.AssistantMessage]
	results rawjson.Slab[conv.ToolResultMessage]
}

// nodes is where nodes come from.
func (d *decoder) nodes() *nodes {
	if d.made == nil {
		d.made = rawjson.KeptBy[nodes](d.in.Arena)
	}
	return d.made
}

// Reset makes the memory free for another conversation.
func (n *nodes) Reset() {
	for _, slab := range [...]rawjson.Recycled{&n.texts, &n.calls, &n.lists, &n.users, &n.answers, &n.results} {
		slab.Reset()
	}
}

// textAlone is a text, and the content in which it often is alone.
type textAlone struct {
	conv.TextContent
	user   [1]conv.UserContent
	answer [1]conv.AssistantContent
	result [1]conv.ToolResultContent
}

// contentOf is the content of a message that is only this text.
func contentOf[T any](t *textAlone) []T {
	for _, room := range [...]any{&t.result, &t.answer, &t.user} {
		if one, ok := room.(*[1]T); ok {
			one[0] = any(&t.TextContent).(T)
			return one[:]
		}
	}
	return []T{any(&t.TextContent).(T)}
}

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return (&Thread{}).decoder(conv.NewReader(data, family, notes))
}

// reread reads JSON text that is part of a conversation, without notes.
func reread(r conv.Raw) *decoder { return newDecoder([]byte(r), nil) }
