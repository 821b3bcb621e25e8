package pipe

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"convo/conv/note"
	"convo/conv/rawjson"
)

// notesOnHand is how many notes are printed without -v; of notes on bookkeeping that
// are more than mostMetadata, only the number is.
const (
	notesOnHand  = 20
	mostMetadata = 2
)

// invented begins the notes on what nobody has said and the output says: whole messages.
var invented = []string{"user message", "answer between", "request for a summary"}

// prints reports whether a note is of those that finish prints.
func (l *noteLog) prints(n *note.Note) bool {
	if l.program.Quiet || l.view || n.Asked {
		return false
	}
	return n.Severity != note.Info || n.Kind == note.Synthesized && slices.ContainsFunc(invented, func(what string) bool {
		return strings.HasPrefix(n.What, what)
	})
}

// bookkeeping begins the notes on what nobody said: ids, times, counts, signatures.
var bookkeeping = []string{
	"conversation id", "message id", "tool call id", "response id", "request id", "item id", "id of", "id that",
	"timestamp", "time ", "usage", "part of usage", "tokens before", "cost", "stop reason", "protocol of", "model of", "provider of",
	"private details", "details of a summary", "terminate flag", "signature", "text signature", "encrypted value", "text blocks", "white space",
}

// isMetadata reports whether a loss is one of bookkeeping, or of a field that the
// program of a session keeps for itself; of a page, which shows the talk, of any field.
func (l *noteLog) isMetadata(n *Notice) bool {
	if n.Severity != note.Loss {
		return false
	}
	if n.Code == note.CodeExtension {
		family, isField := strings.CutSuffix(n.What, " field")
		return n.session != "" && (l.brief || !isField || family == n.session)
	}
	return slices.ContainsFunc(bookkeeping, func(what string) bool { return strings.HasPrefix(n.What, what) })
}

// finish prints the losses and warnings that no flag asked for, and reports
// everything. What was said comes first; bookkeeping is one line.
func (l *noteLog) finish() {
	if l.report != nil {
		for _, n := range l.list {
			n.writeJSON(l.report)
		}
	}
	said, metadata, kinds := l.printed()
	if n := len(metadata); !l.strict && (n > mostMetadata || n > 1 && metadata[0].session != "") {
		sum := metadata[0]
		sum.Note = note.Note{Kind: note.Dropped, What: fmt.Sprintf("%d kinds of metadata, such as %s (-v lists them)", kinds, sum.What), Count: 1}
		sum.Place = rawjson.Position{}
		metadata = []Notice{sum}
	}
	more := max(len(said)-notesOnHand, 0)
	last := ""
	for _, n := range append(said[:len(said)-more], metadata...) {
		if file := n.File; file == last {
			n.File = shortName(file) // which was named in full
		} else {
			last = file
		}
		n.Print(l.program)
	}
	if more += min(l.others, 1); more > 0 && !l.program.Quiet && !l.view {
		fmt.Fprintf(l.program.Stderr, "convo: %d more kinds of loss (-v lists all)\n", more)
	}
}

// shortName is the name of a file that was named before.
func shortName(file string) string {
	if base := filepath.Base(file); file != "" && base != file {
		return "…/" + base
	}
	return file
}

// printed are the notes to print: those on what was said, and those on bookkeeping,
// of which there are several kinds. Notes of programs are one of the former.
func (l *noteLog) printed() (said, metadata []Notice, kinds int) {
	told := map[group]bool{}
	var notes []Notice
	for _, n := range l.list {
		of := group{n.Code, l.isMetadata(&n)}
		if of.metadata && l.prints(&n.Note) {
			kinds++
		}
		switch {
		case !l.prints(&n.Note) || l.brief && told[of]:
			continue
		case l.brief:
			told[of] = true
			n = l.summary(of)
		case isProgramsNote(&n):
			notes = append(notes, n)
			continue
		}
		if of.metadata {
			metadata = append(metadata, n)
		} else {
			said = append(said, n)
		}
	}
	if len(notes) > 0 {
		sum := notes[0]
		for _, n := range notes[1:] {
			sum.Count += n.Count
		}
		if len(notes) > 1 {
			sum.What, sum.Name = fmt.Sprintf("custom messages of %d types, such as %s", len(notes), note.QuoteName(sum.Name)), ""
		}
		said = append(said, sum)
	}
	return said, metadata, kinds
}

// isProgramsNote reports whether a note is about a message that an application keeps
// for itself.
func isProgramsNote(n *Notice) bool {
	return n.Code == note.CodeUI && n.Kind == note.Dropped && n.What == "custom message"
}

// group is the losses that are one line of a brief report.
type group struct {
	code     note.Code
	metadata bool
}

// summary is the losses of a group as one: the first of them, in the first
// file, with what the others are about.
func (l *noteLog) summary(of group) (sum Notice) {
	first := true
	var also []string
	for _, n := range l.list {
		switch {
		case !l.prints(&n.Note) || of != group{n.Code, l.isMetadata(&n)}:
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
