package ollama

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
	"convo/conv/training"
)

// own is the residue of the format.
var own = &record.Family{Name: family, Gathered: true}

// options are the parameters that a request has in its options.
const options = "maxTokens=num_predict temperature=temperature topP=top_p topK=top_k seed=seed stop=stop" +
	" frequencyPenalty=frequency_penalty presencePenalty=presence_penalty"

type decoder struct {
	*parts.Builder
	calls training.Pairing
	ids   map[string]string // of calls, by their numbers, and the numbers by these
}

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{Builder: parts.NewPlain(own, data, notes), ids: map[string]string{}}
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	if at := d.Offset(); !d.WantOneOf("a request or an answer of Ollama", "messages", "prompt", "done") {
	} else if d.Ahead("done") < 0 {
		d.request()
	} else if raw := d.Raw(); d.Err() == nil {
		d.answer(raw, at)
	}
	return d.One(d.C)
}

// request reads a body of /api/chat or /api/generate.
func (d *decoder) request() {
	r := &conv.Request{}
	d.C.Request = r
	d.SetOffset(&r.Node)
	list, raw := -1, d.RawAt(d.Offset())
	for key := range d.Fields {
		switch key {
		case "model":
			r.Model = d.StrOnly()
		case "messages":
			list = d.Skipped()
		case "tools":
			if list := d.RawAt(d.Offset()); list == "[]" {
				d.Known(&r.Node, key)
			} else {
				d.Tools(list, d.Skipped())
			}
		case "stream":
			on := d.Raw() == "true"
			r.Stream = &on
		case "think":
			r.Reasoning = reasoning(d.Raw())
		case "format":
			if v := d.RawAt(d.Offset()); strings.HasPrefix(string(v), "{") || v == `"json"` {
				r.ResponseFormat = parts.Schema(d.Raw())
			} else {
				d.Known(&r.Node, key)
			}
		case "options":
			parts.Ask(own, r, key, d.Raw(), options)
		case "system":
			d.C.SystemPrompt = d.StrOnly()
		case "prompt", "images":
			d.Skip()
		case "keep_alive", "logprobs", "top_logprobs", "truncate", "shift", "raw", "template", "suffix", "context":
			d.Known(&r.Node, key)
		default:
			d.Keep(&r.Node, key)
		}
	}
	if d.Err() != nil {
		return
	}
	if r.IsEmpty() {
		d.C.Request = nil
	}
	d.Each(list, "messages", d.message)
	if raw.Lookup("messages") == "" {
		m := d.Open("user", -1)
		own.SetHint(&d.C.Node, "prompt", "true")
		d.Text(m, raw.Lookup("prompt").Text(), -1)
		d.images(m, raw, -1)
		return
	}
	parts.Prompt(own, d.C)
}

// reasoning is whether a model thinks, or how much.
func reasoning(think conv.Raw) *conv.Reasoning {
	switch think {
	case "true", "false":
		on := think == "true"
		return &conv.Reasoning{Enabled: &on}
	}
	if effort := think.Text(); effort != "" {
		return &conv.Reasoning{Effort: effort}
	}
	return nil
}

func (d *decoder) message(raw conv.Raw, at int) {
	if raw[0] != '{' {
		d.Fail(at, "want a message as an object")
		return
	}
	role := parts.Str(raw, "role")
	if role == "tool" {
		m := d.Result(d.callOf(raw), parts.Str(raw, "tool_name name"), at)
		lacks(&m.Node, raw, "tool_call_id", "content")
		if parts.Str(raw, "name") != "" {
			lacks(&m.Node, raw, "tool_name")
		}
		d.said(m, raw, at)
		d.Rest(&m.Node, raw, "role content images tool_name name tool_call_id")
		return
	}
	m := d.Open(role, at)
	if m == nil {
		d.Custom(cmp.Or(role, "message"), raw, false, at)
		return
	}
	lacks(&conv.MetaOf(m).Node, raw, "content")
	read := "role content images"
	answer, ok := m.(*conv.AssistantMessage)
	if ok {
		read += " thinking tool_calls"
		d.Thinking(m, parts.Str(raw, "thinking"), "", raw, at)
	}
	d.said(m, raw, at)
	if ok {
		d.called(answer, raw.Lookup("tool_calls"), at)
	}
	d.Rest(&conv.MetaOf(m).Node, raw, read)
}

// said adds the text and the images of a message.
func (d *decoder) said(m conv.Message, raw conv.Raw, at int) {
	d.Value(m, raw.Lookup("content"), at)
	d.images(m, raw, at)
}

// images are base64 without a type.
func (d *decoder) images(m conv.Message, raw conv.Raw, at int) {
	for image := range raw.Lookup("images").Elements {
		d.image(m, image, at)
	}
}

func (d *decoder) image(m conv.Message, image conv.Raw, at int) {
	f := &conv.Media{Data: image.Text()}
	if mime, data, ok := media.DataURL(f.Data); ok {
		f.MIMEType, f.Data = mime, data
	}
	f.MIMEType = cmp.Or(media.Type64(f.Data), f.MIMEType)
	d.Media(m, "image", f, image, at)
}

// lacks remembers which of these fields an object lacks.
func lacks(n *conv.Node, object conv.Raw, keys ...string) {
	own.SetLacks(n, slices.DeleteFunc(keys, func(key string) bool { return parts.At(object, key) != "" })...)
}

