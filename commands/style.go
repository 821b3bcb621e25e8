package commands

import "os"

// style is how a document is printed.
type style struct {
	pretty bool // two spaces a level; else one line
	color  bool
	raw    bool // control characters go as they are: no terminal obeys them
}

// styleOf decides the style of what goes to a stream. Only a terminal is
// given colour and indentation by itself.
func (p *program) styleOf(stream *os.File, color string, compact bool) style {
	tty := p.terminal(stream)
	return style{pretty: tty && !compact, color: p.colored(tty, color), raw: !tty}
}

// colored is the rule of --color, NO_COLOR, FORCE_COLOR and the terminal, in
// this order.
func (p *program) colored(tty bool, flag string) bool {
	force := p.getenv("FORCE_COLOR")
	switch {
	case flag == "always":
		return true
	case flag == "never" || p.getenv("NO_COLOR") != "":
		return false
	case force != "":
		return force != "0"
	}
	return tty && p.getenv("TERM") != "dumb"
}
