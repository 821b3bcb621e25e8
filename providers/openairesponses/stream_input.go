package openairesponses

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/rawjson"
)

// The arguments of a call with free text are an object of that text alone.
const (
	inputStart = `{"input":"`
	inputEnd   = `"}`
)

// input reads a piece of a free text: its listener gets arguments.
func (s *streamReader) input(b *openBlock, text string) {
	if text == "" {
		return
	}
	quoted := string(rawjson.AppendQuoted(nil, text))
	piece := quoted[1 : len(quoted)-1]
	if b.text.Len() == 0 {
		piece = inputStart + piece
	}
	b.text.WriteString(text)
	s.Send(conv.Event{Type: conv.EventToolCallDelta, Index: b.index, Delta: piece})
}

// endsInput ends the arguments that a free text came as.
func (s *streamReader) endsInput(b *openBlock) {
	if b.call != nil && b.call.Kind == conv.CustomCall && b.told() {
		s.Send(conv.Event{Type: conv.EventToolCallDelta, Index: b.index, Delta: inputEnd})
	}
}

// inputDelta writes what a piece of the arguments of a call adds to its free
// text. Arguments that are no object of that alone are told at their end.
func (s *streamWriter) inputDelta(b *emittedBlock) {
	if !bytes.HasPrefix(b.said, []byte(inputStart)) {
		return
	}
	rest := string(b.said[len(inputStart)+b.told:])
	whole := wholeCharacters(rest)
	b.told += whole
	if text := conv.Raw(`"` + rest[:whole] + `"`).Text(); text != "" {
		b.piece = append(b.piece, text...)
		s.string(b, "response.custom_tool_call_input.delta", "", "delta", text)
	}
}

// endInput ends a free text, of which some may have been told.
func (s *streamWriter) endInput(b *emittedBlock, text string) {
	if rest, ok := strings.CutPrefix(text, string(b.piece)); ok && rest != "" {
		s.string(b, "response.custom_tool_call_input.delta", "", "delta", rest)
	}
	s.string(b, "response.custom_tool_call_input.done", "", "input", text)
}

// wholeCharacters is how much of the inside of a JSON string, which may be
// broken off anywhere, are whole characters before its closing quote.
func wholeCharacters(s string) int {
	i := 0
	for i < len(s) && s[i] != '"' {
		n := characterLen(s[i:])
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// characterLen is the length of the first character of the inside of a JSON
// string, 0 if it is broken off. Two halves of one are one.
func characterLen(s string) int {
	const escape = len(`\u0000`)
	switch {
	case s[0] != '\\':
		if !utf8.FullRuneInString(s) {
			return 0
		}
		_, n := utf8.DecodeRuneInString(s)
		return n
	case len(s) < 2 || s[1] == 'u' && len(s) < escape:
		return 0
	case s[1] != 'u':
		return 2
	case !strings.ContainsRune("dD", rune(s[2])) || !strings.ContainsRune("89abAB", rune(s[3])):
		return escape
	case len(s) >= 2*escape && s[escape:escape+2] == `\u`:
		return 2 * escape
	case len(s) > escape && s[escape] != '\\' || len(s) > escape+1 && s[escape+1] != 'u':
		return escape // a half without the other
	}
	return 0
}
