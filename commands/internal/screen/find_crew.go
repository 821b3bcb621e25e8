package screen

import (
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// searched is a piece of input on its way: read, searched by a worker, shown in
// order.
type searched struct {
	name   string
	source *pipe.Source
	block  rawjson.Block
	ends   bool  // it is the last of its input
	failed error // instead of a piece, or of a conversation in it

	conversations []foundIn
	losses        losses
	crash         any
	done          chan struct{}
}

// foundIn is a conversation with what matches in it. Of one without a match, only
// the place in the count is kept.
type foundIn struct {
	c       *conv.Conversation
	matches []match
}

// all searches the inputs: one goroutine reads pieces, workers search them, and what
// they find is shown in order.
func (f *finding) all(names []string) error {
	defer pipe.BoundMemory()()
	workers := runtime.GOMAXPROCS(0)
	order := make(chan *searched, 2*workers)
	work := make(chan *searched, 2*workers)
	quit := make(chan struct{})
	go f.read(names, order, work, quit)
	var ended sync.WaitGroup
	for range workers {
		ended.Go(func() {
			for s := range work {
				f.work(s)
			}
		})
	}
	err := f.showAll(order)
	close(quit)
	for range order { // until the reader ends
	}
	ended.Wait()
	if err = errors.Join(err, f.flush()); err != nil {
		return err
	}
	return f.verdict()
}

// read passes the pieces of all inputs to the workers.
func (f *finding) read(names []string, order, work chan<- *searched, quit <-chan struct{}) {
	defer close(work)
	defer close(order)
	debug.SetPanicOnFault(true)
	send := func(s *searched) bool {
		select {
		case order <- s:
		case <-quit:
			return false
		}
		if s.source != nil && s.failed == nil && !s.ends {
			work <- s // a worker takes it: none waits for anything else
		}
		return true
	}
	defer frame.OnCrash(func(crash any) { send(&searched{crash: crash, ends: true}) })
	for _, name := range names {
		if !f.readOne(name, send) {
			return
		}
	}
}

// readOne passes the pieces of an input. It is false when nothing more is wanted.
func (f *finding) readOne(name string, send func(*searched) bool) bool {
	in, err := f.p.Open(name)
	if err != nil {
		return send(&searched{name: name, failed: err})
	}
	from, err := pipe.Recognise(f.p, in, f.from)
	if err != nil {
		in.Close()
		return send(&searched{name: name, failed: err})
	}
	for {
		b, err := from.Next()
		if err == io.EOF {
			return send(&searched{name: in.Name, source: from, ends: true})
		}
		if err != nil {
			return send(&searched{name: in.Name, source: from, ends: true, failed: frame.FileFailure(frame.ExitOther, in.Name, err)})
		}
		if !send(&searched{name: in.Name, source: from, block: b, done: make(chan struct{})}) {
			return false
		}
	}
}

// work searches a piece.
func (f *finding) work(s *searched) {
	defer close(s.done)
	debug.SetPanicOnFault(true)
	defer frame.OnCrash(func(crash any) { s.crash = crash })
	for v := range s.source.Values(s.block) {
		notes := &note.Notes{}
		for c, err := range s.source.From.Decode(s.source.Text(v), notes) {
			if err != nil && s.failed == nil {
				s.failed = s.source.PieceOf(v).Failure(err)
			}
			if err != nil {
				break // the next value may be whole
			}
			found := foundIn{}
			if f.where.Holds(c, s.source.From) {
				found.matches = f.search(c)
			}
			if found.matches != nil {
				found.c = c
			}
			s.conversations = append(s.conversations, found)
		}
		s.losses.add(s.source.PieceOf(v), notes)
	}
}

// showAll shows what was found, in order.
func (f *finding) showAll(order <-chan *searched) error {
	at := &place{}
	for s := range order {
		if s.done != nil {
			<-s.done
		}
		if s.crash != nil {
			panic(s.crash)
		}
		if at.name != s.name || at.source != s.source {
			at = &place{name: s.name, source: s.source, several: s.block.Lines && s.source.From.Unit == format.DocumentUnit}
		}
		for _, found := range s.conversations {
			if err := f.conversation(at, found); err != nil {
				return err
			}
			at.number++
		}
		f.losses = append(f.losses, s.losses...)
		if s.failed != nil {
			f.unread(s)
		}
		if s.ends {
			if err := f.ended(at); err != nil {
				return err
			}
			s.source.Close()
		}
		if err := f.flush(); err != nil {
			return err
		}
	}
	return nil
}

// unread reports an input that cannot be read. The search goes on with the next. Of
// the files in a folder, many may be no conversations.
func (f *finding) unread(s *searched) {
	failed := *frame.AsFailure(s.failed)
	if f.recursive && failed.Code == frame.ExitUnreadable && !slices.Contains(f.named, s.name) && s.block.Data == nil {
		f.skipped++
		if !f.p.Verbose {
			return
		}
	} else if f.failed == 0 {
		if failed.Code == frame.ExitOther {
			failed.Code = frame.ExitUsage
		}
		f.failed = failed.Code
	}
	failed.Report(f.p.Stderr, f.p.ErrorsAsJSON)
}

// verdict ends the run.
func (f *finding) verdict() error {
	f.losses.tell(f.p)
	if f.skipped > 0 && !f.p.Verbose {
		f.p.Note("skipped %s that convo cannot read as a conversation (-v names them)", frame.Plural(f.skipped, "file"))
	}
	f.where.Tell(f.p)
	if f.jump != "" {
		f.p.Note("to read on from a match: %s", f.jump)
	}
	switch {
	case f.failed != 0:
		return &frame.Failure{Code: f.failed}
	case !f.found:
		return &frame.Failure{Code: frame.ExitOther}
	}
	return nil
}
