package cohere

import (
	"cmp"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/record"
	"convo/conv/training"
)

// own is the residue of the format, and before that of version 1.
var (
	own    = &record.Family{Name: family, Gathered: true}
	before = &record.Family{Name: olderFamily}
)

// parameters are those of a request, and its fields for them.
const parameters = "maxTokens=max_tokens temperature=temperature topP=p topK=k seed=seed stop=stop_sequences frequencyPenalty=frequency_penalty" +
	" presencePenalty=presence_penalty"

const (
	planKey      = "toolPlan"  // on reasoning: it is the plan before calls
	hintDocument = "~data"     // on a text: it is the data of a document, a string or json
	hintSchema   = "~schemaAt" // on a response format: the field of its schema, if not json_schema
)

type decoder struct {
	*parts.Builder
	calls training.Pairing // of version 1
	said  conv.Raw         // the calls in the last turn of its history
}

func newDecoder(of *record.Family, data []byte, notes *note.Notes) *decoder {
	return &decoder{Builder: parts.NewPlain(of, data, notes)}
}

// decode reads a request or an answer of version 2.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(own, data, notes)
	if at := d.Offset(); d.WantOneOf("a request or an answer of Cohere", "messages", "message") {
		list := d.Ahead("messages")
		switch raw := d.Raw(); {
		case d.Err() != nil:
		case list >= 0:
			d.request(raw, at, "messages")
			d.Each(list, "messages", d.message)
			parts.Prompt(own, d.C)
		default:
			d.answer(raw, at)
		}
	}
	return d.One(d.C)
}

// request reads what a request has besides its messages, whose fields are words of one
// string.
func (d *decoder) request(raw conv.Raw, at int, read string) {
	r := &conv.Request{Model: parts.Str(raw, "model")}
	d.C.Request = r
	r.SetOffset(at)
	if stream := raw.Lookup("stream"); stream == "true" || stream == "false" {
		on := stream == "true"
		r.Stream = &on
	}
	d.Tools(raw.Lookup("tools"), at)
	switch parts.Str(raw, "tool_choice") {
	case "REQUIRED":
		r.ToolChoice = &conv.ToolChoice{Mode: conv.ChoiceRequired}
	case "NONE":
		r.ToolChoice = &conv.ToolChoice{Mode: conv.ChoiceNone}
	}
	if think := raw.Lookup("thinking"); think != "" && think != "null" {
		on := parts.Str(think, "type") != "disabled"
		r.Reasoning = &conv.Reasoning{Enabled: &on, BudgetTokens: conv.Number(parts.At(think, "token_budget"))}
		d.Lose(think, at, "type token_budget")
	}
	if format := raw.Lookup("response_format"); parts.Str(format, "type") == "json_object" {
		r.ResponseFormat = parts.Schema(parts.At(format, "json_schema schema"))
		if format.Lookup("schema") != "" {
			own.Set(&r.ResponseFormat.Node, hintSchema, `"schema"`)
		}
		d.Lose(format, at, "type json_schema schema")
	}
	parts.Ask(d.Residue, r, "", raw.Without(strings.Fields(read+" model stream tools tool_choice thinking response_format")...),
		parameters)
	if r.IsEmpty() {
		d.C.Request = nil
	}
}

func (d *decoder) message(raw conv.Raw, at int) {
	if raw[0] != '{' {
		d.Fail(at, "want a message as an object")
		return
	}
	role := parts.Str(raw, "role")
	if role == "tool" {
		m := d.Result(parts.Str(raw, "tool_call_id"), "", at)
		m.ToolName = "" // the call says it
		d.Rest(&m.Node, raw, "role content tool_call_id")
		d.content(m, raw.Lookup("content"), at)
		return
	}
	m := d.Open(role, at)
	if m == nil {
		d.Custom(cmp.Or(role, "message"), raw, false, at)
		return
	}
	d.says(m, raw, at)
}

// says adds what a message says.
func (d *decoder) says(m conv.Message, raw conv.Raw, at int) {
	d.Rest(&conv.MetaOf(m).Node, raw, "role content tool_plan tool_calls")
	if plan := parts.Str(raw, "tool_plan"); plan != "" {
		own.Set(&d.Thinking(m, plan, "", raw, at).Node, planKey, "true")
	}
	d.content(m, raw.Lookup("content"), at)
	for call := range raw.Lookup("tool_calls").Elements {
		t := d.Call(m, parts.Str(call, "id"), parts.Str(call, "function.name"), call.Lookup("function.arguments"), call, at)
		d.Rest(&t.Node, call, "id type function")
		d.Object(&t.Node, "function", call.Lookup("function"), "name arguments")
	}
}

func (d *decoder) content(m conv.Message, content conv.Raw, at int) {
	if !strings.HasPrefix(string(content), "[") {
		d.Value(m, content, at)
		return
	}
	for part := range content.Elements {
		switch kind := parts.Str(part, "type"); kind {
		case "text":
			d.Text(m, parts.Str(part, "text"), at)
			d.Left(part, "type text")
		case "thinking":
			d.Thinking(m, parts.Str(part, "thinking"), "", part, at)
			d.Left(part, "type thinking")
		case "image_url":
			d.Media(m, "image", &conv.Media{URL: parts.Str(part, "image_url.url"), Detail: parts.Str(part, "image_url.detail")}, part, at)
			d.LeftIn(part, "image_url", "url detail")
			d.Left(part, "type image_url")
		case "document": // which a tool found
			t, data := &conv.TextContent{}, parts.At(part, "document.data")
			own.Set(&t.Node, hintDocument, `"text"`)
			if t.Text = data.Text(); t.Text == "" && data != `""` {
				own.Set(&t.Node, hintDocument, `"json"`)
				t.Text = string(data)
			}
			if t.Text == "" {
				d.Opaque(m, part, at)
				continue
			}
			d.Object(&t.Node, "document", part.Lookup("document"), "data")
			d.Rest(&t.Node, part, "type document")
			d.Say(m, t, part, at)
		default:
			d.Unknown(m, kind, part, at)
		}
	}
}

// answer reads an answer of version 2.
func (d *decoder) answer(raw conv.Raw, at int) {
	m := &conv.AssistantMessage{Provider: family, ResponseID: parts.Str(raw, "id")}
	d.Add(m, at)
	d.says(m, raw.Lookup("message"), at)
	d.end(m, raw, "id message finish_reason usage error", parts.Str(raw, "finish_reason"), raw.Lookup("usage"))
}

// end says why an answer ended and what it took, and keeps the rest. What it billed is the
// tokens with weights.
func (d *decoder) end(m *conv.AssistantMessage, raw conv.Raw, read, finish string, usage conv.Raw) {
	parts.Stop(m, finish)
	switch {
	case finish == "":
		m.StopReason, m.StopDetail = conv.StopAborted, &conv.StopDetail{Kind: conv.KindInterrupted}
	case m.StopReason == conv.StopError:
		m.ErrorMessage = parts.Str(raw, "error")
	}
	parts.Usage(m, func(key string) conv.Raw {
		return parts.At(usage, "tokens."+key+" "+key+" billed_units."+key)
	}, "input_tokens output_tokens - cached_tokens")
	n := &m.Node
	if m.Usage != nil {
		n = &m.Usage.Node
	}
	d.Rest(n, usage, "tokens cached_tokens")
	d.Object(n, "tokens", usage.Lookup("tokens"), "input_tokens output_tokens")
	d.Rest(&m.StopDetail.Node, raw, read) // no request has it
}
