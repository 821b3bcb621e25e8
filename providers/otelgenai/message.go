package otelgenai

import (
	"cmp"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
)

// pass makes the conversation of a span, and passes it on.
func (d *decoder) pass(s *span) {
	if d.Err() != nil || !d.more {
		return
	}
	input, output := s.take("gen_ai.input.messages"), s.take("gen_ai.output.messages")
	system := s.take("gen_ai.system_instructions")
	if input == "" && output == "" && system == "" && len(s.said) == 0 {
		d.Notes.Info(note.CodeHistory, note.Dropped, s.at, "span without messages", "")
		return
	}
	end := d.Offset()
	d.Begin()
	d.C.SetOffset(s.at)
	d.C.ID = s.take("gen_ai.conversation.id").Text()
	d.Tools(s.take("gen_ai.tool.definitions"), s.at)
	if system != "" {
		m := &conv.SystemMessage{}
		d.Add(m, s.at)
		d.parts(m, system, s.at)
	}
	d.messages(input, "user", s.at)
	for _, e := range s.said {
		d.said(e)
	}
	asked := len(d.C.Messages)
	d.messages(output, "assistant", s.at)
	d.request(s)
	d.answered(s, asked)
	d.rest(s)
	d.more = d.yield(d.C, nil)
	d.Rewind(end)
}

// take is an attribute as plain JSON, "" without it. It is not kept.
func (s *span) take(key string) conv.Raw {
	v := s.attributes[key]
	delete(s.attributes, key)
	return embedded(v)
}

// rest keeps what the model of conversations lacks.
func (d *decoder) rest(s *span) {
	n := &d.C.Node
	for _, key := range s.order {
		if v := s.attributes[key]; v != "" {
			own.Set(n, key, v)
		}
	}
	n.Extensions.Adopt(family, "span.", s.around.Extensions)
	d.Object(n, "resource", s.resource, "")
}

// messages reads a list of messages, or one. What is no JSON was cut off.
func (d *decoder) messages(list conv.Raw, role string, at int) {
	switch {
	case list == "":
	case list[0] == '[':
		for m := range list.Elements {
			d.message(m, role, at)
		}
	case list[0] == '{':
		d.message(list, role, at)
	default:
		d.Notes.Loss(note.CodeHistory, note.Recovered, at, "messages that were cut off", "")
		m := d.Open(role, at)
		d.Value(m, list, at)
	}
}

// message reads a message: a role with parts, or, as in events, in the words of
// OpenAI's API.
func (d *decoder) message(raw conv.Raw, role string, at int) {
	role = cmp.Or(parts.Str(raw, "role"), role)
	first := len(d.C.Messages)
	list, content := parts.At(raw, "parts"), parts.At(raw, "content")
	switch m := d.Open(role, at); {
	case m != nil:
		if list != "" {
			d.parts(m, list, at)
		} else {
			d.spoken(m, raw, content, at)
		}
		conv.MetaOf(m).Name = parts.Str(raw, "name")
		if a, ok := m.(*conv.AssistantMessage); ok {
			parts.Stop(a, parts.Str(raw, "finish_reason"))
		}
		d.Rest(&conv.MetaOf(m).Node, raw, "role parts content tool_calls name finish_reason id gen_ai.system event.name")
		if !format.HasContent(m) && len(d.C.Messages) > first+1 { // it had only results
			d.C.Messages = slices.Delete(d.C.Messages, first, first+1)
		}
	case role != "tool":
		d.Custom(role, raw, false, at)
	case list != "":
		d.parts(nil, list, at)
	default:
		d.Value(d.Result(parts.Str(raw, "id tool_call_id"), parts.Str(raw, "name"), at), content, at)
	}
	d.Group(first, "message")
}

// spoken reads the content and the calls of an event.
func (d *decoder) spoken(m conv.Message, raw, content conv.Raw, at int) {
	if strings.HasPrefix(string(content), "[") {
		d.parts(m, content, at)
	} else {
		d.Value(m, content, at)
	}
	for call := range embedded(raw.Lookup("tool_calls")).Elements {
		d.Call(m, parts.Str(call, "id"), parts.Str(call, "function.name name"), parts.At(call, "function.arguments arguments"), call, at)
	}
}

// said reads an event with a message.
func (d *decoder) said(e said) {
	role, _ := strings.CutSuffix(strings.TrimPrefix(e.name, "gen_ai."), ".message")
	switch role {
	case "choice":
		m := e.body
		if i := m.Lookup("index"); i != "" && i != "0" {
			d.Notes.Loss(note.CodeBranch, note.Dropped, e.at, "another answer", "")
			return
		}
		if inside := embedded(m.Lookup("message")); inside != "" {
			m = inside
		}
		d.message(m, "assistant", e.at)
		if a, ok := d.C.Messages[len(d.C.Messages)-1].(*conv.AssistantMessage); ok {
			parts.Stop(a, parts.Str(e.body, "finish_reason"))
		}
	case "content.prompt":
		d.messages(e.body, "user", e.at)
	case "content.completion":
		d.messages(e.body, "assistant", e.at)
	default:
		d.message(e.body, role, e.at)
	}
}

