package openaichat

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// said is an assistant's message that is read or written. Reading collects
// what its fields hold, in any order.
type said struct {
	*conv.AssistantMessage
	thinking []conv.AssistantContent
	content  []conv.AssistantContent
	refusal  *conv.TextContent
	legacy   *conv.ToolCall
	calls    []conv.AssistantContent
	hasRole  bool

	thread *Thread         // of a message that is written
	call   call            // that is written at the moment
	answer *responseWriter // nil in a request
	keys   []string        // the fields that hold reasoning
}

// assistantRecord is a message of the model. In an answer, content and refusal
// may be null.
func assistantRecord() *record.Record[*inMessage, *said] {
	r := record.New[*inMessage](residue, "assistant_message", func(s *said) *conv.Node { return &s.Node })
	record.Field(r, "role", func(d *inMessage, s *said) { d.of.assistantRole(s) }, writeAssistantRole)
	record.OptStr(r, "name", func(s *said) *string { return &s.Name })
	record.Field(r, "content", func(d *inMessage, s *said) { d.of.saidContent(s) }, writeSaid).
		May(func() *shape.Shape { return contents("text refusal ~image_url ~input_audio ~file") })
	record.Field(r, "refusal", func(d *inMessage, s *said) { s.refusal = d.of.refusal(s.AssistantMessage) }, writeRefusal).May(record.LooseString)
	record.Field(r, "audio", func(d *inMessage, s *said) { d.of.audio(s.AssistantMessage) }, writeAudio).
		May(func() *shape.Shape { return shape.Object(shape.Must("id", shape.String())).Loose() }).Says("An earlier audio answer, by its id.")
	write := writeThinking // with the first field: all
	for _, key := range format.ReasoningFields {
		record.Elsewhere(r, key, func(d *inMessage, s *said) { d.of.thinking(s, key) }, write)
		write = nil
	}
	record.Field(r, "function_call", func(d *inMessage, s *said) { s.legacy = d.of.functionCall(s.AssistantMessage) }, writeFunctionCall).
		May(func() *shape.Shape { return record.Shape(objects().legacy) }).Says("The old form of tool_calls.")
	record.Field(r, "tool_calls", func(d *inMessage, s *said) { s.calls = d.of.toolCalls(s.AssistantMessage) }, writeToolCalls).
		May(func() *shape.Shape { return shape.List(toolCallShape()).Some() })
	record.Known(r, "annotations", func() *shape.Shape { return shape.List(shape.Any()).Loose() }).
		Says("Part of an answer. Accepted in requests, too.")
	r.Then = func(s *said) { s.Content = s.blocks() }
	return r
}

func (s *said) blocks() []conv.AssistantContent {
	n := len(s.thinking) + len(s.content) + len(s.calls)
	if s.refusal == nil && s.legacy == nil {
		for _, one := range [...][]conv.AssistantContent{s.content, s.calls, s.thinking} {
			if len(one) == n {
				return one
			}
		}
	}
	all := append(make([]conv.AssistantContent, 0, n+2), s.thinking...)
	all = append(all, s.content...)
	if s.refusal != nil {
		all = append(all, s.refusal)
	}
	for _, b := range s.calls { // opaque blocks come before all calls
		if _, ok := b.(*conv.Opaque); ok {
			all = append(all, b)
		}
	}
	if s.legacy != nil {
		all = append(all, s.legacy)
	}
	for _, b := range s.calls {
		if _, ok := b.(*conv.ToolCall); ok {
			all = append(all, b)
		}
	}
	return all
}

func (d *decoder) assistantRole(s *said) {
	s.hasRole = true
	if !d.answer {
		d.in.Same("assistant")
	} else if raw := d.in.Raw(); raw != `"assistant"` { // the usual one needs no residue
		residue.Set(&s.Node, "role", raw)
	}
}

func (d *decoder) saidContent(s *said) {
	if d.answer {
		s.content = d.answerContent(s.AssistantMessage)
	} else {
		s.content = content[conv.AssistantContent](d, &s.Node, inAssistant)
	}
}

// refusal reads the field refusal, which stands next to content.
func (d *decoder) refusal(m *conv.AssistantMessage) *conv.TextContent {
	if d.in.Kind() != rawjson.String {
		d.in.Known(&m.Node, "refusal")
		return nil
	}
	t := &conv.TextContent{Refusal: true}
	d.in.SetOffset(&t.Node)
	if t.Text = d.in.Text(&t.Node); t.Text == "" {
		residue.SetBlank(&m.Node, "refusal", `""`)
		return nil
	}
	if !d.answer {
		residue.Set(&t.Node, hintField, "true")
	}
	return t
}

// thinking reads a reasoning field; the block's signature names the field, as
// OpenRouter and pi store it. A second field that repeats the first becomes
// residue: vLLM sends one text under two names.
func (d *decoder) thinking(s *said, key string) {
	if d.in.Kind() != rawjson.String {
		d.in.Known(&s.Node, key)
		return
	}
	t := &conv.ThinkingContent{ThinkingSignature: key}
	d.in.SetOffset(&t.Node)
	t.Thinking = d.in.Text(&t.Node)
	for _, b := range s.thinking {
		if old := b.(*conv.ThinkingContent); old.Thinking == t.Thinking {
			residue.Set(&old.Node, hintSame, rawjson.Quoted(key))
			return
		}
	}
	s.thinking = append(s.thinking, t)
}

// audio keeps the audio of an answer. A request refers to it by its id alone.
func (d *decoder) audio(m *conv.AssistantMessage) {
	if d.in.IsNull() {
		return
	}
	raw := d.in.Raw()
	keepAudio(m, raw, d.answer)
}

func keepAudio(m *conv.AssistantMessage, raw conv.Raw, answer bool) {
	if id := raw.Lookup("id").Text(); answer && id != "" && raw[0] == '{' {
		residue.Set(&m.Node, hintAudio, raw)
		raw = withMember("", "id", rawjson.Quoted(id))
	}
	residue.Set(&m.Node, "audio", raw)
}
