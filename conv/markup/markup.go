// Package markup reads Markdown as models write it, for those who show it: a
// page, a terminal.
//
// It knows headings, paragraphs, lists, quotes, tables, code and rules, and in
// a line strong, emphasis, strike, code, links and breaks. It is no CommonMark:
// there is no HTML, there are no references, and whatever is not understood is
// text. No character of a text is lost but the marks themselves.
//
// The rule of the room: every input takes linear time. The libraries for
// Markdown take 0.4 to 1.5 ms before main, in every command, and several take
// seconds for 64 kB of brackets.
package markup

import "strings"

// Kind is what a block is.
type Kind int

// The kinds of blocks.
const (
	Paragraph Kind = iota // Text
	Heading               // Text, Level
	Code                  // Text, Info
	Quote                 // Blocks
	List                  // Items, Ordered, Start
	Table                 // Rows, the first of them the heads, and Aligns
	Rule
)

// Block is a piece of a text. The texts of paragraphs, headings and cells are
// for Spans, those of code are as they are.
type Block struct {
	Kind    Kind
	Text    string
	Level   int    // of a heading, from 1 to 6
	Info    string // the language of code
	Blocks  []Block
	Items   [][]Block
	Ordered bool
	Start   int // the number of the first item
	Rows    [][]string
	Aligns  []Align
}

// Align is how the cells of a column stand.
type Align int

// The alignments.
const (
	Natural Align = iota
	Left
	Center
	Right
)

// maxDepth is how deep quotes and lists are read in each other. What is deeper is
// text.
const maxDepth = 12

// What is read of a text: lines, and parts, which are blocks, items and cells. The
// rest is shown as it was written. Nobody writes so many, and each takes far more
// memory than its characters, here and in a browser.
const (
	mostLines = 100_000
	mostParts = 50_000
)

// Parse reads a text.
func Parse(text string) []Block {
	text = strings.TrimSuffix(text, "\n")
	lines := strings.SplitN(text, "\n", mostLines+1)
	rest := ""
	if len(lines) > mostLines {
		rest, lines = lines[mostLines], lines[:mostLines]
	}
	for i, line := range lines {
		lines[i] = strings.TrimSuffix(line, "\r")
	}
	blocks := parse(lines, 0, new(mostParts))
	if rest != "" {
		blocks = append(blocks, Block{Kind: Code, Text: rest})
	}
	return blocks
}

// parser reads the lines of one container.
type parser struct {
	lines  []string
	at     int
	depth  int
	room   *int // for parts of the whole text
	blocks []Block
	open   []string // the lines of the paragraph so far
}

func parse(lines []string, depth int, room *int) []Block {
	p := &parser{lines: lines, depth: depth, room: room}
	for p.at < len(p.lines) {
		if *p.room <= 0 {
			p.add(Block{Kind: Code, Text: strings.Join(p.lines[p.at:], "\n")})
			return p.blocks
		}
		before := p.at
		if p.line(p.lines[p.at]); p.at == before { // no block took the line: it is text
			p.open = append(p.open, p.lines[p.at])
			p.at++
		}
	}
	p.close()
	return p.blocks
}

// line reads the block that begins at a line, or adds the line to the paragraph.
func (p *parser) line(line string) {
	text := bare(line)
	switch {
	case text == "":
		p.close()
		p.at++
	case len(p.open) == 0 && indentOf(line) >= 4:
		p.indentedCode()
	case isFence(text):
		p.close()
		p.fencedCode(line)
	case headingLevel(text) > 0:
		p.close()
		p.heading(text)
	case len(p.open) > 0 && isUnderline(text):
		p.underlined(text)
	case isRule(text):
		p.add(Block{Kind: Rule})
		p.at++
	case text[0] == '>' && p.depth < maxDepth:
		p.close()
		p.quote()
	case p.beginsList(line):
		p.close()
		p.list()
	case p.beginsTable():
		p.close()
		p.table()
	default:
		p.open = append(p.open, text)
		p.at++
	}
}

// add ends the paragraph and adds a block.
func (p *parser) add(b Block) {
	p.close()
	p.append(b)
}

func (p *parser) append(b Block) {
	*p.room--
	p.blocks = append(p.blocks, b)
}

// close ends the paragraph, if there is one.
func (p *parser) close() {
	if len(p.open) > 0 {
		p.append(Block{Kind: Paragraph, Text: strings.Join(p.open, "\n")})
		p.open = nil
	}
}

