package record

import (
	"strings"

	"convo/conv"
)

// OneBlock passes on the events of an answer's blocks to a wire on which only one
// block is open at a time. Events of other blocks wait until it ends. Each block
// starts, and ends before the next one starts.
type OneBlock struct {
	OnStart, OnDelta, OnEnd, OnWhole func(conv.Event) // receive the events of blocks

	open    bool
	index   int // of the open block
	waiting []conv.Event
	passed  []bool        // those of waiting that were passed on
	first   int           // all before it were
	places  map[int][]int // in waiting, of the events of a block that were not
}

// IsOpen reports whether a block is open.
func (o *OneBlock) IsOpen() bool { return o.open }

// Event takes the next event of a block.
func (o *OneBlock) Event(e conv.Event) {
	if o.open && e.Index != o.index {
		o.wait(e)
		return
	}
	o.pass(e)
	o.resume()
}

// End ends every block.
func (o *OneBlock) End() {
	for o.open {
		o.end()
		o.resume()
	}
}

// resume passes on the events that waited for the open block to end.
func (o *OneBlock) resume() {
	for !o.open && o.first < len(o.waiting) {
		if o.passed[o.first] {
			o.first++
			continue
		}
		next := o.waiting[o.first].Index
		places := o.places[next]
		for len(places) > 0 && (o.open || places[0] == o.first) {
			o.passed[places[0]] = true
			o.pass(o.waiting[places[0]])
			places = places[1:]
		}
		o.places[next] = places
	}
	if o.first == len(o.waiting) {
		o.waiting, o.passed, o.first = nil, nil, 0
	}
}

// wait keeps an event until the open block has ended.
func (o *OneBlock) wait(e conv.Event) {
	if o.places == nil {
		o.places = map[int][]int{}
	}
	o.places[e.Index] = append(o.places[e.Index], len(o.waiting))
	o.waiting = append(o.waiting, e)
	o.passed = append(o.passed, false)
}

// pass passes on an event of the open block, or of the block that it opens.
func (o *OneBlock) pass(e conv.Event) {
	switch e.Type {
	case conv.EventTextStart, conv.EventThinkingStart, conv.EventToolCallStart:
		o.start(e)
	case conv.EventTextDelta, conv.EventThinkingDelta, conv.EventToolCallDelta:
		if !o.open {
			o.start(conv.Event{Type: StartOf(e.Type), Index: e.Index})
		}
		o.OnDelta(e)
	case conv.EventTextEnd, conv.EventThinkingEnd, conv.EventToolCallEnd:
		if o.open {
			o.open = false
			o.OnEnd(e)
		}
	case conv.EventBlock:
		o.end()
		o.OnWhole(e)
	default:
		panic("record: unknown event " + string(e.Type))
	}
}

func (o *OneBlock) start(e conv.Event) {
	o.end()
	o.open, o.index = true, e.Index
	o.OnStart(e)
}

// end ends the open block, which had no end event.
func (o *OneBlock) end() {
	if o.open {
		o.open = false
		o.OnEnd(conv.Event{Type: conv.EventTextEnd, Index: o.index})
	}
}

// Begun is the block that an event of a block begins. If the event has none, it
// is an empty one.
func Begun(e conv.Event) conv.AssistantContent {
	if e.Block != nil {
		return e.Block
	}
	return e.Type.EmptyBlock()
}

// StartOf is the event that starts the block of a delta.
func StartOf(delta conv.EventType) conv.EventType {
	return conv.EventType(strings.TrimSuffix(string(delta), "_delta")) + "_start"
}
