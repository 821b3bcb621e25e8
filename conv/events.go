package conv

// Event is a step of an answer as it arrives.
type Event struct {
	Type  EventType
	Index int // of the content block

	// Delta is the text that a *_delta adds: to a text, to reasoning, to the
	// text of a call's arguments.
	Delta string

	// Signature is what a thinking_delta adds to the block's signature.
	Signature string

	// Block is, for *_start, the block as it begins (a call with its id and
	// name, a text with its residue) and, for block, the whole of it. For an
	// *_end it is nil, or the block as it turned out, whatever the deltas said.
	Block AssistantContent

	// Extensions, for *_end, is residue that the block gathered on the way.
	Extensions Extensions

	// Message, for start, is what is known of the answer at its start, and,
	// for done and error, what is known at its end; its Content is empty.
	Message *AssistantMessage
	// Other, for message, is a whole message that is no answer: a user's turn,
	// a tool's result, a custom entry. It stands between answers or within one.
	Other Message
}

// EventType is the name of an event, as or and pi spell it.
type EventType string

// The events. An answer is a start, its blocks, and a done or an error. Each
// block is its start, deltas and end, or one block event. Blocks may
// interleave; their indexes tell them apart. A stream of a whole conversation
// has messages beside.
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

// EmptyBlock is an empty block of the kind that an event is about.
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
