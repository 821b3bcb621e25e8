package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
)

// stops are the API's words for how a response ended: its status or, where
// that is incomplete, the reason for it. Refusals are parts of a response that
// completed.
var stops = []conv.StopWord{
	{Raw: "completed", Reason: conv.StopNormal},
	{Raw: "completed", Reason: conv.StopToolUse},
	{Raw: "max_output_tokens", Reason: conv.StopLength},
	{Raw: "max_messages", Reason: conv.StopLength},
	{Raw: "content_filter", Reason: conv.StopError, Kind: conv.KindFilter},
	{Raw: "failed", Reason: conv.StopError},
	{Raw: "cancelled", Reason: conv.StopAborted},
	{Raw: "steered", Reason: conv.StopAborted},
	{Reason: conv.StopAborted, Kind: conv.KindInterrupted},
}

// hintStatus is a status that nobody knows, or of a response that is not yet
// one.
const hintStatus = "~status"

// takeStop sets the stop that a status and a reason say.
func takeStop(m *conv.AssistantMessage, detail *conv.StopDetail, status, reason string) {
	word := status
	switch status {
	case "completed":
		m.StopReason = conv.StopNormal
		if len(m.ToolCalls()) > 0 {
			m.StopReason = conv.StopToolUse
		}
		detail.Raw = word
		return
	case "incomplete":
		word = reason
	case "queued", "in_progress":
		detail.Raw = status
		residue.Set(&detail.Node, conv.UnknownStop, rawjson.Quoted(status))
		residue.Set(&detail.Node, hintStatus, rawjson.Quoted(status))
		return
	}
	for _, s := range stops {
		if s.Raw == word && (status == "incomplete") == isReason(word) {
			m.StopReason, detail.Raw, detail.Kind = s.Reason, s.Raw, s.Kind
			return
		}
	}
	m.StopReason, detail.Raw = conv.StopError, word
	residue.Set(&detail.Node, conv.UnknownStop, rawjson.Quoted(word))
	if status != "incomplete" {
		residue.Set(&detail.Node, hintStatus, rawjson.Quoted(status))
	}
}

// isReason reports whether a word is none of the statuses that end a response.
func isReason(word string) bool {
	return word != "completed" && word != "failed" && word != "cancelled"
}

// wireStop is the status and the reason to write for an answer's end. Fit saw
// to it that the answer has one of our words, or one that was read here.
func wireStop(m *conv.AssistantMessage) (status, reason string) {
	d := m.StopDetail
	if d == nil {
		d = &conv.StopDetail{}
	}
	if s := residue.Text(&d.Node, hintStatus); s != "" && s == d.Raw {
		return s, ""
	}
	switch {
	case d.Raw != "" && !isReason(d.Raw):
		return d.Raw, ""
	case d.Raw != "":
		return "incomplete", d.Raw
	}
	switch m.StopReason {
	case conv.StopLength:
		return "incomplete", "max_output_tokens"
	case conv.StopError:
		return "failed", ""
	case conv.StopAborted:
		if d.Kind == conv.KindInterrupted {
			return "incomplete", ""
		}
		return "cancelled", ""
	default:
		return "completed", ""
	}
}

// failed reports whether an answer's error message says how it ended.
func failed(m *conv.AssistantMessage) bool {
	return m.StopReason == conv.StopError || m.StopReason == conv.StopAborted
}

// plainError is an error that says no more than its message.
func plainError(message string) conv.Raw {
	return rawjson.ObjectOf([]conv.Member{{Key: "code", Value: `"server_error"`}, {Key: "message", Value: rawjson.Quoted(message)}})
}

// takeError gives an answer that failed its message. What else an error says
// stays at the detail.
func takeError(m *conv.AssistantMessage, detail *conv.StopDetail, raw conv.Raw) {
	if !failed(m) {
		residue.Set(&detail.Node, "error", raw)
		return
	}
	m.ErrorMessage = protocol.ErrorMessage(raw)
	if raw != plainError(m.ErrorMessage) {
		residue.Set(&detail.Node, "error", raw)
	}
}

// errorOf is an answer's error as it came, or a plain one; "" if it has none.
func errorOf(m *conv.AssistantMessage) conv.Raw {
	if m.StopDetail != nil {
		raw := residue.Get(&m.StopDetail.Node, "error")
		if raw != "" && (m.ErrorMessage == "" || protocol.ErrorMessage(raw) == m.ErrorMessage) {
			return raw
		}
	}
	if m.ErrorMessage == "" {
		return ""
	}
	return plainError(m.ErrorMessage)
}
