package rawjson

import (
	"bytes"
	"errors"
	"strconv"
)

// elements finds where the elements of a growing list end.
type elements struct {
	valueScanner       // how far it is
	marks        []int // the bracket or comma before each element, and the one after the last
	closed       bool  // the list has ended
}

// scan looks on until an element ends after enough bytes, or the list does. Like
// valueScanner it only looks at brackets, commas and quotes.
func (s *elements) scan(b []byte, enough int) (done bool) {
	for s.pos < len(b) {
		if s.inString {
			s.string(b)
			continue
		}
		at := s.pos
		s.pos++
		switch b[at] {
		case '"':
			s.inString = true
		case '{', '[':
			s.depth++
		case '}', ']':
			if s.depth > 0 {
				s.depth--
			} else if b[at] == ']' {
				s.marks, s.closed = append(s.marks, at), true
				return true
			}
		case ',':
			if s.depth == 0 {
				if s.marks = append(s.marks, at); s.pos >= enough {
					return true
				}
			}
		}
	}
	return false
}

// beginsList reports whether a list comes next whose elements are values.
func (f *Frames) beginsList() bool {
	return f.Split && f.mode != byLine && f.buf[0] == '['
}

// nextElements takes whole elements of a list with what is around them, about
// BlockSize bytes of them. It takes all that is left if the list does not end. An
// empty list is one value.
func (f *Frames) nextElements() (Block, error) {
	s := &elements{marks: []int{-1}}
	begins := f.mode != byElement
	if begins {
		f.mode, f.elements = byElement, 0
		s.marks[0], s.pos = 0, 1
	}
	for !s.scan(f.buf, BlockSize) {
		if f.short && len(s.marks) > 1 { // what comes next may be long in coming
			s.pos = s.marks[len(s.marks)-1] + 1
			break
		}
		if !f.fill() {
			if f.err != nil {
				return Block{}, f.err
			}
			s.cut(f.buf)
			f.mode = byValue
			break
		}
	}
	if s.closed {
		f.mode = byValue
	}
	b := f.placed(s.pos)
	if b.lines = f.lines; f.lines != nil {
		f.lines.users.Add(1)
	}
	b.element = f.elements
	f.elements += len(s.marks) - 1
	if b.marks = s.marks; s.closed && len(s.marks) == 2 && blank(b.Data[s.marks[0]+1:s.marks[1]]) && begins {
		b.marks = nil
	}
	return b, nil
}

// ErrAfterList reports bytes after the end of a list.
var ErrAfterList = errors.New("unexpected bytes after the array")

// ErrNoComma reports elements of a list that no comma stands between.
var ErrNoComma = errors.New("want a comma after an element of the array")

// Elements yields the elements of the list that is the stream, each as soon as it has
// ended, without a place. What is cut off comes as it is.
func (f *Frames) Elements(yield func([]byte, error) bool) {
	f.begin()
	for before := byte(0); len(f.buf) > 0 || f.fill(); { // before is a bracket, a comma, or e for an element
		switch c := f.buf[0]; {
		case blank(f.buf[:1]):
			f.buf = f.buf[1:]
		case before == ']':
			yield(nil, ErrAfterList)
			return
		case before == 0, before == 'e' && c == ',', before != ',' && c == ']':
			before, f.buf = c, f.buf[1:]
		case before == 'e':
			yield(nil, ErrNoComma)
			return
		default:
			n := f.valueEnd()
			element := f.buf[:n:n]
			before, f.buf = 'e', f.buf[n:]
			if f.err == nil && !yield(element, nil) {
				return
			}
		}
	}
	if f.err != nil {
		yield(nil, f.err)
	}
}

// cut ends a list that is cut off. If that is after an element, an empty one follows,
// so that somebody finds out.
func (s *elements) cut(b []byte) {
	last := b[s.marks[len(s.marks)-1]+1:]
	c := NewCursor(last)
	if c.Skip(); c.End() == nil {
		s.marks = append(s.marks, len(b))
	}
	s.marks, s.pos = append(s.marks, len(b)), len(b)
}

// Pointer returns the JSON pointer of the block in its stream: /3 for an element of a
// list, "" for what is a value by itself.
func (b Block) Pointer() string {
	if b.element == 0 || b.marks != nil {
		return ""
	}
	return "/" + strconv.Itoa(b.element-1)
}

// eachElement passes the elements of a list.
func (b Block) eachElement(yield func(Block) bool) {
	at := Block{Offset: b.Offset, Line: b.Line, Column: b.Column}
	done := 0
	to := func(i int) {
		passed := b.Data[done:i]
		if n := bytes.Count(passed, []byte{'\n'}); n > 0 {
			at.Line += n
			at.Column, passed = 1, passed[bytes.LastIndexByte(passed, '\n')+1:]
		}
		at.Column += characters(passed)
		at.Offset, done = b.Offset+int64(i), i
	}
	for i := 1; i < len(b.marks); i++ {
		from, end := min(b.marks[i-1]+1, len(b.Data)), b.marks[i]
		from += len(b.Data[from:end]) - len(bytes.TrimLeft(b.Data[from:end], " \t\r\n"))
		to(from)
		one := at
		one.element = b.element + i
		if one.Data = b.Data[from:end:end]; !yield(one) {
			return
		}
	}
}
