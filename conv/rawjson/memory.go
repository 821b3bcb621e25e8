package rawjson

import (
	"sync"
	"sync/atomic"
)

// Spare keeps what is not in use until somebody takes it. A sync.Pool would be
// emptied by the collector, and the pages of new memory cost more than using
// them. The zero value keeps nothing.
type Spare[T any] struct {
	most int // how many it keeps
	mu   sync.Mutex
	free []T
}

// NewSpare keeps at most so many.
func NewSpare[T any](most int) *Spare[T] { return &Spare[T]{most: most} }

// Take returns what was kept last, the zero value if nothing is kept.
func (s *Spare[T]) Take() (v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last := len(s.free) - 1; last >= 0 {
		v = s.free[last]
		clear(s.free[last:])
		s.free = s.free[:last]
	}
	return v
}

// Keep keeps what nobody uses any more, or forgets it if there is enough.
func (s *Spare[T]) Keep(v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.free) < s.most {
		s.free = append(s.free, v)
	}
}

// Clear forgets all that was kept.
func (s *Spare[T]) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = nil
}

// linesSize is the memory that lines are read into, and longSize that of long
// ones. What nobody touched of it costs nothing.
const (
	linesSize = BlockSize + HeadSize
	longSize  = 8 * linesSize
)

// stretch is memory that lines are read into. It is used again when all who
// use it have released it: the Frames that reads into it, and its blocks.
type stretch struct {
	memory []byte // empty
	users  atomic.Int32
	free   *Spare[*stretch] // those of its size
}

func (s *stretch) release() {
	if s != nil && s.users.Add(-1) == 0 {
		spoil(s.memory)
		s.free.Keep(s)
	}
}

// Memory is what lines and files are read into, for one Frames or several after each
// other. What is larger than longSize is not used again.
type Memory struct{ lines, long *Spare[*stretch] }

// NewMemory returns memory that is not in use.
func NewMemory() *Memory {
	return &Memory{NewSpare[*stretch](linesMost), NewSpare[*stretch](longMost)}
}

// Clear forgets what is not in use.
func (all *Memory) Clear() {
	all.lines.Clear()
	all.long.Clear()
}

// linesMost and longMost are how many of a size are kept while nobody uses them.
const (
	linesMost = 16
	longMost  = 2
)

// of returns a stretch with room for size bytes, nil if that is too much.
func (all *Memory) of(size int) *stretch {
	free, room := all.lines, linesSize
	switch {
	case size > longSize:
		return nil
	case size > linesSize:
		free, room = all.long, longSize
	}
	s := free.Take()
	if s == nil {
		s = &stretch{memory: memory(room), free: free}
	}
	return s
}

// Recycle makes f read lines, and its Rest, into the memory of blocks that were released.
func (f *Frames) Recycle(m *Memory) { f.pool = m }

// Release gives back the memory of a block whose Frames recycles it: nobody
// may look at Data any more, nor at strings that share its memory.
func (b Block) Release() { b.lines.release() }

// largeMemory is the size from which memory is large.
const largeMemory = 3 << 20

// renew makes new room for what was not handed out.
func (f *Frames) renew(size int) {
	f.countBehind() // which looks at the old memory
	old := f.lines
	f.lines = nil
	if f.pool != nil && (f.mode == byLine || f.mode == byElement || f.last) {
		f.lines = f.pool.of(size)
	}
	if f.lines != nil {
		f.lines.users.Store(1)
		f.whole = f.lines.memory
	} else {
		f.whole = memory(size)
		if f.Large != nil && size >= largeMemory {
			f.Large(f.whole[:cap(f.whole)])
		}
	}
	f.buf = append(f.whole, f.buf...)
	old.release()
}
