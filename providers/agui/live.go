package agui

import (
	"io"
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/record"
)

// streamEvents reads a stream as it arrives. Each answer is a start, its
// blocks and an end. Every other message comes whole. While a block of one
// answer is open, those of other answers wait.
func streamEvents(r io.Reader, notes *note.Notes) iter.Seq2[conv.Event, error] {
	return func(yield func(conv.Event, error) bool) {
		f := newFolder(notes)
		f.live = &live{folder: f}
		for err := range f.read(r) {
			for _, e := range f.live.heard() {
				if !yield(e, nil) {
					return
				}
			}
			if err != nil {
				yield(conv.Event{}, err)
			}
		}
	}
}

// live makes events of the changes of a folder. A nil live makes none.
type live struct {
	*folder
	out      []conv.Event
	answer   *liveAnswer                    // nil between answers
	waiting  record.Open[entity, *[]func()] // what waits for the answer at hand to close, by the answers to come
	draining bool
	repeated int // bytes of metadata that were reported before
}

// liveAnswer is an answer that is being read.
type liveAnswer struct {
	id       string // of its message; "" until that begins
	blocks   []*liveBlock
	latest   map[entity]*liveBlock // of an id
	open     int                   // blocks that have not ended
	ended    []*liveBlock          // whose end may not have been reported
	answered bool                  // a result or a user's message came
}

// liveBlock is a block of an answer. A signature may come after the end of
// reasoning or a call, so the end is reported with the next event.
type liveBlock struct {
	id    string // of the message, or of the call
	kind  string
	index int   // in the answer
	of    *call // nil if it is not a call
	ended bool
	told  bool // its end
}

// heard is the events since the last call.
func (l *live) heard() []conv.Event {
	out := l.out
	l.out = nil
	return out
}

func (l *live) say(e conv.Event) { l.out = append(l.out, e) }

// latest is the latest block with an id, nil without one.
func (l *live) latest(kind, id string) *liveBlock {
	if l.answer == nil {
		return nil
	}
	return l.answer.latest[entity{kind, id}]
}

// takes reports whether a block belongs to this answer: to its message, or as
// reasoning before it or with its id.
func (a *liveAnswer) takes(kind, id string) bool {
	if kind == aThought && a.id != "" {
		return strings.HasPrefix(id, a.id+thoughtInfix) || a.latest[entity{kind, id}] != nil
	}
	return a.id == "" || a.id == id
}

// isBusy reports whether something of the answer is open.
func (l *live) isBusy() bool {
	return l.answer != nil && l.answer.open > 0
}

// answerOf names the answer of a block by the message, or by the reasoning if
// that does not name the message.
func answerOf(kind, id string) entity {
	if kind != aThought {
		return entity{aText, id}
	}
	if i := strings.LastIndex(id, thoughtInfix); i >= 0 {
		return entity{aText, id[:i]}
	}
	return entity{aThought, id}
}

// wait keeps do for an answer to come. All that waits for one answer runs at
// once.
func (l *live) wait(x entity, do func()) {
	next, ok := l.waiting.Find(x)
	if !ok {
		next = &[]func(){}
		l.waiting.Add(x, next)
	}
	*next = append(*next, do)
}

// within calls do for a block of the message m in its answer, which begins if
// it has not yet.
func (l *live) within(kind string, m *message, do func()) {
	switch {
	case l.answer != nil && l.answer.takes(kind, m.ID):
		if kind != aThought {
			l.answer.id = m.ID
		}
	case l.isBusy():
		l.wait(answerOf(kind, m.ID), func() { l.within(kind, m, do) })
		return
	default:
		l.finish(nil)
		l.begin(kind, m)
	}
	do()
}

// begin begins an answer with a block of the message m.
func (l *live) begin(kind string, m *message) {
	head := &conv.AssistantMessage{}
	l.answer = &liveAnswer{latest: map[entity]*liveBlock{}}
	if kind != aThought {
		l.answer.id = m.ID
		m.laid.settle(&m.Node)
		head.Meta = conv.Meta{ID: m.ID, Name: m.Name}
		head.Extensions = m.Extensions.Clone()
	}
	if l.runID != runName(l.runs) {
		head.ResponseID = l.runID
	}
	l.say(conv.Event{Type: conv.EventStart, Message: head})
}

// finish ends the open answer, if any, with what is known of its end.
func (l *live) finish(said *conv.AssistantMessage) {
	if l.answer == nil {
		return
	}
	for _, b := range l.answer.blocks {
		b.ended = true
		l.tellEnd(b)
	}
	end := &conv.AssistantMessage{}
	if said != nil {
		*end = *said
	}
	if m := l.find(l.answer.id); m != nil && m.role == "assistant" {
		end.ID, end.EncryptedValue = m.ID, m.EncryptedValue
	}
	l.answer = nil
	kind := conv.EventDone
	if end.StopReason == conv.StopAborted || end.StopReason == conv.StopError && end.ErrorMessage != "" {
		kind = conv.EventError
	}
	l.say(conv.Event{Type: kind, Message: end})
}

// block opens a block of the answer.
func (l *live) block(b *liveBlock, start conv.Event) *liveBlock {
	b.index = len(l.answer.blocks)
	start.Index = b.index
	l.answer.latest[entity{b.kind, b.id}] = b
	l.answer.blocks = append(l.answer.blocks, b)
	l.answer.open++
	l.say(start)
	return b
}

// tellEnd reports the end of a block, once.
func (l *live) tellEnd(b *liveBlock) {
	if b.told || !b.ended {
		return
	}
	b.told = true
	e := conv.Event{Type: conv.EventTextEnd, Index: b.index}
	switch {
	case b.kind == aThought:
		e.Type = conv.EventThinkingEnd
	case b.kind == aCall:
		e.Type = conv.EventToolCallEnd
		if b.of.ThoughtSignature != "" {
			t := *b.of.ToolCall
			t.SetArguments(b.of.text+b.of.more.String(), &conv.AssistantMessage{})
			e.Block = &t
		}
	}
	l.say(e)
}

// tellEnds is called before each event. It reports the ends that waited for a
// signature, unless the event belongs to their block.
func (l *live) tellEnds(e *event) {
	if l == nil || l.answer == nil {
		return
	}
	switch e.kind {
	case "REASONING_ENCRYPTED_VALUE", "REASONING_END", "REASONING_MESSAGE_END", "TOOL_CALL_END":
		return
	}
	for _, b := range l.answer.ended {
		l.tellEnd(b)
	}
	l.answer.ended = nil
}

// drain begins the answers that waited for a block to close. Reasoning takes
// the next one along, since it belongs to that.
func (l *live) drain() {
	if l.draining {
		return
	}
	l.draining = true
	for l.waiting.Len() > 0 && (!l.isBusy() || l.answer.id == "") {
		of, _ := l.waiting.First()
		next, _ := l.waiting.Find(of)
		l.waiting.Drop(of)
		for _, do := range *next {
			do()
		}
	}
	l.draining = false
}
