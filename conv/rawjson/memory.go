package rawjson

import (
	"sync"
	"sync/atomic"
)

// linesSize is how many bytes lines are read into at once.
const linesSize = BlockSize + HeadSize

// stretch is memory that lines are read into. It is used again when all who
// use it have released it: the Frames that reads into it, and its blocks.
type stretch struct {
	memory []byte // empty
	users  atomic.Int32
	pool   *sync.Pool
}

func (s *stretch) release() {
	if s != nil && s.users.Add(-1) == 0 {
		spoil(s.memory)
		s.pool.Put(s)
	}
}

// stretches are memory by size: linesSize, and for long lines twice as much
// each. What is larger than the last is not recycled.
type stretches [4]sync.Pool

// of returns a stretch of a size or a little more, nil if it is too large.
func (all *stretches) of(size int) *stretch {
	n := linesSize
	for i := range all {
		if size <= n {
			s, ok := all[i].Get().(*stretch)
			if !ok {
				s = &stretch{memory: memory(n), pool: &all[i]}
			}
			return s
		}
		n *= 2
	}
	return nil
}

// Recycle makes f read lines into the memory of blocks that were released.
func (f *Frames) Recycle() { f.pool = new(stretches) }

// Release gives back the memory of a block whose Frames recycles it: nobody
// may look at Data any more, nor at strings that share its memory.
func (b Block) Release() { b.lines.release() }

// renew makes new room for what was not handed out.
func (f *Frames) renew(size int) {
	f.countBehind() // which looks at the old memory
	old := f.lines
	f.lines = nil
	if f.pool != nil && f.mode == byLine {
		f.lines = f.pool.of(size)
	}
	if f.lines != nil {
		f.lines.users.Store(1)
		f.whole = f.lines.memory
	} else {
		f.whole = memory(size)
	}
	f.buf = append(f.whole, f.buf...)
	old.release()
}
