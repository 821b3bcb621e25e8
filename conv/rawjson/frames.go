package rawjson

import (
	"bytes"
	"io"
	"iter"
)

// BlockSize is the approximate size of a block of lines, in bytes.
const BlockSize = 512 << 10

// HugeSize is the size from which a stream is mapped into memory, see [Frames].
const HugeSize = 64 << 20

// Block is a piece of a stream of JSON values that can be read independently
// of the rest. Its memory belongs to the receiver.
type Block struct {
	Data    []byte
	Offset  int64 // of Data, in the stream
	Line    int   // number of Data's first line, from 1
	Column  int   // column of Data's first character, from 1
	Lines   bool  // each line is a value; otherwise Data is one value
	element int   // its number in its list, from 1; 0: none. With marks, how many are before it
	marks   []int // what is around elements of a list, each of which is a value; nil: it is none

	lines *stretch // its memory, if that is recycled
}

// Values passes each value of the block to yield, with its offset and line in
// the stream. It passes every line, valid or not, without its leading white
// space, and skips blank lines. It is not copied into each loop, where it would be
// 15 kB of the program.
//
//go:noinline
func (b Block) Values() iter.Seq[Block] {
	return func(yield func(Block) bool) {
		switch {
		case b.marks != nil:
			b.eachElement(yield)
			return
		case !b.Lines:
			yield(b)
			return
		}
		for rest := b; len(rest.Data) > 0; {
			n := bytes.IndexByte(rest.Data, '\n') + 1
			if n == 0 {
				n = len(rest.Data)
			}
			lead := n - len(bytes.TrimLeft(rest.Data[:n], " \t\r\n"))
			one := Block{Data: rest.Data[lead:n:n], Offset: rest.Offset + int64(lead), Line: rest.Line, Column: rest.Column + lead, Lines: true}
			rest.Data, rest.Offset, rest.Line, rest.Column = rest.Data[n:], rest.Offset+int64(n), rest.Line+1, 1
			if len(one.Data) > 0 && !yield(one) {
				return
			}
		}
	}
}

// Mark is where a block begins, for who keeps its place without its data.
func (b Block) Mark() [3]int { return [3]int{b.Line, b.Column, b.element} }

// BlockAt is a block without data that begins at a mark.
func BlockAt(mark [3]int) Block { return Block{Line: mark[0], Column: mark[1], element: mark[2]} }

func blank(b []byte) bool { return len(bytes.TrimLeft(b, " \t\r\n")) == 0 }

// Frames cuts a stream into blocks of JSON values. The stream is one document,
// several documents, or JSON Lines. If the first line is a complete value,
// every line is read as one value, so that a broken line fails alone.
type Frames struct {
	// Map, if set, may return the rest of a stream of known size from an
	// offset on, so that it is not copied into memory; nil if it cannot. It is
	// called if one block needs most of the stream.
	Map func(offset int64) []byte

	// Large, if set, is called with large memory before the stream is read into it.
	Large func(memory []byte)

	// Most is the size of the longest value if that of the stream is unknown; 0
	// is 1 GiB.
	Most int64

	// Packed, if set, is how many bytes of a compressed stream the text so far was
	// unpacked from; 0 if it is not compressed.
	Packed func() int64

	// Split makes each element of a list a value of its own, so that the list is never
	// in memory.
	Split bool

	// Reuse allows the next read to overwrite the lines of the last block.
	Reuse bool

	r      io.Reader
	buf    []byte // read, not yet handed out
	whole  []byte // the memory of buf, empty
	lines  *stretch
	pool   *Memory
	offset int64 // of buf
	line   int
	column int    // characters before buf in its line, without those of
	behind []byte // the piece before buf, which are counted when needed
	short  bool   // the last read returned less than it had room for
	begun  bool   // a byte order mark was skipped, if the stream has one
	last   bool   // the next block is the last
	eof    bool
	err    error
	size   int64 // of the stream as expected, 0 if unknown
	mode   frameMode

	elements int // of the list so far
}

type frameMode int

const (
	undecided frameMode = iota
	byLine
	byValue
	byElement
)

// NewFrames reads r. If the size of r is known (else 0), it copies less.
func NewFrames(r io.Reader, size int64) *Frames {
	return &Frames{r: r, line: 1, size: size}
}

