package screen

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/diff"
	"convo/conv/rawjson"
	"convo/conv/view"
)

// The marks of lines.
const (
	both    = ' '
	removed = '-'
	added   = '+'
	changed = '~'
	moved   = '>'
	skip    = '.' // a line that says how many were left out
)

// diffLine is a line of a result.
type diffLine struct {
	mark   byte
	pieces []diff.Piece
	name   string // before the pieces: the path of an argument, the name of a tool
}

// diffLines makes lines of what became of a message.
type diffLines struct {
	list []diffLine
	full bool
}

// valueLines are the lines below the title of a value that differs.
func valueLines(v diff.Value, full bool) []diffLine {
	l := diffLines{full: full}
	v.Path = ""
	l.value(v)
	return l.list
}

// messageLines are the lines below the title of a message that is not the same.
func messageLines(m *diff.Message, full bool) []diffLine {
	l := diffLines{full: full}
	l.message(m)
	return l.list
}

func (l *diffLines) add(mark byte, name, text string, change diff.Change) {
	l.list = append(l.list, diffLine{mark, []diff.Piece{{Change: change, Text: text}}, name})
}

// message adds what there is to say of a message that is not the same.
func (l *diffLines) message(m *diff.Message) {
	for _, v := range m.Values {
		l.value(v)
	}
	switch m.Change {
	case diff.Added:
		l.whole(added, diff.Same, m.New)
	case diff.Removed:
		l.whole(removed, diff.Same, m.Old)
	case diff.Moved:
		l.add(both, "", gist(m.New), diff.Same)
	default:
		for i := range m.Blocks {
			l.block(&m.Blocks[i])
		}
	}
}

// block adds what became of a block.
func (l *diffLines) block(b *diff.Block) {
	switch {
	case b.Change == diff.Added:
		l.content(added, diff.Same, b.New)
	case b.Change == diff.Removed:
		l.content(removed, diff.Same, b.Old)
	case b.Change == diff.Same:
	case b.Text != nil:
		if _, ok := b.New.(*conv.ThinkingContent); ok {
			l.add(both, "", "Reasoning:", diff.Same)
		}
		l.text("", b.Text)
	case b.Values != nil:
		if call, ok := b.New.(*conv.ToolCall); ok {
			l.add(both, call.Name, "", diff.Same)
		}
		for _, v := range b.Values {
			l.value(v)
		}
	default:
		l.content(removed, diff.Same, b.Old)
		l.content(added, diff.Same, b.New)
	}
}

// value adds a value that differs.
func (l *diffLines) value(v diff.Value) {
	name := v.Path
	switch {
	case v.Text != nil:
		l.text(name, v.Text)
	case v.A == "":
		l.split(added, name, plainValue(v.B))
	case v.B == "":
		l.split(removed, name, plainValue(v.A))
	default:
		l.list = append(l.list, diffLine{changed, []diff.Piece{{Change: diff.Removed, Text: plainValue(v.A)}, {Change: diff.Added, Text: plainValue(v.B)}}, name})
	}
}

// plainValue is a value as people read it: a string without its quotes.
func plainValue(v rawjson.Raw) string {
	if strings.HasPrefix(string(v), `"`) {
		return v.Text()
	}
	return string(v)
}

// How many lines are shown around a change, and of a text that is new or gone.
const (
	linesAround = 2
	firstOfNew  = 20
	lastOfNew   = 5
)

// split adds the lines of a text that is new or gone.
func (l *diffLines) split(mark byte, name, text string) {
	first, rest, left := text, "", 0
	if !l.full {
		first, rest, left = view.Cut(text, firstOfNew, lastOfNew)
	}
	for i, line := range strings.Split(strings.TrimSuffix(first, "\n"), "\n") {
		if i > 0 {
			name = ""
		}
		l.add(mark, name, line, diff.Same)
	}
	if left > 0 {
		l.add(skip, "", view.Count(left, "more line"), diff.Same)
		for line := range strings.SplitSeq(rest, "\n") {
			l.add(mark, "", line, diff.Same)
		}
	}
}

