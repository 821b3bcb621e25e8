package openairesponses

import (
	"math"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// body is the body of a request that is read or written.
type body struct {
	c      *conv.Conversation
	q      *conv.Request
	first  int      // the offset of the first item, -1 without one
	input  bool     // an input was read
	prompt conv.Raw // when writing: the item that the prompt came from, see promptItem
}

// bodyRecord describes the body of a request.
func bodyRecord() *record.Record[*decoder, *body] {
	atLeast := func(least float64) func() *shape.Shape {
		return func() *shape.Shape { return shape.Integer().Between(least, math.Inf(1)).Loose() }
	}
	upTo := func(most float64) func() *shape.Shape {
		return func() *shape.Shape { return shape.Number().Between(0, most).Loose() }
	}
	r := record.New[*decoder](residue, "openai-responses", func(b *body) *conv.Node { return &b.q.Node })
	record.OptStr(r, "model", func(b *body) *string { return &b.q.Model }).May(func() *shape.Shape { return shape.Full().Loose() })
	record.Field(r, "instructions", func(d *decoder, b *body) { d.instructions(b.c) }, writeInstructions).May(shape.String)
	record.Field(r, "input", (*decoder).input, writeInput).May(inputShape).Says("The history: items, or the text of the user.")
	record.Field(r, "tools", (*decoder).tools, writeTools).May(func() *shape.Shape { return shape.List(tool()) })
	record.OptNumber(r, "max_output_tokens", func(b *body) *conv.Number { return &b.q.MaxTokens }).May(atLeast(16))
	record.OptNumber(r, "temperature", func(b *body) *conv.Number { return &b.q.Temperature }).May(upTo(2))
	record.OptNumber(r, "top_p", func(b *body) *conv.Number { return &b.q.TopP }).May(upTo(1))
	record.Field(r, "tool_choice", (*decoder).toolChoice, writeToolChoice).May(toolChoice)
	record.OptBool(r, "parallel_tool_calls", func(b *body) **bool { return &b.q.ParallelToolCalls })
	record.Field(r, "reasoning", (*decoder).reasoningParameter, writeReasoningParameter).Of(rawjson.Object).
		May(func() *shape.Shape { return record.Shape(objects().reasoning).Loose() })
	record.Field(r, "text", (*decoder).textParameter, writeTextParameter).Of(rawjson.Object).May(textShape)
	record.OptBool(r, "stream", func(b *body) **bool { return &b.q.Stream })
	record.OptStr(r, "user", func(b *body) *string { return &b.q.User })
	record.Field(r, "previous_response_id", func(d *decoder, b *body) { d.elsewhere(b, "previous_response_id") }, nil).May(record.LooseString).
		Says("The answer that this request continues.")
	record.Field(r, "conversation", func(d *decoder, b *body) { d.elsewhere(b, "conversation") }, nil).
		May(func() *shape.Shape { return shape.Either(shape.String(), shape.Object(named())).Loose() })
	record.Known(r, "prompt", promptShape).Says("A prompt that the server keeps.")
	record.Known(r, "top_logprobs", func() *shape.Shape { return shape.Integer().Between(0, 20).Loose() })
	record.Known(r, "include", func() *shape.Shape { return shape.List(shape.String()).Loose() })
	record.Known(r, "truncation", func() *shape.Shape { return shape.Words("auto disabled").Loose() })
	record.Known(r, "context_management", func() *shape.Shape { return shape.List(shape.Anything()).Loose() })
	record.Known(r, "metadata", func() *shape.Shape { return shape.Map(shape.String()).Loose() })
	record.Known(r, "max_tool_calls", atLeast(1))
	record.KnownAll(r, record.LooseBool, "store", "background")
	record.KnownAll(r, record.LooseString, "safety_identifier", "service_tier", "prompt_cache_key", "prompt_cache_retention")
	record.KnownAll(r, record.LooseObject, "stream_options", "moderation", "access_programs", "prompt_cache_options")
	return r
}

func named() *shape.Member { return shape.Must("id", shape.String()) }

func inputShape() *shape.Shape { return shape.Either(shape.String(), shape.List(item())) }

func promptShape() *shape.Shape {
	return shape.Object(named()).Mays("version", record.LooseString()).Mays("variables", record.LooseObject()).Loose()
}

func textShape() *shape.Shape {
	return shape.Object(shape.May("format", textFormat()), shape.May("verbosity", shape.Words("low medium high"))).Loose()
}

// requestShape is the request body that OpenAI's servers take, from the
// vendor's API reference and the parameter types of its official SDKs. What is
// loose or a dialect does not bind other servers of this API.
func requestShape() *shape.Shape {
	return record.Shape(objects().body).
		SomeOf("input", "previous_response_id", "conversation", "prompt").
		SomeOf("model", "prompt").
		MostOneOf("previous_response_id", "conversation").
		Named("openai-responses", "The body of a request of OpenAI's Responses.")
}
