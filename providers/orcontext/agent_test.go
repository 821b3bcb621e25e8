package orcontext

import (
	"bytes"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"github.com/google/go-cmp/cmp"
)

// Notice is an application's entry in an agent's transcript.
type Notice struct {
	conv.Custom
	Text string `json:"text"`
}

// transcript is an agent's transcript in or's format: a user message with a
// picture, and entries of the application, one of an unknown type.
const transcript = `{"messages":[` +
	`{"role":"custom","customType":"notice","data":{"text":"session resumed"}},` +
	`{"role":"user","content":[{"type":"text","text":"What is in this picture?"},{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}]},` +
	`{"role":"custom","customType":"separator","data":{"width":80,"n":12345678901234567890},"content":[{"type":"text","text":"----"}],"details":{"by":"ui"}},` +
	`{"role":"branchSummary","summary":"A dead end.","fromId":"m3"}]}`

func decoded(t *testing.T, f *format.Format, data []byte) *conv.Conversation {
	t.Helper()
	for c, err := range f.Decode(data, nil) {
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	t.Fatal("no conversation")
	return nil
}

// An agent's transcript comes back whole, as Go types and as JSON. A model
// sees what the application projects.
func TestAgentTranscript(t *testing.T) {
	customs := conv.Customs{"notice": conv.CustomJSON[Notice]()}
	for _, f := range Formats() {
		read := decoded(t, &f, []byte(transcript))
		restored, err := customs.Restore(read)
		if err != nil {
			t.Fatal(err)
		}
		notice, ok := restored.Messages[0].(Notice)
		if !ok || notice.Text != "session resumed" {
			t.Fatalf("%s: the notice is %#v", f.Name, restored.Messages[0])
		}
		plain, err := restored.ModelMessages()
		if err != nil || len(plain) != 2 {
			t.Errorf("%s: a model sees %d messages, %v", f.Name, len(plain), err)
		}
		projected, err := restored.ModelMessages(func(m conv.Message) ([]conv.ModelMessage, bool) {
			if n, ok := m.(Notice); ok {
				return []conv.ModelMessage{conv.UserText("[system] " + n.Text)}, true
			}
			return nil, false
		})
		if err != nil || len(projected) != 3 || projected[0].(*conv.UserMessage).Text() != "[system] session resumed" {
			t.Errorf("%s: projected, a model sees %v, %v", f.Name, projected, err)
		}
		stored, err := customs.Store(restored)
		if err != nil {
			t.Fatal(err)
		}
		notes := &note.Notes{}
		w := rawjson.NewWriter(nil)
		f.Write(w, fit.To(stored, &f, notes))
		if d := cmp.Diff(transcript, string(bytes.Clone(w.Bytes()))); d != "" || notes.Losses() > 0 {
			t.Errorf("%s: it does not come back (-want +got), %v\n%s", f.Name, notes.List(), d)
		}
	}
}

// Custom messages of other formats, which or's reader would refuse, are
// dropped with a note.
func TestForeignCustomsStayBehind(t *testing.T) {
	f := Formats()[0]
	c := conv.NewConversation(conv.UserText("hi"), &conv.CustomMessage{CustomType: "activity.PLAN", Data: "[1]"})
	notes := &note.Notes{}
	if fit := fit.To(c, &f, notes); len(fit.Messages) != 1 || notes.Losses() != 1 {
		t.Errorf("%d messages, notes %v", len(fit.Messages), notes.List())
	}
}
