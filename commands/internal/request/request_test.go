package request

import (
	"reflect"
	"strings"
	"testing"
	"unicode"

	"convo/commands/internal/frametest"
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
		tools, err := ReadTools(rawjson.NewCursor([]byte("[" + c.tool + "]")))
		if _, none := providers.Lookup(c.format); none != nil {
			if err == nil || !strings.Contains(err.Error(), "in the shape of "+c.format) {
				t.Errorf("%s: %v", c.tool, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.tool, err)
		}
		if d := cmp.Diff(`{"convo":1,"messages":[],"tools":[`+c.want+`]}`, frametest.NativeText(&conv.Conversation{Tools: tools})); d != "" {
			t.Errorf("%s: %s", c.tool, d)
		}
	}
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
		tools, err := ReadTools(rawjson.NewCursor([]byte(text)))
		if err != nil {
			if at, ok := err.(*rawjson.Error); ok && (at.Offset < 0 || at.Offset > len(text)) {
				t.Errorf("%q: a failure at %d", text, at.Offset)
			}
			return
		}
		written := frametest.NativeText(&conv.Conversation{Tools: tools})
		back, err := conv.Native.Decode([]byte(written), nil)
		if err != nil {
			t.Fatalf("%q makes %s: %v", text, written, err)
		}
		if again := frametest.NativeText(back); again != written {
			t.Errorf("%q makes %s, which reads as %s", text, written, again)
		}
	})
}
