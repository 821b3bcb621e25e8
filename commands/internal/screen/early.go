package screen

import (
	"bytes"
	"iter"
	"runtime/debug"
	"strconv"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/note"
)

// early is the beginning of a long conversation, which is shown before the rest is
// read. Only the rest can tell whether a message was taken back, so what was shown
// is compared with the whole, and shown again where it differs.
type early struct {
	shown  []string // as it was written, by message; "" for one that shows nothing
	title  string
	system string
}

// begin shows the beginning of a long conversation. It returns nil if it shows
// nothing: the input is short, or its beginning cannot be read by itself.
func (s *show) begin(from *pipe.Source) *early {
	if s.page != nil || s.last > 0 {
		return nil // a page is made of all; and which are the last ones, only the end tells
	}
	data := from.Beginning()
	if data == nil {
		return nil
	}
	notes := &note.Notes{KeysOnly: s.search == nil}
	var c *conv.Conversation
	for next, err := range from.From.Decode(data, notes) {
		if err != nil || c != nil {
			return nil
		}
		c = next
	}
	if c == nil || notes.Losses() > 0 {
		return nil
	}
	n := len(c.Messages) - 1
	for n > 0 && conv.RoleOf(c.Messages[n]) != conv.RoleAssistant { // of the last answer, more may follow
		n--
	}
	if n <= 0 {
		return nil
	}
	c.Messages = c.Messages[:n]
	e := &early{title: titled(c), system: c.SystemPrompt}
	w := s.writer()
	t := s.talk(w, c)
	if !t.matches() {
		return nil // nor may the rest
	}
	s.parted(w)
	s.heading(w, c)
	e.shown = t.rendered(n)
	for _, text := range e.shown {
		w.written(text)
	}
	if w.err == nil {
		w.err = s.flush()
	}
	return e
}

// rendered is how the first messages are written: each run of notes with its first.
func (t *talk) rendered(n int) []string {
	list := make([]string, min(n, len(t.c.Messages)))
	to := t.writer
	for i := t.from; i < min(t.to, len(list)); {
		var b bytes.Buffer
		out := t.show.stream.Like(&b)
		t.writer = t.show.writerTo(out)
		t.found = to.found
		next := t.next(i)
		t.end()
		_ = out.End()
		list[i], i = b.String(), next
	}
	t.writer = to
	return list
}

// goOn shows what of a conversation was not shown yet, and what only the whole of
// it tells.
func (s *show) goOn(e *early, c *conv.Conversation) error {
	w := s.writer()
	t := s.talk(w, c)
	again := t.rendered(len(e.shown))
	at := 0
	for at < len(again) && again[at] == e.shown[at] {
		at++
	}
	if at < len(e.shown) {
		w.newline()
		w.prose(yellow, "The rest of the file changes messages that are shown above. They are shown again, from "+strconv.Itoa(at)+" on.", "")
		t.said = said{}
	}
	t.all(at)
	w.newline()
	w.rule()
	if title := titled(c); title != e.title {
		w.styledLine(bold, title)
	}
	if c.SystemPrompt != e.system {
		s.systemPrompt(w, c)
	}
	s.totals(w, c)
	return w.err
}

// decoded is a conversation of an input, or what else came of reading it.
type decoded struct {
	c     *conv.Conversation
	err   error
	crash any
}

// beside reads conversations while somebody looks at the beginning of the first, and
// ends when nobody does any more.
func (s *show) beside(all iter.Seq2[*conv.Conversation, error]) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		read, quit := make(chan decoded), make(chan struct{})
		defer close(quit)
		go func() {
			defer close(read)
			debug.SetPanicOnFault(true)
			send := func(d decoded) bool {
				select {
				case read <- d:
					return true
				case <-quit:
					return false
				}
			}
			defer frame.OnCrash(func(crash any) { send(decoded{crash: crash}) })
			for c, err := range all {
				if !send(decoded{c: c, err: err}) {
					return
				}
			}
		}()
		for {
			select {
			case d, more := <-read:
				if d.crash != nil {
					panic(d.crash)
				}
				if !more || !yield(d.c, d.err) {
					return
				}
			case <-s.out.Left():
				yield(nil, frame.ErrLeft)
				return
			}
		}
	}
}
