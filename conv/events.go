package conv

import (
	"iter"
	"slices"
	"strings"

	"convo/conv/rawjson"
)

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
}

// EventType is the name of an event, as or and pi spell it.
type EventType string

// The events. An answer is a start, its blocks, and a done or an error. Each
// block is its start, deltas and end, or one block event. Blocks may
// interleave; their indexes tell them apart.
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
	EventDone          EventType = "done"
	EventError         EventType = "error"
)

// Assembler makes one message of the events of an answer.
type Assembler struct {
	message AssistantMessage
	parts   []*part // by index
	ended   bool
}

// part is a block in the making.
type part struct {
	index     int
	block     AssistantContent // as the events gave it: not ours to change
	text      strings.Builder
	signature strings.Builder
	residue   Extensions
}

// Add takes the next event.
func (a *Assembler) Add(e Event) {
	switch e.Type {
	case EventStart:
		a.merge(e.Message)
	case EventDone, EventError:
		a.merge(e.Message)
		a.ended = true
	case EventTextStart, EventThinkingStart, EventToolCallStart, EventBlock:
		p := a.part(e.Index)
		p.block = e.Block
		if p.block == nil {
			p.block = emptyBlock(e.Type)
		}
	case EventTextDelta, EventThinkingDelta, EventToolCallDelta:
		p := a.part(e.Index)
		if p.block == nil {
			p.block = emptyBlock(e.Type)
		}
		p.text.WriteString(e.Delta)
		p.signature.WriteString(e.Signature)
	case EventTextEnd, EventThinkingEnd, EventToolCallEnd:
		p := a.part(e.Index)
		if e.Block != nil {
			*p = part{index: e.Index, block: e.Block}
		}
		if p.block == nil {
			p.block = emptyBlock(e.Type)
		}
		p.residue.merge(e.Extensions)
	default:
		panic("conv: unknown event " + string(e.Type))
	}
}

func emptyBlock(t EventType) AssistantContent {
	switch t {
	case EventThinkingStart, EventThinkingDelta, EventThinkingEnd:
		return &ThinkingContent{}
	case EventToolCallStart, EventToolCallDelta, EventToolCallEnd:
		return &ToolCall{}
	default:
		return &TextContent{}
	}
}

// part is the block at an index, which a wire may choose as it likes.
func (a *Assembler) part(index int) *part {
	at := len(a.parts)
	for at > 0 && a.parts[at-1].index >= index {
		if at--; a.parts[at].index == index {
			return a.parts[at]
		}
	}
	p := &part{index: index}
	a.parts = slices.Insert(a.parts, at, p)
	return p
}

// Message is the answer as far as it came. Unless it was ended by done or
// error, it is marked as interrupted. It shares nothing that Add changes.
func (a *Assembler) Message() *AssistantMessage {
	m := a.message
	m.Extensions = m.Extensions.clone()
	m.Diagnostics = slices.Clone(m.Diagnostics)
	for _, p := range a.parts {
		m.Content = append(m.Content, p.finish(&m))
	}
	if !a.ended {
		m.StopReason = StopAborted
		m.StopDetail = &StopDetail{Kind: KindInterrupted}
	}
	return &m
}

// finish is a copy of the block with what its deltas added.
func (p *part) finish(m *AssistantMessage) AssistantContent {
	switch b := p.block.(type) {
	case *TextContent:
		x := *b
		x.Text = rawjson.JoinSurrogates(x.Text + p.text.String())
		p.extend(&x.Node)
		return &x
	case *ThinkingContent:
		x := *b
		x.Thinking = rawjson.JoinSurrogates(x.Thinking + p.text.String())
		x.ThinkingSignature += p.signature.String()
		p.extend(&x.Node)
		return &x
	case *ToolCall:
		x := *b
		if s := p.text.String(); s != "" || x.Arguments == "" {
			x.SetArguments(rawjson.JoinSurrogates(s), m)
		}
		p.extend(&x.Node)
		return &x
	default:
		return b
	}
}

// extend gives a copied node the residue that its events brought.
func (p *part) extend(n *Node) {
	n.Extensions = n.Extensions.clone()
	n.Extensions.merge(p.residue)
}

// merge lays what e says over what the message says.
func (a *Assembler) merge(e *AssistantMessage) {
	if e == nil {
		return
	}
	m := &a.message
	m.Extensions.merge(e.Extensions)
	setIf(&m.ID, e.ID)
	setIf(&m.Name, e.Name)
	setIf(&m.Timestamp, e.Timestamp)
	setIf(&m.Group, e.Group)
	setIf(&m.EncryptedValue, e.EncryptedValue)
	setIf(&m.Protocol, e.Protocol)
	setIf(&m.Provider, e.Provider)
	setIf(&m.Model, e.Model)
	setIf(&m.ResponseModel, e.ResponseModel)
	setIf(&m.ResponseID, e.ResponseID)
	setIf(&m.ProviderRequestID, e.ProviderRequestID)
	setIf(&m.Usage, e.Usage)
	setIf(&m.StopReason, e.StopReason)
	setIf(&m.StopDetail, e.StopDetail)
	setIf(&m.ErrorMessage, e.ErrorMessage)
	m.Diagnostics = append(m.Diagnostics, e.Diagnostics...)
	setIf(&m.at, e.at)
}

