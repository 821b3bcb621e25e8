package text

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/note"
	"convo/conv/rawjson"
	"github.com/google/go-cmp/cmp"
)

const testdata = "../../testdata/"

// native is a conversation as text that is equal for equal conversations.
func native(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.Native.Write(w, c)
	return string(w.Bytes())
}

// read is every conversation in a text.
func read(text string) (all []*conv.Conversation, err error) {
	for c, err := range decode([]byte(text), nil) {
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func written(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	write(w, c)
	return string(w.Bytes())
}

// comesBack checks that a fitted conversation reads back from its text: alone,
// before others and after others.
func comesBack(t *testing.T, c *conv.Conversation) {
	t.Helper()
	body := written(c)
	for i, text := range []string{body, body + Formats()[0].Separator + body} {
		count := i + 1
		all, err := read(text)
		if err != nil || len(all) != count {
			t.Fatalf("%d of %d conversations, %v\n%s\n%s", len(all), count, err, native(c), text)
		}
		for _, again := range all {
			if d := cmp.Diff(native(c), native(again)); d != "" {
				t.Fatalf("%s\n%s", d, text)
			}
		}
	}
}

// A text is never read as markup, whatever it holds.
func TestEveryLineOfOursCanBeText(t *testing.T) {
	lines := []string{
		"User:", "system: x", "\\User:", "Tool a(b):", "-> f(x) {}", textMark, thinkingMark, redactedMark, "[image: x]", separator, indent + "x", " ", "", "\r", "User:\r",
	}
	for _, a := range lines {
		for _, b := range lines {
			for _, text := range []string{a, a + "\n" + b, "x\n" + a + "\n" + b + "\ny"} {
				c := &conv.Conversation{SystemPrompt: text, Messages: []conv.Message{
					conv.UserText(text),
					&conv.AssistantMessage{Content: []conv.AssistantContent{
						&conv.ThinkingContent{Thinking: text}, &conv.TextContent{Text: text}, &conv.TextContent{Text: b}, &conv.ThinkingContent{Thinking: b}, &conv.TextContent{Text: a},
					}},
					&conv.ToolResultMessage{ToolCallID: "c", Content: []conv.ToolResultContent{&conv.TextContent{Text: text}, &conv.TextContent{Text: b}, &conv.TextContent{Text: a}}},
					conv.UserText(b),
				}}
				if text == "" {
					c.SystemPrompt = "prompt"
				}
				comesBack(t, c)
			}
		}
	}
}

// Invalid input is an error with its place.
func TestRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Hello.\n\nUser:\nHi.", "offset 0: text before the first label of a message, such as User:"},
		{"User:\n-> f(x) {}\n", "offset 6: a message of role user cannot hold toolCall"},
		{"User:\n[thinking]\n  x\n", "offset 6: a message of role user cannot hold thinking"},
		{"Assistant:\n-> f(x) {\"a\":}\n", "offset 24: unexpected '}', want a value"},
		{"Assistant:\n-> f(x) {} more\n", "offset 22: want one line with all arguments of the call and nothing else"},
		{"Assistant:\n-> f(x) {\n}\n", "offset 20: want one line with all arguments of the call and nothing else"},
		{"User:\n\xff", "offset 6: invalid UTF-8: byte 0xff"},
	} {
		_, err := read(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// Hostile input takes linear time: the square of these lengths would not end here.
func TestHostileInputIsQuick(t *testing.T) {
	const n = 1 << 15
	for _, text := range map[string]string{
		"labels":      strings.Repeat("User:\n", n),
		"backslashes": "User:\n" + strings.Repeat(`\`, 10*n),
		"empty lines": "User:\nx" + strings.Repeat("\n", 10*n),
		"thoughts":    "Assistant:\n" + strings.Repeat("[thinking]\n\n\n  x\n", n/4),
		"gaps":        "Tool a():\n" + strings.Repeat("  \n\n", n),
		"calls":       "Assistant:\n" + strings.Repeat("-> f(x) {}\n", n/4),
		"open calls":  "Assistant:\n" + strings.Repeat("-> f(x) {\"a\":[\n", n/4),
		"separators":  strings.Repeat(separator+"\n", n/4),
	} {
		if all, err := read(text); err == nil && len(all) == 1 {
			comesBack(t, all[0])
		}
	}
}

func fuzzed(t *testing.T, c *conv.Conversation) {
	fitted := fit.To(c, &Formats()[0], nil)
	comesBack(t, fitted)
	notes := &note.Notes{}
	if again := fit.To(fitted, &Formats()[0], notes); native(again) != native(fitted) || notes.Losses() > 0 {
		t.Errorf("fit again it changes: %v\n%s", notes.List(), cmp.Diff(native(fitted), native(again)))
	}
}

func seeds(f *testing.F, pattern string, add func([]byte)) {
	files, _ := filepath.Glob(testdata + pattern)
	if len(files) == 0 {
		f.Fatal("no goldens")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		add(data)
	}
}

// FuzzWrite checks that any conversation, fitted, comes back.
func FuzzWrite(f *testing.F) {
	seeds(f, "conversations/*.json", func(b []byte) { f.Add(b) })
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := conv.Native.Decode(bytes.Clone(data), nil); err == nil {
			fuzzed(t, c)
		}
	})
}
