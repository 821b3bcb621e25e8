package pipe

import (
	"errors"
	"io"
	"runtime"

	"convo/commands/internal/frame"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// drain converts all of a source, in order.
func (r *Run) drain(s *Source) error {
	if r.Plan.canRecycle() && (r.Plan.Workers > 1 || s.From.Unit != format.DocumentUnit) {
		s.Frames.Recycle(r.spares.input)
	}
	first, err := s.Next()
	if err != nil {
		return r.readFailure(s, err)
	}
	if err := r.trailingGarbage(s, first); err != nil {
		return err
	}
	next := first
	switch {
	case r.Output.indents():
		// Whether it is alone decides its look.
		if next, err = s.Next(); err == io.EOF {
			return r.convertInline(s, first, r.number())
		}
		r.Output.several(true)
		s.Taken = append(s.Taken, first)
	case !first.Lines:
		// What follows may be long in coming.
		if err := r.convertInline(s, first, r.number()); err != nil || r.over() {
			return err
		}
		first.Release()
		if next, err = s.Next(); err != nil {
			return r.readFailure(s, err)
		}
	}
	if err == nil {
		s.Taken = append(s.Taken, next)
	}
	return r.bulk(s)
}

// trailingGarbage is the failure of what follows a single document and is none, such
// as the NUL or ^Z that some programs put at the end of a file: it is found
// before anything is written.
func (r *Run) trailingGarbage(s *Source, first rawjson.Block) error {
	if r.Plan.OnError != "stop" || s.From.Unit != format.DocumentUnit || len(s.Taken) > 0 || isStray(first.Data[0], false) {
		return nil
	}
	second, several := secondValue(first)
	if !several {
		if c, ok := s.Frames.Follows(); !ok || !isStray(c, first.Lines) {
			return nil
		}
		var err error
		if second, err = s.Next(); err != nil {
			return r.readFailure(s, err)
		}
		s.Taken = append(s.Taken, second)
	} else if len(second.Data) == 0 || !isStray(second.Data[0], true) {
		return nil
	}
	for v := range r.convert(s, second, -1, rawjson.NewWriter(io.Discard)) {
		if v.err != nil {
			return r.reportResult(s, v)
		}
	}
	return nil
}

// isStray reports whether a byte cannot begin a document. A line that is no
// document fails alone, unless it is the end of a file of one line.
func isStray(c byte, line bool) bool {
	if line {
		return c == 0 || c == 0x1a
	}
	return c != '{' && c != '['
}

// bulk converts a source that may hold many conversations.
func (r *Run) bulk(s *Source) error {
	defer r.limit.begin(r.Plan.Workers)()
	if r.Plan.Workers > 1 {
		return r.drainParallel(s)
	}
	s.Frames.Reuse = r.Plan.canRecycle()
	for !r.over() {
		b, err := s.Next()
		if err != nil {
			return r.readFailure(s, err)
		}
		if err := r.convertInline(s, b, r.number()); err != nil {
			return err
		}
	}
	return nil
}

// over reports whether a run that was stopped has nothing left to write.
func (r *Run) over() bool { return r.Plan.Stopped != nil && r.Plan.Stopped() }

// readFailure is the failure of reading on; the end is none.
func (r *Run) readFailure(s *Source, err error) error {
	if err == io.EOF {
		return nil
	}
	return frame.FileFailure(frame.ExitOther, s.Name, err)
}

// convertInline converts a block straight to the destination.
func (r *Run) convertInline(s *Source, b rawjson.Block, n int) error {
	defer r.limit.alone(b)()
	r.estimateOutput(s, b)
	if !r.Output.Several() {
		_, several := secondValue(b)
		r.Output.several(several)
	}
	if len(r.Plan.counts) == 0 { // else what is written may be nothing
		if err := r.Output.begin(); err != nil {
			return err
		}
	}
	w := r.writer()
	for v := range r.convert(s, b, n, w) {
		var err error
		if r.Plan.Apart {
			err = w.Flush()
		}
		r.done(s, 1, len(v.value.Data))
		if err == nil {
			err = r.reportResult(s, v)
		}
		runtime.Gosched() // while the collector waits for its turn, every pointer that is set costs more
		if err != nil || r.over() {
			return errors.Join(w.Flush(), err)
		}
	}
	return w.Flush()
}

// writer is a writer to the destination, which one block after the other uses.
func (r *Run) writer() *rawjson.Writer {
	if r.direct == nil {
		r.direct = rawjson.NewWriter(&r.turn)
	}
	r.direct.Reset()
	r.turn = turn{run: r, begun: len(r.Plan.counts) == 0}
	return r.direct
}

// turn is the output of one block that is converted in its turn.
type turn struct {
	run   *Run
	begun bool // something of it was written
}

func (t *turn) Write(b []byte) (int, error) {
	if !t.begun && len(b) > 0 {
		t.begun = true
		if err := t.run.Output.begin(); err != nil {
			return 0, err
		}
	}
	return t.run.Output.Writer().Write(b)
}

// number is that of the next block of the run.
func (r *Run) number() int {
	r.blocks++
	return r.blocks - 1
}

// done counts values that were converted.
func (r *Run) done(s *Source, values, size int) {
	if s.waiting == nil { // else they were counted when they came
		r.Work.Add(values, int64(size))
	}
}

// secondValue is the second value of a block, if it has one.
func secondValue(b rawjson.Block) (second rawjson.Block, ok bool) {
	n := 0
	for v := range b.Values() {
		if n++; n == 2 {
			return v, true
		}
	}
	return second, false
}
