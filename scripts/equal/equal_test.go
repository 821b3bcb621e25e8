package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheSame(t *testing.T) {
	for _, c := range []struct{ why, format, a, b string }{
		{"order of members", "", `{"a":1,"b":2}`, `{"b":2,"a":1}`},
		{"null and absent", "", `{"a":1,"b":null}`, `{"a":1}`},
		{"white space", "", "{ \"a\" : [ 1 , 2 ] }\n", `{"a":[1,2]}`},
		{"escapes", "", `"\u00e9\/\ud83d\ude00"`, `"é/😀"`},
		{"spellings of a number", "", `[1, 100, 0.5, -0, 1e400]`, `[1.0, 1e2, 5E-1, 0, 10E+399]`},
		{"a large number", "", `12345678901234567890`, `12345678901234567890`},
		{"a key given twice: the last counts", "", `{"a":1,"a":2}`, `{"a":2}`},
		{
			"string and text block in a message", "openai-chat",
			`{"messages":[{"role":"user","content":"hi"}]}`,
			`{"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}`,
		},
		{
			"string and text part in an item and an output", "openai-responses",
			`{"input":[{"role":"user","content":"hi"},{"type":"function_call_output","output":"ok"}]}`,
			`{"input":[{"role":"user","content":[{"type":"input_text","text":"hi"}]},{"type":"function_call_output","output":[{"type":"input_text","text":"ok"}]}]}`,
		},
		{
			"string and text block as system", "anthropic",
			`{"system":"be brief"}`,
			`{"system":[{"text":"be brief","type":"text","cache_control":null}]}`,
		},
		{
			"string and text block in a result", "anthropic",
			`{"messages":[{"content":[{"type":"tool_result","content":"ok"}]}]}`,
			`{"messages":[{"content":[{"type":"tool_result","content":[{"type":"text","text":"ok"}]}]}]}`,
		},
		{"without a format, all of these", "", `{"system":"a"}`, `{"system":[{"type":"text","text":"a"}]}`},
		{"lines", "", "1\n2\n", "1 2"},
	} {
		if out, status := equal(t, c.format, c.a, c.b); status != 0 {
			t.Errorf("%s: exit %d: %s", c.why, status, out)
		}
	}
}

