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
	agent  *record.Record[*decoder, *conv.UserMessage]
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
	o.tool = record.New[*decoder](residue, "function_tool", func(t *conv.ToolDefinition) *conv.Node { return &t.Node })
	record.Word(o.tool, "type", "function")
	record.Function(o.tool)
	record.KnownAll(o.tool, record.LooseBool, "defer_loading", "async")
	record.Known(o.tool, "output_schema", record.LooseObject)
	record.Known(o.tool, "allowed_callers", callers)
	o.choice = record.New[*decoder](residue, "tool_choice", func(t *conv.ToolChoice) *conv.Node { return &t.Node })
	record.Word(o.choice, "type", "function")
	record.Str(o.choice, "name", func(t *conv.ToolChoice) *string { return &t.Name })
	summary := func() *shape.Shape { return shape.Words("auto concise detailed").Loose() }
	o.reasoning = record.New[*decoder](residue, "", func(r *conv.Reasoning) *conv.Node { return &r.Node })
	record.OptStr(o.reasoning, "effort", func(r *conv.Reasoning) *string { return &r.Effort })
	record.KnownAll(o.reasoning, record.LooseString, "context", "mode")
	record.KnownAll(o.reasoning, summary, "summary", "generate_summary")
	format := func() *record.Record[*decoder, *conv.ResponseFormat] {
		r := record.New[*decoder](residue, "", func(f *conv.ResponseFormat) *conv.Node { return &f.Node })
		record.Derived(r, "type", formatType)
		return r
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
		func(w *rawjson.Writer, m *conv.UserMessage) { writeContent(w, &m.Node, m.Content, inUser) })
	o.system = messageRecord(func(m *conv.SystemMessage) *conv.Node { return &m.Node },
		func(m *conv.SystemMessage) string { return string(conv.RoleOf(m)) },
		func(d *decoder, m *conv.SystemMessage) { m.Content = content[conv.SystemContent](d, &m.Node, inSystem) },
		func(w *rawjson.Writer, m *conv.SystemMessage) {
			writeContent(w, &m.Node, m.Content, inSystem)
		})
	o.agent = record.New[*decoder](residue, agentMessage, func(m *conv.UserMessage) *conv.Node { return &m.Node })
	record.Word(o.agent, "type", agentMessage)
	record.KnownAll(o.agent, nil, "author", "recipient")
	record.Field(o.agent, "content",
		func(d *decoder, m *conv.UserMessage) {
			m.Content = nil
			for range d.in.ElementsOnly {
				m.Content = append(m.Content, d.part(inUser).(conv.UserContent))
			}
		},
		func(w *rawjson.Writer, m *conv.UserMessage) { w.Key("content"); writeList(w, m.Content) })
	o.text = record.New[*decoder](residue, "input_text", func(t *conv.TextContent) *conv.Node { return &t.Node })
	record.Word(o.text, "type", "input_text")
	record.Text(o.text, "text", func(t *conv.TextContent) *string { return &t.Text })
	record.Absent(o.text, func(t *conv.TextContent) { residue.Set(&t.Node, "text", "null") })
	record.Known(o.text, "prompt_cache_breakpoint", record.LooseObject)
}

// withID adds the id of an item that the model does not write.
func withID[T any](r *record.Record[*decoder, T], node func(T) *conv.Node) {
	record.Field(r, "id",
		func(d *decoder, t T) {
			if !d.in.IsNull() {
				residue.Set(node(t), hintID, d.in.Raw())
			}
		},
		func(w *rawjson.Writer, t T) {
			w.OptRaw("id", residue.Get(node(t), hintID))
		})
}

// messageRecord is a message with its id, role and content. A missing content
// is read as null. A type is not needed.
func messageRecord[T any](node func(T) *conv.Node, role func(T) string, read func(*decoder, T), write func(*rawjson.Writer, T)) *record.Record[*decoder, T] {
	usual := func(key string, value conv.Raw) func(*decoder, T) {
		return func(d *decoder, m T) { d.usual(node(m), key, value) }
	}
	r := record.New[*decoder](residue, "message", node)
	withID(r, node)
	record.Derived(r, "role", role)
	record.Field(r, "content", read, write)
	record.Absent(r, func(m T) { residue.SetBlank(node(m), contentKey(inUser), "null") })
	record.Field(r, "type", usual("type", `"message"`), nil)
	record.Field(r, "status", usual("status", `"completed"`), nil)
	record.Known(r, "phase", nil)
	return r
}
