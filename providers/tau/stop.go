package tau

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// stops are Tau's words for why an answer ended.
var stops = []format.StopWord{
	{Raw: "stop", Reason: conv.StopNormal},
	{Raw: "length", Reason: conv.StopLength},
	{Raw: "tool_calls", Reason: conv.StopToolUse},
	{Raw: "abort", Reason: conv.StopAborted},
	{Raw: "aborted", Reason: conv.StopAborted},
	{Raw: "error", Reason: conv.StopError},
	{Raw: "content_filter", Reason: conv.StopError, Kind: conv.KindFilter},
}

// stop reads why an answer ended. An unknown word is a normal stop.
func (d *decoder) stop(m *conv.AssistantMessage) {
	m.StopReason, m.StopDetail = "", nil
	if d.in.IsNull() {
		return
	}
	m.StopReason, m.StopDetail = format.ReadStop(family, stops, d.in.Str())
}

func writeStop(w *rawjson.Writer, m *conv.AssistantMessage) {
	d := cmp.Or(m.StopDetail, &conv.StopDetail{})
	if d.Extensions.Get(family, format.UnknownStop) != "" {
		w.Field("stop_reason", d.Raw)
		return
	}
	w.OptField("stop_reason", cmp.Or(d.Raw, format.UsualStop(stops, m.StopReason)))
}
