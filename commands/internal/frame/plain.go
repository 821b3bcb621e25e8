package frame

import (
	"io"
)

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
