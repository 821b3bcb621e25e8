package frame

import (
	"fmt"
	"io"
	"os"
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
	c1      bool   // the last byte was the first of a control character or of another; it is held back
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
	if p.controlByte(c) {
		return
	}
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

// controlByte escapes what JSON allows in strings and terminals obey: U+007F
// to U+009F.
func (p *Printer) controlByte(c byte) (done bool) {
	held := p.c1
	p.c1 = false
	switch {
	case p.Style.Raw:
		return false
	case held && c <= 0x9f, !held && c == 0x7f:
		p.buf = fmt.Appendf(p.buf, `\u00%02x`, c)
		return true
	case held:
		p.buf = append(p.buf, 0xc2)
	case c == 0xc2:
		p.c1 = true
		return true
	}
	return false
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
	if p.Style.Color {
		p.buf = append(p.buf, color...)
	}
}

// Style is how a document is printed.
type Style struct {
	Pretty bool // two spaces a level; else one line
	Color  bool
	Raw    bool // control characters go as they are: no terminal obeys them
}

// StyleOf decides the style of what goes to a stream. Only a terminal is
// given colour and indentation by itself.
func (p *Program) StyleOf(stream *os.File, color string, compact bool) Style {
	tty := p.Terminal(stream)
	return Style{Pretty: tty && !compact, Color: p.Colored(tty, color), Raw: !tty}
}

// Colored is the rule of --color, NO_COLOR, FORCE_COLOR and the terminal, in
// this order.
func (p *Program) Colored(tty bool, flag string) bool {
	force := p.Getenv("FORCE_COLOR")
	switch {
	case flag == "always":
		return true
	case flag == "never" || p.Getenv("NO_COLOR") != "":
		return false
	case force != "":
		return force != "0"
	}
	return tty && p.Getenv("TERM") != "dumb"
}

// Plain is a writer that passes text on to a terminal without what it would
// obey: control characters become their pictures, those of Latin-1 U+FFFD.
// A carriage return before a line end is passed over.
type Plain struct {
	Out  io.Writer
	buf  []byte
	held byte // the last byte, if the next one decides about it; else 0
}

// Write passes on b.
func (p *Plain) Write(b []byte) (int, error) {
	for _, c := range b {
		p.byte(c)
	}
	_, err := p.Out.Write(p.buf)
	p.buf = p.buf[:0]
	return len(b), err
}

func (p *Plain) byte(c byte) {
	const latin = 0xc2 // begins U+0080 to U+00BF
	held := p.held
	p.held = 0
	switch {
	case held == latin && c >= 0x80 && c <= 0x9f:
		p.buf = append(p.buf, "\uFFFD"...)
		return
	case held == latin:
		p.buf = append(p.buf, latin)
	case held == '\r' && c != '\n':
		p.picture('\r')
	}
	switch {
	case c == latin || c == '\r':
		p.held = c
	case c < 0x20 && c != '\n' && c != '\t' || c == 0x7f:
		p.picture(c)
	default:
		p.buf = append(p.buf, c)
	}
}

// picture appends the picture of a control character.
func (p *Plain) picture(c byte) {
	if c == 0x7f {
		c = 0x21 // the picture of DEL comes after that of the blank
	}
	p.buf = append(p.buf, string(rune(0x2400)+rune(c))...)
}
