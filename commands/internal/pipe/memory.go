package pipe

import (
	"sync"

	"convo/conv/rawjson"
)

// forgets reports whether nothing of a conversation is needed once it is
// written, so that its memory can be used for the next one. Notes have copies.
func (plan *Plan) forgets() bool {
	return plan.Answers == nil && plan.split == nil && len(plan.Operations) == 0 && !plan.Shown
}

// texts is memory for the texts of one conversation after the other.
type texts struct {
	arena *rawjson.Arena // nil: each has its own
	free  *sync.Pool     // of arenas
}

func (r *Run) memory() *texts {
	if !r.Plan.forgets() {
		return &texts{}
	}
	arena, ok := r.arenas.Get().(*rawjson.Arena)
	if !ok {
		arena = new(rawjson.Arena)
	}
	return &texts{arena, &r.arenas}
}

// after makes the memory of a value free, unless an error that is reported later
// may speak of it.
func (t *texts) after(v *result) {
	switch {
	case t.arena == nil:
	case v.err != nil || v.incomplete != "":
		t.arena = new(rawjson.Arena)
	default:
		t.arena.Reset()
	}
}

// giveBack makes all of the memory free for another block, unless it was left
// in the midst of a value.
func (t *texts) giveBack() {
	if t.arena != nil && t.arena.IsFree() {
		t.free.Put(t.arena)
	}
}
