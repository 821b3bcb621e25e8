package roomtest

import (
	"bytes"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Thread is how a protocol room lets other formats read and write its messages.
type Thread struct {
	Message      func(*conv.Reader) []conv.Message
	WriteMessage func(*rawjson.Writer, []conv.Message)
}

// OneByOne checks, for each golden input of a request format, that messages
// that are read and written one at a time are those of the whole request.
func OneByOne(t *testing.T, f *format.Format, field string, begin func() Thread) {
	Inputs(t, f, func(t *testing.T, data []byte) {
		notes := &note.Notes{}
		whole, err := Decoded(f, data, notes)
		if err != nil || notes.Losses() > 0 {
			return
		}
		got := &conv.Conversation{Messages: read(data, f, field, begin().Message)}
		if len(got.Messages) == 0 {
			return
		}
		if _, ok := got.Messages[0].(*conv.SystemMessage); ok && len(got.Messages) > len(whole.Messages) {
			got.Messages = got.Messages[1:] // the system prompt
		}
		if d := Diff(Native(&conv.Conversation{Messages: whole.Messages}), Native(got)); d != "" {
			t.Errorf("read one at a time it differs:\n%s", d)
		}

		want := rawjson.Raw(Written(f, whole)).Lookup(field)
		w := rawjson.NewWriter(nil)
		for list, write := whole.Messages, begin().WriteMessage; len(list) > 0; {
			n := format.WireSpan(list)
			write(w, list[:n])
			list = list[n:]
		}
		if got := bytes.Trim(w.Bytes(), "[],"); !bytes.HasSuffix([]byte(want), append(got, ']')) {
			t.Errorf("written one at a time it is\n%s\nand not\n%s", got, want)
		}
	})
}

// read reads the messages in a field. It returns nothing if there is no list.
func read(data []byte, f *format.Format, field string, message func(*conv.Reader) []conv.Message) (list []conv.Message) {
	r := conv.NewReader(data, f.Family, nil)
	for key := range r.Fields {
		if key != field || r.Kind() != rawjson.Array {
			continue
		}
		for range r.Elements {
			list = append(list, message(r)...)
		}
	}
	return list
}