// whole adds a message that only one side has.
func (l *diffLines) whole(mark byte, change diff.Change, m conv.Message) {
	for _, b := range blocksOf(m) {
		l.content(mark, change, b)
	}
}

// content adds a block that only one side has.
func (l *diffLines) content(mark byte, change diff.Change, b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		l.split(mark, "", b.Text)
	case *conv.ThinkingContent:
		switch {
		case b.Redacted && b.Thinking == "":
			l.add(mark, "", "Reasoning hidden by the vendor", change)
		case l.full:
			l.split(mark, "", "Reasoning: "+b.Thinking)
		default:
			l.add(mark, "", "Reasoning: "+view.OneLine(b.Thinking), change)
		}
	case *conv.ToolCall:
		if l.full {
			l.split(mark, b.Name, b.ArgumentsString())
		} else {
			l.add(mark, b.Name, view.Doing(b), change)
		}
	case *conv.Opaque:
		l.add(mark, "", "["+strings.TrimSpace(b.Family+" "+b.Raw.Lookup("type").Text())+"] "+string(b.Raw), change)
	default:
		l.add(mark, "", "["+view.Media(b)+"]", change)
	}
}

// label is the name of a value of the conversation, for people.
func label(path string) string {
	switch path {
	case "systemPrompt":
		return "System prompt"
	case "title":
		return "Title"
	}
	return path
}

// changeOf is what became of a value.
func changeOf(v diff.Value) diff.Change {
	switch {
	case v.A == "" && v.Text == nil:
		return diff.Added
	case v.B == "" && v.Text == nil:
		return diff.Removed
	}
	return diff.Changed
}

func (l *diffLine) isEmpty() bool {
	return l.name == "" && !slices.ContainsFunc(l.pieces, func(p diff.Piece) bool { return p.Text != "" })
}

// said is a name before what follows it on the line, if anything does.
func (l *diffLine) said() string {
	if l.name == "" || len(l.pieces) == 1 && l.pieces[0].Text == "" {
		return l.name
	}
	return l.name + ": "
}

// text adds the lines of a changed text: those that differ, and a few around them.
func (l *diffLines) text(name string, pieces []diff.Piece) {
	lines := linesOf(pieces)
	if name != "" && len(lines) == 2 && lines[0].mark == removed && lines[1].mark == added && len(pieces) == 2 {
		l.list = append(l.list, diffLine{changed, pieces, name})
		return
	}
	shown := make([]bool, len(lines))
	for i, line := range lines {
		if line.mark != both {
			for k := max(i-linesAround, 0); k <= min(i+linesAround, len(lines)-1); k++ {
				shown[k] = true
			}
		}
	}
	left := 0
	tell := func() {
		if left > 0 {
			l.add(skip, "", view.Count(left, "line")+" the same", diff.Same)
			left = 0
		}
	}
	for i, line := range lines {
		if !shown[i] && !l.full {
			left++
			continue
		}
		tell()
		line.name, name = name, ""
		l.list = append(l.list, line)
	}
	tell()
}

// blocksOf are the blocks of a message; a summary is one of text.
func blocksOf(m conv.Message) []conv.Block {
	switch m := m.(type) {
	case *conv.CustomMessage:
		list := slices.Collect(conv.BlocksOf(m))
		if m.Data != "" {
			list = append(list, &conv.TextContent{Text: string(m.Data)})
		}
		return list
	case *conv.BranchSummary:
		return []conv.Block{&conv.TextContent{Text: m.Summary}}
	case *conv.CompactionSummary:
		return []conv.Block{&conv.TextContent{Text: m.Summary}}
	}
	return slices.Collect(conv.BlocksOf(m))
}

// gist is a message on a line.
func gist(m conv.Message) string {
	for _, b := range blocksOf(m) {
		switch b := b.(type) {
		case *conv.TextContent:
			if line := view.OneLine(b.Text); line != "" {
				return line
			}
		case *conv.ThinkingContent:
		case *conv.ToolCall:
			return b.Name + "  " + view.Doing(b)
		case *conv.Opaque:
			return "[" + b.Family + "]"
		default:
			return "[" + view.Media(b) + "]"
		}
	}
	return ""
}
