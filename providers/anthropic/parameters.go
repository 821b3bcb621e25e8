package anthropic

import (
	"math"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// parameterRecord describes a body except its history, prompt and tools.
func parameterRecord() *record.Record[*decoder, *conv.Request] {
	atLeast0 := func() *shape.Shape { return shape.Integer().Between(0, math.Inf(1)).Loose() }
	share := func() *shape.Shape { return shape.Number().Between(0, 1).Loose() }
	words := func() *shape.Shape { return shape.List(shape.String()).Loose() }
	return record.New[*decoder](residue, "anthropic", func(q *conv.Request) *conv.Node { return &q.Node }).
		OptText("model", func(q *conv.Request) *string { return &q.Model }).
		May(func() *shape.Shape { return shape.Full().Loose() }).
		Field("max_tokens",
			func(d *decoder, q *conv.Request) { q.MaxTokens = d.Number() },
			func(w *rawjson.Writer, q *conv.Request) bool { return !isUnasked(q) && writeLimit(w, q) }).
		Due(atLeast0).Says("The most that is answered; 0 fills the cache only.").
		OptNumber("temperature", func(q *conv.Request) *conv.Number { return &q.Temperature }).May(share).
		OptNumber("top_p", func(q *conv.Request) *conv.Number { return &q.TopP }).May(share).
		OptNumber("top_k", func(q *conv.Request) *conv.Number { return &q.TopK }).May(atLeast0).
		OptBool("stream", func(q *conv.Request) **bool { return &q.Stream }).
		Field("stop_sequences", (*decoder).stopSequences, writeStop).May(words).
		Field("tool_choice", (*decoder).toolChoice, writeToolChoice).May(toolChoiceShape).
		Field("thinking", (*decoder).reasoning, writeReasoning).May(reasoningShape).
		Field("output_config", (*decoder).outputConfig, writeOutputConfig).May(outputConfigShape).
		Field("metadata", (*decoder).metadata, writeMetadata).May(metadataShape).
		Known("anthropic_version", record.LooseString).Says("In place of the model, where others host it.").
		Known("anthropic_beta", words).
		Known("betas", nil).
		Known("cache_control", cacheControl).
		KnownAll(record.LooseString, "service_tier", "inference_geo", "speed").
		Known("container", containerShape).
		KnownAll(record.LooseObject, "diagnostics", "context_management").
		Known("mcp_servers", serversShape).
		KnownAll(shape.Any, "fallbacks", "thread").
		Known("output_format", formatShape)
}

func writeLimit(w *rawjson.Writer, q *conv.Request) bool {
	w.OptNumber("max_tokens", q.MaxTokens)
	return q.MaxTokens != ""
}

func (d *decoder) stopSequences(q *conv.Request) {
	residue.Reread(&q.Node, "stop_sequences")
	q.Stop = nil
	if d.IsNull() {
		return
	}
	for range d.Elements {
		q.Stop = append(q.Stop, d.Str())
	}
	if q.Stop == nil {
		residue.SetBlank(&q.Node, "stop_sequences", "[]")
	}
}

func writeStop(w *rawjson.Writer, q *conv.Request) bool {
	if len(q.Stop) == 0 {
		w.OptRaw("stop_sequences", residue.Blank(&q.Node, "stop_sequences"))
		return true
	}
	w.Key("stop_sequences")
	w.BeginArray()
	for _, s := range q.Stop {
		w.Str(s)
	}
	w.EndArray()
	return true
}
