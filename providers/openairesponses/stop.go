package openairesponses

import (
	"cmp"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
)

// stops are the API's words for how a response ended: its status, or, if it is
// incomplete, the reason. A refusal is not a stop: it is a part of a completed
// response.
var stops = []format.StopWord{
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

// hintStatus is an unknown status, or the status of an unfinished response.
const hintStatus = "~status"

// takeStop sets the stop for a status and a reason.
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
		residue.Set(&detail.Node, format.UnknownStop, rawjson.Quoted(status))
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
	residue.Set(&detail.Node, format.UnknownStop, rawjson.Quoted(word))
	if status != "incomplete" {
		residue.Set(&detail.Node, hintStatus, rawjson.Quoted(status))
	}
}

// isReason reports whether a word is not a status that ends a response.
func isReason(word string) bool {
	return word != "completed" && word != "failed" && word != "cancelled"
}

// wireStop is the status and the reason to write. After Fit the stop of an
// answer is a word that we write, or a word that was read here.
func wireStop(m *conv.AssistantMessage) (status, reason string) {
	d := cmp.Or(m.StopDetail, &conv.StopDetail{})
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

// failed reports whether an answer ended in an error or was aborted.
func failed(m *conv.AssistantMessage) bool {
	return m.StopReason == conv.StopError || m.StopReason == conv.StopAborted
}

// plainError is an error with nothing but a message.
func plainError(message string) conv.Raw {
	return rawjson.ObjectOf([]rawjson.Member{{Key: "code", Value: `"server_error"`}, {Key: "message", Value: rawjson.Quoted(message)}})
}

// takeError sets the error message of a failed answer. Other fields of the
// error stay in the detail.
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

// errorOf is the error of an answer as it was read, or a plain one; "" if
// there is none.
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
