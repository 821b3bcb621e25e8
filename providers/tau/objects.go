package tau

import (
	"strings"
	"sync"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// residue is what nodes keep for this family.
var residue = &record.Family{Name: family, Inside: func(key string) bool {
	return strings.HasPrefix(key, entryPrefix) || strings.HasPrefix(key, messagePrefix)
}}

// described is Tau's objects, each described once.
type described struct {
	text     *record.Record[*decoder, *conv.TextContent]
	thinking *record.Record[*decoder, *conv.ThinkingContent]
	call     *record.Record[*decoder, *conv.ToolCall]
	result   *record.Record[*decoder, *result]
	usage    *record.Record[*decoder, *conv.Usage]

	assistant  *record.Record[*decoder, *conv.AssistantMessage]
	system     *record.Record[*decoder, *conv.SystemMessage]
	user       *record.Record[*decoder, *userSide]
	custom     *record.Record[*decoder, *conv.CustomMessage]
	branch     *record.Record[*decoder, *branchSummary]
	compaction *record.Record[*decoder, *compactionSummary]
}

var (
	all      described
	describe sync.Once
)

func objects() *described {
	describe.Do(func() {
		all = described{
			result: resultRecord(), usage: usageRecord(), user: userRecord(), custom: customRecord(),
			branch: branchRecord(), compaction: compactionRecord(),
		}
		all.blocks()
		all.messages()
	})
	return &all
}

// blocks describes the blocks of an answer.
func (o *described) blocks() {
	o.text = record.New[*decoder](residue, "text", func(b *conv.TextContent) *conv.Node { return &b.Node })
	record.Word(o.text, "type", "text")
	record.Text(o.text, "content", func(b *conv.TextContent) *string { return &b.Text })
	record.Usual(o.text, func(b *conv.TextContent) bool { return b.Text == "" })
	o.thinking = record.New[*decoder](residue, "thinking", func(b *conv.ThinkingContent) *conv.Node { return &b.Node })
	record.Word(o.thinking, "type", "thinking")
	record.Text(o.thinking, "content", func(b *conv.ThinkingContent) *string { return &b.Thinking })
	record.Usual(o.thinking, func(b *conv.ThinkingContent) bool { return b.Thinking == "" })
	record.Str(o.thinking, "signature", func(b *conv.ThinkingContent) *string { return &b.ThinkingSignature })
	record.Usual(o.thinking, func(b *conv.ThinkingContent) bool { return b.ThinkingSignature == "" })
	o.call = record.New[*decoder](residue, "tool_call", func(b *conv.ToolCall) *conv.Node { return &b.Node })
	record.Word(o.call, "type", "tool_call")
	record.Str(o.call, "id", func(b *conv.ToolCall) *string { return &b.ID })
	record.Str(o.call, "name", func(b *conv.ToolCall) *string { return &b.Name })
	record.OptStr(o.call, "kind", func(b *conv.ToolCall) *string { return &b.Kind })
	record.Field(o.call, "args", (*decoder).arguments, func(w *rawjson.Writer, b *conv.ToolCall) {
		w.OptRaw("args", record.ArgumentsOf(b))
	})
	record.Usual(o.call, func(b *conv.ToolCall) bool { return record.ArgumentsOf(b) == "{}" })
	record.Known(o.call, "metadata", nil)
}

// messages describes the messages that are one message in the neutral model.
func (o *described) messages() {
	o.assistant = withUsage(withContents(
		message("assistant", func(m *conv.AssistantMessage) *conv.Node { return &m.Node }),
		func(m *conv.AssistantMessage) []conv.AssistantContent { return m.Content }),
		func(m *conv.AssistantMessage) **conv.Usage { return &m.Usage })
	record.Field(o.assistant, "stop_reason", (*decoder).stop, writeStop)
	record.Str(o.assistant, "error", func(m *conv.AssistantMessage) *string { return &m.ErrorMessage })
	record.Usual(o.assistant, func(m *conv.AssistantMessage) bool { return m.ErrorMessage == "" })
	record.Known(o.assistant, "error_kind", nil)
	o.system = withContents(
		message("system", func(m *conv.SystemMessage) *conv.Node { return &m.Node }),
		func(m *conv.SystemMessage) []conv.SystemContent { return m.Content })
}

// message is the record of a message of a role. The fields that every message
// has are read into the decoder's head, and written by [writer.tail].
func message[T any](role string, node func(T) *conv.Node) *record.Record[*decoder, T] {
	r := record.New[*decoder](residue, role, node)
	record.Field(r, "role", func(d *decoder, _ T) { d.in.Skip() }, nil)
	record.Field(r, "id", func(d *decoder, _ T) { d.head.id = d.in.Str() }, nil)
	record.Field(r, "timestamp", func(d *decoder, t T) {
		if d.in.Kind() == rawjson.Num {
			d.head.literal = d.in.Raw()
		} else {
			d.in.Keep(node(t), "timestamp")
		}
	}, nil)
	return r
}

// passContents reads the contents of a message, if their reader is known and
// they come only once. Else it passes them: they are read after the other
// fields.
func passContents[T any](d *decoder, _ T) {
	first := d.head.contents < 0
	d.head.contents = d.in.Offset()
	if d.head.pending = d.head.read == nil || !first; d.head.pending {
		d.in.Skip()
		return
	}
	d.head.notes = d.apart(d.head.read)
}

// withContents adds the contents of a message.
func withContents[T any, B conv.Block](r *record.Record[*decoder, T], of func(T) []B) *record.Record[*decoder, T] {
	record.Field(r, "contents", passContents[T], func(w *rawjson.Writer, t T) {
		w.Key("contents")
		writeList(w, of(t))
	})
	record.Usual(r, func(t T) bool { return len(of(t)) == 0 })
	return r
}

// Known keeps the next value, even a null, without a note.
func (d *decoder) Known(n *conv.Node, key string) { d.in.KeepQuietly(n, key) }
