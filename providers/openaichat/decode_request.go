package openaichat

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// decodeRequest reads the body of a request.
func decodeRequest(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	c := d.request()
	if err := d.End(); err != nil {
		return conv.One(nil, err)
	}
	return conv.One(c, nil)
}

func (d *decoder) request() *conv.Conversation {
	at := d.Offset()
	if k := d.Kind(); k != rawjson.Object {
		d.Fail(at, "want a request as an object, got %s", k)
		return nil
	}
	c := &conv.Conversation{}
	d.place(&c.Node)
	r := &conv.Request{}
	d.place(&r.Node)
	said, found := false, false
	for key := range d.Fields {
		switch {
		case key == "messages":
			found = d.Kind() == rawjson.Array
			d.messages(c)
		case d.isNull():
		case key == "tools":
			said = d.tools(c, r) || said
		case key == "functions":
			said = true
			d.functions(c, r)
		default:
			said = true
			d.parameter(r, key)
		}
	}
	if !found {
		d.Fail(at, "a request without messages")
	}
	if said {
		d.limitKey(r)
		settle(&r.Node)
		c.Request = r
	}
	return c
}

// parameter reads a request member that is not null.
func (d *decoder) parameter(r *conv.Request, key string) {
	switch key {
	case "model":
		d.optString(&r.Node, key, &r.Model)
	case "user":
		d.optString(&r.Node, key, &r.User)
	case "max_tokens", "max_completion_tokens":
		d.maxTokens(r, key)
	case "temperature":
		d.number(r, key, &r.Temperature)
	case "top_p":
		d.number(r, key, &r.TopP)
	case "seed":
		d.number(r, key, &r.Seed)
	case "frequency_penalty":
		d.number(r, key, &r.FrequencyPenalty)
	case "presence_penalty":
		d.number(r, key, &r.PresencePenalty)
	case "stop":
		d.stop(r)
	case "tool_choice":
		d.toolChoice(r)
	case "function_call":
		d.oldFunctionCall(r)
	case "parallel_tool_calls":
		d.optBool(r, key, &r.ParallelToolCalls)
	case "stream":
		d.optBool(r, key, &r.Stream)
	case "response_format":
		d.responseFormat(r)
	case "reasoning_effort", "reasoning":
		d.reasoning(r, key)
	case "n", "logprobs":
		if raw := d.Raw(); raw == "1" || raw == "false" {
			setBlank(&r.Node, key, raw)
		} else {
			r.Extensions.Set(family, key, raw)
		}
	case "audio", "cache_control", "extra_body", "frequency", "include_reasoning",
		"logit_bias", "metadata", "min_p", "modalities", "models", "moderation", "plugins",
		"prediction", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "provider",
		"repetition_penalty", "route", "safety_identifier", "service_tier", "store", "stream_options",
		"thinking", "top_a", "top_k", "top_logprobs", "transforms", "usage", "verbosity", "web_search_options":
		d.known(&r.Node, key)
	default:
		d.keep(&r.Node, key)
	}
}

func (d *decoder) number(r *conv.Request, key string, to *conv.Number) {
	if d.Kind() != rawjson.Num {
		d.keep(&r.Node, key)
		return
	}
	*to = d.Number()
}

func (d *decoder) optBool(r *conv.Request, key string, to **bool) {
	if d.Kind() != rawjson.Bool {
		d.keep(&r.Node, key)
		return
	}
	*to = d.OptBool()
}

// maxTokens reads the limit under its old or its new name. Of two, the first
// counts and the second stays what it was.
func (d *decoder) maxTokens(r *conv.Request, key string) {
	if d.Kind() != rawjson.Num || r.MaxTokens != "" && d.limit != key {
		d.KeepQuietly(&r.Node, key)
		return
	}
	r.MaxTokens, d.limit = d.Number(), key
}

// limitKey remembers the name that the wire had for the limit, where it is
// not the one that writing would choose.
func (d *decoder) limitKey(r *conv.Request) {
	if r.MaxTokens != "" && d.limit != maxTokensKey(r) {
		hint(&r.Node, hintKey, quoted(d.limit))
	}
}

// maxTokensKey is the name to write the limit under: the one it had, else the
// old name, which every server takes, but OpenAI for its reasoning models.
func maxTokensKey(r *conv.Request) string {
	switch key := text(&r.Node, hintKey); key {
	case "max_tokens", "max_completion_tokens":
		return key
	}
	model := strings.TrimPrefix(r.Model, "openai/")
	for _, reasoning := range [...]string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, reasoning) {
			return "max_completion_tokens"
		}
	}
	return "max_tokens"
}

// stop reads one stop sequence or a list of them.
func (d *decoder) stop(r *conv.Request) {
	r.Stop = nil
	at := d.Offset()
	switch d.Kind() {
	case rawjson.String:
		r.Stop = []string{d.Str()}
		hint(&r.Node, hintForm, `"string"`)
		return
	case rawjson.Array:
		for range d.Elements {
			if d.Kind() != rawjson.String {
				r.Stop = nil
				break
			}
			r.Stop = append(r.Stop, d.Str())
		}
	}
	if r.Stop == nil {
		d.Rewind(at)
		if raw := d.Raw(); raw == "[]" {
			setBlank(&r.Node, "stop", raw)
		} else {
			r.Extensions.Set(family, "stop", raw)
		}
	}
}

// reasoning reads the effort: reasoning_effort, or effort in OpenRouter's
// reasoning, whose other members stay beside it.
func (d *decoder) reasoning(r *conv.Request, key string) {
	if key == "reasoning_effort" && d.Kind() == rawjson.String {
		x := &conv.Reasoning{}
		d.place(&x.Node)
		if x.Effort = d.Str(); x.Effort != "" {
			d.displace(r)
			r.Reasoning = x
			return
		}
		setBlank(&r.Node, key, `""`)
		return
	}
	x := &conv.Reasoning{}
	d.place(&x.Node)
	raw := d.Raw()
	x.Effort = effortOf(raw)
	if key == "reasoning_effort" || r.Reasoning != nil || x.Effort == "" {
		r.Extensions.Set(family, key, raw)
		return
	}
	hint(&x.Node, hintForm, raw)
	r.Reasoning = x
}

// displace makes residue of the reasoning object that was read first:
// reasoning_effort counts.
func (d *decoder) displace(r *conv.Request) {
	if r.Reasoning != nil {
		if raw := residue(&r.Reasoning.Node, hintForm); raw != "" {
			r.Extensions.Set(family, "reasoning", raw)
		}
	}
}

// effortOf is the effort in a reasoning object, "" if it names none.
func effortOf(raw conv.Raw) string {
	if raw == "" || raw[0] != '{' {
		return ""
	}
	return raw.Lookup("effort").Text()
}
