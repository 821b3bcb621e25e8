package training

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Reasoning stands before the text of an answer, in tags that are most often on lines
// of their own.
const (
	thinkBegin = "<think>"
	thinkEnd   = "</think>"
)

// HintThink is the hint, on reasoning, that it stood in the text of its answer. Its
// value is the white space after the first tag, before the second one and after it.
const HintThink = "~think"

// usualSpaces is the white space where none was read.
const usualSpaces = "\n,\n,\n\n"

// Thinking reads the reasoning before a text, nil if there is none.
func Thinking(text string) (t *conv.ThinkingContent, rest string) {
	inside, ok := strings.CutPrefix(text, thinkBegin)
	if !ok {
		return nil, text
	}
	inside, rest, ok = strings.Cut(inside, thinkEnd)
	if !ok {
		return nil, text
	}
	said := strings.TrimLeft(inside, "\n")
	spaces := inside[:len(inside)-len(said)]
	thought := strings.TrimRight(said, "\n")
	spaces += "," + said[len(thought):]
	answer := strings.TrimLeft(rest, "\n")
	spaces += "," + rest[:len(rest)-len(answer)]
	t = &conv.ThinkingContent{Thinking: thought}
	Own.Set(&t.Node, HintThink, rawjson.Quoted(spaces))
	return t, answer
}

// Thought is what Thinking reads.
func Thought(t *conv.ThinkingContent, text string) string {
	spaces := strings.Split(Own.Text(&t.Node, HintThink), ",")
	if len(spaces) != 3 || strings.Trim(strings.Join(spaces, ""), "\n") != "" {
		spaces = strings.Split(usualSpaces, ",")
	}
	return thinkBegin + spaces[0] + t.Thinking + spaces[1] + thinkEnd + spaces[2] + text
}
