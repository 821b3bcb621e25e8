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
	return record.New[*decoder](residue, "openai-responses", func(b *body) *conv.Node { return &b.q.Node }).Lenient().
		OptStr("model", func(b *body) *string { return &b.q.Model }).May(func() *shape.Shape { return shape.Full().Loose() }).
		Field("instructions", func(d *decoder, b *body) { d.instructions(b.c) }, writeInstructions).May(shape.String).
		Field("input", (*decoder).input, writeInput).May(inputShape).Says("The history: items, or the text of the user.").
		Field("tools", (*decoder).tools, writeTools).May(func() *shape.Shape { return shape.List(tool()) }).
		OptNumber("max_output_tokens", func(b *body) *conv.Number { return &b.q.MaxTokens }).May(atLeast(16)).
		OptNumber("temperature", func(b *body) *conv.Number { return &b.q.Temperature }).May(upTo(2)).
		OptNumber("top_p", func(b *body) *conv.Number { return &b.q.TopP }).May(upTo(1)).
		Field("tool_choice", (*decoder).toolChoice, writeToolChoice).May(toolChoice).
		OptBool("parallel_tool_calls", func(b *body) **bool { return &b.q.ParallelToolCalls }).
		Field("reasoning", (*decoder).reasoningParameter, writeReasoningParameter).Of(rawjson.Object).
		May(func() *shape.Shape { return objects().reasoning.Shape().Loose() }).
		Field("text", (*decoder).textParameter, writeTextParameter).Of(rawjson.Object).May(textShape).
		OptBool("stream", func(b *body) **bool { return &b.q.Stream }).
		OptStr("user", func(b *body) *string { return &b.q.User }).
		Field("previous_response_id", func(d *decoder, b *body) { d.elsewhere(b, "previous_response_id") }, nil).
		May(record.LooseString).Says("The answer that this goes on from.").
		Field("conversation", func(d *decoder, b *body) { d.elsewhere(b, "conversation") }, nil).
		May(func() *shape.Shape { return shape.Either(shape.String(), shape.Object(named())).Loose() }).
		Known("prompt", promptShape).Says("A prompt that the server keeps.").
		Known("top_logprobs", func() *shape.Shape { return shape.Integer().Between(0, 20).Loose() }).
		Known("include", func() *shape.Shape { return shape.List(shape.String()).Loose() }).
		Known("truncation", func() *shape.Shape { return shape.Words("auto disabled").Loose() }).
		Known("context_management", func() *shape.Shape { return shape.List(shape.Anything()).Loose() }).
		Known("metadata", func() *shape.Shape { return shape.Map(shape.String()).Loose() }).
		Known("max_tool_calls", atLeast(1)).
		KnownAll(record.LooseBool, "store", "background").
		KnownAll(record.LooseString, "safety_identifier", "service_tier", "prompt_cache_key", "prompt_cache_retention").
		KnownAll(record.LooseObject, "stream_options", "moderation", "access_programs", "prompt_cache_options")
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
	return objects().body.Shape().
		SomeOf("input", "previous_response_id", "conversation", "prompt").
		SomeOf("model", "prompt").
		MostOneOf("previous_response_id", "conversation").
		Named("openai-responses", "The body of a request of OpenAI's Responses.")
}
