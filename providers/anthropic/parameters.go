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
	r := record.New[*decoder](residue, "anthropic", func(q *conv.Request) *conv.Node { return &q.Node })
	record.OptText(r, "model", func(q *conv.Request) *string { return &q.Model }).May(func() *shape.Shape { return shape.Full().Loose() })
	record.Field(r, "max_tokens",
		func(d *decoder, q *conv.Request) { q.MaxTokens = d.in.Number() },
		func(w *rawjson.Writer, q *conv.Request) {
			if !isUnasked(q) {
				w.OptNumber("max_tokens", q.MaxTokens)
			}
		}).Due(atLeast0).Says("The most tokens of the answer; 0 only fills the cache.")
	record.OptNumber(r, "temperature", func(q *conv.Request) *conv.Number { return &q.Temperature }).May(share)
	record.OptNumber(r, "top_p", func(q *conv.Request) *conv.Number { return &q.TopP }).May(share)
	record.OptNumber(r, "top_k", func(q *conv.Request) *conv.Number { return &q.TopK }).May(atLeast0)
	record.OptBool(r, "stream", func(q *conv.Request) **bool { return &q.Stream })
	record.Field(r, "stop_sequences", (*decoder).stopSequences, writeStop).May(words)
	record.Field(r, "tool_choice", (*decoder).toolChoice, writeToolChoice).May(toolChoiceShape)
	record.Field(r, "thinking", (*decoder).reasoning, writeReasoning).May(reasoningShape)
	record.Field(r, "output_config", (*decoder).outputConfig, writeOutputConfig).May(outputConfigShape)
	record.Field(r, "metadata", (*decoder).metadata, writeMetadata).May(metadataShape)
	record.Known(r, "anthropic_version", record.LooseString).Says("Takes the place of the model on servers of other vendors.")
	record.Known(r, "anthropic_beta", words)
	record.Known(r, "betas", nil)
	record.Known(r, "cache_control", cacheControl)
	record.KnownAll(r, record.LooseString, "service_tier", "inference_geo", "speed")
	record.Known(r, "container", containerShape)
	record.KnownAll(r, record.LooseObject, "diagnostics", "context_management")
	record.Known(r, "mcp_servers", serversShape)
	record.KnownAll(r, shape.Any, "fallbacks", "thread")
	record.Known(r, "output_format", formatShape)
	return r
}

func (d *decoder) stopSequences(q *conv.Request) {
	if d.in.IsNull() {
		return
	}
	for range d.in.Elements {
		q.Stop = append(q.Stop, d.in.Str())
	}
	if q.Stop == nil {
		residue.SetBlank(&q.Node, "stop_sequences", "[]")
	}
}

func writeStop(w *rawjson.Writer, q *conv.Request) {
	if len(q.Stop) == 0 {
		w.OptRaw("stop_sequences", residue.Blank(&q.Node, "stop_sequences"))
		return
	}
	w.StringsField("stop_sequences", q.Stop)
}
