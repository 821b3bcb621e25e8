package pipe

import (
	"convo/conv/format"
	"convo/conv/rawjson"
)

// Memory is used again for one block after the other, so a run touches little
// of it, and leaves little to the collector:
//
//   - The lines of a block lie in memory of its Frames. With several workers it
//     is free when the block was written (crew.recycle), with one when the next
//     block is read. That of a session is free for the next file.
//   - Texts that were escaped in the input, and what formats keep of a
//     conversation, lie in an arena. It is free after each value, see after.
//   - A worker writes into a buffer, which is free when it was written
//     to the destination. Long texts stay where the block has them.
//
// Whoever holds more than one value at once must not forget it, see forgets.

// canRecycle reports whether nothing of a conversation is needed once it is
// written, so that its memory can be used for the next one. Notes have copies, and
// so have the names of models that --trim remembers.
func (plan *Plan) canRecycle() bool {
	return plan.Answers == nil && plan.split == nil && len(plan.gates) == 0 && len(plan.Operations) == plan.forgetful && !plan.Shown
}

// ignoresResidueOf reports whether nobody looks at a format's own residue: only fit
// gets it, which drops it.
func (plan *Plan) ignoresResidueOf(from *format.Format) bool {
	return plan.Answers == nil && plan.split == nil && len(plan.gates) == 0 && len(plan.Operations) == 0 && !plan.Shown && !plan.To.KeepsResidueOf(from)
}

// bufferPool are what no block uses just now.
type bufferPool struct {
	arenas  *rawjson.Spare[*rawjson.Arena]
	buffers *rawjson.Spare[*rawjson.Writer]
	input   *rawjson.Memory
}

// mostBuffers is how many buffers are used again however many workers there are,
// and mostBuffer the capacity, in bytes, up to which one is.
const (
	mostBuffers = 64
	mostBuffer  = 4 * rawjson.BlockSize
)

func (plan *Plan) bufferPool() bufferPool {
	return bufferPool{
		arenas:  rawjson.NewSpare[*rawjson.Arena](plan.Workers),
		buffers: rawjson.NewSpare[*rawjson.Writer](min(2*plan.Workers, mostBuffers)),
		input:   rawjson.NewMemory(),
	}
}

// buffer is an empty buffer for what is written of a block.
func (s *bufferPool) buffer(b rawjson.Block) *rawjson.Writer {
	w := s.buffers.Take()
	if w == nil {
		w = rawjson.NewBuffer(min(len(b.Data), rawjson.BlockSize))
	}
	w.Lend(b.Data)
	return w
}

// free takes a buffer back that nobody needs any more.
func (s *bufferPool) free(w *rawjson.Writer) {
	if w.Reset(); cap(w.Bytes()) <= mostBuffer {
		s.buffers.Keep(w)
	}
}

// forget leaves to the collector what nobody uses just now.
func (s *bufferPool) forget() {
	s.arenas.Clear()
	s.buffers.Clear()
	s.input.Clear()
}

// texts is memory for the texts of one conversation after the other.
type texts struct {
	arena *rawjson.Arena // nil: each has its own
	free  *rawjson.Spare[*rawjson.Arena]
}

func (r *Run) memory() *texts {
	if !r.Plan.canRecycle() {
		return &texts{}
	}
	arena := r.spares.arenas.Take()
	if arena == nil {
		arena = new(rawjson.Arena)
	}
	return &texts{arena, r.spares.arenas}
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
		t.free.Keep(t.arena)
	}
}
