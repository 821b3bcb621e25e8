package tau

import (
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
	word := d.in.Str()
	m.StopDetail = &conv.StopDetail{Raw: word}
	for _, s := range stops {
		if s.Raw == word {
			m.StopReason, m.StopDetail.Kind = s.Reason, s.Kind
			return
		}
	}
	m.StopReason = conv.StopNormal
	m.StopDetail.Extensions.Set(family, format.UnknownStop, rawjson.Quoted(word))
}

func writeStop(w *rawjson.Writer, m *conv.AssistantMessage) {
	word := ""
	if d := m.StopDetail; d != nil {
		if d.Extensions.Get(family, format.UnknownStop) != "" {
			w.Field("stop_reason", d.Raw)
			return
		}
		word = d.Raw
	}
	for _, s := range stops {
		if word == "" && s.Reason == m.StopReason {
			word = s.Raw
		}
	}
	w.OptField("stop_reason", word)
}
