package fit

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// Events is a stream reduced, event by event, to what a format's shape can
// hold, with a note for each thing that had to change: the [To] of streams.
// What each event says is passed on before the next one is asked for; only
// half a character waits for its other half.
func Events(events iter.Seq2[conv.Event, error], to *format.Format, notes *note.Notes) iter.Seq2[conv.Event, error] {
	return func(yield func(conv.Event, error) bool) {
		fit := Each(to, notes)
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

// Each is [Events] for a caller that has one event at a time.
func Each(to *format.Format, notes *note.Notes) func(conv.Event) []conv.Event {
	return newEventFitter(to, notes).event
}

// eventFitter holds a format's limits against the events of a stream.
type eventFitter struct {
	Fitter
	blocks record.Open[int64, *fittedBlock] // of the answer, by index, which may be any number
	fields fieldsSeen
	last   int    // the place of the latest block in an answer of a fixed order
	runs   [2]int // of texts so far, and of refusals
	run    int    // the one that the latest block is in: 0, 1, or -1 for none
	told   bool   // that the order or the texts are not held
	calls  bool   // the answer makes a call

	latest     int  // the highest index that was passed on, -1 for none
	moved      bool // a block that began late was noted
	head       conv.AssistantMessage
	usageSoFar *conv.Usage // that the start told
	began      extension.Extensions
	sealed     bool // the start told an encrypted value
}

// fittedBlock is what became of a block of an answer.
type fittedBlock struct {
	dropped bool
	told    toldBlock
	waiting *conv.Event     // its start, until it is known what signs it
	sealed  string          // the signature that it began with
	signed  strings.Builder // further pieces of its signature, which count as one
	half    string          // a high surrogate that waits for its low one
}

func newEventFitter(to *format.Format, notes *note.Notes) *eventFitter {
	return &eventFitter{Fitter: *New(to, notes), latest: -1, run: -1}
}

// event fits one event. What comes of it is nothing, the event, or a block's
// start that waited and the event.
func (s *eventFitter) event(e conv.Event) []conv.Event {
	switch e.Type {
	case conv.EventStart:
		s.begin(&e)
	case conv.EventDone, conv.EventError:
		s.finish(&e)
	case conv.EventMessage:
		if s.Scope == format.Answer {
			s.lose(note.CodeHistory, note.Dropped, &conv.MetaOf(e.Other).Node, "message of role", string(conv.RoleOf(e.Other)))
			return nil
		}
		if !s.Has(format.Trees) && len(s.Active([]conv.Message{e.Other})) == 0 {
			return nil
		}
		if e.Other = s.message(e.Other); e.Other != nil {
			e.Other = s.reduced(e.Other)
		}
		if e.Other == nil {
			return nil
		}
	case conv.EventTextStart, conv.EventThinkingStart, conv.EventToolCallStart, conv.EventBlock:
		return s.start(e)
	case conv.EventTextDelta, conv.EventThinkingDelta, conv.EventToolCallDelta:
		return s.delta(e)
	case conv.EventTextEnd, conv.EventThinkingEnd, conv.EventToolCallEnd:
		return s.end(e)
	default:
		panic("conv: unknown event " + string(e.Type))
	}
	return []conv.Event{e}
}

// begin fits what is known of an answer at its start.
func (s *eventFitter) begin(e *conv.Event) {
	*s = eventFitter{Fitter: s.Fitter, latest: -1, run: -1}
	if e.Message == nil {
		e.Message = &conv.AssistantMessage{}
	}
	m := *e.Message
	s.began, s.sealed = m.Extensions, m.EncryptedValue != ""
	m.Meta, _ = s.Meta(&m.Meta)
	s.origin(&m)
	quiet := s.quiet() // its end will say so
	if s.usageSoFar = m.Usage; m.Usage != nil {
		if m.Usage = quiet.usage(m.Usage); !s.Has(format.Usages) {
			m.Usage = nil
		}
	}
	e.Message = quiet.reducedAnswer(&m)
	s.head = *e.Message
}

// finish fits what is known of an answer at its end.
func (s *eventFitter) finish(e *conv.Event) {
	m := conv.AssistantMessage{}
	if e.Message != nil {
		m = *e.Message
	}
	s.lateResidue(&m.Node)
	if m.EncryptedValue != "" && !s.sealed && !s.Has(format.EncryptedValues) {
		s.lose(note.CodeSignature, note.Dropped, &m.Node, "encrypted value", "")
	}
	quiet := s.quiet() // its start has said so
	m.Meta, _ = quiet.Meta(&m.Meta)
	quiet.origin(&m)
	if s.calls {
		m.Content = []conv.AssistantContent{&conv.ToolCall{}}
	}
	if m.Usage == nil && !s.Has(format.Usages) {
		m.Usage = s.usageSoFar
	}
	s.ending(&m)
	m = *s.reducedAnswer(&m)
	m.Content = nil
	s.renamed(&m)
	e.Message = &m
}

// lateResidue notes the residue that is left behind and that an answer's
// start did not have.
func (s *eventFitter) lateResidue(n *conv.Node) {
	if s.Has(format.ForeignResidue) {
		return
	}
	for _, x := range n.Extensions {
		for _, m := range x.Members {
			if x.Family != s.family && s.began.Get(x.Family, m.Key) == "" {
				s.loseField(n, x.Family, m.Key)
			}
		}
	}
}

// block is what became of the block at an index.
func (s *eventFitter) block(index int) *fittedBlock {
	b, ok := s.blocks.Find(int64(index))
	if !ok {
		b = &fittedBlock{}
		s.blocks.Add(int64(index), b)
	}
	return b
}

// start fits the start of a block, or a block that comes whole.
func (s *eventFitter) start(e conv.Event) []conv.Event {
	b := s.block(e.Index)
	e.Block = record.Begun(e)
	if t, ok := e.Block.(*conv.ThinkingContent); ok && e.Type == conv.EventThinkingStart && t.ThinkingSignature == "" && s.Thinking == format.FieldSignature {
		b.waiting = &e
		return nil
	}
	fit, ok := s.wholeBlock(e.Block, &s.fields)
	if !ok {
		b.dropped = true
		return nil
	}
	s.follow(e.Block)
	if t, ok := e.Block.(*conv.ThinkingContent); ok {
		b.sealed = t.ThinkingSignature
	}
	e.Block = fit
	s.tell(b, e)
	return []conv.Event{e}
}

// wholeBlock fits a block, or what of it is known at its start.
func (s *eventFitter) wholeBlock(b conv.AssistantContent, fields *fieldsSeen) (conv.AssistantContent, bool) {
	fit, ok := s.Fitter.block(b, s.Assistant, s.Reads.Answer, fields).(conv.AssistantContent)
	if !ok {
		return nil, false
	}
	return s.reducedBlock(fit)
}

// follow notes, once, what a wire with one place for each kind of block does
// not say of them.
func (s *eventFitter) follow(b conv.AssistantContent) {
	run := -1
	if t, ok := b.(*conv.TextContent); ok {
		run = 0
		if t.Refusal {
			run = 1
		}
	}
	if run >= 0 && run != s.run {
		s.runs[run]++
	}
	s.run = run
	_, isCall := b.(*conv.ToolCall)
	s.calls = s.calls || isCall
	at := place(b)
	n := conv.NodeOf(b)
	switch {
	case s.told:
	case !s.Has(format.BlockOrder) && at < s.last:
		s.lose(note.CodeOrder, note.Downgraded, n, "order of text and calls in an answer", "")
		s.told = true
	case s.Assistant&format.OneString != 0 && run >= 0 && s.runs[run] > 1:
		s.lose(note.CodeMerge, note.Merged, n, "text blocks of an answer", "")
		s.told = true
	}
	s.last = max(s.last, at)
}

// delta fits what is added to a block.
func (s *eventFitter) delta(e conv.Event) []conv.Event {
	b := s.block(e.Index)
	var out []conv.Event
	if start := b.waiting; start != nil {
		b.waiting = nil
		signed := *start.Block.(*conv.ThinkingContent)
		signed.ThinkingSignature = e.Signature
		start.Block, e.Signature = &signed, ""
		out = s.start(*start)
		if b.waiting != nil { // nothing signs it
			b.waiting, b.dropped = nil, true
			s.lose(note.CodeThinking, note.Dropped, &signed.Node, "reasoning", "")
		}
	}
	if b.dropped {
		return nil
	}
	if s.Thinking != format.FieldSignature {
		b.signed.WriteString(e.Signature)
		e.Signature = ""
	}
	e.Delta = s.whole(b, e.Delta)
	if e.Delta == "" && e.Signature == "" && e.Type != conv.EventToolCallDelta {
		return out
	}
	s.tell(b, e)
	return append(out, e)
}

// whole is text whose surrogates are paired, for a format that holds no lone
// ones.
func (s *eventFitter) whole(b *fittedBlock, text string) string {
	if s.Has(format.LoneSurrogates) {
		return text
	}
	text = rawjson.JoinSurrogates(b.half + text)
	b.half = ""
	if n := len(text) - 3; n >= 0 && text[n] == 0xED && text[n+1] >= 0xA0 && text[n+1] < 0xB0 {
		b.half, text = text[n:], text[:n]
	}
	return s.text(&conv.Node{}, text)
}

// end fits the end of a block.
func (s *eventFitter) end(e conv.Event) []conv.Event {
	b := s.block(e.Index)
	if start := b.waiting; start != nil {
		b.waiting, b.dropped = nil, true
		s.lose(note.CodeThinking, note.Dropped, conv.NodeOf(start.Block), "reasoning", "")
	}
	if b.dropped && e.Block != nil {
		*b = fittedBlock{} // it may end as another kind of block
		return s.start(conv.Event{Type: conv.EventBlock, Index: e.Index, Block: e.Block})
	}
	if b.dropped {
		return nil
	}
	var out []conv.Event
	if b.half != "" {
		rest := conv.Event{Type: conv.EventType(strings.TrimSuffix(string(e.Type), "_end")) + "_delta", Index: e.Index}
		rest.Delta = s.text(&conv.Node{}, b.half)
		s.tell(b, rest)
		out = append(out, rest)
	}
	if signature := s.laterSignature(b); signature != "" {
		out = append(out, conv.Event{Type: conv.EventThinkingDelta, Index: e.Index, Signature: signature})
	}
	if e.Block != nil {
		var fields fieldsSeen
		fit, ok := s.wholeBlock(e.Block, &fields)
		if e.Block = fit; !ok {
			e.Block = nil
			s.changed(&conv.Node{})
		}
		out = append(out, s.remainder(b, e)...)
	}
	e.Extensions = s.residue(&conv.Node{Extensions: e.Extensions})
	return append(out, e)
}
