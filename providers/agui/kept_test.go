package agui

import (
	"testing"

	"convo/conv/note"
	"convo/conv/rawjson"
)

// A field whose value has another kind is written back as it was, once.
func TestFieldsOfAnotherKind(t *testing.T) {
	const body = `[{"id":"a","role":"assistant","toolCalls":[{"type":"function","function":{"arguments":"{}","name":5},"id":0}]}]`
	for c, err := range decodeDocument([]byte(body), &note.Notes{}) {
		if err != nil {
			t.Fatal(err)
		}
		w := rawjson.NewWriter(nil)
		writeDocument(w, c)
		if got := string(w.Bytes()); got != body {
			t.Errorf("got  %s\nwant %s", got, body)
		}
	}
}
