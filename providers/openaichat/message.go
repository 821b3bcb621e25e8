package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// inMessage is a decoder inside a message: some of its fields may belong to a
// guest.
type inMessage struct{ of *decoder }

func (d *decoder) inMessage() *inMessage {
	d.inner.of = d
	return &d.inner
}

func (d *inMessage) Base() *record.Reader { return &d.of.in }

// Keep reads the next value as residue of the guest or of this family.
func (d *inMessage) Keep(n *conv.Node, key string) {
	if d.of.thread.Templates && d.Base().IsNull() {
		return
	}
	if !d.of.thread.own(d.Base().Reader, n, key) {
		d.of.Keep(n, key)
	}
}

// Known reads the next value as residue without a note. null counts as absent.
func (d *inMessage) Known(n *conv.Node, key string) { d.of.in.KnownOrBlank(n, key) }

// messages describes the messages.
func (o *described) messages() {
	o.user = withContent(
		messageRecord("user", func(m *conv.UserMessage) *conv.Meta { return &m.Meta }, func(*conv.UserMessage) string { return "user" }), inUser,
		func(m *conv.UserMessage) (*conv.Node, *[]conv.UserContent) { return &m.Node, &m.Content })
	record.Last(o.user).Must(func() *shape.Shape { return contents("text image_url input_audio file") })
	o.system = withContent(
		messageRecord("system", func(m *conv.SystemMessage) *conv.Meta { return &m.Meta },
			func(m *conv.SystemMessage) string { return string(conv.RoleOf(m)) }), inSystem,
		func(m *conv.SystemMessage) (*conv.Node, *[]conv.SystemContent) { return &m.Node, &m.Content })
	record.Last(o.system).Must(func() *shape.Shape { return contents("text ~image_url") })
	result := func(role string) *record.Record[*inMessage, *conv.ToolResultMessage] {
		return messageRecord(role, func(m *conv.ToolResultMessage) *conv.Meta { return &m.Meta }, func(*conv.ToolResultMessage) string { return role })
	}
	told := func(m *conv.ToolResultMessage) (*conv.Node, *[]conv.ToolResultContent) { return &m.Node, &m.Content }
	tool := result("tool")
	record.OptStr(tool, "tool_call_id", func(m *conv.ToolResultMessage) *string { return &m.ToolCallID }).Must(shape.String)
	o.result = withContent(tool, inResult, told)
	record.Last(o.result).Due(func() *shape.Shape { return contents("text ~image_url ~input_audio ~file") })
	function := result("function")
	record.Last(function).Must(shape.String)
	o.oldResult = withContent(function, inResult, told)
	record.Last(o.oldResult).May(record.LooseString)
	o.assistant = assistantRecord()
	answerFields(o.user)
	answerFields(o.system)
	answerFields(o.result)
	answerFields(o.oldResult)
	answerFields(o.assistant)
}

// messageRecord is a message with its role and its speaker's name.
func messageRecord[T any](name string, meta func(T) *conv.Meta, role func(T) string) *record.Record[*inMessage, T] {
	r := record.New[*inMessage](residue, name+"_message", func(m T) *conv.Node { return &meta(m).Node })
	record.Field(r, "role",
		func(d *inMessage, m T) { d.of.in.Same(role(m)) },
		func(w *rawjson.Writer, m T) {
			w.Field("role", role(m))
		})
	record.OptStr(r, "name", func(m T) *string { return &meta(m).Name })
	return r
}

// withContent adds the content. Servers that accept a message without content
// treat it as null.
func withContent[T any, B conv.Block](r *record.Record[*inMessage, T], in speaker, of func(T) (*conv.Node, *[]B)) *record.Record[*inMessage, T] {
	record.Field(r, "content",
		func(d *inMessage, m T) {
			n, blocks := of(m)
			*blocks = content[B](d.of, n, in)
		},
		func(w *rawjson.Writer, m T) {
			n, blocks := of(m)
			writeContent(w, n, *blocks, in)
		})
	record.Absent(r, func(m T) {
		n, _ := of(m)
		residue.SetBlank(n, "content", "null")
	})
	return r
}

// answerFields adds the fields of an answer that a message does not have already:
// clients send them back in any message.
func answerFields[T any](r *record.Record[*inMessage, T]) {
	record.KnownAll(r, nil, "annotations", "audio", "cache_control", "extra_content", "function_call", "prefix", "provider_metadata",
		"reasoning", "reasoning_content", "reasoning_details", "reasoning_text", "refusal", "thinking_blocks",
		"tool_call_id", "tool_calls", "prompt_cache_breakpoint")
}

// messageShape is a message of any role, maybe with more fields.
func messageShape(more ...*shape.Member) *shape.Shape {
	o := objects()
	return shape.ByTag("role",
		shape.When("system", record.Shape(o.system, more...)),
		shape.When("developer", record.Shape(o.system, more...).Named("developer_message", "")),
		shape.When("user", record.Shape(o.user, more...)),
		shape.When("assistant", record.Shape(o.assistant, more...).SomeOf("content", "tool_calls", "function_call", "audio", "refusal")),
		shape.When("tool", record.Shape(o.result, more...)),
		shape.When("function", record.Shape(o.oldResult).Named("function_message", "The old form of a tool message.")),
	).Dialects(shape.Anything(), nil).Named("message", "A message of any role.")
}

// contents is a string, or a list of some of the parts.
func contents(types string) *shape.Shape {
	return shape.Either(shape.String(), shape.List(partShape().Only(types)).Some())
}

// speaker is the role whose content is read. It decides which parts are known.
type speaker int

const (
	inUser speaker = iota
	inAssistant
	inResult
	inSystem
)

// content reads a message's content: a string, parts or null. An empty string
// is a block. But in a tool result and in an instruction, where the API always
// wants a string, it is no content.
func content[T any](d *decoder, n *conv.Node, in speaker) []T {
	switch k := d.in.Kind(); k {
	case rawjson.String:
		t := d.nodes().texts.New()
		d.in.SetOffset(&t.Node)
		if t.Text = d.in.Text(&t.Node); t.Text == "" && (in == inResult || in == inSystem) {
			return nil
		}
		return contentOf[T](t)
	case rawjson.Array:
		var parts []T
		for range d.in.Elements {
			parts = append(parts, any(d.part(in)).(T))
		}
		if parts == nil && in != inUser {
			residue.SetBlank(n, "content", "[]")
		}
		return parts
	case rawjson.Null:
		d.in.Skip()
		if in != inAssistant {
			residue.SetBlank(n, "content", "null")
		}
	default:
		d.in.Fail(d.in.Offset(), "want content as a string or an array, got %s", k)
	}
	return nil
}
