package agui

import (
	"fmt"
	"strings"
	"testing"

	"convo/conv"
)

// Copies of a document into itself double it with each operation.
func TestCopiesOfAStateStopAtTheirRoom(t *testing.T) {
	text := `{"a":"` + strings.Repeat("x", 1000) + `"}`
	room := &room{read: len(text)}
	d := newDocument(conv.Raw(text), room)
	failed := 0
	for i := range 40 {
		patch := fmt.Sprintf(`[{"op":"copy","from":"","path":"/k%d"}]`, i)
		if d.patch(conv.Raw(patch)) != nil {
			failed++
		}
	}
	if n, most := len(d.root.text()), 17*room.read+1<<20; failed == 0 || n > most {
		t.Errorf("%d bytes of at most %d, %d copies failed", n, most, failed)
	}
}

func TestAPatchThatFailsChangesNothing(t *testing.T) {
	const text = `{"list":[1,2,{"a":null}],"b":"x","c":{"d":1.0}}`
	for _, last := range []string{`{"op":"remove","path":"/none"}`, `{"op":"test","path":"/b","value":1}`, `{"op":"add","path":"/list/9","value":1}`, `7`} {
		d := newDocument(text, &room{})
		patch := `[{"op":"add","path":"/list/0","value":0},{"op":"remove","path":"/list/2"},{"op":"add","path":"/list/-","value":9},` +
			`{"op":"replace","path":"/list/0","value":[]},{"op":"remove","path":"/b"},{"op":"add","path":"/e","value":{}},` +
			`{"op":"move","from":"/c","path":"/e/c"},{"op":"copy","from":"/list","path":"/e/l"},` + last + `]`
		if d.patch(conv.Raw(patch)) == nil {
			t.Errorf("%s: no error", last)
		}
		if got := d.root.text(); got != text {
			t.Errorf("%s: %s", last, got)
		}
	}
}

// Elements are kept in chunks: every place of a long list is found.
func TestAPatchOfALongList(t *testing.T) {
	d := newDocument(`{"list":[]}`, &room{})
	var want []string
	for i := range 3 * chunkSize {
		at := (i * 7919) % (len(want) + 1)
		want = append(want[:at], append([]string{fmt.Sprint(i)}, want[at:]...)...)
		if err := d.patch(conv.Raw(fmt.Sprintf(`[{"op":"add","path":"/list/%d","value":%d}]`, at, i))); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 2 * chunkSize {
		at := (i * 7919) % len(want)
		want = append(want[:at], want[at+1:]...)
		if err := d.patch(conv.Raw(fmt.Sprintf(`[{"op":"remove","path":"/list/%d"}]`, at))); err != nil {
			t.Fatal(err)
		}
	}
	if got := d.root.text(); string(got) != `{"list":[`+strings.Join(want, ",")+`]}` {
		t.Errorf("%.200s", got)
	}
}
