package frame

import (
	"os"
)

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
