package conv

import "iter"

// Replay returns a finished answer as the events of a stream, with one delta for
// each block.
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
