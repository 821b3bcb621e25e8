package agents

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/prices"
	"convo/commands/internal/terminal"
	"convo/conv/view"
)

// column is a column of the table.
type column struct {
	name  string
	rank  int // columns of a low rank are shown first
	least int // columns of a terminal that it needs, if its cells are as wide
	right bool
	left  bool // long cells lose their beginning
	cell  func(*Session) string
	cells []string
	wide  int // as it is printed
}

// columns are those of the table, in their order. The first is what a command
// takes as FILE.
func columns(p *frame.Program, all []*Session, long bool) []*column {
	home := p.Home()
	some := []*column{
		{name: "SESSION", rank: 0, least: 99, cell: func(s *Session) string { return terminal.ShellWord(s.operand) }},
		{name: "TIME (UTC)", rank: 2, least: 16, cell: func(s *Session) string { return view.Stamp(s.Time()) }},
		{name: "DIRECTORY", rank: 6, least: 12, left: true, cell: func(s *Session) string { return shortPath(s.Cwd, home) }},
		{name: "TITLE", rank: 1, least: 14, cell: func(s *Session) string { return view.Titled(s.Title, s.Question) }},
		{name: "MODEL", rank: 7, least: 12, cell: func(s *Session) string { return s.Model }},
	}
	if long {
		some = append(some,
			&column{name: "MESSAGES", rank: 5, least: 8, right: true, cell: func(s *Session) string { return s.whole(func(w *Whole) string { return fmt.Sprint(w.Messages) }) }},
			&column{name: "TOKENS", rank: 4, least: 99, right: true, cell: func(s *Session) string { return s.whole(func(w *Whole) string { return fmt.Sprint(w.Tokens) }) }},
			&column{name: "COST", rank: 3, least: 99, right: true, cell: func(s *Session) string { return s.whole((*Whole).cost) }},
		)
	}
	for _, c := range some {
		c.cells = make([]string, len(all))
		c.wide = len(c.name)
		for i, s := range all {
			c.cells[i] = terminal.Printable(strings.Join(strings.Fields(c.cell(s)), " "))
			c.wide = max(c.wide, terminal.Breadth(c.cells[i]))
		}
	}
	return some
}

// whole is a cell about all of a session.
func (s *Session) whole(of func(*Whole) string) string {
	if s.Whole == nil {
		return "?"
	}
	return of(s.Whole)
}

// cost is what a session costs, as far as that is known.
func (w *Whole) cost() string {
	switch {
	case w.Unknown == 0:
		return prices.Dollars(w.Nano)
	case w.Nano == 0:
		return "?"
	}
	return ">" + prices.Dollars(w.Nano)
}

// shortPath is a directory with ~ for the home folder.
func shortPath(dir, home string) string {
	if rest, ok := strings.CutPrefix(dir, home); ok && home != "" && (rest == "" || rest[0] == filepath.Separator) {
		return "~" + rest
	}
	return dir
}

// separator is between two columns.
const separator = 2

// table is the list for people. In a terminal, its lines are as long as that is
// wide.
func table(p *frame.Program, all []*Session, long bool) string {
	shown := columns(p, all, long)
	if wide := p.Width(); wide > 0 {
		shown = fitting(shown, wide)
	}
	var b strings.Builder
	line := func(cell func(*column) string) {
		text := ""
		for i, c := range shown {
			if i > 0 {
				text += strings.Repeat(" ", separator)
			}
			text += c.padded(cell(c))
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	line(func(c *column) string { return c.name })
	for i := range all {
		line(func(c *column) string { return c.cells[i] })
	}
	return b.String()
}

// padded is a cell in the width of its column.
func (c *column) padded(cell string) string {
	switch {
	case terminal.Breadth(cell) <= c.wide:
	case c.left:
		cell = terminal.CutLeft(cell, c.wide)
	default:
		cell = terminal.Cut(cell, c.wide)
	}
	blank := strings.Repeat(" ", max(0, c.wide-terminal.Breadth(cell)))
	if c.right {
		return blank + cell
	}
	return cell + blank
}

// fitting are the columns that a terminal has room for, and their widths.
func fitting(all []*column, wide int) []*column {
	ranked := slices.Clone(all)
	slices.SortStableFunc(ranked, func(a, b *column) int { return a.rank - b.rank })
	left := wide + separator
	want := map[*column]int{}
	for _, c := range ranked {
		need := min(c.wide, c.least)
		if left < need+separator && len(want) > 0 {
			break
		}
		want[c], left = c.wide, left-need-separator
		c.wide = need
	}
	for grown := true; grown && left > 0; {
		grown = false
		for _, c := range ranked {
			if c.wide < want[c] && left > 0 {
				c.wide++
				left--
				grown = true
			}
		}
	}
	for _, c := range ranked {
		c.wide = min(c.wide, wide)
	}
	return slices.DeleteFunc(slices.Clone(all), func(c *column) bool { return want[c] == 0 })
}

// nameShortly gives sessions, the newest first, the operands that name them: the path
// of one in a folder that a user names, else the agent and the beginning of the id that no other session of the agent has. All
// sessions of the agent must be there. Several files may have one id, as those of a
// session that Gemini CLI resumed: it names the first, and the others have their
// file's name.
func nameShortly(all []*Session) {
	const least = 8
	ids := map[string][]string{}
	for _, s := range all {
		ids[s.Agent.Name] = append(ids[s.Agent.Name], s.ID)
	}
	for agent, list := range ids {
		slices.Sort(list)
		ids[agent] = slices.Compact(list)
	}
	taken := map[string]bool{}
	for _, s := range all {
		if s.found.shelf != nil && s.found.shelf.agent == nil {
			s.operand = s.Path // a name is looked up in the agents' own folders
			continue
		}
		list := ids[s.Agent.Name]
		at, _ := slices.BinarySearch(list, s.ID)
		n := least
		if at > 0 {
			n = max(n, shared(list[at-1], s.ID)+1)
		}
		if at+1 < len(list) {
			n = max(n, shared(list[at+1], s.ID)+1)
		}
		s.operand = s.Agent.Name + ":" + s.ID[:min(n, len(s.ID))]
		if s.ID == "" || taken[s.operand] {
			s.operand = s.Agent.Name + ":" + s.file()
		}
		if taken[s.operand] {
			s.operand = s.Path
		}
		taken[s.operand] = true
	}
}

// shared is how many bytes two texts have in common at their beginning.
func shared(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
