package agui

import (
	"cmp"
	"fmt"
	"strconv"

	"convo/conv"
	"convo/conv/format"
)

// beginText opens the message, unless another text of it is open. A text after
// another block of the answer is a paragraph of its own.
func (s *streamWriter) beginText(t *conv.TextContent) {
	if s.texts++; s.texts == 1 {
		s.startText(s.id, "assistant", &s.head.Meta)
	}
	if s.written && s.last != conv.EventTextStart {
		s.piece("TEXT_MESSAGE_CONTENT", "messageId", s.id, "\n\n")
	}
	if !s.written {
		s.signature = t.TextSignature
	}
	s.written, s.last = true, conv.EventTextStart
	s.piece("TEXT_MESSAGE_CONTENT", "messageId", s.id, t.Text)
}

// beginThinking opens a reasoning message.
func (s *streamWriter) beginThinking(b *openBlock, t *conv.ThinkingContent) {
	s.thoughts++
	s.last = conv.EventThinkingStart
	b.id = thoughtID(s.id, s.thoughts)
	if s.ids != nil {
		b.id = s.ids[s.thoughts-1]
	}
	b.signature.WriteString(t.ThinkingSignature)
	s.event("REASONING_START", "messageId", b.id)
	s.frame("REASONING_MESSAGE_START", "messageId", b.id, "role", "reasoning")
	residue.Write(s.w, &t.Node, "id")
	s.frameEnd()
	s.piece("REASONING_MESSAGE_CONTENT", "messageId", b.id, t.Thinking)
}

// thoughtID is the id of the nth reasoning of an answer, if it has none. Late
// reasoning is matched to its answer by this id.
func thoughtID(message string, n int) string { return message + thoughtInfix + strconv.Itoa(n) }

const thoughtInfix = "-reasoning-"

// beginCall opens a call of the message.
func (s *streamWriter) beginCall(b *openBlock, t *conv.ToolCall) {
	s.calls++
	s.last = conv.EventToolCallStart
	b.id = cmp.Or(t.ID, s.id+"-call-"+strconv.Itoa(s.calls))
	s.frame("TOOL_CALL_START", "toolCallId", b.id, "toolCallName", t.Name, "parentMessageId", s.id)
	residue.Write(s.w, &t.Node)
	s.frameEnd()
}

func (s *streamWriter) delta(b *openBlock, e conv.Event) {
	switch b.begin.(type) {
	case *conv.TextContent:
		s.piece("TEXT_MESSAGE_CONTENT", "messageId", s.id, e.Delta)
	case *conv.ThinkingContent:
		s.piece("REASONING_MESSAGE_CONTENT", "messageId", b.id, e.Delta)
		b.signature.WriteString(e.Signature)
	case *conv.ToolCall:
		b.fed = b.fed || e.Delta != ""
		s.piece("TOOL_CALL_ARGS", "toolCallId", b.id, e.Delta)
	default:
		panic(fmt.Sprintf("agui: unknown block %T", b.begin))
	}
}

// piece writes an event that adds text, if it adds any.
func (s *streamWriter) piece(event, key, id, text string) {
	if text == "" {
		return
	}
	s.event(event, key, id, "delta", text)
}

// end closes a block with what its end adds.
func (s *streamWriter) end(b *openBlock, whole conv.AssistantContent) {
	b.closed = true
	switch t := b.begin.(type) {
	case *conv.TextContent:
		if s.texts--; s.texts == 0 {
			s.frame("TEXT_MESSAGE_END", "messageId", s.id)
			if s.signature != "" {
				writeMarks(s.w, "", signatureMarks(s.head.EncryptedValue, s.signature))
			}
			s.frameEnd()
		}
	case *conv.ThinkingContent:
		if x, ok := whole.(*conv.ThinkingContent); ok {
			b.signature.Reset()
			b.signature.WriteString(x.ThinkingSignature)
		}
		s.endThinking(b, t)
	case *conv.ToolCall:
		if x, ok := whole.(*conv.ToolCall); ok {
			t = x
		}
		if !b.fed && (whole != nil || t.Arguments != "" || t.ArgumentsText != nil) {
			s.piece("TOOL_CALL_ARGS", "toolCallId", b.id, t.ArgumentsString())
		}
		s.event("TOOL_CALL_END", "toolCallId", b.id)
		s.encrypted("tool-call", b.id, t.ThoughtSignature)
	default:
		panic(fmt.Sprintf("agui: unknown block %T", b.begin))
	}
}

func (s *streamWriter) endThinking(b *openBlock, t *conv.ThinkingContent) {
	signature := b.signature.String()
	field := format.IsReasoningField(signature)
	s.frame("REASONING_MESSAGE_END", "messageId", b.id)
	if field || t.Redacted {
		writeMarks(s.w, "", thoughtMarks(signature, t.Redacted))
	}
	s.frameEnd()
	if !field {
		s.encrypted("message", b.id, signature)
	}
	s.event("REASONING_END", "messageId", b.id)
}

// encrypted attaches an opaque value, if there is one, to an earlier message or
// call.
func (s *streamWriter) encrypted(subtype, id, value string) {
	if value != "" {
		s.event("REASONING_ENCRYPTED_VALUE", "subtype", subtype, "entityId", id, "encryptedValue", value)
	}
}
