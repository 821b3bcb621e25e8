package opencode

import (
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// steps is a message of the assistant while it is read: one answer for each step.
type steps struct {
	*decoder
	cur     *conv.AssistantMessage
	results []conv.Message
	after   []conv.Raw // parts after the end of the step
	list    []*conv.AssistantMessage
}

// answer reads a message of the assistant.
func (d *decoder) answer(w *wire) {
	m := &conv.AssistantMessage{Content: []conv.AssistantContent{}}
	m.SetOffset(w.at)
	d.hint(&m.Node, hintOwn, "true")
	d.tokens, d.cost = "", ""
	d.in.Rewind(w.info)
	record.Read(objects().assistant, d, m)
	w.keeps = &m.Node
	stop, detail := m.StopReason, m.StopDetail
	m.StopReason, m.StopDetail = "", nil
	s := &steps{decoder: d, cur: m}
	d.eachPart(w, s.part)
	s.flush()
	last := s.list[len(s.list)-1]
	for _, x := range s.list {
		finish := own.Get(&x.Node, keyFinish)
		x.Usage = usageOf(finish.Lookup("tokens"), finish.Lookup("cost"))
		if reason := finish.Lookup("reason").Text(); x != last && reason != "" {
			x.StopReason, x.StopDetail = format.ReadStop(family, holds.StopWords, reason)
		}
	}
	if last.Usage == nil {
		last.Usage = usageOf(d.tokens, d.cost)
	}
	last.StopReason, last.StopDetail = stop, detail
	d.readError(m, last)
	if !d.hints() {
		return
	}
	if d.tokens != "" && d.tokens != tokensOf(last.Usage) {
		own.Set(&m.Node, hintTokens, d.tokens)
	}
	if d.cost != "" && d.cost != costOf(s.list) {
		own.Set(&m.Node, hintCost, d.cost)
	}
}

// readError takes the error of a message, which ended its last step.
func (d *decoder) readError(first, last *conv.AssistantMessage) {
	raw := own.Get(&first.Node, "error")
	if raw == "" {
		return
	}
	last.ErrorMessage = raw.Lookup("data.message").Text()
	if last.StopReason == "" {
		last.StopReason = stopOf(raw)
		last.StopDetail = &conv.StopDetail{Raw: string(last.StopReason)}
		d.hint(&last.Node, "~-finish", "true")
	}
	if raw == madeError(last) && last.ErrorMessage != "" {
		own.Drop(&first.Node, "error")
	}
}

const nameAborted conv.Raw = `"MessageAbortedError"`

// stopOf is why an answer with an error stopped.
func stopOf(raw conv.Raw) conv.StopReason {
	if raw.Lookup("name") == nameAborted {
		return conv.StopAborted
	}
	return conv.StopError
}

// part reads a part into the step that it belongs to.
func (s *steps) part(typ string) {
	d := s.decoder
	if d.undoneAtPart != "" && !d.undone && d.id == d.undoneFrom && d.in.Tag("id") == d.undoneAtPart {
		if s.isBegun() {
			s.next()
		}
		own.Set(&s.cur.Node, hintCut, "true")
		d.undone = true
	}
	ended := own.Get(&s.cur.Node, keyFinish) != ""
	switch typ {
	case "step-start":
		if s.isBegun() {
			s.next()
		}
		own.Set(&s.cur.Node, keyStart, d.in.Raw())
	case "step-finish":
		if ended {
			s.next()
		}
		own.Set(&s.cur.Node, keyFinish, d.in.Raw())
	case "text", "reasoning", "tool":
		if ended {
			s.next()
		}
		s.content(typ)
	default:
		if ended {
			s.after = append(s.after, d.opaque(typ).Raw)
			return
		}
		s.cur.Content = append(s.cur.Content, d.opaque(typ))
	}
}

// isBegun reports whether the step at hand has a part.
func (s *steps) isBegun() bool {
	n := &s.cur.Node
	return len(s.cur.Content) > 0 || own.Get(n, keyStart) != "" || own.Get(n, keyFinish) != ""
}

// content reads a part of what the model said.
func (s *steps) content(typ string) {
	switch typ {
	case "text":
		if t := s.text(); t != nil {
			t.TextSignature = signedIn(own.Get(&t.Node, "metadata"), format.TextItem, "").signature
			s.cur.Content = append(s.cur.Content, t)
		} else {
			s.cur.Content = append(s.cur.Content, s.opaque(typ))
		}
	case "reasoning":
		t := &conv.ThinkingContent{}
		record.Read(objects().thinking, s.decoder, t)
		by := signedIn(own.Get(&t.Node, "metadata"), format.ReasoningItem, t.Thinking)
		t.ThinkingSignature, t.Redacted = by.signature, by.redacted
		if own.Get(&t.Node, "time") == noTime {
			own.Drop(&t.Node, "time")
		}
		s.cur.Content = append(s.cur.Content, t)
	case "tool":
		call, result := s.tool()
		call.ThoughtSignature = signedIn(own.Get(&call.Node, "metadata"), "", "").signature
		s.cur.Content = append(s.cur.Content, call)
		if result != nil {
			s.results = append(s.results, result)
		}
	}
}

// next begins another step of the message.
func (s *steps) next() {
	first := s.cur
	s.flush()
	s.cur = &conv.AssistantMessage{Content: []conv.AssistantContent{}, Model: first.Model, Provider: first.Provider}
	s.cur.SetOffset(s.in.Offset())
	s.hint(&s.cur.Node, hintOwn, "true")
	s.hint(&s.cur.Node, hintStep, "true")
}

// flush ends the step at hand.
func (s *steps) flush() {
	if s.after != nil {
		own.Set(&s.cur.Node, keyAfter, rawjson.ArrayOf(s.after))
	}
	s.append(s.cur)
	for _, r := range s.results {
		s.append(r)
	}
	s.list = append(s.list, s.cur)
	s.results, s.after = nil, nil
}

// noTime is the time of reasoning if nobody knows it: opencode wants one.
const noTime conv.Raw = `{"start":0}`
