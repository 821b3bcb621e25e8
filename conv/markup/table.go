package markup

import "strings"

// mostColumns is how many cells a row may have. What has more is text.
const mostColumns = 200

// isRow reports whether a line can be a row.
func isRow(line string) bool {
	bars := strings.Count(line, "|")
	return bars > 0 && bars <= mostColumns
}

// beginsTable reports whether the line is a row and the next one marks it as
// the head of a table.
func (p *parser) beginsTable() bool {
	if p.at+1 >= len(p.lines) || !isRow(p.lines[p.at]) {
		return false
	}
	aligns := readAligns(p.lines[p.at+1])
	return aligns != nil && len(aligns) == len(readRow(p.lines[p.at]))
}

func (p *parser) table() {
	b := Block{Kind: Table, Aligns: readAligns(p.lines[p.at+1])}
	p.row(&b, p.lines[p.at])
	for p.at += 2; p.at < len(p.lines) && *p.room > 0 && isRow(p.lines[p.at]); p.at++ {
		p.row(&b, p.lines[p.at])
	}
	p.append(b)
}

func (p *parser) row(b *Block, line string) {
	cells := readRow(line)
	*p.room -= len(cells)
	b.Rows = append(b.Rows, cells)
}

// readAligns reads the line under the head of a table, nil if it is none.
func readAligns(line string) []Align {
	if strings.IndexByte(line, '-') < 0 || !isRow(line) || strings.Trim(line, " \t|:-") != "" {
		return nil
	}
	var aligns []Align
	for _, cell := range readRow(line) {
		left, right := strings.HasPrefix(cell, ":"), strings.HasSuffix(cell, ":")
		if strings.Trim(cell, "-:") != "" || strings.IndexByte(cell, '-') < 0 {
			return nil
		}
		switch {
		case left && right:
			aligns = append(aligns, Center)
		case left:
			aligns = append(aligns, Left)
		case right:
			aligns = append(aligns, Right)
		default:
			aligns = append(aligns, Natural)
		}
	}
	return aligns
}

// readRow splits a row into its cells. A bar after a backslash or in code does
// not split.
func readRow(line string) []string {
	line = strings.Trim(line, blanks)
	line = strings.TrimPrefix(line, "|")
	var cells []string
	from, code := 0, false
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '`':
			code = !code && strings.IndexByte(line[i+1:], '`') >= 0
		case '|':
			if !code {
				cells = append(cells, cell(line[from:i]))
				from = i + 1
			}
		}
	}
	if rest := strings.Trim(line[from:], blanks); rest != "" || len(cells) == 0 {
		cells = append(cells, cell(rest))
	}
	return cells
}

func cell(s string) string {
	return strings.ReplaceAll(strings.Trim(s, blanks), `\|`, "|")
}
