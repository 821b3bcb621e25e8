package terminal

import (
	"io"
)

// The colours, as escape sequences.
const (
	colorKey    = "\x1b[34;1m"
	colorString = "\x1b[32m"
	colorScalar = "\x1b[33m"
	colorOff    = "\x1b[0m"
)

// Printer is a writer that takes compact JSON in pieces of any size and
// passes it on indented, coloured, or both.
type Printer struct {
	Style Style
	Out   io.Writer
	buf   []byte

	open    []byte // the brackets that are open
	fresh   bool   // the innermost bracket was only just opened
	key     bool   // the next string is a key
	inside  bool   // a string
	escaped bool   // the next byte of the string is escaped
	scalar  bool   // inside a number or literal
}

// Write passes on b, which holds no white space outside strings but newlines
// between documents.
func (p *Printer) Write(b []byte) (int, error) {
	for _, c := range b {
		if p.inside {
			p.stringByte(c)
			continue
		}
		p.byte(c)
	}
	_, err := p.Out.Write(p.buf)
	p.buf = p.buf[:0]
	return len(b), err
}

func (p *Printer) stringByte(c byte) {
	p.buf = append(p.buf, c)
	switch {
	case p.escaped:
		p.escaped = false
	case c == '\\':
		p.escaped = true
	case c == '"':
		p.inside = false
		p.paint(colorOff)
	}
}

func (p *Printer) byte(c byte) {
	if p.scalar && (c == ',' || c == '}' || c == ']' || c == '\n') {
		p.scalar = false
		p.paint(colorOff)
	}
	switch c {
	case '{', '[':
		p.begin()
		p.open = append(p.open, c)
		p.fresh, p.key = true, c == '{'
	case '}', ']':
		p.open = p.open[:max(len(p.open)-1, 0)]
		if !p.fresh {
			p.newline()
		}
		p.fresh = false
	case ',':
		p.buf = append(p.buf, c)
		p.newline()
		p.key = len(p.open) > 0 && p.open[len(p.open)-1] == '{'
		return
	case ':':
		if p.key = false; p.Style.Pretty {
			p.buf = append(p.buf, ':', ' ')
			return
		}
	case '"':
		p.begin()
		if p.key {
			p.paint(colorKey)
		} else {
			p.paint(colorString)
		}
		p.inside = true
	case '\n':
	default:
		if !p.scalar {
			p.begin()
			p.paint(colorScalar)
			p.scalar = true
		}
	}
	p.buf = append(p.buf, c)
}

// begin starts a value: the first of a bracket goes to a line of its own.
func (p *Printer) begin() {
	if p.fresh {
		p.newline()
		p.fresh = false
	}
}

func (p *Printer) newline() {
	if !p.Style.Pretty {
		return
	}
	p.buf = append(p.buf, '\n')
	for range p.open {
		p.buf = append(p.buf, ' ', ' ')
	}
}

func (p *Printer) paint(color string) {
	switch screen := Of(p.Out); {
	case !p.Style.Color:
	case screen != nil:
		screen.paintAfter(p.buf, color)
		p.buf = p.buf[:0]
	default:
		p.buf = append(p.buf, color...)
	}
}

// Style is how a document is printed.
type Style struct {
	Pretty bool // two spaces a level; else one line
	Color  bool
}
