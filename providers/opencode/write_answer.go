package opencode

import (
	"cmp"
	"fmt"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// answer writes a message of the assistant: its steps and their results.
func (s *writer) answer(m *conv.AssistantMessage, list []conv.Message) {
	steps := stepsIn(list)
	last := steps[len(steps)-1]
	s.begin("assistant")
	s.ids(&m.Node, false)
	s.answered(m, last)
	tokens, cost := own.Get(&m.Node, hintTokens), own.Get(&m.Node, hintCost)
	if !isCounted(tokens, last.Usage) {
		tokens = tokensOf(last.Usage)
	}
	if cost == "" || !isPriced(cost, steps) {
		cost = costOf(steps)
	}
	s.OptRaw("tokens", tokens)
	s.OptRaw("cost", cost)
	own.Write(s.Writer, &m.Node, "error", keyStart, keyFinish, keyAfter)
	s.EndObject()
	s.ArrayField("parts")
	for len(list) > 0 {
		n := 1 + results(list[1:])
		s.step(list[0].(*conv.AssistantMessage), list[1:n])
		list = list[n:]
	}
	s.end(&m.Node)
}

// isPriced reports whether the cost of a message, as it was written, is still it.
func isPriced(raw conv.Raw, steps []*conv.AssistantMessage) bool {
	if len(steps) > 1 {
		return true
	}
	return costIn(usageOf("", raw)) == costIn(steps[0].Usage) || own.Get(&steps[0].Node, keyFinish) != ""
}

func stepsIn(list []conv.Message) (steps []*conv.AssistantMessage) {
	for _, m := range list {
		if a, ok := m.(*conv.AssistantMessage); ok {
			steps = append(steps, a)
		}
	}
	return steps
}

// answered writes who answered, when, and how it ended.
func (s *writer) answered(m, last *conv.AssistantMessage) {
	if own.Get(&m.Node, "parentID") == "" {
		s.Field("parentID", s.asked)
	}
	s.time(&m.Meta)
	s.unlessOdd(&m.Node, "modelID", rawjson.Quoted(m.Model))
	s.unlessOdd(&m.Node, "providerID", rawjson.Quoted(m.Provider))
	if own.Get(&last.Node, "~-finish") == "" && last.StopReason != "" {
		s.Field("finish", finishOf(last))
	}
	raw := own.Get(&m.Node, "error")
	switch {
	case raw != "" && raw.Lookup("data.message").Text() == last.ErrorMessage:
		s.OptRaw("error", raw)
	case last.ErrorMessage != "":
		s.OptRaw("error", madeError(last))
	}
}

// madeError is the error of an answer from elsewhere.
func madeError(m *conv.AssistantMessage) conv.Raw {
	name := conv.Raw(`"UnknownError"`)
	if m.StopReason == conv.StopAborted {
		name = nameAborted
	}
	return `{"name":` + name + `,"data":{"message":` + rawjson.Quoted(m.ErrorMessage) + "}}"
}

// finishOf is opencode's word for why an answer ended.
func finishOf(m *conv.AssistantMessage) string {
	if m.StopDetail != nil && m.StopDetail.Raw != "" {
		return m.StopDetail.Raw
	}
	return cmp.Or(format.UsualStop(holds.StopWords, m.StopReason), string(m.StopReason))
}

// step writes a step of a message.
func (s *writer) step(m *conv.AssistantMessage, results []conv.Message) {
	s.raw(own.Get(&m.Node, keyStart))
	for _, b := range m.Content {
		call, ok := b.(*conv.ToolCall)
		if !ok {
			s.part(b)
			continue
		}
		var result *conv.ToolResultMessage
		if len(results) > 0 && results[0].(*conv.ToolResultMessage).ToolCallID == call.ID {
			result, results = results[0].(*conv.ToolResultMessage), results[1:]
		}
		s.tool(call, result)
	}
	if raw := own.Get(&m.Node, keyFinish); raw != "" {
		s.finish(m, raw)
	}
	for raw := range own.Get(&m.Node, keyAfter).Elements {
		s.raw(raw)
	}
}

// raw writes a part as it was.
func (s *writer) raw(part conv.Raw) {
	if part != "" {
		s.Raw(part)
		s.index++
	}
}

// finish writes the end of a step, with the counts as they are now.
func (s *writer) finish(m *conv.AssistantMessage, raw conv.Raw) {
	said, cost := raw.Lookup("tokens"), raw.Lookup("cost")
	if usageOf(said, cost) != nil && (!isCounted(said, m.Usage) || costIn(usageOf("", cost)) != costIn(m.Usage)) {
		raw = raw.With("tokens", tokensOf(m.Usage)).With("cost", costIn(m.Usage))
	}
	s.raw(raw)
}

// part writes a block as a part.
func (s *writer) part(b conv.Block) {
	n := conv.NodeOf(b)
	switch b := b.(type) {
	case *conv.Opaque:
		s.raw(b.Raw)
		return
	case *conv.TextContent:
		if raw := own.Get(n, hintPart); raw != "" && b.Text == subtaskText {
			s.raw(raw)
			return
		}
	}
	s.head(n, partID(s.id, s.index))
	o := objects()
	switch b := b.(type) {
	case *conv.TextContent:
		record.WriteResidue(o.text, s.Writer, b, record.WriteDescribed(o.text, s.Writer, b))
	case *conv.ThinkingContent:
		record.WriteDescribed(o.thinking, s.Writer, b)
		if own.Get(n, "time") == "" {
			s.RawField("time", noTime)
		}
		own.Write(s.Writer, n)
	default:
		m := conv.MediaOf(b)
		if m == nil {
			panic(fmt.Sprintf("opencode: unknown block %T", b))
		}
		record.WriteResidue(o.file, s.Writer, m, record.WriteDescribed(o.file, s.Writer, m))
	}
	s.EndObject()
	s.index++
}

// head begins a part, with its ids.
func (s *writer) head(n *conv.Node, id string) {
	s.BeginObject()
	s.OptRaw("id", cmp.Or(own.Get(n, hintID), rawjson.Quoted(id)))
	s.ids(n, true)
}
