package agui

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// decodedBody reads messages at rest, with what was noted.
func decodedBody(t *testing.T, body string) (*conv.Conversation, []note.Note, error) {
	t.Helper()
	notes := &note.Notes{All: true}
	for c, err := range decodeDocument([]byte(body), notes) {
		return c, notes.List(), err
	}
	return nil, nil, nil
}

func writtenBody(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	writeDocument(w, c)
	return string(w.Bytes())
}

// Every field of a message has its meaning under its name in Python, and comes
// back under the name that it had.
func TestNamesInPythonComeBack(t *testing.T) {
	for _, body := range []string{
		`[{"id":"1","role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"},"encrypted_value":"s"}],"encrypted_value":"e"},{"id":"2","role":"tool","tool_call_id":"c","content":"ok","encrypted_value":"t"}]`,
		`[{"id":"1","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"},"encrypted_value":"s"}]},{"id":"2","role":"tool","tool_call_id":"c","content":"ok"}]`,
		`[{"id":"1","role":"user","content":[{"type":"image","source":{"type":"data","value":"iVBORw0KGgo=","mime_type":"image/png"}},{"type":"image","source":{"type":"url","value":"https://example.org/a","mimeType":"image/png"}}],"subagent_run_id":"s"}]`,
		`[{"id":"1","role":"activity","activity_type":"PLAN","content":{"tool_calls":1,"toolCalls":2}}]`,
		`{"thread_id":"t","run_id":"r","messages":[],"tools":[],"context":[],"state":{},"forwarded_props":{}}`,
		`{"thread_id":"t","runId":"r","messages":[],"parent_run_id":"p","forwardedProps":{"run_id":1}}`,
		`{"type":"MESSAGES_SNAPSHOT","messages":[],"raw_event":{"rawEvent":1}}`,
	} {
		c, notes, err := decodedBody(t, body)
		if err != nil || len(notes) > 0 {
			t.Fatal(body, err, notes)
		}
		if got := writtenBody(c); got != body {
			t.Errorf("got  %s\nwant %s", got, body)
		}
	}
}

// A field under both names counts as repeated.
func TestFieldUnderBothNames(t *testing.T) {
	for _, fields := range []string{`"toolCallId":"old","tool_call_id":"new"`, `"tool_call_id":"old","toolCallId":"new"`} {
		c, notes, err := decodedBody(t, `[{"id":"1","role":"tool",`+fields+`,"content":"ok"}]`)
		if err != nil || len(notes) != 1 || notes[0].Code != note.CodeDuplicateKey {
			t.Fatal(fields, err, notes)
		}
		if r, ok := c.Messages[0].(*conv.ToolResultMessage); !ok || r.ToolCallID != "new" {
			t.Errorf("%s: %+v", fields, c.Messages[0])
		}
	}
}

// Arguments that are an object are taken as their text. Anything else that is
// not text is refused where it stands, and so is a result without its call.
func TestArgumentsAndResultsOfOthers(t *testing.T) {
	const before, after = `[{"id":"1","role":"assistant","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":`, `}}]}]`
	c, notes, err := decodedBody(t, before+`{"n": 1.0}`+after)
	if err != nil || len(notes) != 1 || notes[0].Code != note.CodeArguments || notes[0].Severity != note.Info {
		t.Fatal(err, notes)
	}
	if got, want := writtenBody(c), before+`"{\"n\":1.0}"`+after; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, bad := range []struct{ body, want string }{
		{before + `[1]` + after, "want arguments as JSON text or an object, got an array"},
		{before + `5` + after, "want arguments as JSON text or an object, got a number"},
		{`[{"id":"1","role":"tool","content":"ok"}]`, "a tool message without a toolCallId"},
		{`[{"id":"1","role":"tool","content":"ok","tool_call_id":null}]`, "a tool message without a toolCallId"},
	} {
		if _, _, err := decodedBody(t, bad.body); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s: %v", bad.body, err)
		}
	}
}

// Data without a type is found by its bytes, if they show the kind of its part.
func TestTypeByBytes(t *testing.T) {
	for _, x := range []struct{ part, want string }{
		{`{"type":"image","source":{"type":"data","value":"iVBORw0KGgo="}}`, "image/png"},
		{`{"type":"image","source":{"type":"data","value":"iVBORw0KGgo=","mimeType":""}}`, "image/png"},
		{`{"type":"binary","data":"iVBORw0KGgo="}`, "image/png"},
		{`{"type":"image","source":{"type":"data","value":"SGVsbG8="}}`, ""},
		{`{"type":"audio","source":{"type":"data","value":"iVBORw0KGgo="}}`, ""},
	} {
		c, _, err := decodedBody(t, `[{"id":"1","role":"user","content":[`+x.part+`]}]`)
		if err != nil {
			t.Fatal(err)
		}
		m := conv.MediaOf(c.Messages[0].(*conv.UserMessage).Content[0])
		if m.MIMEType != x.want {
			t.Errorf("%s: %q", x.part, m.MIMEType)
		}
	}
}

// Without --for, too, validate demands what the protocol demands, under either
// name.
func TestValidateDemands(t *testing.T) {
	f := Formats()[0]
	checker := lint.NewChecker(&f, false)
	for _, x := range []struct{ message, want string }{
		{`{"role":"user","content":"hi"}`, `missing-field: "id" is missing`},
		{`{"id":"1","role":"assistant","toolCalls":[{"id":"c","function":{"name":"f","arguments":"{}"}}]}`, `missing-field: "type" is missing`},
		{`{"id":"1","role":"assistant","tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}}]}`, `missing-field: "type" is missing`},
		{`{"id":"1","role":"user","content":[{"type":"image","source":{"type":"data","value":"AAAA"}}]}`, `missing-field: "mimeType" is missing`},
		{`{"id":"1","role":"user","content":[{"type":"wat"}]}`, `unknown-type: "wat" is not one of text, image, audio, video, document, binary`},
		{`{"id":"1","role":"user","content":[{"type":"image","source":{"type":"ftp","value":"AAAA"}}]}`, `unknown-type: "ftp" is not one of data, url, file`},
		{`{"id":"1","role":"tool","tool_call_id":"c","content":"ok"}`, ""},
		{`{"id":"1","role":"user","content":[{"type":"image","source":{"type":"data","value":"AAAA","mime_type":"image/png"}}]}`, ""},
	} {
		found, err := checker.Check([]byte("["+x.message+"]"), false)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range found {
			got += strings.TrimPrefix(f.Rule.ID, "ag-ui/") + ": " + f.Message
		}
		if got != x.want {
			t.Errorf("%s\ngot  %s\nwant %s", x.message, got, x.want)
		}
	}
}
