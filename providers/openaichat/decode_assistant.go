package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// assistant reads an assistant's message. Its blocks come in the order of the
// neutral model: reasoning, content, refusal, calls.
func (d *decoder) assistant() *conv.AssistantMessage {
	m := &conv.AssistantMessage{}
	d.Place(&m.Node)
	a := assistantParts{message: m}
	for key := range d.Fields {
		d.assistantMember(&a, key)
	}
	m.Content = a.blocks()
	residue.Settle(&m.Node)
	return m
}

// assistantParts collects what the fields of a message hold, in any order.
type assistantParts struct {
	message  *conv.AssistantMessage
	thinking []conv.AssistantContent
	content  []conv.AssistantContent
	refusal  *conv.TextContent
	legacy   *conv.ToolCall
	calls    []conv.AssistantContent
}

func (a *assistantParts) blocks() []conv.AssistantContent {
	n := len(a.thinking) + len(a.content) + len(a.calls)
	if a.refusal == nil && a.legacy == nil {
		for _, one := range [...][]conv.AssistantContent{a.content, a.calls, a.thinking} {
			if len(one) == n {
				return one
			}
		}
	}
	all := append(make([]conv.AssistantContent, 0, n+2), a.thinking...)
	all = append(all, a.content...)
	if a.refusal != nil {
		all = append(all, a.refusal)
	}
	for _, b := range a.calls { // opaque blocks come before all calls
		if _, ok := b.(*conv.Opaque); ok {
			all = append(all, b)
		}
	}
	if a.legacy != nil {
		all = append(all, a.legacy)
	}
	for _, b := range a.calls {
		if _, ok := b.(*conv.ToolCall); ok {
			all = append(all, b)
		}
	}
	return all
}

func (d *decoder) assistantMember(a *assistantParts, key string) {
	m := a.message
	switch key {
	case "role":
		if d.answer {
			d.answerRole(m)
			return
		}
		d.Same("assistant")
	case "content":
		if d.answer {
			a.content = d.answerContent(m)
			return
		}
		a.content = content[conv.AssistantContent](d, &m.Node, inAssistant)
	case "refusal":
		a.refusal = d.refusal(m)
	case "reasoning_content", "reasoning", "reasoning_text":
		d.thinking(a, key)
	case "tool_calls":
		a.calls = d.calls(m)
	case "function_call":
		a.legacy = d.functionCall(m)
	case "audio":
		d.audio(m)
	default:
		d.common(&m.Meta, key)
	}
}

// refusal reads the field refusal, which stands next to content.
func (d *decoder) refusal(m *conv.AssistantMessage) *conv.TextContent {
	if d.Kind() != rawjson.String {
		d.Known(&m.Node, "refusal")
		return nil
	}
	t := &conv.TextContent{Refusal: true}
	d.Place(&t.Node)
	if t.Text = d.Text(&t.Node); t.Text == "" {
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
func (d *decoder) thinking(a *assistantParts, key string) {
	if d.Kind() != rawjson.String {
		a.thinking = slices.DeleteFunc(a.thinking, func(b conv.AssistantContent) bool { // an earlier value of the same field
			return b.(*conv.ThinkingContent).ThinkingSignature == key
		})
		d.Known(&a.message.Node, key)
		return
	}
	t := &conv.ThinkingContent{ThinkingSignature: key}
	d.Place(&t.Node)
	t.Thinking = d.Text(&t.Node)
	for i, b := range a.thinking {
		old := b.(*conv.ThinkingContent)
		if old.ThinkingSignature == key {
			a.thinking[i] = t
			return
		}
		if old.Thinking == t.Thinking {
			residue.Set(&old.Node, hintSame, rawjson.Quoted(key))
			return
		}
	}
	a.thinking = append(a.thinking, t)
}

// audio keeps the audio of an answer. A request refers to it by its id alone.
func (d *decoder) audio(m *conv.AssistantMessage) {
	if d.IsNull() {
		return
	}
	raw := d.Raw()
	keepAudio(m, raw, d.answer)
}

func keepAudio(m *conv.AssistantMessage, raw conv.Raw, answer bool) {
	if id := raw.Lookup("id").Text(); answer && id != "" && raw[0] == '{' {
		residue.Set(&m.Node, hintAudio, raw)
		raw = withMember("", "id", rawjson.Quoted(id))
	}
	residue.Set(&m.Node, "audio", raw)
}

// functionCall reads function_call, the only call of the old form.
func (d *decoder) functionCall(m *conv.AssistantMessage) *conv.ToolCall {
	at := d.Offset()
	t := &conv.ToolCall{}
	d.Place(&t.Node)
	if d.Kind() != rawjson.Object || !d.callFunction(t, "function_call") {
		d.Rewind(at)
		d.Known(&m.Node, "function_call")
		return nil
	}
	t.ID = d.thread.legacy.call(t.Name)
	record.Diagnose(t, m)
	residue.Set(&t.Node, hintLegacy, "true")
	residue.Settle(&t.Node)
	return t
}
