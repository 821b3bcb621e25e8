package openaichat

import (
	"math"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// requestBody is the body of a request.
type requestBody struct {
	c *conv.Conversation
	*conv.Request
}

// bodyRecord is the body of a request.
func bodyRecord() *record.Record[*decoder, *requestBody] {
	atLeast1 := func() *shape.Shape { return shape.Integer().Between(1, math.Inf(1)).Loose() }
	between := func(least, most float64) func() *shape.Shape {
		return func() *shape.Shape { return shape.Number().Between(least, most).Loose() }
	}
	words := func(of string) func() *shape.Shape {
		return func() *shape.Shape { return shape.Words(of).Loose() }
	}
	r := record.New[*decoder](residue, "openai-chat", func(b *requestBody) *conv.Node { return &b.Request.Node }).Lenient().
		OptStr("model", func(b *requestBody) *string { return &b.Model }).Due(func() *shape.Shape { return shape.Full().Loose() }).
		Field("messages", nil, writeMessages).Must(func() *shape.Shape { return shape.List(messageShape()) }).Says("The history.").
		Field("functions", nil, writeFunctions).May(func() *shape.Shape { return shape.List(function()).Some() }).Says("The old form of tools.").
		Field("tools", nil, writeTools).May(func() *shape.Shape { return shape.List(tool()) })
	for _, key := range [...]string{"max_tokens", "max_completion_tokens"} {
		r.Field(key, func(d *decoder, b *requestBody) { d.maxTokens(b.Request, key) }, func(w *rawjson.Writer, b *requestBody) bool {
			if b.MaxTokens == "" || maxTokensKey(b.Request) != key {
				return false
			}
			w.OptNumber(key, b.MaxTokens)
			return true
		}).May(atLeast1)
		if key == "max_tokens" {
			r.Says("The old name of max_completion_tokens.")
		}
	}
	r.OptNumber("temperature", func(b *requestBody) *conv.Number { return &b.Temperature }).May(between(0, 2)).
		OptNumber("top_p", func(b *requestBody) *conv.Number { return &b.TopP }).May(between(0, 1)).
		OptNumber("seed", func(b *requestBody) *conv.Number { return &b.Seed }).May(func() *shape.Shape { return shape.Integer().Loose() }).
		OptNumber("frequency_penalty", func(b *requestBody) *conv.Number { return &b.FrequencyPenalty }).May(between(-2, 2)).
		OptNumber("presence_penalty", func(b *requestBody) *conv.Number { return &b.PresencePenalty }).May(between(-2, 2)).
		Field("stop", (*decoder).stop, writeStop).
		May(func() *shape.Shape { return shape.Either(shape.String(), shape.List(shape.String())).Loose() }).
		Field("function_call", func(d *decoder, b *requestBody) { d.oldFunctionCall(b.Request) }, writeOldChoice).May(oldChoiceShape).
		Field("tool_choice", func(d *decoder, b *requestBody) { d.toolChoice(b.Request) }, writeToolChoice).May(toolChoice).
		OptBool("parallel_tool_calls", func(b *requestBody) **bool { return &b.ParallelToolCalls }).
		Field("response_format", func(d *decoder, b *requestBody) { d.responseFormat(b.Request) }, writeResponseFormat).May(responseFormat)
	for _, key := range [...]string{"reasoning", "reasoning_effort"} {
		r.Field(key, func(d *decoder, b *requestBody) { d.reasoning(b.Request, key) }, func(w *rawjson.Writer, b *requestBody) bool {
			return writeReasoning(w, b.Reasoning, key)
		})
	}
	r.May(record.LooseString).
		OptBool("stream", func(b *requestBody) **bool { return &b.Stream }).
		OptStr("user", func(b *requestBody) *string { return &b.User }).
		Field("n", func(d *decoder, b *requestBody) { d.usual(b.Request, "n", "1") }, nil).May(atLeast1).
		Field("logprobs", func(d *decoder, b *requestBody) { d.usual(b.Request, "logprobs", "false") }, nil).May(record.LooseBool).
		Known("stream_options", func() *shape.Shape {
			return shape.Object().Mays("include_usage include_obfuscation", record.LooseBool()).Loose()
		}).
		Known("verbosity", words("low medium high")).
		Known("logit_bias", func() *shape.Shape { return shape.Map(shape.Number()).Loose() }).
		Known("top_logprobs", func() *shape.Shape { return shape.Integer().Between(0, 20).Loose() }).
		Known("modalities", func() *shape.Shape { return shape.List(shape.Words("text audio")).Loose() }).
		Known("audio", audioShape).
		Known("prediction", predictionShape).
		Known("web_search_options", searchShape).
		Known("store", record.LooseBool).
		Known("metadata", func() *shape.Shape { return shape.Map(shape.String()).Loose() }).
		KnownAll(record.LooseString, "safety_identifier", "prompt_cache_key", "prompt_cache_retention", "service_tier").
		Known("prompt_cache_options", func() *shape.Shape {
			return shape.Object(shape.May("mode", words("explicit implicit auto")()), shape.May("ttl", record.LooseString())).Loose()
		}).
		Known("moderation", func() *shape.Shape {
			return shape.Object(shape.Must("model", shape.String()), shape.May("policy", shape.Anything())).Loose()
		}).
		KnownAll(nil, "cache_control", "extra_body", "frequency", "include_reasoning", "min_p", "models", "plugins",
			"provider", "repetition_penalty", "route", "thinking", "top_a", "top_k", "transforms", "usage")
	return r
}

// usual reads a parameter that has a usual value: that value becomes a hint,
// any other becomes residue.
func (d *decoder) usual(r *conv.Request, key string, value conv.Raw) {
	if raw := d.Raw(); raw == value {
		residue.SetBlank(&r.Node, key, raw)
	} else {
		residue.Set(&r.Node, key, raw)
	}
}
