package conv

import (
	"errors"
	"fmt"

	"convo/conv/extension"
)

// Event is a step of an answer as it arrives.
type Event struct {
	Type  EventType
	Index int // index of the content block

	// Delta is the text that a *_delta event adds to a text, to reasoning, or to
	// the text of a call's arguments.
	Delta string

	// Signature is what a thinking_delta adds to the block's signature.
	Signature string

	// Block is, in a *_start event, the block at its start (a call with its id and
	// name, a text with its residue), and in a block event the whole block. In an
	// *_end event it is nil, or the final block, which replaces the deltas.
	Block AssistantContent

	// Extensions is, in an *_end event, the block's residue so far.
	Extensions extension.Extensions

	// Message is, in a start event, what is known of the answer at its start, and
	// in a done or error event, what is known at its end. Its Content is empty.
	Message *AssistantMessage
	// Other is, in a message event, a whole message other than the answer: a user
	// turn, a tool result, a custom entry. It comes between answers or within one.
	Other Message
}

// EventType is the name of an event.
type EventType string

// The events. An answer is a start, its blocks, and a done or an error. Each block
// is its start, deltas and end, or one block event. Blocks may interleave; the
// index says which block an event belongs to. A stream of a whole conversation
// also has message events.
const (
	EventStart         EventType = "start"
	EventTextStart     EventType = "text_start"
	EventTextDelta     EventType = "text_delta"
	EventTextEnd       EventType = "text_end"
	EventThinkingStart EventType = "thinking_start"
	EventThinkingDelta EventType = "thinking_delta"
	EventThinkingEnd   EventType = "thinking_end"
	EventToolCallStart EventType = "toolcall_start"
	EventToolCallDelta EventType = "toolcall_delta"
	EventToolCallEnd   EventType = "toolcall_end"
	EventBlock         EventType = "block"
	EventMessage       EventType = "message"
	EventDone          EventType = "done"
	EventError         EventType = "error"
)

// EmptyBlock returns an empty block of the type that an event is about.
func (t EventType) EmptyBlock() AssistantContent {
	switch t {
	case EventThinkingStart, EventThinkingDelta, EventThinkingEnd:
		return &ThinkingContent{}
	case EventToolCallStart, EventToolCallDelta, EventToolCallEnd:
		return &ToolCall{}
	default:
		return &TextContent{}
	}
}

// check returns an error if v cannot be written.
func (v *Event) check() error {
	switch {
	case !v.Type.isKnown():
		return fmt.Errorf("unknown event type %q", v.Type)
	case v.Other != nil && v.Type != EventMessage:
		return fmt.Errorf("event %s has the field Other, which only a message event has", v.Type)
	case v.Message != nil && v.Type == EventMessage:
		return errors.New("a message event has its message in the field Other, not Message")
	}
	if v.Block != nil {
		if err := checkBlock(v.Block); err != nil {
			return fmt.Errorf("block: %w", err)
		}
	}
	if m := v.message(); m != nil {
		if err := checkWhole(m); err != nil {
			return fmt.Errorf("message: %w", err)
		}
	}
	return nil
}

// message returns the message that an event holds, or nil.
func (v *Event) message() Message {
	if v.Message != nil {
		return v.Message
	}
	return v.Other
}

// isKnown reports whether t is one of the events.
func (t EventType) isKnown() bool {
	switch t {
	case EventStart, EventDone, EventError, EventMessage:
		return true
	}
	return t.hasBlock()
}

// hasBlock reports whether an event is about a block.
func (t EventType) hasBlock() bool {
	switch t {
	case EventTextStart, EventTextDelta, EventTextEnd,
		EventThinkingStart, EventThinkingDelta, EventThinkingEnd,
		EventToolCallStart, EventToolCallDelta, EventToolCallEnd, EventBlock:
		return true
	}
	return false
}

func (e encoder) event(v *Event) {
	e.out.BeginObject()
	e.out.Field("type", string(v.Type))
	if v.Type.hasBlock() || v.Index != 0 {
		e.out.IntField("contentIndex", int64(v.Index))
	}
	e.out.OptField("delta", v.Delta)
	e.out.OptField("signature", v.Signature)
	if v.Block != nil {
		e.out.Key("block")
		encoder{out: e.out, Dialect: e.Dialect, partial: true}.block(v.Block)
	}
	if len(v.Extensions) > 0 {
		e.out.Key("extensions")
		v.Extensions.Write(e.out)
	}
	if m := v.message(); m != nil {
		e.out.Key("message")
		e.message(m)
	}
	e.out.EndObject()
}

func (d decoder) event() *Event {
	v := &Event{}
	at := d.in.Offset()
	var message Message
	for key := range d.in.Fields {
		switch start := d.in.Offset(); key {
		case "type":
			v.Type = EventType(d.in.Str())
		case "contentIndex":
			v.Index = int(d.in.Int())
		case "delta":
			v.Delta = d.in.Str()
		case "signature":
			v.Signature = d.in.Str()
		case "block":
			v.Block = d.partial()
		case "extensions":
			v.Extensions = nil
			v.Extensions.Read(d.in.Cursor)
		case "message":
			message = d.message("")
		default:
			d.in.Fail(start, "unknown field %q of an event", key)
		}
	}
	if d.in.Err() == nil {
		d.sort(v, message, at)
	}
	return v
}

// partial reads a block that has begun. A call may lack its arguments.
func (d decoder) partial() AssistantContent {
	at := d.in.Offset()
	b := d.block("")
	if d.in.Err() != nil {
		return nil
	}
	fit, ok := b.(AssistantContent)
	if !ok {
		d.in.Fail(at, "%s is not allowed in a message of role %s", b.BlockType(), RoleAssistant)
		return nil
	}
	if call, ok := b.(*ToolCall); ok {
		d.in.Rewind(at)
		if d.in.Raw().Lookup("arguments") == "" {
			call.Arguments = ""
		}
	}
	return fit
}

// sort puts the message of an event where its type wants it.
func (d decoder) sort(v *Event, message Message, at int) {
	answer, isAnswer := message.(*AssistantMessage)
	switch {
	case !v.Type.isKnown():
		d.in.Fail(at, "unknown event type %q", v.Type)
	case message == nil:
	case v.Type == EventMessage:
		v.Other = message
	case isAnswer:
		v.Message = answer
	default:
		d.in.Fail(MetaOf(message).Offset(), "want a message of role %s, got %s", RoleAssistant, RoleOf(message))
	}
}