func TestDifferent(t *testing.T) {
	for _, c := range []struct{ why, format, a, b, want string }{
		{"another text", "", `{"a":"x"}`, `{"a":"y"}`, `/a: "x" is not "y"`},
		{
			"a text part that says more", "openai-responses",
			`{"input":[{"content":"a"}]}`, `{"input":[{"content":[{"type":"output_text","text":"a","annotations":[]}]}]}`,
			`/input/0/content: "a" is not a list of 1`,
		},
		{"a member too few", "", `{"a":1}`, `{}`, `/a: only the first has it: 1`},
		{"a member too many", "", `{}`, `{"a":false}`, `/a: only the second has it: false`},
		{"order in a list", "", `[1,2]`, `[2,1]`, `/0: 1 is not 2`},
		{"length of a list", "", `{"a":[1]}`, `{"a":[1,null]}`, `/a: 1 elements are not 2`},
		{"numbers that a float holds as one", "", `12345678901234567890`, `12345678901234567891`, `/: 12345678901234567890 is not 12345678901234567891`},
		{"number and string", "", `{"a":1}`, `{"a":"1"}`, `/a: 1 is not "1"`},
		{"half a surrogate pair and its replacement", "", `"\ud83d"`, `"\ufffd"`, "is not"},
		{"half a surrogate pair and its spelling", "", `"\ud83d"`, `"\\ud83d"`, "is not"},
		{"keys with slashes", "", `{"a/b":{"c~d":1}}`, `{"a/b":{"c~d":2}}`, `/a~1b/c~0d: 1 is not 2`},
		{
			"null in arguments", "anthropic",
			`{"messages":[{"content":[{"type":"tool_use","input":{"x":null}}]}]}`,
			`{"messages":[{"content":[{"type":"tool_use","input":{}}]}]}`,
			`/messages/0/content/0/input/x: only the first has it: null`,
		},
		{
			"null in a schema", "openai-chat",
			`{"tools":[{"function":{"parameters":{"default":null}}}]}`,
			`{"tools":[{"function":{"parameters":{}}}]}`,
			`/tools/0/function/parameters/default: only the first has it: null`,
		},
		{
			"a text block that says more", "anthropic",
			`{"system":"a"}`,
			`{"system":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}`,
			`/system: "a" is not a list of 1`,
		},
		{
			"a text block elsewhere", "anthropic",
			`{"title":"a"}`, `{"title":[{"type":"text","text":"a"}]}`,
			`/title: "a" is not a list of 1`,
		},
		{
			"a text block where only another API takes a string", "openai-chat",
			`{"system":"a"}`, `{"system":[{"type":"text","text":"a"}]}`,
			`/system: "a" is not a list of 1`,
		},
		{
			"a text block in arguments", "",
			`{"messages":[{"content":[{"type":"tool_use","input":{"type":"tool_result","content":"a"}}]}]}`,
			`{"messages":[{"content":[{"type":"tool_use","input":{"type":"tool_result","content":[{"type":"text","text":"a"}]}}]}]}`,
			`/messages/0/content/0/input/content: "a" is not a list of 1`,
		},
		{"empty text and no blocks", "anthropic", `{"system":""}`, `{"system":[]}`, `/system: "" is not a list of 0`},
		{"a line", "", "1\n2", "1\n3", "2:/: 2 is not 3"},
		{"lines too many", "", "1", "1 2", "/: 1 values are not 2"},
	} {
		out, status := equal(t, c.format, c.a, c.b)
		if status != 1 || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit %d, %q; want 1, %q", c.why, status, out, c.want)
		}
	}
}

func TestOnlyTheFirstDifferencesAreShown(t *testing.T) {
	out, _ := equal(t, "", `[`+strings.Repeat("1,", 11)+`1]`, `[`+strings.Repeat("2,", 11)+`2]`)
	if lines := strings.Count(out, "\n"); lines != 11 || !strings.HasSuffix(out, "and 2 more\n") {
		t.Errorf("%d lines: %s", lines, out)
	}
}

func TestMisuse(t *testing.T) {
	for _, broken := range []string{``, `{`, `{"a"}`, `[1,]`, `[1 2]`, `01`, `1.`, `-`, `"\x"`, `"\u12"`, `"a`, "\"a\nb\"", `nul`, `{a:1}`, strings.Repeat("[", 20000)} {
		if out, status := equal(t, "", broken, `1`); status != 2 {
			t.Errorf("%.20q: exit %d: %s", broken, status, out)
		}
	}
	for _, args := range [][]string{{}, {"one"}, {"a", "b", "c"}, {"-f", "no-such-format", "a", "b"}, {"-z"}, {"missing", "missing"}} {
		if status := run(args, strings.NewReader(""), new(strings.Builder), new(strings.Builder)); status != 2 {
			t.Errorf("%q: exit %d", args, status)
		}
	}
}

func TestStandardInput(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(name, []byte(`{"a":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if status := run([]string{"-", name}, strings.NewReader(`{"a":1.0}`), new(strings.Builder), new(strings.Builder)); status != 0 {
		t.Errorf("exit %d", status)
	}
}

// equal runs the program on two bodies.
func equal(t *testing.T, format, a, b string) (out string, status int) {
	t.Helper()
	dir := t.TempDir()
	names := []string{filepath.Join(dir, "a.json"), filepath.Join(dir, "b.json")}
	for i, body := range []string{a, b} {
		if err := os.WriteFile(names[i], []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr strings.Builder
	args := names
	if format != "" {
		args = append([]string{"-f", format}, names...)
	}
	status = run(args, strings.NewReader(""), &stdout, &stderr)
	return stdout.String() + stderr.String(), status
}
