package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// The most kinds of notes that are told apart, and that are printed unless
// all are asked for.
const (
	noteKinds   = 4096
	notesOnHand = 20
)

// notice is a note with its place.
type notice struct {
	conv.Note
	file  string
	place rawjson.Place
}

// noteLog gathers the notes of a run: alike ones as one, with the place of
// the first, or each by itself as it comes.
type noteLog struct {
	p      *program
	report *rawjson.Writer // --report; nil without
	list   []notice
	brief  bool // a line for each code
	view   bool // nobody asked for the format: what it lacks is not told
	index  map[conv.Note]int
	others int // notes of kinds beyond noteKinds
}

// add takes the notes of one value. Places are computed only for those that
// are the first of their kind, while the value is still there.
func (l *noteLog) add(v located, notes []conv.Note) {
	if len(notes) == 0 {
		return
	}
	find := v.locator()
	for _, n := range notes {
		if l.p.verbose {
			l.tell(notice{n, v.file, find(n.Offset)})
			continue
		}
		key := n
		key.Offset, key.Count = 0, 0
		if i, ok := l.index[key]; ok {
			l.list[i].Count += n.Count
			continue
		}
		if len(l.list) == noteKinds {
			l.others += n.Count
			continue
		}
		if l.index == nil {
			l.index = map[conv.Note]int{}
		}
		l.index[key] = len(l.list)
		l.list = append(l.list, notice{n, v.file, find(n.Offset)})
	}
}

// tell prints and reports one note.
func (l *noteLog) tell(n notice) {
	if !l.p.quiet {
		l.print(n)
	}
	if l.report != nil {
		n.writeJSON(l.report)
	}
}

func (l *noteLog) print(n notice) {
	text := n.String()
	if at := position(n.file, n.place); at != "" {
		text = at + ": " + text
	}
	if n.Count > 1 {
		text += " (" + strconv.Itoa(n.Count) + " in all)"
	}
	fmt.Fprintf(l.p.stderr, "convo: %s\n", printable(text))
}

// finish prints the losses that nobody asked for and reports everything.
func (l *noteLog) finish() {
	printed, more := 0, 0
	told := map[conv.Code]bool{}
	for _, n := range l.list {
		if l.report != nil {
			n.writeJSON(l.report)
		}
		if l.p.quiet || l.view || n.Severity != conv.Loss || n.Asked || l.brief && told[n.Code] {
			continue
		}
		if told[n.Code] = true; l.brief {
			n = l.summary(n.Code)
		}
		if printed == notesOnHand {
			more++
			continue
		}
		l.print(n)
		printed++
	}
	if more += min(l.others, 1); more > 0 && !l.p.quiet && !l.view {
		fmt.Fprintf(l.p.stderr, "convo: and %d more kinds of loss (-v lists all)\n", more)
	}
}

// summary is the losses of a code as one: the first of them, in the first
// file, with what the others are about.
func (l *noteLog) summary(code conv.Code) (sum notice) {
	first := true
	var also []string
	for _, n := range l.list {
		switch {
		case n.Severity != conv.Loss || n.Asked || n.Code != code:
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
func (n *notice) writeJSON(w *rawjson.Writer) {
	w.BeginObject()
	w.Field("severity", string(n.Severity))
	w.Field("kind", string(n.Kind))
	w.Field("code", string(n.Code))
	if n.place.Line > 0 {
		w.Field("at", n.place.Pointer)
		w.Key("line")
		w.Int(int64(n.place.Line))
		w.Key("column")
		w.Int(int64(n.place.Column))
	}
	w.Field("what", n.thing())
	w.Key("count")
	w.Int(int64(n.Count))
	if n.Asked {
		w.Key("asked")
		w.Bool(true)
	}
	w.Field("file", n.file)
	w.EndObject()
}

// thing is what the note is about, without what was done to it.
func (n *notice) thing() string {
	if n.Name == "" {
		return n.What
	}
	return n.What + ` "` + n.Name + `"`
}

// located is a piece of input, by which offsets in it become places.
type located struct {
	file   string
	block  rawjson.Block
	opaque bool // offsets in it mean nothing: it is an event stream
}

// locator returns what turns offsets in the piece into places in the file.
func (v located) locator() func(offset int) rawjson.Place {
	var in *rawjson.Locator
	return func(offset int) rawjson.Place {
		if v.opaque {
			return rawjson.Place{}
		}
		if offset < 0 {
			return v.start()
		}
		if in == nil {
			in = rawjson.NewLocator(v.block.Data)
		}
		at := in.At(offset)
		if at.Line == 1 {
			at.Column += v.block.Column - 1
		}
		at.Line += v.block.Line - 1
		return at
	}
}

// start is where the piece begins.
func (v located) start() rawjson.Place {
	if v.opaque {
		return rawjson.Place{}
	}
	return rawjson.Place{Line: v.block.Line, Column: v.block.Column}
}

// failure makes a failure of an error that reading the piece gave.
func (v located) failure(err error) *failure {
	switch err := err.(type) {
	case *failure:
		if err.file == "" {
			named := *err
			named.file, named.place = v.file, v.start()
			return &named
		}
		return err
	case *invalid:
		return &failure{code: exitInvalid, file: v.file, place: v.locator()(err.offset), what: err.what, hint: err.hint}
	case *rawjson.Error:
		return &failure{code: exitUnreadable, file: v.file, place: v.locator()(err.Offset), what: err.Msg, hint: err.Hint}
	}
	return &failure{code: exitUnreadable, file: v.file, place: v.start(), what: err.Error()}
}
