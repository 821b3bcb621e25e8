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
	o.text = record.New[*decoder](residue, "text", func(b *conv.TextContent) *conv.Node { return &b.Node })
	record.Tag(o.text, "type", "text")
	record.Text(o.text, "text", func(b *conv.TextContent) *string { return &b.Text }).Needed("text block without text")
	record.Known(o.text, "citations", looseList)
	record.Known(o.text, "cache_control", cacheControl)

	thought := func(b *conv.ThinkingContent) *conv.Node { return &b.Node }
	o.thinking = record.New[*decoder](residue, "thinking", thought)
	record.Tag(o.thinking, "type", "thinking")
	record.Text(o.thinking, "thinking", func(b *conv.ThinkingContent) *string { return &b.Thinking })
	record.Field(o.thinking, "signature", (*decoder).signature, writeSignature).Due(record.LooseString)
	record.Absent(o.thinking, func(b *conv.ThinkingContent) { residue.SetHint(&b.Node, "signature", "null") })
	o.redacted = record.New[*decoder](residue, "redacted_thinking", thought)
	record.Tag(o.redacted, "type", "redacted_thinking")
	record.Str(o.redacted, "data", func(b *conv.ThinkingContent) *string { return &b.ThinkingSignature })

	o.image = record.New[*decoder](residue, "image", (*sourced).node)
	record.Tag(o.image, "type", "image")
	record.Field(o.image, "source", (*decoder).source, writeSource).Must(imageSource)
	record.Known(o.image, "transformations", record.LooseObject)
	record.Known(o.image, "cache_control", cacheControl)
	o.document = record.New[*decoder](residue, "document", (*sourced).node)
	record.Tag(o.document, "type", "document")
	record.Field(o.document, "source", (*decoder).source, writeSource).Must(documentSource)
	record.OptStr(o.document, "title", func(b *sourced) *string { return &b.Name })
	record.Known(o.document, "context", record.LooseString)
	record.Known(o.document, "citations", citations)
	record.Known(o.document, "cache_control", cacheControl)

	o.call = record.New[*decoder](residue, "tool_use", func(b *conv.ToolCall) *conv.Node { return &b.Node })
	record.Tag(o.call, "type", "tool_use")
	record.Str(o.call, "id", func(b *conv.ToolCall) *string { return &b.ID })
	record.Str(o.call, "name", func(b *conv.ToolCall) *string { return &b.Name })
	record.Field(o.call, "input", (*decoder).input, writeInput).Due(record.LooseObject)
	record.Absent(o.call, func(b *conv.ToolCall) { residue.SetHint(&b.Node, "input", "null") })
	record.Known(o.call, "caller", record.LooseObject).Says("Who called: the model, or code that runs at the server.")
	record.Known(o.call, "toolset_name", record.LooseString)
	record.Known(o.call, "cache_control", cacheControl)
	o.result = record.New[*decoder](residue, "tool_result", func(m *conv.ToolResultMessage) *conv.Node { return &m.Node })
	record.Tag(o.result, "type", "tool_result")
	record.Str(o.result, "tool_use_id", func(m *conv.ToolResultMessage) *string { return &m.ToolCallID })
	record.Field(o.result, "content", (*decoder).resultContent, writeResultContent).May(resultContent)
	record.Absent(o.result, func(m *conv.ToolResultMessage) { residue.SetHint(&m.Node, "content", "null") })
	record.Field(o.result, "is_error", (*decoder).isError, writeIsError).May(record.LooseBool)
	record.Known(o.result, "toolset_name", record.LooseString)
	record.Known(o.result, "cache_control", cacheControl)
	record.Elsewhere(o.result, wireKey, func(d *decoder, m *conv.ToolResultMessage) { d.in.Keep(&m.Node, wireKey) }, nil)
}

// messages describes the messages that the neutral model has as one message
// too.
func (o *described) messages() {
	o.assistant = record.New[*decoder](residue, "assistant_message", func(m *conv.AssistantMessage) *conv.Node { return &m.Node })
	record.Tag(o.assistant, "role", "assistant")
	record.Field(o.assistant, "content",
		func(d *decoder, m *conv.AssistantMessage) { m.Content = content(d, &d.nodes().said, d.assistantBlock) },
		func(w *rawjson.Writer, m *conv.AssistantMessage) {
			w.Key("content")
			writeContent(w, m.Content)
		}).Needed("message without content")
	o.system = record.New[*decoder](residue, "system_message", func(m *conv.SystemMessage) *conv.Node { return &m.Node })
	record.Tag(o.system, "role", "system")
	record.Field(o.system, "content",
		func(d *decoder, m *conv.SystemMessage) {
			m.Content = content(d, new(rawjson.Slab[conv.SystemContent]), d.systemBlock)
		},
		func(w *rawjson.Writer, m *conv.SystemMessage) {
			w.Key("content")
			writeContent(w, m.Content)
		}).Needed("message without content")
	record.Known(o.system, "clear_at", shape.Any)
	record.Known(o.system, "output_config", shape.Anything)
	record.Known(o.system, "cache_control", nil)
}
