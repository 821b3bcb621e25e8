package hfmessages

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/note"
	"convo/providers/internal/roomtest"
	"convo/providers/openaichat"
)

// An invalid row is an error with a place.
func TestBrokenRows(t *testing.T) {
	f := &Formats()[0]
	for row, want := range map[string]string{
		`7`:                              "offset 0: want a row as an object, got a number",
		`{"messages":"Hi."}`:             "offset 0: a row without messages",
		`[{"prompt":"a"},{"chosen":[]}]`: "offset 16: a row without messages",
		`{"prompt":[{"content":"a"}]}`:   "offset 11: a message without a role",
		`{"messages":[7]}`:               "offset 13: want a message as an object, got a number",
		`{"chosen":[{"role":"system","content":"a"}],"rejected":[{"role":"user","content":"b"}]}`: "chosen begins with a system message that rejected does not begin with",
	} {
		var err error
		for _, e := range f.Decode([]byte(row), nil) {
			err = e
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", row, err, want)
		}
	}
}

// Each answer of a preference is a conversation of its own when branches are read.
func TestBothAnswers(t *testing.T) {
	f := &Formats()[0]
	var got []string
	for c, err := range f.Branches([]byte(`{"prompt":"High water?","chosen":"At noon.","rejected":"Never."}`), nil) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(roomtest.Written(f, fit.To(c, f, nil))))
	}
	want := `{"prompt":"High water?","completion":"At noon."}` + ` {"prompt":"High water?","completion":"Never."}`
	if strings.Join(got, " ") != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// Templates take arguments as objects, servers as text.
func TestArguments(t *testing.T) {
	row, chat := &Formats()[0], &openaichat.Formats()[0]
	object := `{"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"go","arguments":{"to":"sea"}}}]}]}`
	text := `{"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"go","arguments":"{\"to\": \"sea\"}"}}]}]}`
	notes := &note.Notes{}
	if got := string(roomtest.Written(row, fit.To(roomtest.Decode(t, chat, []byte(text)), row, notes))); got != object || notes.Losses() > 0 {
		t.Errorf("got %s, %v", got, notes.List())
	}
	if got := string(roomtest.Written(chat, fit.To(roomtest.Decode(t, row, []byte(object)), chat, notes))); got != strings.ReplaceAll(text, ": ", ":") || notes.Losses() > 0 {
		t.Errorf("got %s, %v", got, notes.List())
	}
	// A row that has text keeps it.
	roomtest.ComesBack(t, row, []byte(text))
}

// What is edited is written as it now is, also where a hint says how it was.
func TestEditedRow(t *testing.T) {
	f := &Formats()[0]
	for row, want := range map[string]string{
		// A column of texts holds one answer only.
		`{"prompt":"Hi.","completion":"Hello."}`: `{"prompt":[{"role":"user","content":"Hi."}],"completion":[{"role":"assistant","content":"Hello."},{"role":"assistant","content":"At noon."}]}`,
		`{"prompt":"Hi.","chosen":"a","rejected":"b"}`: `{"prompt":[{"role":"user","content":"Hi."}],"chosen":[{"role":"assistant","content":"a"},{"role":"assistant","content":"At noon."}],` +
			`"rejected":[{"role":"assistant","content":"b"}]}`,
		`{"messages":[{"role":"user","content":"Hi."}],"label":true}`: `{"messages":[{"role":"user","content":"Hi."},{"role":"assistant","content":"At noon."}],"label":true}`,
	} {
		c := roomtest.Decode(t, f, []byte(row))
		c.Messages = append(c.Messages, conv.AssistantText("At noon."))
		if got := string(roomtest.Written(f, fit.To(c, f, nil))); got != want {
			t.Errorf("%s\n got %s\nwant %s", row, got, want)
		}
	}
}
