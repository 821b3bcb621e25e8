package conv_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convo/conv"
)

func TestNotesAlikeAreOne(t *testing.T) {
	var n conv.Notes
	n.Loss(conv.CodeImage, conv.Dropped, 10, "image detail", "high")
	n.Loss(conv.CodeImage, conv.Dropped, 20, "image detail", "low")
	n.Loss(conv.CodeImage, conv.Dropped, 30, "image detail", "high")
	n.Info(conv.CodeImage, conv.Dropped, 40, "image detail", "high")
	n.Add(conv.Note{Severity: conv.Loss, Kind: conv.Dropped, Code: conv.CodeImage, Offset: 50, What: "image detail", Name: "high", Count: 5})
	n.Unknown(60, "field", "x")
	want := []conv.Note{
		{Severity: conv.Loss, Kind: conv.Dropped, Code: conv.CodeImage, Offset: 10, What: "image detail", Name: "high", Count: 7},
		{Severity: conv.Loss, Kind: conv.Dropped, Code: conv.CodeImage, Offset: 20, What: "image detail", Name: "low", Count: 1},
		{Severity: conv.Info, Kind: conv.Dropped, Code: conv.CodeImage, Offset: 40, What: "image detail", Name: "high", Count: 1},
		{Severity: conv.Info, Kind: conv.Unknown, Code: conv.CodeExtension, Offset: 60, What: "field", Name: "x", Count: 1},
	}
	if diff := cmp.Diff(want, n.List()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := n.Losses(); got != 8 {
		t.Errorf("want 8 losses, got %d", got)
	}
}

func TestAllNotes(t *testing.T) {
	n := conv.Notes{All: true}
	for offset := range 3 {
		n.Loss(conv.CodeID, conv.Dropped, offset, "message id", "")
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
	var n conv.Notes
	n.Add(conv.Note{Severity: conv.Loss, Kind: conv.Dropped, What: "message", Asked: true})
	n.Add(conv.Note{Severity: conv.Loss, Kind: conv.Dropped, What: "message"})
	if len(n.List()) != 2 || n.Losses() != 1 {
		t.Errorf("want 2 notes and 1 loss, got %v, %d", n.List(), n.Losses())
	}
}

func TestNotesOfManyKindsLoseTheirNames(t *testing.T) {
	var n conv.Notes
	for i := range 10_000 {
		n.Loss(conv.CodeExtension, conv.Dropped, i, "field", strconv.Itoa(i))
		n.Unknown(i, "field", strconv.Itoa(i))
	}
	list := n.List()
	last := list[len(list)-1]
	if len(list) > 5000 || last.Name != "" || n.Losses() != 10_000 {
		t.Errorf("%d notes, %d losses, last %v", len(list), n.Losses(), last)
	}
}

func TestNilNotes(t *testing.T) {
	var n *conv.Notes
	n.Loss(conv.CodeID, conv.Dropped, 0, "message id", "")
	if n.List() != nil || n.Losses() != 0 {
		t.Error("nil notes something")
	}
}

func TestNotesInWords(t *testing.T) {
	for _, c := range []struct {
		note conv.Note
		want string
	}{
		{conv.Note{Kind: conv.Dropped, What: "image detail", Name: "high"}, `dropped image detail "high"`},
		{conv.Note{Kind: conv.Merged, What: "system messages"}, `merged system messages`},
		{conv.Note{Kind: conv.Unknown, What: "field", Name: "é"}, `kept unknown field "é"`},
		{conv.Note{Kind: conv.Dropped, What: "field", Name: "\x1b[31m\n\""}, `dropped field "\x1b[31m\n\""`},
		{conv.Note{Kind: conv.Dropped, What: "field", Name: strings.Repeat("é", 1000)}, `dropped field "` + strings.Repeat("é", 80) + `…"`},
	} {
		if got := c.note.String(); got != c.want {
			t.Errorf("want %s, got %s", c.want, got)
		}
	}
}
