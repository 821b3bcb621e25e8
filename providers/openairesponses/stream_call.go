package openairesponses

import (
	"convo/conv"
	"convo/conv/format"
)

// beginCall adds the item for a call.
func (s *streamWriter) beginCall(b *emittedBlock, t *conv.ToolCall) {
	id := residue.Text(&t.Node, hintID)
	b.item = s.add(s.orMade(id, callPrefix(t)), func(o *emittedItem) {
		s.w.BeginObject()
		s.w.Field("id", o.id)
		if t.Kind == format.CustomCall {
			s.w.Field("type", "custom_tool_call")
			s.w.Field("input", "")
		} else {
			s.w.Field("type", "function_call")
			s.w.Field("arguments", "")
		}
		s.w.Field("status", "in_progress")
		s.w.Field("call_id", t.ID)
		s.w.Field("name", t.Name)
		s.w.EndObject()
	})
	if t.Arguments != "" {
		s.callDelta(b, t, t.ArgumentsString())
	}
}

func (s *streamWriter) callDelta(b *emittedBlock, t *conv.ToolCall, arguments string) {
	if arguments == "" {
		return
	}
	b.said = append(b.said, arguments...)
	if t.Kind == format.CustomCall {
		s.inputDelta(b)
	} else {
		s.string(b, "response.function_call_arguments.delta", "", "delta", arguments)
	}
}

func (s *streamWriter) endCall(b *emittedBlock, begin *conv.ToolCall, last conv.AssistantContent) {
	t, ok := last.(*conv.ToolCall)
	if !ok {
		t = begin
	}
	input, isText := t.Input()
	switch {
	case begin.Kind == format.CustomCall && isText:
		s.endInput(b, input.Text())
	case begin.Kind == format.CustomCall:
	default:
		if len(b.said) == 0 {
			s.callDelta(b, t, t.ArgumentsString())
		}
		s.string(b, "response.function_call_arguments.done", "", "arguments", string(b.said))
	}
	b.item.parts = []conv.AssistantContent{last}
	s.done(b.item)
}
