package pipe

import (
	"errors"
	"io"
	"iter"
	"runtime"
	"runtime/debug"
	"sync"

	"convo/commands/internal/frame"
	"convo/conv/rawjson"
)

// The bytes of input that may be in work at once, or the longest line if
// that is more; and the size from which a block is not converted ahead, in a
// buffer, but when it is its turn, straight to its destination.
const (
	inFlight = 8 << 20
	bigBlock = 4 << 20
)

// In bulk almost everything is garbage at once, so the collector is better
// bounded by memory than by proportion. Measured: half the collector's work
// of the default, and a peak below 64 MiB with any number of workers. On a
// single core the default is faster: what it frees is still in the cache.
const (
	BulkPercent = 400
	BulkMemory  = 48 << 20
)

// drain converts all of a source, in order.
func (c *Conversion) drain(s *Source) error {
	first, err := s.Next()
	if err != nil {
		return c.readFailure(s, err)
	}
	next := first
	switch {
	case c.indents():
		// Whether it is alone decides its look.
		if next, err = s.Next(); err == io.EOF {
			return c.inTurn(s, first)
		}
		c.Streamed = true
		s.Taken = append(s.Taken, first)
	case !first.Lines:
		// What follows may be long in coming.
		if err := c.inTurn(s, first); err != nil || c.over() {
			return err
		}
		if next, err = s.Next(); err != nil {
			return c.readFailure(s, err)
		}
	}
	if err == nil {
		s.Taken = append(s.Taken, next)
	}
	return c.bulk(s)
}

// bulk converts a source that may hold many conversations.
func (c *Conversion) bulk(s *Source) error {
	if runtime.GOMAXPROCS(0) > 1 {
		defer debug.SetGCPercent(debug.SetGCPercent(BulkPercent))
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(BulkMemory))
	}
	if c.Workers > 1 {
		return c.drainParallel(s)
	}
	for !c.over() {
		b, err := s.Next()
		if err != nil {
			return c.readFailure(s, err)
		}
		if err := c.inTurn(s, b); err != nil {
			return err
		}
	}
	return nil
}

// over reports whether a run that was stopped has nothing left to write.
func (c *Conversion) over() bool { return c.Stopped != nil && c.Stopped() }

// readFailure is the failure of reading on; the end is none.
func (c *Conversion) readFailure(s *Source, err error) error {
	if err == io.EOF {
		return nil
	}
	return frame.FileFailure(frame.ExitOther, s.Name, err)
}

// inTurn converts a block straight to the destination.
func (c *Conversion) inTurn(s *Source, b rawjson.Block) error {
	c.Streamed = c.Streamed || severalValues(b)
	if err := c.BeginBlock(); err != nil {
		return err
	}
	w := rawjson.NewWriter(c.Destination())
	for r := range c.convert(s, b, w) {
		var err error
		if c.Apart {
			err = w.Flush()
		}
		if err == nil {
			err = c.settle(s, r)
		}
		if err != nil || c.over() {
			return errors.Join(w.Flush(), err)
		}
	}
	return w.Flush()
}

// pieces are what of a block is work by itself.
func (c *Conversion) pieces(s *Source, b rawjson.Block) iter.Seq[rawjson.Block] {
	if c.Apart {
		return s.Values(b)
	}
	return func(yield func(rawjson.Block) bool) { yield(b) }
}

func severalValues(b rawjson.Block) bool {
	n := 0
	for range b.Values() {
		if n++; n > 1 {
			return true
		}
	}
	return false
}

// job is a block on its way through a worker.
type job struct {
	block   rawjson.Block
	several bool  // it is not the only one
	readErr error // instead of a block
	out     *rawjson.Writer
	results []result
	crash   any
	done    chan struct{}
}