// parts reads the parts of a message, nil for one of a tool.
func (d *decoder) parts(m conv.Message, list conv.Raw, at int) {
	if list[0] != '[' {
		d.Value(m, list, at)
		return
	}
	for part := range list.Elements {
		d.part(m, part, at)
	}
}

func (d *decoder) part(m conv.Message, part conv.Raw, at int) {
	kind := parts.Str(part, "type")
	if m == nil && kind != "tool_call_response" {
		m = d.Result("", "", at)
	}
	switch kind {
	case "text":
		d.Text(m, parts.Str(part, "content text"), at)
	case "reasoning", "thinking":
		t := d.Thinking(m, parts.Str(part, "content text"), parts.Str(part, "signature"), part, at)
		d.Rest(&t.Node, part, "type content text signature")
	case "tool_call":
		t := d.Call(m, parts.Str(part, "id"), parts.Str(part, "name"), parts.At(part, "arguments"), part, at)
		d.Rest(&t.Node, part, "type id name arguments")
	case "tool_call_response":
		r := d.Result(parts.Str(part, "id"), parts.Str(part, "name"), at)
		d.Value(r, parts.At(part, "response result content"), at)
		d.Rest(&r.Node, part, "type id name response result content")
	case "blob", "file", "uri":
		f := &conv.Media{MIMEType: parts.Str(part, "mime_type"), FileID: parts.Str(part, "file_id"), URL: parts.Str(part, "uri"), Data: parts.Str(part, "content data")}
		d.Rest(&f.Node, part, "type modality mime_type file_id uri content data")
		kind := parts.Str(part, "modality")
		if kind != "image" && kind != "audio" && kind != "video" {
			kind = ""
		}
		d.Media(m, kind, f, part, at)
	case "server_tool_call", "server_tool_call_response", "compaction":
		d.Opaque(m, part, at)
	default:
		d.Unknown(m, kind, part, at)
	}
}

// request reads the parameters of the request.
func (d *decoder) request(s *span) {
	q := &conv.Request{Model: s.take("gen_ai.request.model").Text()}
	for _, p := range []struct {
		name string
		into *conv.Number
	}{
		{"max_tokens", &q.MaxTokens},
		{"temperature", &q.Temperature},
		{"top_p", &q.TopP},
		{"top_k", &q.TopK},
		{"seed", &q.Seed},
		{"frequency_penalty", &q.FrequencyPenalty},
		{"presence_penalty", &q.PresencePenalty},
	} {
		if v := s.take("gen_ai.request." + p.name); v != "" && v[0]-'-' < 13 {
			*p.into = conv.Number(v)
		}
	}
	for word := range s.take("gen_ai.request.stop_sequences").Elements {
		q.Stop = append(q.Stop, word.Text())
	}
	if !q.IsEmpty() {
		d.C.Request = q
	}
}

// answered puts what the span says of the answer into it: the last message that is not
// of the history.
func (d *decoder) answered(s *span, asked int) {
	var m *conv.AssistantMessage
	if list := d.C.Messages; len(list) > 0 && (len(list) > asked || len(s.said) > 0) {
		m, _ = list[len(list)-1].(*conv.AssistantMessage)
	}
	if m == nil && s.failed == "" {
		return
	}
	if m == nil {
		m = &conv.AssistantMessage{}
		d.Add(m, s.at)
	}
	if q := d.C.Request; q != nil {
		m.Model = q.Model
	}
	if m.ResponseModel = s.take("gen_ai.response.model").Text(); m.ResponseModel == m.Model || m.Model == "" {
		m.Model, m.ResponseModel = cmp.Or(m.Model, m.ResponseModel), ""
	}
	m.Provider = cmp.Or(s.take("gen_ai.provider.name").Text(), s.take("gen_ai.system").Text())
	m.ResponseID = s.take("gen_ai.response.id").Text()
	m.Timestamp = s.ended
	for word := range s.take("gen_ai.response.finish_reasons").Elements {
		parts.Stop(m, word.Text())
		break
	}
	for _, side := range [][2]string{{"input", "prompt"}, {"output", "completion"}} { // the names of earlier versions
		if v := s.take("gen_ai.usage." + side[1] + "_tokens"); v != "" {
			s.set("gen_ai.usage."+side[0]+"_tokens", v)
		}
	}
	parts.Usage(m, func(name string) conv.Raw { return s.take("gen_ai.usage." + name) },
		"input_tokens output_tokens - cache_read.input_tokens cache_creation.input_tokens reasoning.output_tokens")
	if s.failed != "" {
		m.StopReason, m.ErrorMessage = conv.StopError, s.failed
	}
}
