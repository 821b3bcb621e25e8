package pipe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// The limits on kinds of notes: how many are counted separately, each with its
// name, and how many are printed without -v.
const (
	noteKinds   = 4096
	notesOnHand = 20
)

// Notice is a note with its place.
type Notice struct {
	conv.Note
	File  string
	Place rawjson.Place
}

// noteLog gathers the notes of a run: alike ones as one, with the place of
// the first, or each by itself as it comes.
type noteLog struct {
	program *frame.Program
	report  *rawjson.Writer // --report; nil without
	list    []Notice
	brief   bool // a line for each code
	view    bool // the user did not choose the format: its losses are not printed
	index   map[conv.Note]int
	others  int // notes of kinds beyond noteKinds
}

// add takes the notes of one value. Places are computed only for those that
// are the first of their kind, while the value is still there.
func (l *noteLog) add(v frame.Piece, notes []conv.Note) {
	if len(notes) == 0 {
		return
	}
	find := v.Locator()
	for _, n := range notes {
		if l.program.Verbose {
			l.tell(Notice{n, v.File, find(n.Offset)})
			continue
		}
		i, known := l.find(n)
		if !known && len(l.list) >= noteKinds {
			n.Name = ""
			i, known = l.find(n)
		}
		if known {
			l.list[i].Count += n.Count
			continue
		}
		if len(l.list) == 2*noteKinds {
			l.others += n.Count
			continue
		}
		l.index[kindOf(n)] = len(l.list)
		notice := Notice{Note: n, File: v.File}
		if l.report != nil || l.prints(&n) {
			notice.Place = find(n.Offset) // which takes as long as to read what is before it
		}
		l.list = append(l.list, notice)
	}
}

// prints reports whether a note is of those that finish prints.
func (l *noteLog) prints(n *conv.Note) bool {
	return !l.program.Quiet && !l.view && n.Severity != conv.Info && !n.Asked
}

// find returns the index of the notes that are like one.
func (l *noteLog) find(n conv.Note) (index int, ok bool) {
	if l.index == nil {
		l.index = map[conv.Note]int{}
	}
	index, ok = l.index[kindOf(n)]
	return index, ok
}

// kindOf is what alike notes have in common.
func kindOf(n conv.Note) conv.Note {
	n.Offset, n.Count = 0, 0
	return n
}

// tell prints and reports one note.
func (l *noteLog) tell(n Notice) {
	if !l.program.Quiet {
		n.Print(l.program)
	}
	if l.report != nil {
		n.writeJSON(l.report)
	}
}

// readAs reports the format of an input.
func (l *noteLog) readAs(file string, f *conv.Format) {
	if l.report != nil {
		n := Notice{Note: conv.Note{Severity: conv.Info, Kind: conv.Read, Code: conv.CodeFormat, What: f.Name, Count: 1}, File: file}
		n.writeJSON(l.report)
	}
}

// Print writes a note to stderr, with its place.
func (n *Notice) Print(p *frame.Program) {
	text := n.String()
	if at := frame.Position(n.File, n.Place); at != "" {
		text = at + ": " + text
	}
	if n.Count > 1 {
		text += " (" + strconv.Itoa(n.Count) + " in all)"
	}
	fmt.Fprintf(p.Stderr, "convo: %s\n", frame.Printable(text))
}

// finish prints the losses and warnings that no flag asked for, and reports
// everything.
func (l *noteLog) finish() {
	printed, more := 0, 0
	told := map[conv.Code]bool{}
	for _, n := range l.list {
		if l.report != nil {
			n.writeJSON(l.report)
		}
		if !l.prints(&n.Note) || l.brief && told[n.Code] {
			continue
		}
		if told[n.Code] = true; l.brief {
			n = l.summary(n.Code)
		}
		if printed == notesOnHand {
			more++
			continue
		}
		n.Print(l.program)
		printed++
	}
	if more += min(l.others, 1); more > 0 && !l.program.Quiet && !l.view {
		fmt.Fprintf(l.program.Stderr, "convo: %d more kinds of loss (-v lists all)\n", more)
	}
}

// summary is the losses of a code as one: the first of them, in the first
// file, with what the others are about.
func (l *noteLog) summary(code conv.Code) (sum Notice) {
	first := true
	var also []string
	for _, n := range l.list {
		switch {
		case !l.prints(&n.Note) || n.Code != code:
			continue
		case first:
			sum, first = n, false
			continue
		case n.What != sum.What && !slices.Contains(also, n.What):
			also = append(also, n.What)
		}
		sum.Count += n.Count
	}
	sum.What = strings.Join(append([]string{sum.What}, also...), ", ")
	if sum.Count > 1 {
		sum.Name = ""
	}
	return sum
}

// writeJSON writes the note as an element of --report.
func (n *Notice) writeJSON(w *rawjson.Writer) {
	w.BeginObject()
	w.Field("severity", string(n.Severity))
	w.Field("kind", string(n.Kind))
	w.Field("code", string(n.Code))
	if n.Place.Line > 0 {
		w.Field("at", n.Place.Pointer)
		w.IntField("line", int64(n.Place.Line))
		w.IntField("column", int64(n.Place.Column))
	}
	w.Field("what", n.thing())
	w.IntField("count", int64(n.Count))
	if n.Asked {
		w.BoolField("asked", true)
	}
	w.Field("file", n.File)
	w.EndObject()
}

// thing is what the note is about, without what was done to it.
func (n *Notice) thing() string {
	if n.Name == "" {
		return n.What
	}
	return n.What + ` "` + n.Name + `"`
}

// NotesShape is the report of noteLog.
func NotesShape() *shape.Shape {
	text := shape.String()
	return shape.List(shape.Object(append(frame.PlaceShape(),
		shape.Must("severity", shape.Words(frame.Severities)),
		shape.Must("kind", shape.Words("dropped downgraded renamed synthesized merged recovered redacted unknown read")),
		shape.Must("code", text).Says("What it is about, such as L-THINK."),
		shape.Must("what", text),
		shape.Must("count", frame.Count()).Says("How many are alike; the place is that of the first."),
		shape.Must("file", text),
		shape.May("at", text).Says("A JSON pointer into the file."),
		shape.May("asked", shape.Bool()).Says("An operation asked for it."),
	)...)).Named("notes", "What convo transform --report changed and lost.")
}
