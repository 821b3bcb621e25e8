package tau

import (
	"bytes"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

func own() *format.Format { return &Formats()[0] }

func written(c *conv.Conversation) []byte {
	w := rawjson.NewWriter(nil)
	write(w, c)
	return bytes.Clone(w.Bytes())
}

func decoded(data []byte, notes *note.Notes) (all []*conv.Conversation, err error) {
	for c, err := range decode(data, notes) {
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// one is the one conversation in text.
func one(t *testing.T, text string) *conv.Conversation {
	t.Helper()
	all, err := decoded([]byte(text), nil)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d conversations, %v\n%s", len(all), err, text)
	}
	return all[0]
}

func TestErrorsSayWhere(t *testing.T) {
	for _, test := range []struct{ input, want string }{
		{`7`, `offset 0: want a list of messages, got a number`},
		{`{"tools":[]}`, `offset 0: an object without messages`},
		{`[7]`, `offset 1: want a message, got a number`},
		{`[{"contents":[]}]`, `offset 1: a message without a role`},
		{`[{"role":"user","contents":"x"}]`, `offset 27: want an array, got a string`},
		{`[{"role":"user","contents":["x"]}]`, `offset 28: want a content block, got a string`},
		{`[{"role":"user","contents":[{"content":"x"}]}]`, `offset 28: a content block without a type`},
		{`[{"role":"user","contents":[{"type":"image","images":["?"]}]}]`, `offset 54: want image as base64, a URL, or file: and a path`},
		{`[{"role":"user","contents":[{"type":"audio","audio":[7]}]}]`, `offset 53: want audio as text, got a number`},
		{`[{"role":"assistant","contents":[{"type":"tool_call","args":"{}"}]}]`, `offset 60: args must be an object, got a string`},
		{`[{"role":"tool","contents":[{"type":"tool_result","content":["x"]}]}]`, `offset 60: want a string, got an array`},
		{`[{"role":"user"}`, `offset 16: unexpected end of JSON`},
		{`{"type":"message"}`, `offset 0: a session must begin with an entry of type session, got "message"`},
		{`{"type":"session","id":"s"}` + "\n" + `{"type":"message","id":"a"}`, `offset 28: a message entry without a message`},
	} {
		got := ""
		if _, err := decoded([]byte(test.input), nil); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.input, got, test.want)
		}
	}
}

// A list of media is a block for each, of the type that its bytes tell, and a
// list again.
func TestMediaLists(t *testing.T) {
	for _, test := range []struct{ block, want string }{
		{
			`{"type":"image","images":["/9j/4AAQ","iVBORw0KGgo=","R0lGODdh","R0lGODlh","UklGRgAAAABXRUJQ","AAAA"]}`,
			"image/jpeg image/png image/gif image/gif image/webp image/png",
		},
		{
			`{"type":"audio","audio":["SUQzBAAA","//sAAAAA","//MAAAAA","//IAAAAA","T2dnUwAC","ZkxhQwAA","UklGRgAAAABXQVZF","AAAA"]}`,
			"audio/mpeg audio/mpeg audio/mpeg audio/mpeg audio/ogg audio/flac audio/wav audio/mpeg",
		},
		{`{"type":"image","images":["https://example.org/a.png","file:/tmp/b.png"]}`, "https://example.org/a.png file:/tmp/b.png"},
		{`{"type":"audio","audios":["file:clip.mp3"]}`, "file:clip.mp3"},
		{`{"type":"image","images":["iVBORw0KGgo"]}`, "image/png"},
	} {
		text := `[{"role":"user","contents":[{"type":"text","content":"These:"},` + test.block + `]}]`
		c := one(t, text)
		var got []string
		for _, b := range c.Messages[0].(*conv.UserMessage).Content[1:] {
			m := conv.MediaOf(b)
			got = append(got, m.MIMEType+m.URL)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %q", test.block, got)
		}
		if back := string(written(fit.To(c, own(), nil))); back != text+"\n" {
			t.Errorf("%s comes back as\n%s", text, back)
		}
	}
}

// What Tau keeps to itself never reaches a model.
func TestPrivateMembers(t *testing.T) {
	c := one(t, `[{"role":"assistant","contents":[{"type":"tool_call","id":"c","name":"ls","kind":"read","args":{"n":1.0}}],"error":""},`+
		`{"role":"tool","contents":[{"type":"tool_result","id":"c","content":"a","is_error":false,"metadata":{"ms":5},"terminate":true}]},`+
		`{"role":"custom","custom_type":"note","contents":[{"type":"text","content":"Only to see."}]}]`)
	seen, err := c.ModelMessages()
	if err != nil || len(seen) != 2 {
		t.Fatalf("%d messages, %v", len(seen), err)
	}
	result := seen[1].(*conv.ToolResultMessage)
	if result.Details != "" || result.Terminate {
		t.Errorf("a model sees %+v", result)
	}
	if kind := c.Messages[0].(*conv.AssistantMessage).ToolCalls()[0].Kind; kind != "read" {
		t.Errorf("kind is %q", kind)
	}
}

// Seconds come back as they were written, and count in milliseconds.
func TestSeconds(t *testing.T) {
	for _, test := range []struct {
		literal string
		ms      int64
	}{
		{"1772352001.5", 1772352001500},
		{"1772352001.0", 1772352001000},
		{"1772352001", 1772352001000},
		{"1772352001.123456", 1772352001123},
		{"1.772352001e9", 1772352001000},
		{"-1.5", -1500},
		{"1e300", 0},
	} {
		text := `[{"role":"user","contents":[],"timestamp":` + test.literal + `}]`
		c := one(t, text)
		if got := conv.MetaOf(c.Messages[0]).Timestamp; got != test.ms {
			t.Errorf("%s is %d ms", test.literal, got)
		}
		if back := string(written(c)); back != text+"\n" {
			t.Errorf("%s comes back as %s", text, back)
		}
	}
}

// What the dataclasses say for want of anything to say comes back as it was.
func TestDefaults(t *testing.T) {
	for _, text := range []string{
		`[{"role":"assistant","contents":[{"type":"tool_call","id":"","name":"","args":{}}],"error":""}]`,
		`[{"role":"assistant","contents":[{"type":"thinking","content":"","signature":""},{"type":"text","content":""}],"error":""}]`,
		`[{"role":"tool","contents":[{"type":"tool_result","id":"","content":"","is_error":false,"metadata":{},"terminate":false}]}]`,
		`[{"role":"tool","contents":[{"type":"tool_result","id":"c"}]}]`,
		`[{"role":"user"}]`,
	} {
		c := one(t, text)
		if back := string(written(fit.To(c, own(), nil))); back != text+"\n" {
			t.Errorf("%s comes back as\n%s", text, back)
		}
	}
}
