package commands

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"

	"github.com/google/go-cmp/cmp"
)

// Every field of a request can be set by the name that the document gives it:
// a new one needs a row in requestFields.
func TestEveryFieldOfARequestIsAParameter(t *testing.T) {
	have := map[string]bool{}
	for _, f := range requestFields() {
		have[f.name] = true
		if got := camel(snake(f.name)); got != f.name {
			t.Errorf("%s in snake_case is %s, and that is %s", f.name, snake(f.name), got)
		}
	}
	others := map[string]bool{
		"responseFormat.type": true, "responseFormat.schema": true, // responseFormat, --schema
		"toolChoice.mode": true, // toolChoice
	}
	var visit func(prefix string, of reflect.Type)
	visit = func(prefix string, of reflect.Type) {
		for i := range of.NumField() {
			f := of.Field(i)
			if f.Name == "Node" {
				continue
			}
			name := prefix + strings.ToLower(f.Name[:1]) + f.Name[1:]
			if !have[name] && !others[name] {
				t.Errorf("-p %s is missing", name)
			}
			if f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct {
				visit(name+".", f.Type.Elem())
			}
		}
	}
	visit("", reflect.TypeFor[conv.Request]())
}

func snake(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// No two conversations share what -p changes.
func TestParametersChangeACopy(t *testing.T) {
	var set []parameter
	for _, s := range []string{"reasoning.effort=high", "responseFormat.name=x", "seed=2"} {
		var err error
		if set, err = appendParameter(set, s); err != nil {
			t.Fatal(err)
		}
	}
	c := &conv.Conversation{Request: &conv.Request{
		Seed: "1", Reasoning: &conv.Reasoning{Effort: "low"}, ResponseFormat: &conv.ResponseFormat{Type: "json"},
	}}
	before := nativeText(c)
	turn := &turn{request: set}
	for range 2 {
		out, err := turn.extend(c, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := `{"convo":1,"messages":[],"request":{"seed":2,"responseFormat":{"type":"json","name":"x"},"reasoning":{"effort":"high"}}}`
		if d := cmp.Diff(want, nativeText(out)); d != "" {
			t.Error(d)
		}
	}
	if d := cmp.Diff(before, nativeText(c)); d != "" {
		t.Error("the conversation was changed: " + d)
	}
}

// A turn that is added twice to one conversation is added to a copy each time.
func TestTurnsDoNotShareMessages(t *testing.T) {
	messages := make([]conv.Message, 1, 9)
	messages[0] = conv.UserText("a")
	c := &conv.Conversation{Messages: messages}
	one, err1 := (&turn{message: true, role: conv.RoleUser, text: "b"}).extend(c, nil)
	two, err2 := (&turn{message: true, role: conv.RoleAssistant, text: "c"}).extend(c, nil)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if got := conv.RoleOf(one.Messages[1]) + " " + conv.RoleOf(two.Messages[1]); got != "user assistant" || len(c.Messages) != 1 {
		t.Errorf("%s, and %d messages in the original", got, len(c.Messages))
	}
}

func nativeText(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	conv.WriteNative(w, c)
	return string(w.Bytes())
}

// Each shape of a tool is told by the tool alone, and read by the format that
// it is of, if that is in the table.
func TestToolShapes(t *testing.T) {
	for _, c := range []struct{ format, tool, want string }{
		{"convo", `{"name":"wind","parameters":{"type":"object"}}`, `{"name":"wind","parameters":{"type":"object"}}`},
		{"convo", `{"name":"wind"}`, `{"name":"wind"}`},
		{"convo", `{"name":"x","family":"f","raw":{"a":1}}`, `{"name":"x","family":"f","raw":{"a":1}}`},
		{"openai-chat", `{"type":"function","function":{"name":"wind","parameters":{"type":"object"}}}`, `{"name":"wind","parameters":{"type":"object"}}`},
		{"openai-chat", `{"type":"custom","custom":{"name":"wind"}}`, `{"name":"wind","family":"openai-chat","raw":{"type":"custom","custom":{"name":"wind"}}}`},
		{"anthropic", `{"name":"wind","input_schema":{"type":"object"}}`, `{"name":"wind","parameters":{"type":"object"}}`},
		{"anthropic", `{"type":"bash_20250124","name":"bash"}`, `{"name":"bash","family":"anthropic","raw":{"type":"bash_20250124","name":"bash"}}`},
		{"openai-responses", `{"type":"function","name":"wind","parameters":{"type":"object"}}`, `{"name":"wind","parameters":{"type":"object"}}`},
		{"openai-responses", `{"type":"web_search"}`, `{"name":"web_search","family":"openai-responses","raw":{"type":"web_search"}}`},
		{"gemini", `{"functionDeclarations":[{"name":"wind"},{"name":"tide"}]}`, `{"name":"wind"},{"name":"tide"}`},
		{"gemini", `{"googleSearch":{}}`, `{"name":"googleSearch","family":"gemini","raw":{"googleSearch":{}}}`},
	} {
		tools, err := readTools(rawjson.NewCursor([]byte("[" + c.tool + "]")))
		if _, none := providers.Lookup(c.format); none != nil {
			if err == nil || !strings.Contains(err.Error(), "in the shape of "+c.format) {
				t.Errorf("%s: %v", c.tool, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.tool, err)
		}
		if d := cmp.Diff(`{"convo":1,"messages":[],"tools":[`+c.want+`]}`, nativeText(&conv.Conversation{Tools: tools})); d != "" {
			t.Errorf("%s: %s", c.tool, d)
		}
	}
}

// What -p takes is a request that can be written and read again.
func FuzzParameter(f *testing.F) {
	for _, s := range []string{"temperature=0.70", "top_p=1e0", `stop=["a"]`, "stop=x", "seed= 1", "stream=true", "reasoning.effort=high", "a", "=", "_=1", "maxTokens=-0", "toolChoice.name=\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, setting string) {
		set, err := appendParameter(nil, setting)
		if err != nil {
			return
		}
		out, err := (&turn{request: set}).extend(&conv.Conversation{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		text := nativeText(out)
		back, err := conv.DecodeNative([]byte(text), nil)
		if err != nil {
			t.Fatalf("%q makes %s: %v", setting, text, err)
		}
		if again := nativeText(back); again != text {
			t.Errorf("%q makes %s, which reads as %s", setting, text, again)
		}
	})
}

// What --tools takes can be written and read again; the rest has a place.
func FuzzTools(f *testing.F) {
	for _, s := range []string{
		`[{"type":"function","function":{"name":"a","parameters":{"type":"object"}}}]`,
		`{"tools":[{"name":"a","input_schema":{}}]}`, `[{"name":"a","parameters":{},"x":1}]`,
		`[{"type":"web_search_20250305","name":"w"}]`, `[{"functionDeclarations":[{"name":"f"}]}]`,
		`[{"type":"function","name":"g"}]`, `[{"raw":1,"family":"x"}]`, `[1]`, `[[]]`, `{`, `[{"name":1}]`, `[ {"custom":{}} ]`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tools, err := readTools(rawjson.NewCursor([]byte(text)))
		if err != nil {
			if at, ok := err.(*rawjson.Error); ok && (at.Offset < 0 || at.Offset > len(text)) {
				t.Errorf("%q: a failure at %d", text, at.Offset)
			}
			return
		}
		written := nativeText(&conv.Conversation{Tools: tools})
		back, err := conv.DecodeNative([]byte(written), nil)
		if err != nil {
			t.Fatalf("%q makes %s: %v", text, written, err)
		}
		if again := nativeText(back); again != written {
			t.Errorf("%q makes %s, which reads as %s", text, written, again)
		}
	})
}

// An address is a block, a failure, or no address; never a file that is read.
func FuzzAddress(f *testing.F) {
	for _, s := range []string{"https://e.com/a.png", "image=https://e.com", "text/csv=gs://b/c", "data:,x", "data:image/png;base64,aGk=", "a=b", "://", "https://%zz", "x=data:", "C:\\a.png"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		kind, address, ok := addressOf(value)
		if !ok {
			return
		}
		b, err := mediaAt(kind, address)
		if err != nil {
			return
		}
		if m := conv.MediaOf(b); m == nil || (m.URL == "") == (m.Data == "") {
			t.Errorf("%q: %+v", value, m)
		}
	})
}

// A label is one line, whatever the name of the file.
func TestLabel(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a\"b<c>&\n.txt")
	if err := os.WriteFile(name, []byte("one\ntwo\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, _, _ := testProgram(t)
	got, err := p.labelled(name)
	if err != nil {
		t.Fatal(err)
	}
	want := `<file name="` + dir + "/a&quot;b&lt;c&gt;&amp;\uFFFD.txt\">\none\ntwo\n</file>"
	if d := cmp.Diff(want, got.(*conv.TextContent).Text); d != "" {
		t.Error(d)
	}
}
