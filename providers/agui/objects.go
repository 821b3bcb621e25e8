package agui

import (
	"sync"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// described is the protocol's objects, each described once.
type described struct {
	messages map[string]*record.Record[*reader, *message] // by role
	call     *record.Record[*reader, *call]
	text     *record.Record[*reader, *conv.TextContent]
	media    *record.Record[*reader, *conv.Media]
	binary   *record.Record[*reader, *conv.Media]
	tool     *record.Record[*reader, *conv.ToolDefinition]
}

var (
	all      described
	describe sync.Once
)

func objects() *described {
	describe.Do(func() {
		all.messages = map[string]*record.Record[*reader, *message]{}
		for _, role := range roles {
			all.messages[role] = messageRecord(role)
		}
		all.parts()
		all.calls()
	})
	return &all
}

// messageRecord describes the messages of a role, for reading. An answer is
// written as several messages, so writing has its own code.
func messageRecord(role string) *record.Record[*reader, *message] {
	node := func(m *message) *conv.Node { return &m.Node }
	r := record.New[*reader](residue, role+"_message", node).Lenient().
		Str("id", func(m *message) *string { return &m.id }).Of(rawjson.Invalid).
		Tag("role", role)
	says := shape.String
	switch role {
	case "tool":
		r.Str("toolCallId", func(m *message) *string { return &m.callID }).Of(rawjson.Invalid).
			Needed("a tool message without a toolCallId")
		says = func() *shape.Shape { return shape.Either(shape.String(), shape.List(partShape())) }
	case "activity":
		r.Str("activityType", func(m *message) *string { return &m.activity }).Of(rawjson.Invalid)
		says = shape.Anything
	case "user":
		says = func() *shape.Shape { return shape.Either(shape.String(), shape.List(partShape())) }
	}
	if named(role) {
		r.OptStr("name", func(m *message) *string { return &m.name })
	}
	r.Field("content", (*reader).content, nil)
	if role == "assistant" {
		r.May(says).Field("toolCalls", (*reader).calls, nil).May(func() *shape.Shape { return shape.List(toolCallShape()) })
	} else {
		r.Must(says).Needed("a message of role " + role + " without content")
	}
	if role == "tool" {
		r.Field("error", func(r *reader, m *message) { m.failure = r.Raw() }, nil).Of(rawjson.String).May(record.LooseString)
	}
	if role != "activity" {
		sealed(r, node, func(m *message) *string { return &m.encrypted })
	}
	return r.Known("subagentRunId", record.LooseString).
		Field("metadata", func(r *reader, m *message) { r.Known(&m.Node, "metadata") }, nil).May(record.LooseObject)
}

// isMarks says that [writeNamed] writes the metadata.
func isMarks(*rawjson.Writer, *conv.Media) bool { return true }

// sealed adds the opaque value of a message or a call, by its two names.
func sealed[T any](r *record.Record[*reader, T], node func(T) *conv.Node, at func(T) *string) *record.Record[*reader, T] {
	return r.
		Field(encryptedValue,
			func(r *reader, t T) { r.seal(node(t), at(t), encryptedValue) },
			func(w *rawjson.Writer, t T) bool {
				w.OptField(encryptedKey(node(t)), *at(t))
				return *at(t) != ""
			}).Of(rawjson.String).May(record.LooseString).
		Field(encryptedContent, func(r *reader, t T) { r.seal(node(t), at(t), encryptedContent) }, nil).Of(rawjson.String)
}

// parts describes the parts of a content.
func (o *described) parts() {
	o.text = record.New[*reader](residue, "", func(b *conv.TextContent) *conv.Node { return &b.Node }).
		Tag("type", "text").
		Text("text", func(b *conv.TextContent) *string { return &b.Text }).Needed("a text part without text").
		Known("id", record.LooseString).
		Known("metadata", shape.Any)

	media := func(m *conv.Media) *conv.Node { return &m.Node }
	o.media = record.New[*reader](residue, "", media).
		Field("type", func(r *reader, _ *conv.Media) { r.Skip() }, nil).
		Field("source", (*reader).source, writeSource).Must(sourceShape).Needed("a media part without a source").
		Known("id", record.LooseString).
		Field("metadata", (*reader).partMetadata, isMarks).May(shape.Any)
	o.binary = record.New[*reader](residue, "", media).Lenient().
		Tag("type", "binary").
		Str("mimeType", func(m *conv.Media) *string { return &m.MIMEType }).
		OptStr("id", func(m *conv.Media) *string { return &m.FileID }).
		OptStr("url", func(m *conv.Media) *string { return &m.URL }).
		OptText("data", func(m *conv.Media) *string { return &m.Data }).
		OptStr("filename", func(m *conv.Media) *string { return &m.Name })
}

// calls describes tool calls and tools.
func (o *described) calls() {
	node := func(t *call) *conv.Node { return &t.Node }
	function := record.New[*reader](residue, "", node).
		Str("name", func(t *call) *string { return &t.Name }).
		Field("arguments",
			(*reader).arguments,
			func(w *rawjson.Writer, t *call) bool {
				w.Key("arguments")
				conv.WriteText(w, &t.Node, t.ArgumentsString())
				return true
			}).Must(shape.String).Says("JSON.")
	o.call = record.New[*reader](residue, "", node).Lenient().
		Str("id", func(t *call) *string { return &t.ID }).
		Field("type", (*reader).callType, writeCallType).Of(rawjson.String).
		Inside("function", function).Of(rawjson.Invalid).Needed("a tool call without a function")
	sealed(o.call, node, func(t *call) *string { return &t.ThoughtSignature }).
		Known("metadata", record.LooseObject)

	o.tool = record.New[*reader](residue, "", func(t *conv.ToolDefinition) *conv.Node { return &t.Node }).Lenient().
		Str("name", func(t *conv.ToolDefinition) *string { return &t.Name }).
		Str("description", func(t *conv.ToolDefinition) *string { return &t.Description }).Due(record.LooseString).
		OptRaw("parameters", func(t *conv.ToolDefinition) *conv.Raw { return &t.Parameters }).
		May(shape.Any).Says("JSON Schema of the arguments.").
		Known("metadata", record.LooseObject)
}

// arguments reads the arguments of a call: JSON text, or the object itself, which
// some programs write.
func (r *reader) arguments(t *call) {
	switch at := r.Offset(); r.Kind() {
	case rawjson.String:
		t.text = r.Text(&t.Node)
	case rawjson.Object:
		r.Notes.Info(conv.CodeArguments, conv.Recovered, at, "arguments given as an object", "")
		t.text = string(r.Raw())
	case rawjson.Null, rawjson.Invalid:
		r.Skip()
	default:
		r.Refuse("want arguments as JSON text or an object, got %s", r.Kind())
	}
}
