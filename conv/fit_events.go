package conv

import (
	"iter"
	"strings"

	"convo/conv/rawjson"
)

// FitEvents is a stream reduced, event by event, to what a format's shape can
// hold, with a note for each thing that had to change: the [Fit] of streams.
// What each event says is passed on before the next one is asked for; only
// half a character waits for its other half.
func FitEvents(events iter.Seq2[Event, error], to *Format, notes *Notes) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		fit := FitEach(to, notes)
		for e, err := range events {
			if err != nil {
				yield(e, err)
				return
			}
			for _, e := range fit(e) {
				if !yield(e, nil) {
					return
				}
			}
		}
	}
}

// FitEach is [FitEvents] for who is handed one event after the other.
func FitEach(to *Format, notes *Notes) func(Event) []Event {
	return newEventFitter(to, notes).event
}

// eventFitter holds a format's limits against the events of a stream.
type eventFitter struct {
	fitter
	blocks []*fittedBlock // of the answer, by index
	fields fieldsSeen
	last   int  // the place of the latest block in an answer of a fixed order
	texts  int  // runs of text so far
	inText bool // the latest block is a text
	told   bool // that the order or the texts are not held
	calls  bool // the answer makes a call

	usageSoFar *Usage // that the start told
	began      Extensions
	sealed     bool // the start told an encrypted value
}

// fittedBlock is what became of a block of an answer.
type fittedBlock struct {
	dropped bool
	waiting *Event // its start, until it is known what signs it
	unsign  bool   // its signature is not held
	signed  bool   // a piece of its signature came
	half    string // a high surrogate that waits for its low one
}

func newEventFitter(to *Format, notes *Notes) *eventFitter {
	return &eventFitter{fitter: fitter{Holds: &to.Holds, family: to.Family, notes: notes}}
}

// event fits one event. What comes of it is nothing, the event, or a block's
// start that waited and the event.
func (s *eventFitter) event(e Event) []Event {
	switch e.Type {
	case EventStart:
		s.begin(&e)
	case EventDone, EventError:
		s.finish(&e)
	case EventMessage:
		if s.Scope == Answer {
			s.lose(CodeHistory, Dropped, &MetaOf(e.Other).Node, "message of role", string(RoleOf(e.Other)))
			return nil
		}
		if e.Other = s.message(e.Other); e.Other == nil {
			return nil
		}
	case EventTextStart, EventThinkingStart, EventToolCallStart, EventBlock:
		return s.start(e)
	case EventTextDelta, EventThinkingDelta, EventToolCallDelta:
		return s.delta(e)
	case EventTextEnd, EventThinkingEnd, EventToolCallEnd:
		return s.end(e)
	default:
		panic("conv: unknown event " + string(e.Type))
	}
	return []Event{e}
}

// begin fits what is known of an answer at its start.
func (s *eventFitter) begin(e *Event) {
	*s = eventFitter{fitter: s.fitter}
	if e.Message == nil {
		e.Message = &AssistantMessage{}
	}
	m := *e.Message
	s.began, s.sealed = m.Extensions, m.EncryptedValue != ""
	m.Meta, _ = s.meta(&m.Meta)
	s.origin(&m)
	if s.usageSoFar = m.Usage; m.Usage != nil {
		quiet := s.fitter
		quiet.notes = nil // its end will say so
		if m.Usage = quiet.usage(m.Usage); !s.Has(Usages) {
			m.Usage = nil
		}
	}
	e.Message = &m
}

// finish fits what is known of an answer at its end.
func (s *eventFitter) finish(e *Event) {
	m := AssistantMessage{}
	if e.Message != nil {
		m = *e.Message
	}
	s.lateResidue(&m.Node)
	if m.EncryptedValue != "" && !s.sealed && !s.Has(EncryptedValues) {
		s.lose(CodeSignature, Dropped, &m.Node, "encrypted value", "")
	}
	quiet := s.fitter
	quiet.notes = nil // its start has said so
	m.Meta, _ = quiet.meta(&m.Meta)
	quiet.origin(&m)
	if s.calls {
		m.Content = []AssistantContent{&ToolCall{}}
	}
	if m.Usage == nil && !s.Has(Usages) {
		m.Usage = s.usageSoFar
	}
	s.ending(&m)
	m.Content = nil
	e.Message = &m
}

// lateResidue notes the residue that is left behind and that an answer's
// start did not have.
func (s *eventFitter) lateResidue(n *Node) {
	if s.Has(ForeignResidue) {
		return
	}
	for _, x := range n.Extensions {
		for _, m := range x.Members {
			if x.Family != s.family && s.began.Get(x.Family, m.Key) == "" {
				s.loseMember(n, x.Family, m.Key)
			}
		}
	}
}

