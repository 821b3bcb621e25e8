package anthropic

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// reasoningRecord is how much to think.
func reasoningRecord() *record.Record[*decoder, *conv.Reasoning] {
	r := record.New[*decoder](residue, "thinking", func(r *conv.Reasoning) *conv.Node { return &r.Node })
	record.Derived(r, "type", reasoningType)
	record.Field(r, "budget_tokens",
		func(d *decoder, r *conv.Reasoning) { r.BudgetTokens = d.in.Number() },
		func(w *rawjson.Writer, r *conv.Reasoning) {
			if reasoningType(r) == "enabled" {
				w.OptNumber("budget_tokens", r.BudgetTokens)
			}
		})
	record.Known(r, "display", shape.String)
	return r
}

// reasoningType is the type on the wire. Adaptive means enabled without a
// budget.
func reasoningType(r *conv.Reasoning) string {
	switch {
	case r.Enabled != nil && !*r.Enabled:
		return "disabled"
	case r.BudgetTokens == "":
		return "adaptive"
	}
	return "enabled"
}

// reasoning reads whether and how much to think. An unknown type is residue.
func (d *decoder) reasoning(q *conv.Request) {
	var r conv.Reasoning
	if q.Reasoning != nil {
		r.Effort = q.Reasoning.Effort
	}
	if d.in.IsNull() {
		return
	}
	kind, start := d.in.Tag("type"), d.in.Offset()
	enabled := kind == "enabled" || kind == "adaptive"
	if !enabled && kind != "disabled" {
		d.in.Keep(&q.Node, "thinking")
		return
	}
	record.Read(objects().reasoning, d, &r)
	if (kind == "enabled") != (r.BudgetTokens != "") {
		residue.Set(&q.Node, "thinking", d.in.RawAt(start))
		return
	}
	r.Enabled, q.Reasoning = &enabled, &r
}

func writeReasoning(w *rawjson.Writer, q *conv.Request) {
	r := q.Reasoning
	if r == nil || r.Enabled == nil && r.BudgetTokens == "" {
		w.OptRaw("thinking", residue.Get(&q.Node, "thinking"))
		return
	}
	w.Key("thinking")
	record.Write(objects().reasoning, w, r)
}
