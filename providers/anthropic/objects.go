package anthropic

import (
	"sync"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// described is the descriptions of a request's objects.
type described struct {
	text      *record.Record[*decoder, *conv.TextContent]
	thinking  *record.Record[*decoder, *conv.ThinkingContent]
	redacted  *record.Record[*decoder, *conv.ThinkingContent]
	image     *record.Record[*decoder, *sourced]
	document  *record.Record[*decoder, *sourced]
	call      *record.Record[*decoder, *conv.ToolCall]
	result    *record.Record[*decoder, *conv.ToolResultMessage]
	assistant *record.Record[*decoder, *conv.AssistantMessage]
	system    *record.Record[*decoder, *conv.SystemMessage]

	tool       *record.Record[*decoder, *conv.ToolDefinition]
	choice     *record.Record[*decoder, *chosen]
	reasoning  *record.Record[*decoder, *conv.Reasoning]
	schema     *record.Record[*decoder, *conv.ResponseFormat]
	parameters *record.Record[*decoder, *conv.Request]
	answer     *record.Record[*decoder, *answer]
}

var (
	all      described
	describe sync.Once
)

func objects() *described {
	describe.Do(func() {
		all = described{
			tool: toolRecord(), choice: choiceRecord(), reasoning: reasoningRecord(), schema: schemaRecord(),
			parameters: parameterRecord(), answer: answerRecord(),
		}
		all.messages()
		all.blocks()
	})
	return &all
}

// blocks describes the blocks of messages.
func (o *described) blocks() {
	o.text = record.New[*decoder](residue, "text", func(b *conv.TextContent) *conv.Node { return &b.Node }).
		Tag("type", "text").
		Text("text", func(b *conv.TextContent) *string { return &b.Text }).Needed("text block without text").
		Known("citations", looseList).
		Known("cache_control", cacheControl)

	thought := func(b *conv.ThinkingContent) *conv.Node { return &b.Node }
	o.thinking = record.New[*decoder](residue, "thinking", thought).
		Tag("type", "thinking").
		Text("thinking", func(b *conv.ThinkingContent) *string { return &b.Thinking }).
		Field("signature", (*decoder).signature, writeSignature).Due(record.LooseString).
		Absent(func(b *conv.ThinkingContent) { residue.SetHint(&b.Node, "signature", "null") })
	o.redacted = record.New[*decoder](residue, "redacted_thinking", thought).
		Tag("type", "redacted_thinking").
		Str("data", func(b *conv.ThinkingContent) *string { return &b.ThinkingSignature })

	o.image = record.New[*decoder](residue, "image", (*sourced).node).
		Tag("type", "image").
		Field("source", (*decoder).source, writeSource).Must(imageSource).
		Known("transformations", record.LooseObject).
		Known("cache_control", cacheControl)
	o.document = record.New[*decoder](residue, "document", (*sourced).node).
		Tag("type", "document").
		Field("source", (*decoder).source, writeSource).Must(documentSource).
		OptStr("title", func(b *sourced) *string { return &b.Name }).
		Known("context", record.LooseString).
		Known("citations", citations).
		Known("cache_control", cacheControl)

	o.call = record.New[*decoder](residue, "tool_use", func(b *conv.ToolCall) *conv.Node { return &b.Node }).
		Tag("type", "tool_use").
		Str("id", func(b *conv.ToolCall) *string { return &b.ID }).
		Str("name", func(b *conv.ToolCall) *string { return &b.Name }).
		Field("input", (*decoder).input, writeInput).Due(record.LooseObject).
		Absent(func(b *conv.ToolCall) { residue.SetHint(&b.Node, "input", "null") }).
		Known("caller", record.LooseObject).Says("Who called: the model, or code that runs at the server.").
		Known("toolset_name", record.LooseString).
		Known("cache_control", cacheControl)
	o.result = record.New[*decoder](residue, "tool_result", func(m *conv.ToolResultMessage) *conv.Node { return &m.Node }).
		Tag("type", "tool_result").
		Str("tool_use_id", func(m *conv.ToolResultMessage) *string { return &m.ToolCallID }).
		Field("content", (*decoder).resultContent, writeResultContent).May(resultContent).
		Absent(func(m *conv.ToolResultMessage) { residue.SetHint(&m.Node, "content", "null") }).
		Field("is_error", (*decoder).isError, writeIsError).May(record.LooseBool).
		Known("toolset_name", record.LooseString).
		Known("cache_control", cacheControl).
		Elsewhere(wireKey)
}

// messages describes the messages that the neutral model has as one message
// too.
func (o *described) messages() {
	o.assistant = record.New[*decoder](residue, "assistant_message", func(m *conv.AssistantMessage) *conv.Node { return &m.Node }).
		Tag("role", "assistant").
		Field("content",
			func(d *decoder, m *conv.AssistantMessage) { m.Content = content(d, &d.nodes().said, d.assistantBlock) },
			func(w *rawjson.Writer, m *conv.AssistantMessage) bool {
				w.Key("content")
				writeContent(w, m.Content)
				return true
			}).Needed("message without content")
	o.system = record.New[*decoder](residue, "system_message", func(m *conv.SystemMessage) *conv.Node { return &m.Node }).
		Tag("role", "system").
		Field("content",
			func(d *decoder, m *conv.SystemMessage) {
				m.Content = content(d, new(rawjson.Slab[conv.SystemContent]), d.systemBlock)
			},
			func(w *rawjson.Writer, m *conv.SystemMessage) bool {
				w.Key("content")
				writeContent(w, m.Content)
				return true
			}).Needed("message without content").
		Known("clear_at", shape.Any).
		Known("output_config", shape.Anything).
		Known("cache_control", nil)
}
