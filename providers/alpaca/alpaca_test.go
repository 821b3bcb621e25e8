package alpaca

import (
	"testing"

	"convo/conv"
	"convo/conv/note"
	"convo/providers/internal/roomtest"
)

func TestBrokenRows(t *testing.T) {
	for in, want := range map[string]string{
		`{"output":"At noon."}`:                                      "offset 0: a row without an instruction",
		`{"instruction":"High tide?","output":5}`:                    "offset 37: want a string, got a number",
		`{"instruction":"High tide?","history":[["Hi."]]}`:           "offset 39: want 2 texts, a question and its answer, got 1",
		`[{"instruction":"Hi."},{"instruction":"Hi.","history":{}}]`: "offset 54: want an array, got an object",
	} {
		var err error
		for _, e := range decode([]byte(in), &note.Notes{}) {
			err = e
		}
		if err == nil || err.Error() != want {
			t.Errorf("%s\n got %v\nwant %s", in, err, want)
		}
	}
}

// A row keeps its fields when somebody answers it.
func TestAnsweredRow(t *testing.T) {
	f := Formats()[0]
	for in, want := range map[string]string{
		`{"instruction":"High tide?","input":"At Ostend.","output":""}`: `{"instruction":"High tide?","input":"At Ostend.","output":"At noon."}`,
		`{"instruction":"High tide?","label":true}`:                     `{"instruction":"High tide?","output":"At noon.","label":true}`,
	} {
		c := roomtest.Decode(t, &f, []byte(in))
		c.Messages = append(c.Messages, conv.AssistantText("At noon."))
		if got := string(roomtest.Written(&f, c)); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}
