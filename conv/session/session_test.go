package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
	"github.com/google/go-cmp/cmp"
)

// ledger is a format with a header, whose entries all have ids.
var ledger = &session.Layout{
	Family:           "ledger",
	Header:           "open",
	Version:          "1",
	NoID:             "none",
	HeaderFields:     []session.HeaderField{{Key: "owner", Unknown: `"nobody"`}},
	OtherHeaderField: func(r *conv.Reader, c *conv.Conversation, key string) { r.Keep(&c.Node, key) },
	ID:               "id",
	Parent:           "after",
	Time:             "at",
	TimeHint:         "~at",
	Title:            "title",
	TitleIn:          "says",
	MadeID:           "made-",
	Milliseconds:     session.ISOMilliseconds,
	Literal:          session.ISOLiteral,
}

func read(t *testing.T, l *session.Layout, data string, all bool, notes *note.Notes) (found []*conv.Conversation) {
	t.Helper()
	entry := func(p *session.Path) func(*session.Envelope) {
		return func(env *session.Envelope) { p.Other(env) }
	}
	for c, err := range l.Decode([]byte(data), notes, all, entry) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, c)
	}
	return found
}

func written(l *session.Layout, c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	l.Write(w, c, func(w *rawjson.Writer) { c.Node.Extensions.WriteFamily(w, l.Family) }, func(s *session.Chain) {
		for _, m := range c.Messages {
			custom := m.(*conv.CustomMessage)
			s.Begin(strings.TrimPrefix(custom.CustomType, l.Family+"."), &custom.Meta, false)
			s.Fields(custom.Data)
			s.End()
		}
	})
	return string(w.Bytes())
}

// what is what the entries of a conversation say, without those that are excluded.
func what(c *conv.Conversation) string {
	var all []string
	for _, m := range c.Messages {
		if m := m.(*conv.CustomMessage); !m.Excluded {
			all = append(all, m.Data.Lookup("says").Text())
		}
	}
	return strings.Join(all, " ")
}

func TestPaths(t *testing.T) {
	for _, tt := range []struct {
		about, data string
		path        string   // to the last entry
		all         []string // to each leaf
		notes       string
	}{
		{
			"null says that an entry is a root",
			`{"type":"n","id":"a","after":null,"says":"1"} {"type":"n","id":"b","after":null,"says":"2"}`,
			"2",
			[]string{"1", "2"},
			"",
		},
		{
			"two entries follow one",
			`{"type":"n","id":"a","after":null,"says":"1"} {"type":"n","id":"b","after":"a","says":"2"} {"type":"n","id":"c","after":"a","says":"3"}`,
			"1 3",
			[]string{"1 2", "1 3"},
			"",
		},
		{
			"no entry has an id",
			`{"type":"n","says":"1"} {"type":"n","says":"2"}`,
			"1 2",
			[]string{"1 2"},
			"",
		},
		{
			"the last line is cut off",
			"{\"type\":\"n\",\"id\":\"a\",\"says\":\"1\"}\n{\"typ",
			"1",
			[]string{"1"},
			"last line, which is cut off",
		},
	} {
		tt.data = `{"type":"open","version":1,"id":"l"}` + "\n" + tt.data
		notes := &note.Notes{}
		found := read(t, ledger, tt.data, false, notes)
		if len(found) != 1 || what(found[0]) != tt.path {
			t.Errorf("%s: the path is %q, want %q", tt.about, what(found[0]), tt.path)
		}
		if got := fmt.Sprint(notes.List()); tt.notes != "" && !strings.Contains(got, tt.notes) {
			t.Errorf("%s: the notes are %s, want %q", tt.about, got, tt.notes)
		}
		var all []string
		for _, c := range read(t, ledger, tt.data, true, nil) {
			all = append(all, what(c))
		}
		if d := cmp.Diff(tt.all, all); d != "" {
			t.Errorf("%s: the paths (-want +got)\n%s", tt.about, d)
		}
	}
}

// What was read is written again line by line.
func TestSessionsComeBack(t *testing.T) {
	for _, tt := range []struct {
		layout *session.Layout
		data   []string
	}{
		{ledger, []string{
			`{"type":"open","version":1,"id":"l","owner":"ann"}`,
			`{"type":"n","id":"a","after":null,"at":"2026-03-01T08:00:00.000Z","says":"root"}`,
			`{"type":"n","id":"c","after":"gone","at":"noon","says":"odd"}`,
			`{"type":"title","id":"d","after":"c","at":"2026-03-01T08:00:00.000Z","says":"Tides"}`,
		}},
		{ledger, []string{
			`{"type":"open","version":1,"id":"l","owner":"ann","x":1}`,
			`{"type":"n","id":"a","after":null,"at":"2026-03-01T08:00:00.000Z","says":"root"}`,
			`{"type":"n","id":"b","after":"a","at":"2026-03-01T08:00:00.000Z","says":"next"}`,
		}},
		{ledger, []string{
			`{"type":"open","version":2,"id":"none","owner":"nobody"}`,
			`{"type":"n","at":"2026-03-01T08:00:00.000Z","says":"no entry has an id"}`,
		}},
	} {
		found := read(t, tt.layout, strings.Join(tt.data, "\n"), false, nil)
		got := strings.Split(strings.TrimSpace(written(tt.layout, found[0])), "\n")
		if d := cmp.Diff(tt.data, got); d != "" {
			t.Errorf("(-read +written)\n%s", d)
		}
	}
}

