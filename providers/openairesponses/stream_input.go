package openairesponses

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// A call with free text has arguments that are an object with one text.
const (
	inputStart = `{"input":"`
	inputEnd   = `"}`
)

// input reads a piece of free text. The listener gets it as arguments.
func (s *streamReader) input(b *openBlock, text string) {
	if text == "" {
		return
	}
	quoted := string(rawjson.AppendQuoted(nil, text))
	piece := quoted[1 : len(quoted)-1]
	if b.text.Len() == 0 {
		piece = inputStart + piece
	}
	b.text.Add(text)
	s.Send(conv.Event{Type: conv.EventToolCallDelta, Index: b.index, Delta: piece})
}

// endsInput closes the arguments that free text was sent as.
func (s *streamReader) endsInput(b *openBlock) {
	if b.call != nil && b.call.Kind == format.CustomCall && b.told() {
		s.Send(conv.Event{Type: conv.EventToolCallDelta, Index: b.index, Delta: inputEnd})
	}
}

// inputDelta writes the free text in a piece of a call's arguments. Arguments
// of another form wait until the call ends.
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

// endInput ends a free text. A part of it may be written already.
func (s *streamWriter) endInput(b *emittedBlock, text string) {
	if rest, ok := strings.CutPrefix(text, string(b.piece)); ok && rest != "" {
		s.string(b, "response.custom_tool_call_input.delta", "", "delta", rest)
	}
	s.string(b, "response.custom_tool_call_input.done", "", "input", text)
}

// wholeCharacters is the length of the whole characters, before the closing
// quote, in the inside of a JSON string that may be cut off anywhere.
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

// characterLen is the length of the first character inside a JSON string, 0 if
// it is cut off. A surrogate pair is one character.
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
		return escape // half of a surrogate pair
	}
	return 0
}