// ByLine makes every line one value, whatever the first line is.
func (f *Frames) ByLine() { f.mode = byLine }

// Rest returns all that is left, as one block.
func (f *Frames) Rest() (Block, error) {
	f.begin()
	if f.isNoText() {
		f.err = &Refused{Msg: "begins with a zero byte, so it is not text"}
	}
	if f.mode == undecided {
		f.mode = byValue // so that all is read into memory of its size
	}
	f.last = true
	for f.fill() {
	}
	if f.err != nil {
		return Block{}, f.err
	}
	b := f.take(len(f.buf))
	b.lines, f.lines = f.lines, nil
	return b, nil
}

// Next returns the next block, and io.EOF after the last.
func (f *Frames) Next() (Block, error) {
	f.SkipSpace()
	if f.err != nil {
		return Block{}, f.err
	}
	if len(f.buf) == 0 && f.mode != byElement {
		return Block{}, io.EOF
	}
	if f.mode == byElement || f.beginsList() {
		return f.nextElements()
	}
	if f.mode == undecided {
		f.decide()
	}
	if f.mode == byLine {
		return f.nextLines()
	}
	return f.nextValue()
}

// decide checks whether the first line is a complete value. If that line is
// wrong, and not just incomplete, the second line decides. A stream without a
// second line needs no decision, which saves a large document a pass.
func (f *Frames) decide() {
	if f.isNoText() {
		f.mode = byValue
		return
	}
	first := f.lineEnd(0)
	if f.ends(first) {
		f.mode = byValue
		return
	}
	c := NewCursor(f.buf[:first])
	c.Skip()
	wrong := c.err != nil && c.err.Offset < len(bytes.TrimRight(f.buf[:first], " \t\r\n"))
	if wrong {
		second := f.lineEnd(first)
		c = NewCursor(f.buf[first:second])
		wrong = c.Kind() != Object
		c.Skip()
	}
	lines := !wrong && c.End() == nil
	if f.mode = byValue; lines {
		f.mode = byLine
	}
}

// lineEnd returns the index after the line that starts at from and its line end.
func (f *Frames) lineEnd(from int) int {
	for {
		if i := bytes.IndexByte(f.buf[from:], '\n'); i >= 0 {
			return from + i + 1
		}
		if from = len(f.buf); !f.fill() {
			return from
		}
	}
}

// ends reports whether only white space follows index i. It does not wait for
// more input from a pipe.
func (f *Frames) ends(i int) bool {
	for blank(f.buf[i:]) {
		if i = len(f.buf); f.eof || f.size == 0 || !f.fill() {
			return f.eof
		}
	}
	return false
}

// nextLines takes whole lines, about BlockSize bytes of them. It takes fewer if
// no more have arrived, so that the reader of a pipe sees them at once.
func (f *Frames) nextLines() (Block, error) {
	for len(f.buf) < BlockSize && !(f.short && bytes.IndexByte(f.buf, '\n') >= 0) && f.fill() {
	}
	end := lastLine(f.buf[:min(len(f.buf), BlockSize)])
	for from := min(len(f.buf), BlockSize); end == 0; {
		if i := bytes.IndexByte(f.buf[from:], '\n'); i >= 0 {
			end = from + i + 1
			break
		}
		if from = len(f.buf); !f.fill() {
			end = len(f.buf)
		}
	}
	if f.err != nil {
		return Block{}, f.err
	}
	b := f.placed(end)
	if b.Lines, b.lines = true, f.lines; f.lines != nil {
		f.lines.users.Add(1)
	}
	return b, nil
}

// lastLine returns the index after the last line end of b, 0 if b has none. It
// searches forward because bytes.IndexByte reads a word at a time.
func lastLine(b []byte) int {
	const step = 4 << 10
	for end := len(b); end > 0; end = max(end-step, 0) {
		part := b[max(end-step, 0):end]
		if bytes.IndexByte(part, '\n') >= 0 {
			return end - len(part) + bytes.LastIndexByte(part, '\n') + 1
		}
	}
	return 0
}

// nextValue takes one value, or all that is left if the value is broken.
func (f *Frames) nextValue() (Block, error) {
	n := f.valueEnd()
	if f.err != nil {
		return Block{}, f.err
	}
	return f.placed(n), nil
}