// Entries that have no id get one by their place, which is not taken for
// theirs when it is read again.
func TestMadeIDs(t *testing.T) {
	one := &conv.CustomMessage{CustomType: "ledger.n", Data: `{"says":"1"}`}
	two := &conv.CustomMessage{CustomType: "ledger.n", Data: `{"says":"2"}`}
	two.ID = "made-3"
	three := &conv.CustomMessage{CustomType: "ledger.n", Data: `{"says":"3"}`}
	body := written(ledger, conv.NewConversation(one, two, three))
	var ids []string
	for line := range strings.Lines(body) {
		ids = append(ids, conv.Raw(line).Lookup("id").Text())
	}
	ids = ids[1:] // that of the header
	if want := []string{"made-1", "made-3", "made-1000003"}; !slices.Equal(ids, want) {
		t.Errorf("the ids are %v, want %v", ids, want)
	}
	for _, m := range read(t, ledger, body, false, nil)[0].Messages {
		if id := conv.MetaOf(m).ID; id != "" {
			t.Errorf("%s is taken for an id of its own", id)
		}
	}
}

// A conversation's title is in a line of its own, and becomes the title again.
func TestTitleLine(t *testing.T) {
	c := conv.NewConversation()
	c.Title = "Tides"
	again := read(t, ledger, written(ledger, c), false, nil)[0]
	if again.Title != "Tides" || len(again.Messages) != 0 {
		t.Errorf("read %q and %d messages from %s", again.Title, len(again.Messages), written(ledger, c))
	}
}

func TestBrokenSessions(t *testing.T) {
	for data, want := range map[string]string{
		`{"type":"n"}`:               "a session must begin with an entry of type open",
		`[]`:                         "want an entry of a session",
		`{"type":"open"}` + "\n7\n8": "want an entry of a session, got a number",
		`{"id":"a"}`:                 "an entry without a type",
	} {
		_, _, err := ledger.Sessions([]byte(data), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", data, err, want)
		}
	}
}

// What several branches share counts for each of them.
func TestWeigh(t *testing.T) {
	lines := []string{
		`{"type":"open","id":"s"}`,
		`{"type":"note","id":"a","after":null}`,
		`{"type":"note","id":"b","after":"a"}`,
		`{"type":"note","id":"c","after":"a"}`,
		`{"type":"note","id":"d","after":"c"}`,
	}
	size := func(i int) int64 { return int64(len(lines[i]) + 1) }
	branches, bytes := ledger.BranchSizes([]byte(strings.Join(lines, "\n") + "\n"))
	if want := 2*size(1) + size(2) + size(3) + size(4); branches != 2 || bytes != want {
		t.Errorf("%d branches of %d bytes, want 2 of %d", branches, bytes, want)
	}
}

// A line that is not JSON is noted, and those after it are read.
func TestBrokenLines(t *testing.T) {
	for data, want := range map[string]string{
		"1\n2\n":            "1 2 []",
		"1 2\n{\"a\":\n3\n": "1 2 3 [broken line]",
		"1\ngarbage 2\n3\n": "1 3 [broken line]",
		"1\n{\"a\":":        "1 [last line, which is cut off]",
		"1\ngarb":           "1 [last line, which is cut off]",
		"{\"a\":\n1\n":      "the first is broken []",
		"garbage\n1\n":      "the first is broken []",
		"":                  " []",
	} {
		var read []string
		notes := &note.Notes{}
		err := session.Values([]byte(data), notes, func(c *rawjson.Cursor) {
			if v := c.Raw(); c.Err() == nil {
				read = append(read, string(v))
			}
		})
		got := strings.Join(read, " ")
		if err != nil {
			got = "the first is broken"
		}
		var said []string
		for _, n := range notes.List() {
			said = append(said, n.What)
		}
		if got += fmt.Sprintf(" %q", said); strings.ReplaceAll(got, "\"", "") != want {
			t.Errorf("%q: %s, want %s", data, got, want)
		}
	}
}