// called adds the calls of an answer.
func (d *decoder) called(m *conv.AssistantMessage, list conv.Raw, at int) {
	var calls []*conv.ToolCall
	for call := range list.Elements {
		t := d.Call(m, parts.Str(call, "id"), parts.Str(call, "function.name"), call.Lookup("function.arguments"), call, at)
		d.Rest(&t.Node, call, "id function")
		lacks(&t.Node, call, "id")
		d.Object(&t.Node, "function", call.Lookup("function"), "name arguments")
		calls = append(calls, t)
	}
	for i, number := range d.calls.Turn(calls) {
		t := calls[i]
		t.ID = cmp.Or(t.ID, number)
		d.ids[number], d.ids[t.ID] = t.ID, number
	}
}

// callOf is the id of the call that a result answers.
func (d *decoder) callOf(raw conv.Raw) string {
	if id := parts.Str(raw, "tool_call_id"); id != "" {
		d.calls.Answer(d.ids[id])
		return id
	}
	return d.ids[d.calls.Pair(parts.Str(raw, "tool_name name"))]
}

// answer reads an answer that is whole, or all that came of one.
func (d *decoder) answer(raw conv.Raw, at int) *conv.AssistantMessage {
	m := &conv.AssistantMessage{Provider: family, Model: parts.Str(raw, "model")}
	m.Timestamp = session.ISOTime(parts.Str(raw, "created_at"))
	d.Add(m, at)
	said := raw.Lookup("message")
	if said == "" { // of /api/generate
		said = raw
		d.Thinking(m, parts.Str(raw, "thinking"), "", raw, at)
		d.Text(m, parts.Str(raw, "response"), at)
	} else {
		d.Thinking(m, parts.Str(said, "thinking"), "", raw, at)
		d.said(m, said, at)
	}
	d.called(m, said.Lookup("tool_calls"), at)
	switch word := parts.Str(raw, "done_reason"); {
	case word == "load" || word == "unload": // of the model; nothing was asked
		m.StopDetail = &conv.StopDetail{Raw: word}
	case raw.Lookup("done") == "true":
		parts.Stop(m, cmp.Or(word, "stop"))
		if m.HasCalls() && m.StopReason == conv.StopNormal {
			m.StopReason = conv.StopToolUse
		}
	default:
		m.StopReason, m.StopDetail = conv.StopAborted, &conv.StopDetail{Kind: conv.KindInterrupted}
	}
	if said != raw {
		d.Object(&m.StopDetail.Node, "message", said, "role content images thinking tool_calls")
	}
	parts.Usage(m, raw.Lookup, "prompt_eval_count eval_count")
	d.Rest(&m.StopDetail.Node, raw, "model created_at message response thinking tool_calls done done_reason prompt_eval_count eval_count error")
	if failed := raw.Lookup("error"); failed != "" {
		m.StopReason, m.ErrorMessage = conv.StopError, cmp.Or(failed.Text(), string(failed))
	}
	return m
}

// stream is what the lines of an answer say so far.
type stream struct {
	*decoder
	text, thinking  strings.Builder
	calls, logprobs []conv.Raw
	last            conv.Raw // the line that came last
}

// decodeStream reads the lines of answers, of which each ends with one that says so.
func decodeStream(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		s, more := &stream{decoder: newDecoder(nil, notes)}, true
		end := func() {
			if s.last != "" && more {
				s.answer(s.whole(), -1)
				more = yield(s.C, nil)
			}
			s = &stream{decoder: newDecoder(nil, notes)}
		}
		err := parts.Chunks(data, notes, func(line conv.Raw) {
			if s.add(line); line.Lookup("done") == "true" {
				end()
			}
		})
		if end(); err != nil && more {
			yield(nil, err)
		}
	}
}

// add adds what a line says.
func (s *stream) add(line conv.Raw) {
	if failed := line.Lookup("error"); failed != "" && s.last != "" {
		s.last = rawjson.ObjectOf(append(s.last.Members(), rawjson.Member{Key: "error", Value: failed}))
		s.Lose(line, -1, "error")
		return
	}
	if s.last != "" {
		s.Lose(s.last, -1, "model created_at message response thinking tool_calls done logprobs")
		s.Lose(s.last.Lookup("message"), -1, "role content thinking tool_calls")
	}
	s.last = line
	s.text.WriteString(parts.Str(line, "message.content response"))
	s.thinking.WriteString(parts.Str(line, "message.thinking thinking"))
	for call := range parts.At(line, "message.tool_calls tool_calls").Elements {
		s.calls = append(s.calls, call)
	}
	for one := range line.Lookup("logprobs").Elements {
		s.logprobs = append(s.logprobs, one)
	}
}

// whole is the answer of all lines.
func (s *stream) whole() conv.Raw {
	message := append(s.last.Lookup("message").Without("content", "thinking", "tool_calls").Members(),
		rawjson.Member{Key: "content", Value: rawjson.Quoted(s.text.String())},
		rawjson.Member{Key: "thinking", Value: rawjson.Quoted(s.thinking.String())},
		rawjson.Member{Key: "tool_calls", Value: rawjson.ArrayOf(s.calls)})
	whole := append(s.last.Without("message", "response", "thinking", "tool_calls", "logprobs").Members(),
		rawjson.Member{Key: "message", Value: rawjson.ObjectOf(message)})
	if s.logprobs != nil {
		whole = append(whole, rawjson.Member{Key: "logprobs", Value: rawjson.ArrayOf(s.logprobs)})
	}
	return rawjson.ObjectOf(whole)
}
