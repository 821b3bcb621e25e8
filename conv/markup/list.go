package markup

import (
	"strconv"
	"strings"
)

// marker is what begins an item of a list.
type marker struct {
	sign    byte // - * + . )
	number  int
	indent  int // where the marker stands
	content int // where what it begins stands
}

// readMarker reads the marker at the beginning of a line.
func readMarker(line string) (m marker, ok bool) {
	text := bare(line)
	m.indent = indentOf(line)
	n := 0
	for n < len(text) && n < 9 && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if n == len(text) {
		return m, false
	}
	m.sign = text[n]
	switch {
	case n == 0 && (m.sign == '-' || m.sign == '*' || m.sign == '+'):
	case n > 0 && (m.sign == '.' || m.sign == ')'):
		m.number, _ = strconv.Atoi(text[:n])
	default:
		return m, false
	}
	rest := text[n+1:]
	spaces := indentOf(rest)
	switch {
	case isBlank(rest):
		spaces = 1
	case spaces == 0:
		return m, false
	case spaces > 4:
		spaces = 1
	}
	m.content = m.indent + n + 1 + spaces
	return m, true
}

// beginsList reports whether a line begins a list. In a paragraph only an item
// with content does, and a numbered one only if it is the first.
func (p *parser) beginsList(line string) bool {
	m, ok := readMarker(line)
	if !ok || p.depth >= maxDepth {
		return false
	}
	return len(p.open) == 0 ||
		!isBlank(unindent(line, m.content)) && (m.sign != '.' && m.sign != ')' || m.number == 1)
}

// list reads items as long as their markers are of one sort. Models indent what
// is in a numbered item by two spaces as often as by three: both are in it.
func (p *parser) list() {
	first, _ := readMarker(p.lines[p.at])
	b := Block{Kind: List, Ordered: first.sign == '.' || first.sign == ')', Start: first.number}
	for p.at < len(p.lines) {
		m, ok := readMarker(p.lines[p.at])
		if !ok || m.sign != first.sign || m.indent > first.indent+3 || isRule(bare(p.lines[p.at])) {
			break
		}
		*p.room--
		item := parse(p.item(m), p.depth+1, p.room)
		if len(item) > 0 && item[0].Kind == Paragraph {
			item[0].Text = task(item[0].Text)
		}
		b.Items = append(b.Items, item)
		p.skipBlank(first)
		if *p.room <= 0 {
			break
		}
	}
	p.append(b)
}

// skipBlank passes over empty lines between two items.
func (p *parser) skipBlank(first marker) {
	at := p.at
	for at < len(p.lines) && isBlank(p.lines[at]) {
		at++
	}
	if at == len(p.lines) || at == p.at {
		return
	}
	if m, ok := readMarker(p.lines[at]); ok && m.sign == first.sign {
		p.at = at
	}
}

// item returns the lines of an item without their indentation. They take the place
// of those of the container.
func (p *parser) item(m marker) []string {
	within := min(m.content, m.indent+2)
	lines := append(p.lines[p.at:p.at], unindent(maskMarker(p.lines[p.at], m), m.content))
	p.at++
	fence := ""
	for blank := 0; p.at < len(p.lines); p.at++ {
		line := p.lines[p.at]
		text := bare(line)
		indent := indentOf(line)
		switch {
		case text == "":
			blank++
			continue
		case indent >= within:
		case fence != "" && blank == 0:
		case blank > 0 || p.interrupts(line, text):
			p.at -= blank
			return lines
		}
		for ; blank > 0; blank-- {
			lines = append(lines, "")
		}
		line = unindent(line, min(m.content, indent))
		if text = bare(line); fence == "" && isFence(text) {
			fence = text[:runOf(text)]
		} else if fence != "" && strings.TrimRight(text, blanks) == fence {
			fence = ""
		}
		lines = append(lines, line)
	}
	return lines
}

// interrupts reports whether a line that is not indented ends the item before
// it; other lines go on with its paragraph.
func (p *parser) interrupts(line, text string) bool {
	if _, ok := readMarker(line); ok {
		return true
	}
	return isFence(text) || headingLevel(text) > 0 || isRule(text) || text[0] == '>' || text[0] == '|'
}

// maskMarker replaces the marker of a line by spaces.
func maskMarker(line string, m marker) string {
	text := bare(line)
	n := 1
	for n < len(text) && text[n-1] != m.sign {
		n++
	}
	return strings.Repeat(" ", m.indent+n) + text[n:]
}

// task is the text of an item with a box in place of the mark of a task.
func task(text string) string {
	for mark, box := range map[string]string{"[ ] ": "☐ ", "[x] ": "☑ ", "[X] ": "☑ "} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return box + rest
		}
	}
	return text
}

// IsTask reports whether an item begins with the box of a task.
func IsTask(item []Block) bool {
	return len(item) > 0 && item[0].Kind == Paragraph && (strings.HasPrefix(item[0].Text, "☐ ") || strings.HasPrefix(item[0].Text, "☑ "))
}