func (p *parser) heading(text string) {
	level := headingLevel(text)
	text = strings.Trim(text[level:], blanks)
	if open := strings.TrimRight(text, "#"); open == "" || strings.HasSuffix(open, " ") {
		text = strings.TrimRight(open, blanks)
	}
	p.append(Block{Kind: Heading, Level: level, Text: text})
	p.at++
}

// underlined makes a heading of the paragraph above a line of = or -.
func (p *parser) underlined(line string) {
	level := 1
	if line[0] == '-' {
		level = 2
	}
	p.append(Block{Kind: Heading, Level: level, Text: strings.Join(p.open, " ")})
	p.open = nil
	p.at++
}

// fencedCode reads code up to its closing fence, or to the end.
func (p *parser) fencedCode(line string) {
	indent := indentOf(line)
	fence := bare(line)
	n := runOf(fence)
	b := Block{Kind: Code, Info: strings.TrimSpace(fence[n:])}
	var code []string
	for p.at++; p.at < len(p.lines); p.at++ {
		text := bare(p.lines[p.at])
		if text != "" && text[0] == fence[0] && runOf(text) >= n && isBlank(text[runOf(text):]) {
			p.at++
			break
		}
		code = append(code, unindent(p.lines[p.at], indent))
	}
	b.Text = strings.Join(code, "\n")
	p.append(b)
}

func (p *parser) indentedCode() {
	var code []string
	end := p.at
	for i := p.at; i < len(p.lines); i++ {
		blank := isBlank(p.lines[i])
		if !blank && indentOf(p.lines[i]) < 4 {
			break
		}
		code = append(code, unindent(p.lines[i], 4))
		if !blank {
			end = i + 1
		}
	}
	p.append(Block{Kind: Code, Text: strings.Join(code[:end-p.at], "\n")})
	p.at = end
}

// quote reads a quote. Its lines take the place of those of the container, which are
// read.
func (p *parser) quote() {
	from := p.at
	for ; p.at < len(p.lines); p.at++ {
		rest, ok := strings.CutPrefix(bare(p.lines[p.at]), ">")
		if !ok {
			break
		}
		p.lines[p.at] = strings.TrimPrefix(rest, " ")
	}
	p.append(Block{Kind: Quote, Blocks: parse(p.lines[from:p.at], p.depth+1, p.room)})
}

// isFence reports whether a line begins code.
func isFence(text string) bool {
	n := runOf(text)
	return n >= 3 && (text[0] == '~' || text[0] == '`' && strings.IndexByte(text[n:], '`') < 0)
}

// runOf is how often the first character of a text is repeated.
func runOf(text string) int {
	n := 0
	for n < len(text) && text[n] == text[0] {
		n++
	}
	return n
}

// headingLevel is the number of # before a heading, 0 if the line is none.
func headingLevel(text string) int {
	if text[0] != '#' {
		return 0
	}
	n := runOf(text)
	if n > 6 || n < len(text) && text[n] != ' ' && text[n] != '\t' {
		return 0
	}
	return n
}

func isUnderline(text string) bool {
	return (text[0] == '=' || text[0] == '-') && isBlank(text[runOf(text):])
}

// isRule reports whether a line is three or more of - * or _, with spaces.
func isRule(text string) bool {
	c, n := text[0], 0
	if c != '-' && c != '*' && c != '_' {
		return false
	}
	for i := range len(text) {
		switch text[i] {
		case c:
			n++
		case ' ', '\t':
		default:
			return false
		}
	}
	return n >= 3
}

// blanks are what indents a line and what a blank line is made of. Other white
// space is text, such as a no-break space.
const blanks = " \t"

// bare is a line without its indentation.
func bare(line string) string { return strings.TrimLeft(line, blanks) }

func isBlank(line string) bool { return bare(line) == "" }

// indentOf is the width of the white space before a line; a tab fills up to
// four.
func indentOf(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}

// unindent removes white space of at most this width.
func unindent(line string, width int) string {
	n := 0
	for i := range len(line) {
		switch {
		case n >= width:
			return line[i:]
		case line[i] == ' ':
			n++
		case line[i] == '\t':
			next := n + 4 - n%4
			if next > width {
				return strings.Repeat(" ", next-width) + line[i+1:]
			}
			n = next
		default:
			return line[i:]
		}
	}
	return ""
}
