package format

import (
	"iter"

	"convo/conv"
)

// Replay returns a finished answer as the events of a stream, with one delta for
// each block.
func Replay(m *conv.AssistantMessage) iter.Seq[conv.Event] {
	return func(yield func(conv.Event) bool) {
		head, tail := *m, *m
		head.Content, head.StopReason, head.StopDetail, head.ErrorMessage, head.Diagnostics = nil, "", nil, "", nil
		tail.Content = nil
		if !yield(conv.Event{Type: conv.EventStart, Message: &head}) {
			return
		}
		for i, b := range m.Content {
			for _, e := range ReplayBlock(i, b) {
				if !yield(e) {
					return
				}
			}
		}
		end := conv.EventDone
		if m.StopReason == conv.StopAborted || m.StopReason == conv.StopError && m.ErrorMessage != "" {
			end = conv.EventError
		}
		yield(conv.Event{Type: end, Message: &tail})
	}
}

// ReplayBlock returns the events of a complete block.
func ReplayBlock(i int, b conv.AssistantContent) []conv.Event {
	switch b := b.(type) {
	case *conv.TextContent:
		begin := *b
		begin.Text = ""
		return replayDelta(i, &begin, conv.EventTextStart, conv.Event{Type: conv.EventTextDelta, Index: i, Delta: b.Text}, conv.EventTextEnd)
	case *conv.ThinkingContent:
		begin := *b
		if begin.Redacted {
			return []conv.Event{{Type: conv.EventBlock, Index: i, Block: b}}
		}
		begin.Thinking, begin.ThinkingSignature = "", ""
		return replayDelta(i, &begin, conv.EventThinkingStart, conv.Event{Type: conv.EventThinkingDelta, Index: i, Delta: b.Thinking, Signature: b.ThinkingSignature}, conv.EventThinkingEnd)
	case *conv.ToolCall:
		begin := *b
		begin.Arguments, begin.ArgumentsText = "", nil
		return replayDelta(i, &begin, conv.EventToolCallStart, conv.Event{Type: conv.EventToolCallDelta, Index: i, Delta: b.ArgumentsString()}, conv.EventToolCallEnd)
	default:
		return []conv.Event{{Type: conv.EventBlock, Index: i, Block: b}}
	}
}

func replayDelta(i int, begin conv.AssistantContent, start conv.EventType, delta conv.Event, end conv.EventType) []conv.Event {
	out := []conv.Event{{Type: start, Index: i, Block: begin}}
	if delta.Delta != "" || delta.Signature != "" {
		out = append(out, delta)
	}
	return append(out, conv.Event{Type: end, Index: i})
}
