package screen

import (
	"fmt"
	"strings"

	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/view"
)

// talk shows messages in order. Each says only what the ones before it have not said.
type talk struct {
	*writer
	show     *show
	c        *conv.Conversation
	from, to int // the messages that the flags choose
	cwd      string
	calls    map[int]*conv.ToolCall
	results  map[*conv.ToolCall]int // those that stand with their calls
	hits     map[int]*match         // what --search finds, by message
	notes    view.Footnotes
	said     said
}

// said is what the talk so far has told.
type said struct {
	role, model, day, clock string
	last                    part
}

// part is what was shown last.
type part int

const (
	nothing part = iota
	words
	tools
)

// On a terminal of so many columns, the numbers of messages stand in a margin.
const (
	widthWithMargin = 50
	margin          = "     "
)

// talk is one about a conversation, or about what is known of it.
func (s *show) talk(w *writer, c *conv.Conversation) *talk {
	t := &talk{writer: w, show: s, c: c, results: map[*conv.ToolCall]int{}}
	t.notes.Mark = citedAs
	t.from, t.to = s.span(len(c.Messages))
	if c.Session != nil {
		t.cwd = c.Session.Cwd
	}
	if s.search != nil {
		if s.search.pattern.String() != "" { // which is everywhere
			t.found = s.search.pattern
		}
		t.hits = map[int]*match{}
		for _, m := range s.search.search(c) {
			t.hits[m.index] = &m
		}
	}
	t.pair()
	return t
}

// matches reports whether there is anything that the flags search for.
func (t *talk) matches() bool {
	if t.show.search == nil {
		return true
	}
	for i := range t.hits {
		if i < 0 || i >= t.from && i < t.to {
			return true
		}
	}
	return false
}

// pair finds the results that follow the message with their calls, with nothing but
// notes between: these stand with the calls.
func (t *talk) pair() {
	_, t.calls = view.ResultsOf(t.c)
	var open map[*conv.ToolCall]bool
	for i := t.from; i < t.to; i++ {
		switch m := t.c.Messages[i].(type) {
		case *conv.AssistantMessage:
			open = map[*conv.ToolCall]bool{}
			if t.wants(i) {
				for call := range m.Calls {
					open[call] = true
				}
			}
		case *conv.ToolResultMessage:
			if call := t.calls[i]; open[call] && t.wants(i) {
				t.results[call] = i
			}
		default:
			if !view.IsNote(m) {
				open = nil
			}
		}
	}
}

// paired reports whether a message is a result that stands with its call.
func (t *talk) paired(i int) bool {
	call := t.calls[i]
	if call == nil {
		return false
	}
	at, ok := t.results[call]
	return ok && at == i
}

// wants reports whether a message is one that the flags choose.
func (t *talk) wants(i int) bool {
	if t.hits != nil {
		return t.hits[i] != nil
	}
	return t.show.role(t.c.Messages[i])
}

// folds reports whether a message is a note that is only counted.
func (t *talk) folds(i int) bool {
	return !t.show.notes && t.hits == nil && i != t.show.at && view.IsNote(t.c.Messages[i])
}

// all shows the messages from one on.
func (t *talk) all(first int) {
	for i := max(t.from, first); i < t.to && t.err == nil; {
		i = t.next(i)
	}
	t.end()
}

// next shows what begins with a message: itself, or a run of notes. It returns where
// the next one begins.
func (t *talk) next(i int) int {
	switch {
	case !t.wants(i) || t.paired(i):
	case t.folds(i):
		return t.note(i)
	default:
		t.indent = ""
		if t.margined() {
			t.indent = margin
		}
		t.message(i)
		t.indent, t.lead = "", ""
	}
	return i + 1
}

// mostNamed is how many kinds of notes are named.
const mostNamed = 5

// note shows a run of notes on a line.
func (t *talk) note(i int) (end int) {
	var names []string
	for end = i; end < t.to && (!t.wants(end) || t.paired(end) || t.folds(end)); end++ {
		if t.wants(end) && !t.paired(end) {
			names = append(names, view.NoteName(t.c.Messages[end]))
		}
	}
	if t.said.last != tools {
		t.newline()
	}
	line := t.number(i) + "· " + view.Count(len(names), "note") + " of the program: " + view.OneLine(view.Named(view.Tallies(names), mostNamed))
	t.styledLine(dim, t.cut(line))
	t.said.last = tools
	return end
}

// margined reports whether numbers stand in a margin.
func (t *talk) margined() bool { return t.width >= widthWithMargin }

// number is the number of a message, as wide as the margin if there is one.
func (t *talk) number(i int) string {
	if t.margined() {
		return fmt.Sprintf("%*d ", len(margin)-1, i)
	}
	return fmt.Sprint(i) + " "
}

// head says who says a message, and what changes with it.
func (t *talk) head(i int, it conv.Message) {
	a, _ := it.(*conv.AssistantMessage)
	meta := conv.MetaOf(it)
	role := roleOf(it)
	// An answer that goes on after its tools needs no head of its own.
	if a != nil && t.margined() && t.said.role == role && meta.Name == "" && !meta.Excluded && a.Model == t.said.model && view.EndsAsUsual(a) {
		t.lead = t.number(i)
		return
	}
	name, code := head(it)
	t.newline()
	number := t.number(i)
	indent := t.indent
	t.indent = ""
	t.styled(dim, number)
	t.styled(code+";"+bold, name)
	t.edge(t.about(it))
	t.indent = indent
	t.said.role, t.said.last = role, nothing
}

// about is what stands at the edge of a message.
func (t *talk) about(m conv.Message) string {
	meta := conv.MetaOf(m)
	said := appendSaid(nil, meta.Name)
	if c, ok := m.(*conv.CustomMessage); ok {
		said = appendSaid(said, c.CustomType)
	}
	if meta.Excluded {
		said = append(said, "no longer sent")
	}
	if meta.Injected {
		said = append(said, "added by the program")
	}
	if a, ok := m.(*conv.AssistantMessage); ok {
		if model := view.ModelOf(a); model != "" && model != t.said.model {
			said = append(said, model)
			t.said.model = model
		}
		if !view.EndsAsUsual(a) {
			said = append(said, "stopped: "+string(a.StopReason))
		}
	}
	return strings.Join(appendSaid(said, t.time(meta.Timestamp)), " · ")
}

// time is the hour of a message where it changes, and the day where that does.
func (t *talk) time(ms int64) string {
	stamp := view.Stamp(ms)
	if stamp == "" {
		return ""
	}
	day, clock := stamp[:10], stamp[11:]
	before := t.said
	t.said.day, t.said.clock = day, clock
	switch {
	case day != before.day:
		return stamp
	case clock != before.clock:
		return clock
	}
	return ""
}

// edge says what is known at the edge of the terminal, or below the name where there
// is no room.
func (t *talk) edge(s string) {
	gap := t.width - t.col - terminal.Breadth(s)
	switch {
	case t.width == 0 && s != "":
		t.styled(dim, "  "+s)
	case s != "" && gap >= 2:
		t.styled(dim, strings.Repeat(" ", gap)+s)
	case s != "":
		t.newline()
		t.words(dim, s, "")
	}
	t.newline()
}
