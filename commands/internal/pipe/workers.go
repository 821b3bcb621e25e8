package pipe

import (
	"errors"
	"io"
	"iter"
	"runtime/debug"
	"sync"

	"convo/commands/internal/frame"
	"convo/conv/rawjson"
)

// The bytes of input that may be in work at once with few and with many workers, or
// the longest line if that is more; and the size from which a block is not converted
// ahead, in a buffer, but when it is its turn, straight to its destination.
const (
	leastInFlight = 4 << 20
	mostInFlight  = 8 << 20
	bigBlock      = 4 << 20
)

// workers converts a source on several cores. One goroutine reads pieces into
// jobs, the workers convert each into a buffer, and whoever began the workers
// takes the jobs in order.
type workers struct {
	run     *Run
	source  *Source
	memory  *budget
	order   chan *job // all jobs, as they were read
	work    chan *job // those that a worker converts
	quit    chan struct{}
	ended   sync.Once
	several bool // more than one document may come
}

// job is a piece of input on its way through a worker.
type job struct {
	block   rawjson.Block
	number  int   // of the block in the run
	several bool  // it is not the only one
	readErr error // instead of a block
	out     *rawjson.Writer
	alone   bool // no worker converts it: it is too big to be buffered
	results []result
	values  int // that were converted
	crash   any
	done    chan struct{} // closed when a worker has converted it
}

// drainParallel is drain with workers.
func (r *Run) drainParallel(s *Source) error {
	c := r.newWorkers(s)
	defer c.stop()
	go c.read()
	for range r.Plan.Workers {
		go c.convert()
	}
	for j := range c.inOrder() {
		if err := r.deliver(s, j); err != nil {
			if r.salvages && r.Plan.Halt != nil {
				r.Plan.Halt()
			}
			c.stop()
			r.Plan.closeGates()
			return errors.Join(err, c.salvage())
		}
		c.recycle(j)
	}
	return nil
}

// salvage writes, of a run that failed, what was begun and costs something
// already. What nobody began stays undone.
func (c *workers) salvage() error {
	if !c.run.salvages {
		return nil
	}
	for {
		select {
		case j := <-c.order:
			if j == nil {
				return nil
			}
			if err := c.keep(j); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// keep writes what became of a job, and tells nothing of its failure: another
// one ended the run.
func (c *workers) keep(j *job) error {
	if j.done == nil || j.alone {
		return nil
	}
	<-j.done
	if j.out == nil || j.crash != nil {
		return nil
	}
	for i := range j.results {
		if v := &j.results[i]; v.err != nil {
			*v = result{value: v.value, wrote: v.wrote}
		}
	}
	return c.run.deliver(c.source, j)
}

// ahead is how many jobs may wait to be written. Each holds a buffer, which
// can be as large as its block. One slow answer should not keep many calls from
// being made.
func (plan *Plan) ahead() int {
	if plan.Apart {
		return 4 * plan.Workers
	}
	return plan.Workers
}

func (r *Run) newWorkers(s *Source) *workers {
	return &workers{
		run: r, source: s, memory: newBudget(min(max(r.Plan.Workers<<20, leastInFlight), mostInFlight)),
		order: make(chan *job, r.Plan.ahead()), work: make(chan *job, r.Plan.Workers),
		quit: make(chan struct{}), several: r.Output.Several(),
	}
}

// stop makes the reader and the workers end.
func (c *workers) stop() {
	c.ended.Do(func() {
		close(c.quit)
		c.memory.close()
	})
}

// read passes on the pieces of the source until it ends.
func (c *workers) read() {
	defer close(c.order)
	defer close(c.work)
	debug.SetPanicOnFault(true)
	defer frame.OnCrash(func(crash any) { c.send(c.order, &job{crash: crash}) })
	for {
		b, err := c.source.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			c.send(c.order, &job{readErr: err})
			return
		}
		if c.run.Plan.Apart && !c.several {
			_, c.several = secondValue(b)
		}
		for piece := range c.pieces(b) {
			if !c.pass(&job{block: piece, number: c.run.number(), several: c.several, done: make(chan struct{})}) {
				return
			}
			c.several = c.several || c.run.Plan.Apart
		}
	}
}

// pieces are what of a block is work by itself.
func (c *workers) pieces(b rawjson.Block) iter.Seq[rawjson.Block] {
	if c.run.Plan.Apart {
		return c.source.Values(b)
	}
	return func(yield func(rawjson.Block) bool) { yield(b) }
}

// pass puts a job in order and gives it to a worker, unless it is too big to
// be buffered. It is false when the workers were dismissed.
func (c *workers) pass(j *job) bool {
	size := len(j.block.Data)
	c.run.limit.saw(size)
	j.alone = size > bigBlock || c.run.Plan.multiplies() && longLine(j.block.Data)
	if !c.memory.acquire(size) || !c.send(c.order, j) {
		return false
	}
	if !j.alone {
		given := c.send(c.work, j)
		if !given {
			close(j.done) // nobody will do it
		}
		return given
	}
	return true
}

// send is false when the workers were dismissed.
func (c *workers) send(to chan<- *job, j *job) bool {
	select {
	case to <- j:
		return true
	case <-c.quit:
		return false
	}
}

// convert converts jobs into their buffers until no more come.
func (c *workers) convert() {
	debug.SetPanicOnFault(true)
	for j := range c.work {
		j.out = c.run.spares.buffer(j.block)
		c.run.work(c.source, j)
	}
}

// work converts a block into its buffer.
func (r *Run) work(s *Source, j *job) {
	defer close(j.done)
	defer frame.OnCrash(func(crash any) { j.crash = crash })
	for v := range r.convert(s, j.block, j.number, j.out) {
		j.values++
		if v.worthTelling() {
			j.results = append(j.results, v)
		}
	}
}

// inOrder are the jobs that come, or of a run that was stopped those that are
// there.
func (c *workers) inOrder() iter.Seq[*job] {
	return func(yield func(*job) bool) {
		for {
			var j *job
			select {
			case j = <-c.order:
			default:
				if c.run.over() {
					return
				}
				j = <-c.order
			}
			if j == nil || !yield(j) {
				return
			}
		}
	}
}

// deliver writes what became of a block.
func (r *Run) deliver(s *Source, j *job) error {
	switch {
	case j.readErr != nil:
		return r.readFailure(s, j.readErr)
	case j.alone:
		return r.convertInline(s, j.block, j.number)
	case j.done != nil:
		<-j.done
	}
	if j.crash != nil {
		panic(j.crash)
	}
	r.Output.several(j.several)
	if !j.out.IsEmpty() {
		if err := r.Output.begin(); err != nil {
			return err
		}
	}
	if err := j.out.CopyTo(r.Output.Writer()); err != nil {
		return err
	}
	r.done(s, j.values, len(j.block.Data))
	for _, v := range j.results {
		if err := r.reportResult(s, v); err != nil {
			return err
		}
	}
	return nil
}

// recycle takes back the memory of a job that was delivered.
func (c *workers) recycle(j *job) {
	if j.out != nil {
		c.run.spares.free(j.out) // before the block, in which its long texts lie
	}
	c.memory.release(len(j.block.Data))
	if !c.run.Plan.Apart { // else it is only a part of a block
		j.block.Release()
	}
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