// block is what became of the block at an index.
func (s *eventFitter) block(index int) *fittedBlock {
	for len(s.blocks) <= index {
		s.blocks = append(s.blocks, &fittedBlock{})
	}
	return s.blocks[index]
}

// start fits the start of a block, or a block that comes whole.
func (s *eventFitter) start(e Event) []Event {
	b := s.block(e.Index)
	if e.Block == nil {
		e.Block = e.Type.EmptyBlock()
	}
	if t, ok := e.Block.(*ThinkingContent); ok && e.Type == EventThinkingStart && t.ThinkingSignature == "" && s.Thinking == FieldSignature {
		b.waiting = &e
		return nil
	}
	fit, ok := s.fitter.block(e.Block, s.Assistant, &s.fields).(AssistantContent)
	if !ok {
		b.dropped = true
		return nil
	}
	s.follow(e.Block)
	if t, ok := fit.(*ThinkingContent); ok {
		b.signed = t.ThinkingSignature != ""
	}
	e.Block = fit
	return []Event{e}
}

// follow notes, once, what a wire with one place for each kind of block does
// not say of them.
func (s *eventFitter) follow(b AssistantContent) {
	_, isText := b.(*TextContent)
	if isText && !s.inText {
		s.texts++
	}
	s.inText = isText
	_, isCall := b.(*ToolCall)
	s.calls = s.calls || isCall
	at := place(b)
	n := NodeOf(b)
	switch {
	case s.told:
	case !s.Has(BlockOrder) && at < s.last:
		s.lose(CodeOrder, Downgraded, n, "order of text and calls in an answer", "")
		s.told = true
	case !s.Has(SeveralTexts) && isText && s.texts > 1:
		s.lose(CodeMerge, Merged, n, "text blocks of an answer", "")
		s.told = true
	}
	s.last = max(s.last, at)
}

// delta fits what is added to a block.
func (s *eventFitter) delta(e Event) []Event {
	b := s.block(e.Index)
	var out []Event
	if start := b.waiting; start != nil {
		b.waiting = nil
		signed := *start.Block.(*ThinkingContent)
		signed.ThinkingSignature = e.Signature
		start.Block, e.Signature = &signed, ""
		out = s.start(*start)
		if b.waiting != nil { // nothing signs it
			b.waiting, b.dropped = nil, true
			s.lose(CodeThinking, Dropped, &signed.Node, "reasoning", "")
		}
	}
	if b.dropped {
		return nil
	}
	if e.Signature != "" && !b.signed {
		b.signed = true
		b.unsign = s.signature(&ThinkingContent{ThinkingSignature: e.Signature}) == ""
	}
	if b.unsign {
		e.Signature = ""
	}
	e.Delta = s.whole(b, e.Delta)
	if e.Delta == "" && e.Signature == "" && e.Type != EventToolCallDelta {
		return out
	}
	return append(out, e)
}

// whole is text whose surrogates are paired, for a format that holds no lone
// ones.
func (s *eventFitter) whole(b *fittedBlock, text string) string {
	if s.Has(LoneSurrogates) {
		return text
	}
	text = rawjson.JoinSurrogates(b.half + text)
	b.half = ""
	if n := len(text) - 3; n >= 0 && text[n] == 0xED && text[n+1] >= 0xA0 && text[n+1] < 0xB0 {
		b.half, text = text[n:], text[:n]
	}
	return s.text(&Node{}, text)
}

// end fits the end of a block.
func (s *eventFitter) end(e Event) []Event {
	b := s.block(e.Index)
	if start := b.waiting; start != nil {
		b.waiting, b.dropped = nil, true
		s.lose(CodeThinking, Dropped, NodeOf(start.Block), "reasoning", "")
	}
	if b.dropped {
		return nil
	}
	var out []Event
	if b.half != "" {
		rest := Event{Type: EventType(strings.TrimSuffix(string(e.Type), "_end")) + "_delta", Index: e.Index}
		rest.Delta = s.text(&Node{}, b.half)
		out = append(out, rest)
	}
	if e.Block != nil {
		var fields fieldsSeen
		fit, ok := s.fitter.block(e.Block, s.Assistant, &fields).(AssistantContent)
		if e.Block = fit; !ok {
			e.Block = nil
		}
	}
	e.Extensions = s.residue(&Node{Extensions: e.Extensions})
	return append(out, e)
}
