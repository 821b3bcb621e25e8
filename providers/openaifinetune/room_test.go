package openaifinetune

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers/internal/roomtest"
	"convo/providers/openaichat"
	"github.com/google/go-cmp/cmp"
)

const preference = `{"preferred_output":[{"role":"assistant","content":"Yes.","weight":1}],` +
	`"non_preferred_output":[{"role":"assistant","function_call":{"name":"go","arguments":"{}"}}],` +
	`"input":{"messages":[{"role":"user","content":"Stay?"}],"parallel_tool_calls":false}}`

// A preference is a pair: the other answer stands before the preferred one, on a branch.
func TestPreference(t *testing.T) {
	f := &Formats()[0]
	c := roomtest.Decode(t, f, []byte(preference))
	if len(c.Messages) != 3 || !conv.MetaOf(c.Messages[1]).Excluded || conv.MetaOf(c.Messages[2]).Excluded {
		t.Fatalf("read as %s", roomtest.Native(c))
	}
	roomtest.ComesBack(t, f, []byte(preference))

	// A message that is added becomes part of the preferred output, unless it
	// is marked otherwise.
	c.Messages = append(c.Messages, conv.UserText("Good."))
	want := `"preferred_output":[{"role":"assistant","content":"Yes.","weight":1},{"role":"user","content":"Good."}]`
	if body := string(roomtest.Written(f, c)); !strings.Contains(body, want) {
		t.Errorf("written as %s", body)
	}
	c.Messages = c.Messages[:2]
	if body := string(roomtest.Written(f, c)); !strings.Contains(body, `"preferred_output":[]`) {
		t.Errorf("written as %s", body)
	}
}

// The branches of a preference are two conversations without marks of a
// preference. An example has one branch.
func TestBothAnswers(t *testing.T) {
	f := &Formats()[0]
	for _, tt := range []struct {
		line string
		want []string
	}{
		{preference, []string{
			`{"messages":[{"role":"user","content":"Stay?"},{"role":"assistant","content":"Yes.","weight":1}],"parallel_tool_calls":false}`,
			`{"messages":[{"role":"user","content":"Stay?"},{"role":"assistant","content":null,"function_call":{"name":"go","arguments":"{}"}}],"parallel_tool_calls":false}`,
		}},
		{`{"messages":[{"role":"user","content":"Stay?"}]}`, []string{`{"messages":[{"role":"user","content":"Stay?"}]}`}},
	} {
		var got []string
		for c, err := range f.Branches([]byte(tt.line), nil) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(roomtest.Written(f, c)))
		}
		for i := range tt.want {
			if i >= len(got) || roomtest.APIDiff(t, f, []byte(tt.want[i]), []byte(got[i])) != "" {
				t.Errorf("%s\nhas the branches %s", tt.line, got)
			}
		}
		if len(got) != len(tt.want) {
			t.Errorf("%d branches, want %d", len(got), len(tt.want))
		}
	}
}

// Request parameters are not part of an example, and an example's fields are
// not part of a request. Both losses are noted.
func TestTrainingAndRequests(t *testing.T) {
	chat, line := &openaichat.Formats()[0], &Formats()[0]
	request := `{"model":"gpt-6-sol","messages":[{"role":"user","content":"Stay?"}],"temperature":0,"tool_choice":"auto",` +
		`"metadata":{"a":"b"},"stop":[],"parallel_tool_calls":true,"tools":[{"type":"function","function":{"name":"stay"}}]}`
	example := `{"messages":[{"role":"user","content":"Stay?"}],"parallel_tool_calls":true,"tools":[{"type":"function","function":{"name":"stay"}}]}`
	for _, tt := range []struct {
		from, to  *format.Format
		in, want  string
		wantNotes []string
	}{
		{
			chat, line, request, example,
			[]string{"temperature", "model", "toolChoice", "metadata"},
		},
		{
			line, chat,
			`{"messages":[{"role":"user","content":"Stay?"},{"role":"assistant","content":"Yes.","weight":0}],"grade":5}`,
			`{"messages":[{"role":"user","content":"Stay?"},{"role":"assistant","content":"Yes."}]}`,
			[]string{"grade", "weight"},
		},
		{
			line, chat, preference,
			`{"messages":[{"role":"user","content":"Stay?"},{"role":"assistant","content":"Yes."}],"parallel_tool_calls":false}`,
			[]string{"", "weight"}, // the other answer has no name
		},
	} {
		notes := &note.Notes{}
		got := roomtest.Written(tt.to, fit.To(roomtest.Decode(t, tt.from, []byte(tt.in)), tt.to, notes))
		if d := roomtest.APIDiff(t, tt.to, []byte(tt.want), got); d != "" {
			t.Errorf("%s\n%s", tt.in, d)
		}
		var said []string
		for _, n := range notes.List() {
			if n.Severity == note.Loss {
				said = append(said, n.Name)
			}
		}
		if d := cmp.Diff(tt.wantNotes, said); d != "" {
			t.Errorf("%s: losses (-want +got)\n%s", tt.in, d)
		}
	}
}

// An invalid line is an error with a place.
func TestBrokenTraining(t *testing.T) {
	f := &Formats()[0]
	for line, want := range map[string]string{
		`[]`:                                 "want a line of training data as an object, got an array",
		`{}`:                                 "training data without messages",
		`{"input":{}}`:                       "a preference without preferred_output",
		`{"input":[],"preferred_output":[]}`: "want the input as an object, got an array",
		`{"input":{},"preferred_output":[]}`: "a preference without messages",
		`{"input":{"messages":[]},"preferred_output":{"role":"assistant"}}`:                         "want an answer as an array of messages, got an object",
		`{"input":{"messages":[]},"preferred_output":["yes"]}`:                                      "want a message as an object, got a string",
		`{"input":{"messages":[]},"preferred_output":[{"content":"yes"}]}`:                          "a message without a role",
		`{"messages":[{"role":"assistant","content":5}]}`:                                           "content",
		`{"input":{"messages":[]},"preferred_output":[{"role":"assistant","content":"a"}]} {"a":1}`: "after the value",
	} {
		if _, err := roomtest.Decoded(f, []byte(line), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
		for _, err := range f.Branches([]byte(line), nil) {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: its branches: %v, want %q", line, err, want)
			}
		}
	}
}

// A line without a weight is a request, unless it has two answers. A body with
// a model is always a request.
func TestDetectTraining(t *testing.T) {
	for body, want := range map[string]string{
		`{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b","weight":0}]}`:               "openai-finetune",
		`{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}`:                          "openai-chat",
		`{"messages":[{"role":"system","content":"a"},{"role":"assistant","content":"b","weight":1}],"model":"m"}`: "openai-chat",
		preference:                              "openai-finetune",
		`{"input":{"messages":[]},"output":[]}`: "",
	} {
		got, best := "", format.Could
		for _, f := range append(openaichat.Formats(), Formats()...) {
			if grade := f.Detect(format.NewProbe([]byte(body))); grade >= best {
				got, best = f.Name, grade
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
