package openairesponses

import (
	"sync"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// described is the descriptions of a request's objects.
type described struct {
	body      *record.Record[*decoder, *body]
	tool      *record.Record[*decoder, *conv.ToolDefinition]
	choice    *record.Record[*decoder, *conv.ToolChoice]
	reasoning *record.Record[*decoder, *conv.Reasoning]
	format    *record.Record[*decoder, *conv.ResponseFormat] // without a schema
	schema    *record.Record[*decoder, *conv.ResponseFormat]

	user   *record.Record[*decoder, *conv.UserMessage]
	system *record.Record[*decoder, *conv.SystemMessage]
	text   *record.Record[*decoder, *conv.TextContent]

	image, file *record.Record[*decoder, *mediaPart]

	message             *record.Record[*decoder, *messageItem]
	outputText, refusal *record.Record[*decoder, *outputPart]
	call                *record.Record[*decoder, *callItem]
	output              *record.Record[*decoder, *result]
	thought             *record.Record[*decoder, *thought]
}

var (
	all      described
	describe sync.Once
)

func objects() *described {
	describe.Do(func() {
		all = described{body: bodyRecord()}
		all.parameters()
		all.messages()
		all.media()
		all.answers()
		all.calls()
		all.thought = thoughtRecord()
	})
	return &all
}

// parameters describes a request except its history.
func (o *described) parameters() {
	o.tool = record.Function(record.New[*decoder](residue, "function_tool", func(t *conv.ToolDefinition) *conv.Node { return &t.Node }).Lenient().
		Word("type", "function")).
		KnownAll(record.LooseBool, "defer_loading", "async").
		Known("output_schema", record.LooseObject).
		Known("allowed_callers", callers)
	o.choice = record.New[*decoder](residue, "tool_choice", func(t *conv.ToolChoice) *conv.Node { return &t.Node }).Lenient().
		Word("type", "function").
		Str("name", func(t *conv.ToolChoice) *string { return &t.Name })
	summary := func() *shape.Shape { return shape.Words("auto concise detailed").Loose() }
	o.reasoning = record.New[*decoder](residue, "", func(r *conv.Reasoning) *conv.Node { return &r.Node }).Lenient().
		OptStr("effort", func(r *conv.Reasoning) *string { return &r.Effort }).
		KnownAll(record.LooseString, "context", "mode").
		KnownAll(summary, "summary", "generate_summary")
	format := func() *record.Record[*decoder, *conv.ResponseFormat] {
		return record.New[*decoder](residue, "", func(f *conv.ResponseFormat) *conv.Node { return &f.Node }).Lenient().
			Field("type", func(d *decoder, _ *conv.ResponseFormat) { d.Skip() }, writeFormatType)
	}
	o.format = format()
	o.schema = record.Schema(format())
}

// messages describes the messages of other roles than the model's, and their
// texts.
func (o *described) messages() {
	o.user = messageRecord(func(m *conv.UserMessage) *conv.Node { return &m.Node },
		func(*conv.UserMessage) string { return "user" },
		func(d *decoder, m *conv.UserMessage) { m.Content = content[conv.UserContent](d, &m.Node, inUser) },
		func(w *rawjson.Writer, m *conv.UserMessage) bool { return writeContent(w, &m.Node, m.Content, inUser) })
	o.system = messageRecord(func(m *conv.SystemMessage) *conv.Node { return &m.Node },
		func(m *conv.SystemMessage) string { return string(conv.RoleOf(m)) },
		func(d *decoder, m *conv.SystemMessage) { m.Content = content[conv.SystemContent](d, &m.Node, inSystem) },
		func(w *rawjson.Writer, m *conv.SystemMessage) bool {
			return writeContent(w, &m.Node, m.Content, inSystem)
		})
	o.text = record.New[*decoder](residue, "input_text", func(t *conv.TextContent) *conv.Node { return &t.Node }).Lenient().
		Word("type", "input_text").
		Text("text", func(t *conv.TextContent) *string { return &t.Text }).
		Absent(func(t *conv.TextContent) { residue.Set(&t.Node, "text", "null") }).
		Known("prompt_cache_breakpoint", record.LooseObject)
}

// messageRecord is a message with its id, role and content. A missing content
// is read as null. A type is not needed.
func messageRecord[T any](node func(T) *conv.Node, role func(T) string, read func(*decoder, T), write func(*rawjson.Writer, T) bool) *record.Record[*decoder, T] {
	usual := func(key string, value conv.Raw) func(*decoder, T) {
		return func(d *decoder, m T) { d.usual(node(m), key, value) }
	}
	return record.New[*decoder](residue, "message", node).Lenient().
		Field("id",
			func(d *decoder, m T) {
				if !d.IsNull() {
					residue.Set(node(m), hintID, d.Raw())
				}
			},
			func(w *rawjson.Writer, m T) bool {
				w.OptRaw("id", residue.Get(node(m), hintID))
				return false
			}).
		Field("role",
			func(d *decoder, _ T) { d.Skip() },
			func(w *rawjson.Writer, m T) bool {
				w.Field("role", role(m))
				return true
			}).
		Field("content", read, write).
		Absent(func(m T) { residue.SetBlank(node(m), contentKey(inUser), "null") }).
		Field("type", usual("type", `"message"`), nil).
		Field("status", usual("status", `"completed"`), nil).
		Known("phase", nil)
}
