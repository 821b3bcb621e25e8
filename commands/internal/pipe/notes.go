package pipe

import (
	"cmp"
	"fmt"
	"strconv"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// noteKinds is how many kinds of notes are counted separately, each with its name.
const noteKinds = 4096

// Notice is a note with its place.
type Notice struct {
	note.Note
	File  string
	Place rawjson.Position

	session string // the family of fields of the session that the input is; "": it is none
}

// noteLog gathers the notes of a run: alike ones as one, with the place of
// the first, or each by itself as it comes.
type noteLog struct {
	program *frame.Program
	report  *rawjson.Writer // --report; nil without
	list    []Notice
	brief   bool // a line for each code
	strict  bool // a loss is a failure: print each
	view    bool // the user did not choose the format: its losses are not printed
	index   map[note.Note]int
	session string // see Notice
	others  int    // notes of kinds beyond noteKinds
}

// add takes the notes of one value. Places are computed only for those that
// are the first of their kind, while the value is still there.
func (l *noteLog) add(v frame.Piece, notes []note.Note) {
	if len(notes) == 0 {
		return
	}
	find := v.Locator()
	for _, n := range notes {
		if l.program.Verbose {
			l.tell(Notice{Note: n, File: v.File, Place: find(n.Offset)})
			continue
		}
		i, known := l.index[kindOf(n)]
		if !known && len(l.list) >= noteKinds {
			n.Name = ""
			i, known = l.index[kindOf(n)]
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
		notice := Notice{Note: n, File: v.File, session: l.session}
		if l.report != nil || l.prints(&n) {
			notice.Place = find(n.Offset) // which takes as long as to read what is before it
		}
		l.list = append(l.list, notice)
	}
}

// kindOf is what alike notes have in common.
func kindOf(n note.Note) note.Note {
	n.Offset, n.Count = 0, 0
	return n
}

// tell prints and reports one note.
func (l *noteLog) tell(n Notice) {
	n.Print(l.program)
	if l.report != nil {
		n.writeJSON(l.report)
	}
}

// readAs takes the format of an input that is read from now on, and reports it.
func (l *noteLog) readAs(file string, f *format.Format) {
	if l.session = ""; f.Agent != nil || f.Unit == format.SessionUnit {
		l.session = cmp.Or(f.Capabilities.GuestFamily, f.Family)
	}
	if l.report != nil {
		n := Notice{Note: note.Note{Severity: note.Info, Kind: note.Read, Code: note.CodeFormat, What: f.Name, Count: 1}, File: file}
		n.writeJSON(l.report)
	}
}

// Print writes a note to stderr, with its place, unless -q hides it.
func (n *Notice) Print(p *frame.Program) {
	if p.Quiet {
		return
	}
	text := n.String()
	if at := frame.Position(n.File, n.Place); at != "" {
		text = at + ": " + text
	}
	if n.Count > 1 {
		text += " (" + strconv.Itoa(n.Count) + " in all)"
	}
	fmt.Fprintf(p.Stderr, "convo: %s\n", terminal.Printable(text))
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
