package note_test

import (
	"strconv"
	"strings"
	"testing"

	"convo/conv/note"
	"github.com/google/go-cmp/cmp"
)

func TestNotesAlikeAreOne(t *testing.T) {
	var n note.Notes
	n.Loss(note.CodeImage, note.Dropped, 10, "image detail", "high")
	n.Loss(note.CodeImage, note.Dropped, 20, "image detail", "low")
	n.Loss(note.CodeImage, note.Dropped, 30, "image detail", "high")
	n.Info(note.CodeImage, note.Dropped, 40, "image detail", "high")
	n.Add(note.Note{Severity: note.Loss, Kind: note.Dropped, Code: note.CodeImage, Offset: 50, What: "image detail", Name: "high", Count: 5})
	n.Unknown(60, "field", "x")
	want := []note.Note{
		{Severity: note.Loss, Kind: note.Dropped, Code: note.CodeImage, Offset: 10, What: "image detail", Name: "high", Count: 7},
		{Severity: note.Loss, Kind: note.Dropped, Code: note.CodeImage, Offset: 20, What: "image detail", Name: "low", Count: 1},
		{Severity: note.Info, Kind: note.Dropped, Code: note.CodeImage, Offset: 40, What: "image detail", Name: "high", Count: 1},
		{Severity: note.Info, Kind: note.Unknown, Code: note.CodeExtension, Offset: 60, What: "field", Name: "x", Count: 1},
	}
	if diff := cmp.Diff(want, n.List()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := n.Losses(); got != 8 {
		t.Errorf("want 8 losses, got %d", got)
	}
}

func TestAllNotes(t *testing.T) {
	n := note.Notes{All: true}
	for offset := range 3 {
		n.Loss(note.CodeID, note.Dropped, offset, "message id", "")
	}
	for i, note := range n.List() {
		if note.Offset != i || note.Count != 1 {
			t.Errorf("note %d is %+v", i, note)
		}
	}
	if got := n.Losses(); got != 3 {
		t.Errorf("want 3 losses, got %d", got)
	}
}

func TestLossesThatWereAskedForDoNotCount(t *testing.T) {
	var n note.Notes
	n.Add(note.Note{Severity: note.Loss, Kind: note.Dropped, What: "message", Asked: true})
	n.Add(note.Note{Severity: note.Loss, Kind: note.Dropped, What: "message"})
	if len(n.List()) != 2 || n.Losses() != 1 {
		t.Errorf("want 2 notes and 1 loss, got %v, %d", n.List(), n.Losses())
	}
}

func TestNotesOfManyKindsLoseTheirNames(t *testing.T) {
	var n note.Notes
	for i := range 10_000 {
		n.Loss(note.CodeExtension, note.Dropped, i, "field", strconv.Itoa(i))
		n.Unknown(i, "field", strconv.Itoa(i))
	}
	list := n.List()
	last := list[len(list)-1]
	if len(list) > 5000 || last.Name != "" || n.Losses() != 10_000 {
		t.Errorf("%d notes, %d losses, last %v", len(list), n.Losses(), last)
	}
}

func TestNilNotes(t *testing.T) {
	var n *note.Notes
	n.Loss(note.CodeID, note.Dropped, 0, "message id", "")
	if n.List() != nil || n.Losses() != 0 {
		t.Error("nil notes something")
	}
}

func TestNotesInWords(t *testing.T) {
	for _, c := range []struct {
		note note.Note
		want string
	}{
		{note.Note{Kind: note.Dropped, What: "image detail", Name: "high"}, `dropped image detail "high"`},
		{note.Note{Kind: note.Merged, What: "system messages"}, `merged system messages`},
		{note.Note{Kind: note.Unknown, What: "field", Name: "é"}, `kept unknown field "é"`},
		{note.Note{Kind: note.Dropped, What: "field", Name: "\x1b[31m\n\""}, `dropped field "\x1b[31m\n\""`},
		{note.Note{Kind: note.Dropped, What: "field", Name: strings.Repeat("é", 1000)}, `dropped field "` + strings.Repeat("é", 80) + `…"`},
	} {
		if got := c.note.String(); got != c.want {
			t.Errorf("want %s, got %s", c.want, got)
		}
	}
}