func setIf[T comparable](dst *T, v T) {
	var zero T
	if v != zero {
		*dst = v
	}
}

// merge sets each member of f in e.
func (e *Extensions) merge(f Extensions) {
	for _, x := range f {
		for _, m := range x.Members {
			e.Set(x.Family, m.Key, m.Value)
		}
	}
}

// SetArguments gives a call the arguments that a wire carried as a string:
// as they are if they are a JSON object, otherwise mended as far as they can
// be, with a diagnostic in m (which may be nil). "" is {}.
func (t *ToolCall) SetArguments(s string, m *AssistantMessage) {
	fixed, mode := rawjson.Repair(s)
	t.Arguments, t.ArgumentsText = fixed, nil
	if string(fixed) != s {
		t.ArgumentsText = &s
	}
	if m == nil || mode == rawjson.Strict {
		return
	}
	if d := recovered(t, mode); !slices.Contains(m.Diagnostics, d) {
		m.Diagnostics = append(m.Diagnostics, d)
	}
}

const recoveredArguments = "tool_arguments_recovered"

// recovered is the diagnostic for arguments that had to be mended.
func recovered(t *ToolCall, mode rawjson.Mode) Diagnostic {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("toolCallId", t.ID)
	w.Field("toolName", t.Name)
	w.Field("mode", string(mode))
	w.EndObject()
	return Diagnostic{Type: recoveredArguments, Details: Raw(w.Bytes())}
}

// Assemble reads a stream of one answer to its end as a conversation of one
// message: the Decode of a stream format.
func Assemble(events iter.Seq2[Event, error]) iter.Seq2[*Conversation, error] {
	return func(yield func(*Conversation, error) bool) {
		var a Assembler
		for e, err := range events {
			if err != nil {
				yield(nil, err)
				return
			}
			a.Add(e)
		}
		yield(&Conversation{Messages: []Message{a.Message()}}, nil)
	}
}

// Replay gives a finished answer as the events of a stream, one delta a block.
func Replay(m *AssistantMessage) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		head, tail := *m, *m
		head.Content, head.StopReason, head.StopDetail, head.ErrorMessage, head.Diagnostics = nil, "", nil, "", nil
		tail.Content = nil
		if !yield(Event{Type: EventStart, Message: &head}) {
			return
		}
		for i, b := range m.Content {
			for _, e := range replayBlock(i, b) {
				if !yield(e) {
					return
				}
			}
		}
		end := EventDone
		if m.StopReason == StopAborted || m.StopReason == StopError && m.ErrorMessage != "" {
			end = EventError
		}
		yield(Event{Type: end, Message: &tail})
	}
}

func replayBlock(i int, b AssistantContent) []Event {
	switch b := b.(type) {
	case *TextContent:
		begin := *b
		begin.Text = ""
		return replayDelta(i, &begin, EventTextStart, Event{Type: EventTextDelta, Index: i, Delta: b.Text}, EventTextEnd)
	case *ThinkingContent:
		begin := *b
		if begin.Redacted {
			return []Event{{Type: EventBlock, Index: i, Block: b}}
		}
		begin.Thinking, begin.ThinkingSignature = "", ""
		return replayDelta(i, &begin, EventThinkingStart, Event{Type: EventThinkingDelta, Index: i, Delta: b.Thinking, Signature: b.ThinkingSignature}, EventThinkingEnd)
	case *ToolCall:
		begin := *b
		begin.Arguments, begin.ArgumentsText = "", nil
		return replayDelta(i, &begin, EventToolCallStart, Event{Type: EventToolCallDelta, Index: i, Delta: b.ArgumentsString()}, EventToolCallEnd)
	default:
		return []Event{{Type: EventBlock, Index: i, Block: b}}
	}
}

func replayDelta(i int, begin AssistantContent, start EventType, delta Event, end EventType) []Event {
	out := []Event{{Type: start, Index: i, Block: begin}}
	if delta.Delta != "" || delta.Signature != "" {
		out = append(out, delta)
	}
	return append(out, Event{Type: end, Index: i})
}

// ArgumentsString is the arguments as a wire that takes a string wants them.
func (t *ToolCall) ArgumentsString() string {
	if t.ArgumentsText != nil {
		return *t.ArgumentsText
	}
	if t.Arguments == "" {
		return "{}"
	}
	return string(t.Arguments)
}
