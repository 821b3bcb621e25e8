package conv

// OneBlock passes on the events of an answer's blocks to a wire on which only one
// block is open at a time. Events of other blocks wait until it ends. Each block
// starts, and ends before the next one starts.
type OneBlock struct {
	Write func(Event) // receives the events of blocks

	open    bool
	index   int // of the open block
	waiting []Event
}

// IsOpen reports whether a block is open.
func (o *OneBlock) IsOpen() bool { return o.open }

// Event takes the next event of a block.
func (o *OneBlock) Event(e Event) {
	if o.open && e.Index != o.index {
		o.waiting = append(o.waiting, e)
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
	for !o.open && len(o.waiting) > 0 {
		next := o.waiting[0].Index
		var left []Event
		for _, e := range o.waiting {
			if e.Index == next && (o.open || len(left) == 0) {
				o.pass(e)
				continue
			}
			left = append(left, e)
		}
		o.waiting = left
	}
}

// pass passes on an event of the open block, or of the block that it opens.
func (o *OneBlock) pass(e Event) {
	switch e.Type {
	case EventTextStart, EventThinkingStart, EventToolCallStart:
		o.start(e)
	case EventTextDelta, EventThinkingDelta, EventToolCallDelta:
		if !o.open {
			o.start(Event{Type: startOf(e.Type), Index: e.Index})
		}
		o.Write(e)
	case EventTextEnd, EventThinkingEnd, EventToolCallEnd:
		if o.open {
			o.open = false
			o.Write(e)
		}
	case EventBlock:
		o.end()
		o.Write(e)
	default:
		panic("conv: unknown event " + string(e.Type))
	}
}

func (o *OneBlock) start(e Event) {
	o.end()
	o.open, o.index = true, e.Index
	o.Write(e)
}

// end ends the open block, which had no end event.
func (o *OneBlock) end() {
	if o.open {
		o.open = false
		o.Write(Event{Type: EventTextEnd, Index: o.index})
	}
}

func startOf(delta EventType) EventType {
	switch delta {
	case EventThinkingDelta:
		return EventThinkingStart
	case EventToolCallDelta:
		return EventToolCallStart
	default:
		return EventTextStart
	}
}