// valueEnd is where the next value ends, or all that is left if it is broken.
func (f *Frames) valueEnd() (n int) {
	var s valueScanner
	for n == 0 {
		if n = s.scan(f.buf); n == 0 && !f.fill() {
			n = len(f.buf)
		}
	}
	return n
}

// placed takes the first n bytes with their column.
func (f *Frames) placed(n int) Block {
	f.countBehind()
	column := f.column + 1
	b := f.take(n)
	b.Column = column
	return b
}

// take hands out the first n bytes.
func (f *Frames) take(n int) Block {
	b := Block{Data: f.buf[:n:n], Offset: f.offset, Line: f.line, Column: 1}
	f.buf = f.buf[n:]
	f.offset += int64(n)
	if !f.last { // else nothing follows
		f.behindIs(b.Data)
	}
	return b
}

// behindIs updates the line and the column.
func (f *Frames) behindIs(data []byte) {
	lines := bytes.Count(data, []byte{'\n'})
	f.line += lines
	switch {
	case len(data) == 0:
	case lines > 0:
		f.column, f.behind = 0, data[bytes.LastIndexByte(data, '\n')+1:]
	default:
		f.countBehind()
		f.behind = data
	}
}

// countBehind counts the characters that were not counted so far. A document
// that is alone on its line never needs it.
func (f *Frames) countBehind() {
	f.column += characters(f.behind)
	f.behind = nil
}

// SkipSpace takes the white space at the beginning of what is left.
func (f *Frames) SkipSpace() {
	f.begin()
	for {
		f.take(len(f.buf) - len(bytes.TrimLeft(f.buf, " \t\r\n")))
		if len(f.buf) > 0 || !f.fill() {
			return
		}
	}
}

// fill reads more; it returns false at the end of the stream. It never writes
// to bytes that were handed out, except with Reuse: it gives up a full buffer and
// copies what is left of it.
func (f *Frames) fill() bool {
	if f.eof || f.tooLong() {
		return false
	}
	if len(f.buf) == cap(f.buf) {
		if f.mapped() {
			return true
		}
		f.grow()
	}
	for range 100 {
		room := f.buf[len(f.buf):cap(f.buf)]
		if f.mode == byLine {
			room = room[:min(len(room), linesSize)]
		}
		n, err := f.r.Read(room)
		f.buf, f.short = f.buf[:len(f.buf)+n], n < len(room)
		if err != nil {
			f.eof = true
			if err != io.EOF {
				f.err = err
			}
		}
		if n > 0 || f.eof {
			return n > 0
		}
	}
	f.eof, f.err = true, io.ErrNoProgress
	return false
}

// mapped maps all that is left, if that is large enough to be worth it.
func (f *Frames) mapped() bool {
	if f.Map == nil || f.mode == byLine || f.mode == byElement || f.size-f.offset < HugeSize || len(f.buf) < HugeSize/32 {
		return false
	}
	b := f.Map(f.offset)
	if len(b) <= len(f.buf) {
		f.Map = nil
		return false
	}
	f.buf, f.eof = b[:len(b):len(b)], true
	return true
}

// grow makes room for all that is left, if it is one value, else for one more
// block. It grows slowly until decide has run.
func (f *Frames) grow() {
	size := max(linesSize, 2*len(f.buf))
	left := f.size - f.offset
	known := f.size > 0 && left < 4<<30 && int(left)+512 > len(f.buf)
	whole := f.mode == byValue || f.mode == undecided && (left <= BlockSize || int64(len(f.buf)) >= left/8)
	switch {
	case known && whole && (f.Map == nil || left < HugeSize || f.mode == byLine):
		size = int(left) + 512
	case f.mode == byElement && len(f.buf) <= BlockSize:
		size = linesSize
	case f.mode == undecided:
		size = max(HeadSize, 2*len(f.buf))
	case f.mode == byLine && len(f.buf) <= BlockSize:
		size = linesSize
	case f.mode == byLine:
		size = max(size, longSize) // one long line is seldom alone
	}
	if f.Reuse && f.mode == byLine && size <= cap(f.whole) && len(f.behind) == 0 {
		f.buf = append(f.whole, f.buf...) // overwrites what was handed out
		spoil(f.buf[len(f.buf):])
		return
	}
	f.renew(size)
}
