package chat

import (
	"strings"
	"testing"

	"convo/commands/internal/frametest"
	"convo/commands/internal/pipe"
	"convo/conv"
)

// What a tool writes is text unless it is an object with what a result has
// and nothing else.
func TestResultOf(t *testing.T) {
	for out, want := range map[string]string{
		"":                         `"content":[]`,
		"14 kn\n":                  `"content":[{"type":"text","text":"14 kn"}]`,
		"a\r\n":                    `"content":[{"type":"text","text":"a"}]`,
		"\n":                       `"content":[]`,
		`{"content":"x"}`:          `"content":[{"type":"text","text":"x"}]`,
		`{"content":"x","path":1}`: `"content":[{"type":"text","text":"{\"content\":\"x\",\"path\":1}"}]`,
		`{"isError":true}`:         `"content":[{"type":"text","text":"{\"isError\":true}"}]`,
		`{"terminate":true}`:       `"content":[],"terminate":true`,
		`{"content":[{"type":"text","text":"x"}],"isError":true}`: `"content":[{"type":"text","text":"x"}],"isError":true`,
		`[1]`:         `"content":[{"type":"text","text":"[1]"}]`,
		`{"content":`: `"content":[{"type":"text","text":"{\"content\":"}]`,
		"%PDF-1.7\n%": `"content":[{"type":"document","data":"JVBERi0xLjcKJQ==","mimeType":"application/pdf"}]`,
		"<svg/>":      `"content":[{"type":"text","text":"<svg/>"}]`,
	} {
		m, err := resultOf([]byte(out))
		if err != nil {
			t.Errorf("%q: %v", out, err)
			continue
		}
		m.ToolCallID = "c"
		got := frametest.NativeText(conv.NewConversation(m))
		if !strings.Contains(got, want+"}]") {
			t.Errorf("%q: got %s, want %s", out, got, want)
		}
	}
	if _, err := resultOf([]byte(`{"content":7}`)); err == nil {
		t.Error("a number is content")
	}
}

// A long text is cut between characters, and says so.
func TestLongResultIsCut(t *testing.T) {
	got := shortText(strings.Repeat("é", mostText))
	if !strings.HasSuffix(got, "é\n… cut: 262144 bytes of 524288") || len(got) > mostText+50 {
		t.Errorf("%d bytes that end in %q", len(got), got[len(got)-40:])
	}
}

// The end of stderr is kept from a whole line on, however it comes.
func TestTail(t *testing.T) {
	for size := 1; size < 3*mostTail; size += 997 {
		b := pipe.Tail{Most: mostTail, Mark: "…\n"}
		rest := strings.Repeat("line of text\n", 1000) + "the end \xff"
		for rest != "" {
			n := min(size, len(rest))
			_, _ = b.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		got := b.String()
		if !strings.HasPrefix(got, "…\nline of text\n") || !strings.HasSuffix(got, "the end \uFFFD") || len(got) > mostTail+8 {
			t.Errorf("in pieces of %d: %d bytes, %q…%q", size, len(got), got[:20], got[len(got)-20:])
		}
	}
	short := pipe.Tail{Most: mostTail, Mark: "…\n"}
	_, _ = short.Write([]byte("only this\n"))
	if got := short.String(); got != "only this" {
		t.Errorf("%q", got)
	}
}

func TestDataOf(t *testing.T) {
	for text, want := range map[string]conv.Raw{
		`{"a": 1}`:                               `{"a":1}`,
		" [1,2] \n":                              `[1,2]`,
		"7":                                      `7`,
		"```json\n{\"a\": 1}\n```":               `{"a":1}`,
		"```\n{\"a\": 1}\n```\n":                 `{"a":1}`,
		"Here:\n```JSON\r\n{\"a\":1}\r\n```\nOK": `{"a":1}`,
		"{\"code\": \"```x\\n```\"}":             "{\"code\":\"```x\\n```\"}",
		"":                                       "",
		"Ann is 41.":                             "",
		"{\"a\": 1} and more":                    "",
		"```json\n{\"a\": 1}":                    "",
		"```json\n1\n```\n```json\n2\n```":       "",
		"```json\nnot\n```":                      "",
	} {
		if got, ok := dataOf(text); got != want && ok || ok != (want != "") {
			t.Errorf("%q: got %s, %v, want %s", text, got, ok, want)
		}
	}
}

// A program is found by a name that is nothing but one.
func TestProgramOf(t *testing.T) {
	for _, name := range []string{"", ".", "..", "a/b", `a\b`, "a b", "a;b", "a\x00", "-x\n", "é", "C:x", strings.Repeat("x", 5000)} {
		if path, err := programOf(name); err == nil {
			t.Errorf("%q is %s", name, path)
		}
	}
}

// Whatever a tool writes becomes a result that can be written and read again,
// or an error.
func FuzzResultOf(f *testing.F) {
	for _, s := range []string{"text\n", `{"content":[{"type":"text","text":"a"}],"details":{"a":1}}`, `{"terminate":true}`, "\x89PNG\r\n\x1a\n", "\xff", "%PDF-1.4", `{"content":[{"type":"image","data":"aGk=","mimeType":"image/png"}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, out []byte) {
		m, err := resultOf(out)
		if m == nil {
			t.Fatalf("%q: no result, %v", out, err)
		}
		if err != nil {
			return
		}
		m.ToolCallID, m.ToolName = "c", "f"
		text := frametest.NativeText(conv.NewConversation(m))
		back, err := conv.Native.Decode([]byte(text), nil)
		if err != nil {
			t.Fatalf("%q makes %s: %v", out, text, err)
		}
		if again := frametest.NativeText(back); again != text {
			t.Errorf("%q makes %s, which reads as %s", out, text, again)
		}
	})
}

// The data of a text is JSON that is in it.
func FuzzDataOf(f *testing.F) {
	for _, s := range []string{`{"a":1}`, "```json\n[1]\n```", "x ```\n1\n```", "``````", "```\n```\n```"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		data, ok := dataOf(text)
		if !ok {
			return
		}
		if again, ok := jsonIn(string(data)); !ok || again != data {
			t.Errorf("%q has %q", text, data)
		}
	})
}
