package agui

import (
	"sync"

	"convo/conv"
	"convo/conv/note"
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
	r := record.New[*reader](residue, role+"_message", node)
	r.Lenient = true
	record.Str(r, "id", func(m *message) *string { return &m.ID }).Of(rawjson.Invalid)
	record.Tag(r, "role", role)
	says := shape.String
	switch role {
	case "tool":
		record.Str(r, "toolCallId", func(m *message) *string { return &m.callID }).Of(rawjson.Invalid).Needed("a tool message without a toolCallId")
		says = func() *shape.Shape { return shape.Either(shape.String(), shape.List(partShape())) }
	case "activity":
		record.Str(r, "activityType", func(m *message) *string { return &m.activity }).Of(rawjson.Invalid)
		says = shape.Anything
	case "user":
		says = func() *shape.Shape { return shape.Either(shape.String(), shape.List(partShape())) }
	}
	if named(role) {
		record.OptStr(r, "name", func(m *message) *string { return &m.Name })
	}
	record.Field(r, "content", (*reader).content, nil)
	if role == "assistant" {
		record.Last(r).May(says)
		record.Field(r, "toolCalls", (*reader).calls, nil).May(func() *shape.Shape { return shape.List(toolCallShape()) })
	} else {
		record.Last(r).Must(says).Needed("a message of role " + role + " without content")
	}
	if role == "tool" {
		record.Field(r, "error", (*reader).failed, nil).May(record.LooseString)
	}
	if role != "activity" {
		sealed(r, node, func(m *message) *string { return &m.EncryptedValue })
	}
	record.Known(r, "subagentRunId", record.LooseString)
	record.Field(r, "metadata", func(r *reader, m *message) { r.In.Known(&m.Node, "metadata") }, nil).May(record.LooseObject)
	return r
}

// sealed adds the opaque value of a message or a call, by its two names.
func sealed[T any](r *record.Record[*reader, T], node func(T) *conv.Node, at func(T) *string) *record.Record[*reader, T] {
	record.Field(r, encryptedValue,
		func(r *reader, t T) { r.seal(node(t), at(t), encryptedValue) },
		func(w *rawjson.Writer, t T) {
			w.OptField(encryptedKey(node(t)), *at(t))
		}).Of(rawjson.String).May(record.LooseString).OrBlank()
	record.Field(r, encryptedContent, func(r *reader, t T) { r.seal(node(t), at(t), encryptedContent) }, nil).Of(rawjson.String).OrBlank()
	return r
}

// parts describes the parts of a content.
func (o *described) parts() {
	o.text = record.New[*reader](residue, "", func(b *conv.TextContent) *conv.Node { return &b.Node })
	record.Tag(o.text, "type", "text")
	record.Text(o.text, "text", func(b *conv.TextContent) *string { return &b.Text }).Needed("a text part without text")
	record.Known(o.text, "id", record.LooseString)
	record.Known(o.text, "metadata", shape.Any)

	media := func(m *conv.Media) *conv.Node { return &m.Node }
	o.media = record.New[*reader](residue, "", media)
	record.Field(o.media, "type", func(r *reader, _ *conv.Media) { r.In.Skip() }, nil)
	record.Field(o.media, "source", (*reader).source, writeSource).Must(sourceShape).Needed("a media part without a source")
	record.Known(o.media, "id", record.LooseString)
	record.Elsewhere(o.media, "metadata", (*reader).partMetadata, nil).May(shape.Any) // see [writeNamed]
	o.binary = record.New[*reader](residue, "", media)
	o.binary.Lenient = true
	record.Tag(o.binary, "type", "binary")
	record.Str(o.binary, "mimeType", func(m *conv.Media) *string { return &m.MIMEType })
	record.If(o.binary, func(m *conv.Media) bool { return residue.Get(&m.Node, "mimeType") == "" })
	record.OptStr(o.binary, "id", func(m *conv.Media) *string { return &m.FileID })
	record.OptStr(o.binary, "url", func(m *conv.Media) *string { return &m.URL })
	record.OptText(o.binary, "data", func(m *conv.Media) *string { return &m.Data })
	record.OptStr(o.binary, "filename", func(m *conv.Media) *string { return &m.Name })
}

// calls describes tool calls and tools.
func (o *described) calls() {
	node := func(t *call) *conv.Node { return &t.Node }
	function := record.New[*reader](residue, "", node)
	record.Str(function, "name", func(t *call) *string { return &t.Name })
	record.Field(function, "arguments",
		(*reader).arguments,
		func(w *rawjson.Writer, t *call) {
			w.Key("arguments")
			conv.WriteText(w, &t.Node, t.ArgumentsString())
		}).Must(shape.String).Says("JSON.")
	o.call = record.New[*reader](residue, "", node)
	o.call.Lenient = true
	record.Str(o.call, "id", func(t *call) *string { return &t.ID })
	record.Field(o.call, "type", (*reader).callType, writeCallType).Of(rawjson.String)
	record.Inside(o.call, "function", function).Of(rawjson.Invalid).Needed("a tool call without a function")
	sealed(o.call, node, func(t *call) *string { return &t.ThoughtSignature })
	record.Known(o.call, "metadata", record.LooseObject)

	o.tool = record.New[*reader](residue, "", func(t *conv.ToolDefinition) *conv.Node { return &t.Node })
	o.tool.Lenient = true
	record.Str(o.tool, "name", func(t *conv.ToolDefinition) *string { return &t.Name })
	record.Str(o.tool, "description", func(t *conv.ToolDefinition) *string { return &t.Description }).Due(record.LooseString)
	record.OptRaw(o.tool, "parameters", func(t *conv.ToolDefinition) *conv.Raw { return &t.Parameters }).May(shape.Any).
		Says("JSON Schema of the arguments.")
	record.Known(o.tool, "metadata", record.LooseObject)
}

// arguments reads the arguments of a call: JSON text, or the object itself, which
// some programs write.
func (r *reader) arguments(t *call) {
	switch at := r.In.Offset(); r.In.Kind() {
	case rawjson.String:
		t.text = r.In.Text(&t.Node)
	case rawjson.Object:
		r.In.Notes.Info(note.CodeArguments, note.Recovered, at, "arguments given as an object", "")
		t.text = string(r.In.Raw())
	case rawjson.Null, rawjson.Invalid:
		r.In.Skip()
	default:
		r.In.Refuse("want arguments as JSON text or an object, got %s", r.In.Kind())
	}
}
