package sse

import (
	"iter"
	"strings"
)

// atRest is a reader of a text that is all there, such as [rawjson.AtRest].
type atRest interface{ Rest() string }

// in reads the events of a text. They share its memory.
func in(text string) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		lines := textLines{text: strings.TrimPrefix(text, "\ufeff"), lf: -1, cr: -1}
		var e textEvent
		var line string
		for more := true; more; {
			line, more = lines.next()
			field, value, _ := strings.Cut(line, ":")
			value = strings.TrimPrefix(value, " ")
			if line == "" || e.found && begins(field, e.name, value, e.end()) {
				if e.found && !yield(e.whole(), nil) {
					return
				}
				e = textEvent{}
			}
			if line != "" {
				e.add(field, value)
			}
		}
		if e.found {
			yield(e.whole(), nil)
		}
	}
}

// textLines cuts a text into lines.
type textLines struct {
	text   string
	pos    int
	lf, cr int // where the next of each is, if that is not before pos
}

// next is the next line. more reports whether it had an end.
func (l *textLines) next() (line string, more bool) {
	l.lf, l.cr = l.find(l.lf, '\n'), l.find(l.cr, '\r')
	end := min(l.lf, l.cr)
	if line = l.text[l.pos:end]; end == len(l.text) {
		return line, false
	}
	l.pos = end + 1
	if end == l.cr && l.lf == l.pos && l.pos < len(l.text) {
		l.pos++
	}
	return line, true
}

// find is where the next c is, or the end of the text. It searches only if pos
// has passed the last one that it found.
func (l *textLines) find(last int, c byte) int {
	if last >= l.pos {
		return last
	}
	if n := strings.IndexByte(l.text[l.pos:], c); n >= 0 {
		return l.pos + n
	}
	return len(l.text)
}

// textEvent is an event that is being read. One line of data is not copied.
type textEvent struct {
	name, first string
	more        []byte // all data, if there are more lines
	found       bool   // a data line
}

// end is the data, or the last byte of it.
func (e *textEvent) end() string {
	if e.more != nil {
		return string(e.more[len(e.more)-1:])
	}
	return e.first
}

func (e *textEvent) add(field, value string) {
	switch {
	case field == "event":
		e.name = value
	case field != "data":
	case !e.found:
		e.first, e.found = value, true
	default:
		if e.more == nil {
			e.more = []byte(e.first)
		}
		e.more = append(append(e.more, '\n'), value...)
	}
}

func (e *textEvent) whole() Event {
	if e.more != nil {
		return Event{Name: e.name, Data: string(e.more)}
	}
	return Event{Name: e.name, Data: e.first}
}
