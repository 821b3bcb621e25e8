package sharegpt

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// Hermes' data sets have calls in the turn of their answer, and several results in a turn,
// all in tags. Such turns are written as they were, as long as they say the same.

// inTags reads an answer with calls in tags, nil if it has none.
func inTags(text string) []conv.AssistantContent {
	rest, calls := training.CutCalls(text)
	if calls == nil {
		return nil
	}
	return append(thoughts(strings.TrimRight(rest, " \n")), calls...)
}

// answer reads the turn of an answer.
func (x *reader) answer(t *turn) {
	m := &conv.AssistantMessage{Content: inTags(t.text)}
	if m.Content == nil {
		m.Content = thoughts(t.text)
	} else {
		own.Set(&t.Node, hintTags, rawjson.Quoted(t.text))
		x.calls.Number(slices.Collect(m.Calls))
	}
	m.Node = t.Node
	x.append(m)
}

// results reads a turn of results in tags. It is false if the turn is none.
func (x *reader) results(t *turn) bool {
	pieces := training.Responses(t.text)
	if pieces == nil || slices.ContainsFunc(x.media[:], func(list []string) bool { return list != nil }) {
		return false
	}
	own.Set(&t.Node, hintTags, rawjson.Quoted(t.text))
	for i, piece := range pieces {
		m := &conv.ToolResultMessage{Content: parts[conv.ToolResultContent](x, &turn{text: training.Response(piece)})}
		if m.Node = t.Node; i > 0 {
			m.Node = conv.Node{}
			m.SetOffset(t.Offset())
			own.Set(&m.Node, hintTags, "true")
		}
		m.ToolCallID = x.answered(&m.Node)
		x.append(m)
	}
	return true
}

// tagsOf is the text of the turn that an answer and its calls were read from, "" if the answer
// says something else now.
func tagsOf(m *conv.AssistantMessage) string {
	was := own.Text(&m.Node, hintTags)
	if was == "" {
		return ""
	}
	again := &conv.AssistantMessage{Content: inTags(was)}
	calls := slices.Collect(m.Calls)
	if spoken(again.Content) != spoken(m.Content) || training.FormatCalls(slices.Collect(again.Calls)) != training.FormatCalls(calls) ||
		slices.ContainsFunc(calls, func(t *conv.ToolCall) bool { return len(t.Extensions) > 0 }) {
		return ""
	}
	return was
}

// results writes the turn that some results at the beginning of a list were read from. It is
// how many they are, 0 if they say something else now.
func (x *writer) results(list []conv.Message) int {
	first, ok := list[0].(*conv.ToolResultMessage)
	if !ok {
		return 0
	}
	was := own.Text(&first.Node, hintTags)
	pieces := training.Responses(was)
	if pieces == nil || len(pieces) > len(list) {
		return 0
	}
	for i, piece := range pieces {
		m, ok := list[i].(*conv.ToolResultMessage)
		if !ok || training.TextOf(m) != training.Response(piece) || i > 0 && (own.Get(&m.Node, hintTags) != "true" || len(m.Extensions) > 1) {
			return 0
		}
	}
	n := first.Node
	for i := range pieces {
		m := list[i].(*conv.ToolResultMessage)
		if m.ToolCallID != x.calls.Next("") {
			return 0
		}
		x.calls.Answer(m.ToolCallID)
	}
	x.add(n, result, was)
	return len(pieces)
}