// drainParallel is drain with workers. One goroutine reads, the workers
// convert blocks into buffers, and this one writes them in order.
func (c *Conversion) drainParallel(s *Source) error {
	largest := 0
	limit := newBudget(inFlight)
	order, work := make(chan *job, 4*c.Workers), make(chan *job, c.Workers)
	quit := make(chan struct{})
	defer limit.close()
	defer close(quit)
	buffers := sync.Pool{New: func() any { return rawjson.NewWriter(nil) }}

	go func() {
		defer close(order)
		defer close(work)
		debug.SetPanicOnFault(true)
		defer func() {
			if r := recover(); r != nil {
				select {
				case order <- &job{crash: frame.Crash{Value: r, Stack: debug.Stack()}}:
				case <-quit:
				}
			}
		}()
		// pass hands a piece on, or an error; false is the end.
		pass := func(j *job) bool {
			if !limit.acquire(len(j.block.Data)) {
				return false
			}
			select {
			case order <- j:
			case <-quit:
				return false
			}
			if n := len(j.block.Data); n > bigBlock {
				if n > largest {
					largest = n
					debug.SetMemoryLimit(BulkMemory + 4*int64(largest))
				}
				return true
			}
			if j.readErr != nil {
				return false
			}
			select {
			case work <- j:
				return true
			case <-quit:
				return false
			}
		}
		several := c.Streamed
		for {
			b, err := s.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				pass(&job{readErr: err})
				return
			}
			several = several || c.Apart && severalValues(b)
			for piece := range c.pieces(s, b) {
				if !pass(&job{block: piece, several: several, done: make(chan struct{})}) {
					return
				}
				several = several || c.Apart
			}
		}
	}()
	for range c.Workers {
		go func() {
			debug.SetPanicOnFault(true)
			for j := range work {
				j.out = buffers.Get().(*rawjson.Writer)
				c.work(s, j)
			}
		}()
	}
	for j := range c.inOrder(order) {
		if err := c.deliver(s, j); err != nil {
			return err
		}
		if j.out != nil && cap(j.out.Bytes()) <= bigBlock {
			j.out.Reset()
			buffers.Put(j.out)
		}
		limit.release(len(j.block.Data))
	}
	return nil
}

// inOrder are the jobs that come, or of a run that was stopped those that are
// there.
func (c *Conversion) inOrder(order <-chan *job) iter.Seq[*job] {
	return func(yield func(*job) bool) {
		for {
			var j *job
			select {
			case j = <-order:
			default:
				if c.over() {
					return
				}
				j = <-order
			}
			if j == nil || !yield(j) {
				return
			}
		}
	}
}

// work converts a block into its buffer.
func (c *Conversion) work(s *Source, j *job) {
	defer close(j.done)
	defer func() {
		if r := recover(); r != nil {
			j.crash = frame.Crash{Value: r, Stack: debug.Stack()}
		}
	}()
	for r := range c.convert(s, j.block, j.out) {
		if r.worthTelling() {
			j.results = append(j.results, r)
		}
	}
}

// deliver writes what became of a block.
func (c *Conversion) deliver(s *Source, j *job) error {
	switch {
	case j.readErr != nil:
		return c.readFailure(s, j.readErr)
	case len(j.block.Data) > bigBlock:
		return c.inTurn(s, j.block)
	case j.done != nil:
		<-j.done
	}
	if j.crash != nil {
		panic(j.crash)
	}
	c.Streamed = c.Streamed || j.several
	if len(j.out.Bytes()) > 0 {
		if err := c.BeginBlock(); err != nil {
			return err
		}
	}
	if _, err := c.Destination().Write(j.out.Bytes()); err != nil {
		return err
	}
	for _, r := range j.results {
		if err := c.settle(s, r); err != nil {
			return err
		}
	}
	return nil
}

// budget bounds the bytes in work. What is larger than all of it is let
// through alone.
type budget struct {
	mu     sync.Mutex
	change sync.Cond
	total  int
	free   int
	closed bool
}

func newBudget(total int) *budget {
	b := &budget{total: total, free: total}
	b.change.L = &b.mu
	return b
}

// acquire waits for n bytes; false when the budget was closed.
func (b *budget) acquire(n int) bool {
	n = min(n, b.total)
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.free < n && !b.closed {
		b.change.Wait()
	}
	b.free -= n
	return !b.closed
}

func (b *budget) release(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free += min(n, b.total)
	b.change.Signal()
}

func (b *budget) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.change.Broadcast()
}
