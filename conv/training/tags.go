package training

import (
	"strings"

	"convo/conv"
)

// The tags that calls and results stand in, in the texts of Hermes and Qwen.
const (
	CallBegin   = "<tool_call>"
	CallEnd     = "</tool_call>"
	ResultBegin = "<tool_response>"
	ResultEnd   = "</tool_response>"
)

// CutCalls cuts the calls in tags off the end of a text.
func CutCalls(text string) (rest string, calls []conv.AssistantContent) {
	var back []*conv.ToolCall // the last one first
	rest = text
	for {
		inside, ok := strings.CutSuffix(strings.TrimRight(rest, " \t\r\n"), CallEnd)
		at := strings.LastIndex(inside, CallBegin)
		if !ok || at < 0 {
			break
		}
		one, ok := ParseCalls(strings.TrimSpace(inside[at+len(CallBegin):]))
		if !ok || len(one) != 1 {
			break
		}
		back = append(back, one[0])
		rest = rest[:at]
	}
	if len(back) == 0 {
		return text, nil
	}
	for i := len(back) - 1; i >= 0; i-- {
		calls = append(calls, back[i])
	}
	return strings.TrimSuffix(rest, "\n"), calls
}

// Responses cuts a text into results, each with its tags and the white space around
// it; nil if there is anything else.
func Responses(text string) (pieces []string) {
	for text != "" {
		rest := strings.TrimLeft(text, " \t\r\n")
		if rest == "" && pieces != nil {
			pieces[len(pieces)-1] += text
			break
		}
		at := strings.Index(text, ResultEnd)
		if at < 0 || !strings.HasPrefix(rest, ResultBegin) {
			return nil
		}
		at += len(ResultEnd)
		pieces = append(pieces, text[:at])
		text = text[at:]
	}
	return pieces
}

// Response is the text of a piece of Responses.
func Response(piece string) string {
	piece = strings.TrimSpace(piece)
	piece = piece[len(ResultBegin) : len(piece)-len(ResultEnd)]
	return strings.TrimSuffix(strings.TrimPrefix(piece, "\n"), "\n")
}
