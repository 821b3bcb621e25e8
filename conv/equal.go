package conv

import (
	"bytes"

	"convo/conv/rawjson"
)

// Equal reports whether two conversations are written alike as conversation.json. That of
// messages and tool calls reports the same of them. Where they stood in an input, and
// how their strings were spelled there, does not matter.
func (c *Conversation) Equal(o *Conversation) bool {
	return c == o || c != nil && o != nil && alike(func(w *rawjson.Writer) { Native.Write(w, c) }, func(w *rawjson.Writer) { Native.Write(w, o) })
}

// Equal reports whether two messages say the same; see [Conversation.Equal].
func (m *UserMessage) Equal(o *UserMessage) bool { return equal(m, o) }

// Equal reports whether two messages say the same; see [Conversation.Equal].
func (m *AssistantMessage) Equal(o *AssistantMessage) bool { return equal(m, o) }

// Equal reports whether two messages say the same; see [Conversation.Equal].
func (m *ToolResultMessage) Equal(o *ToolResultMessage) bool { return equal(m, o) }

// Equal reports whether two messages say the same; see [Conversation.Equal].
func (m *SystemMessage) Equal(o *SystemMessage) bool { return equal(m, o) }

// Equal reports whether two messages say the same; see [Conversation.Equal].
func (m *CustomMessage) Equal(o *CustomMessage) bool { return equal(m, o) }

// Equal reports whether two messages say the same; see [Conversation.Equal].
func (m *BranchSummary) Equal(o *BranchSummary) bool { return equal(m, o) }

// Equal reports whether two messages say the same; see [Conversation.Equal].
func (m *CompactionSummary) Equal(o *CompactionSummary) bool { return equal(m, o) }

// Equal reports whether two calls say the same; see [Conversation.Equal].
func (t *ToolCall) Equal(o *ToolCall) bool {
	return t == o || t != nil && o != nil && alike(func(w *rawjson.Writer) { Native.WriteBlock(w, t) }, func(w *rawjson.Writer) { Native.WriteBlock(w, o) })
}

// equal compares messages of one type, which may be nil.
func equal[T any, M interface {
	*T
	Message
}](a, b M) bool {
	return a == b || a != nil && b != nil && alike(func(w *rawjson.Writer) { Native.WriteMessage(w, a) }, func(w *rawjson.Writer) { Native.WriteMessage(w, b) })
}

// alike reports whether two functions write the same.
func alike(a, b func(*rawjson.Writer)) bool {
	x, y := rawjson.NewWriter(nil), rawjson.NewWriter(nil)
	a(x)
	b(y)
	return bytes.Equal(x.Bytes(), y.Bytes())
}
