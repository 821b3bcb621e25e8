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
	r := record.New[*decoder](residue, "openai-chat", func(b *requestBody) *conv.Node { return &b.Request.Node })
	record.OptStr(r, "model", func(b *requestBody) *string { return &b.Model }).Due(func() *shape.Shape { return shape.Full().Loose() })
	record.Field(r, "messages", nil, writeMessages).Must(func() *shape.Shape { return shape.List(messageShape()) }).Says("The history.")
	record.Field(r, "functions", nil, writeFunctions).May(func() *shape.Shape { return shape.List(function()).Some() }).Says("The old form of tools.")
	record.Field(r, "tools", nil, writeTools).May(func() *shape.Shape { return shape.List(tool()) })
	for _, key := range [...]string{"max_tokens", "max_completion_tokens"} {
		record.Field(r, key, func(d *decoder, b *requestBody) { d.maxTokens(b.Request, key) }, func(w *rawjson.Writer, b *requestBody) {
			if b.MaxTokens == "" || maxTokensKey(b.Request) != key {
				return
			}
			w.OptNumber(key, b.MaxTokens)
		}).May(atLeast1)
		if key == "max_tokens" {
			record.Last(r).Says("The old name of max_completion_tokens.")
		}
	}
	record.OptNumber(r, "temperature", func(b *requestBody) *conv.Number { return &b.Temperature }).May(between(0, 2))
	record.OptNumber(r, "top_p", func(b *requestBody) *conv.Number { return &b.TopP }).May(between(0, 1))
	record.OptNumber(r, "seed", func(b *requestBody) *conv.Number { return &b.Seed }).May(func() *shape.Shape { return shape.Integer().Loose() })
	record.OptNumber(r, "frequency_penalty", func(b *requestBody) *conv.Number { return &b.FrequencyPenalty }).May(between(-2, 2))
	record.OptNumber(r, "presence_penalty", func(b *requestBody) *conv.Number { return &b.PresencePenalty }).May(between(-2, 2))
	record.Field(r, "stop", (*decoder).stop, writeStop).
		May(func() *shape.Shape { return shape.Either(shape.String(), shape.List(shape.String())).Loose() })
	record.Field(r, "function_call", func(d *decoder, b *requestBody) { d.oldFunctionCall(b.Request) }, writeOldChoice).May(oldChoiceShape)
	record.Field(r, "tool_choice", func(d *decoder, b *requestBody) { d.toolChoice(b.Request) }, writeToolChoice).May(toolChoice)
	record.OptBool(r, "parallel_tool_calls", func(b *requestBody) **bool { return &b.ParallelToolCalls })
	record.Field(r, "response_format", func(d *decoder, b *requestBody) { d.responseFormat(b.Request) }, writeResponseFormat).May(responseFormat)
	for _, key := range [...]string{"reasoning", "reasoning_effort"} {
		record.Field(r, key, func(d *decoder, b *requestBody) { d.reasoning(b.Request, key) }, func(w *rawjson.Writer, b *requestBody) {
			writeReasoning(w, b.Reasoning, key)
		})
	}
	record.Last(r).May(record.LooseString)
	record.OptBool(r, "stream", func(b *requestBody) **bool { return &b.Stream })
	record.OptStr(r, "user", func(b *requestBody) *string { return &b.User })
	record.Field(r, "n", func(d *decoder, b *requestBody) { d.usual(b.Request, "n", "1") }, nil).May(atLeast1)
	record.Field(r, "logprobs", func(d *decoder, b *requestBody) { d.usual(b.Request, "logprobs", "false") }, nil).May(record.LooseBool)
	record.Known(r, "stream_options", func() *shape.Shape {
		return shape.Object().Mays("include_usage include_obfuscation", record.LooseBool()).Loose()
	})
	record.Known(r, "verbosity", words("low medium high"))
	record.Known(r, "logit_bias", func() *shape.Shape { return shape.Map(shape.Number()).Loose() })
	record.Known(r, "top_logprobs", func() *shape.Shape { return shape.Integer().Between(0, 20).Loose() })
	record.Known(r, "modalities", func() *shape.Shape { return shape.List(shape.Words("text audio")).Loose() })
	record.Known(r, "audio", audioShape)
	record.Known(r, "prediction", predictionShape)
	record.Known(r, "web_search_options", searchShape)
	record.Known(r, "store", record.LooseBool)
	record.Known(r, "metadata", func() *shape.Shape { return shape.Map(shape.String()).Loose() })
	record.KnownAll(r, record.LooseString, "safety_identifier", "prompt_cache_key", "prompt_cache_retention", "service_tier")
	record.Known(r, "prompt_cache_options", func() *shape.Shape {
		return shape.Object(shape.May("mode", words("explicit implicit auto")()), shape.May("ttl", record.LooseString())).Loose()
	})
	record.Known(r, "moderation", func() *shape.Shape {
		return shape.Object(shape.Must("model", shape.String()), shape.May("policy", shape.Anything())).Loose()
	})
	record.KnownAll(r, nil, "cache_control", "extra_body", "frequency", "include_reasoning", "min_p", "models", "plugins",
		"provider", "repetition_penalty", "route", "thinking", "top_a", "top_k", "transforms", "usage")
	return r
}

// usual reads a parameter that has a usual value: that value becomes a hint,
// any other becomes residue.
func (d *decoder) usual(r *conv.Request, key string, value conv.Raw) {
	if raw := d.in.Raw(); raw == value {
		residue.SetBlank(&r.Node, key, raw)
	} else {
		residue.Set(&r.Node, key, raw)
	}
}
