package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// writeRequest writes the body of a request.
func writeRequest(w *rawjson.Writer, c *conv.Conversation) {
	r := c.Request
	if r == nil {
		r = &conv.Request{}
	}
	w.BeginObject()
	w.OptField("model", r.Model)
	w.Key("messages")
	w.BeginArray()
	writeSystemPrompt(w, c, promptMessage(c))
	e := encoder{Writer: w, thread: &Thread{}}
	for _, m := range c.Messages {
		e.message(m)
	}
	w.EndArray()
	if !writeFunctions(w, c, r) {
		writeTools(w, c.Tools)
	}
	written := writeParameters(w, r)
	if len(c.Tools) > 0 {
		written = append(written, "tools")
	}
	if r.Model != "" {
		written = append(written, "model")
	}
	writeResidue(w, &r.Node, written...)
	w.EndObject()
}

// promptMessage is the message that the prompt came from, "" if none is kept.
func promptMessage(c *conv.Conversation) conv.Raw {
	if raw := residue(&c.Node, "system"); raw != "" {
		return raw
	}
	return residue(&c.Node, hintSystem)
}

// writeSystemPrompt writes the message that the prompt came from, as long as
// it still says the prompt, else a system message.
func writeSystemPrompt(w *rawjson.Writer, c *conv.Conversation, raw conv.Raw) {
	if raw != "" && raw[0] == '{' {
		d := reread(raw)
		role, _ := d.tag("role")
		if m := d.system(role); d.End() == nil && promptOf(m) == c.SystemPrompt {
			w.Raw(raw)
			return
		}
	}
	if c.SystemPrompt == "" {
		return
	}
	w.BeginObject()
	w.Field("role", "system")
	w.Key("content")
	conv.WriteText(w, &c.Node, c.SystemPrompt)
	w.EndObject()
}

// writeParameters writes what a request has beside the history and tells
// which members it wrote.
func writeParameters(w *rawjson.Writer, r *conv.Request) []string {
	var buf [16]string
	p := parameters{Writer: w, written: buf[:0]}
	p.number(maxTokensKey(r), r.MaxTokens)
	p.number("temperature", r.Temperature)
	p.number("top_p", r.TopP)
	p.number("seed", r.Seed)
	p.number("frequency_penalty", r.FrequencyPenalty)
	p.number("presence_penalty", r.PresencePenalty)
	if r.Stop != nil {
		p.key("stop")
		writeStop(w, r)
	}
	if r.ToolChoice != nil {
		if raw := oldChoiceOf(r); raw != "" {
			p.key("function_call")
			w.Raw(raw)
		} else {
			p.key("tool_choice")
			writeToolChoice(w, r.ToolChoice)
		}
	}
	p.bool("parallel_tool_calls", r.ParallelToolCalls)
	if r.ResponseFormat != nil {
		p.key("response_format")
		writeResponseFormat(w, r.ResponseFormat)
	}
	if x := r.Reasoning; x != nil && x.Effort != "" {
		if raw := residue(&x.Node, hintForm); effortOf(raw) == x.Effort {
			p.key("reasoning")
			w.Raw(raw)
		} else {
			p.key("reasoning_effort")
			w.Str(x.Effort)
		}
	}
	p.bool("stream", r.Stream)
	if r.User != "" {
		p.key("user")
		w.Str(r.User)
	}
	return p.written
}

// parameters writes members and remembers their keys.
type parameters struct {
	*rawjson.Writer
	written []string
}

func (p *parameters) key(key string) {
	p.written = append(p.written, key)
	p.Key(key)
}

func (p *parameters) number(key string, n conv.Number) {
	if n != "" {
		p.key(key)
		p.Raw(conv.Raw(n))
	}
}

func (p *parameters) bool(key string, b *bool) {
	if b != nil {
		p.key(key)
		p.Bool(*b)
	}
}

func writeStop(w *rawjson.Writer, r *conv.Request) {
	if len(r.Stop) == 1 && text(&r.Node, hintForm) == "string" {
		w.Str(r.Stop[0])
		return
	}
	w.BeginArray()
	for _, s := range r.Stop {
		w.Str(s)
	}
	w.EndArray()
}
