package markdown

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
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

// Markdown that people write without knowing convo reads as it looks.
func TestReadsWhatPeopleWrite(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"headings and text", "## User\n\nHi.\n\n## Assistant\n\nHello.\n", `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"Hi."}]},{"role":"assistant","content":[{"type":"text","text":"Hello."}]}]}`},
		{"no blank lines, no line end", "## user\nHi.\n## assistant\nHello.", `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"Hi."}]},{"role":"assistant","content":[{"type":"text","text":"Hello."}]}]}`},
		{"a colon", "## USER:\nHi.", `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"Hi."}]}]}`},
		{"a system heading is the prompt", "## system\nBe brief.\n\n## user\nHi.", `{"convo":1,"systemPrompt":"Be brief.","messages":[{"role":"user","content":[{"type":"text","text":"Hi."}]}]}`},
		{"a front matter of others", "---\nlayout: post\n---\n## user\nHi.", `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"Hi."}]}],"extensions":{"markdown":{"layout":"post"}}}`},
		{"other headings are text", "## user\n# Plan\n## Steps\n### user\n", `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"# Plan\n## Steps\n### user"}]}]}`},
		{"code is text", "## user\n```go\nx := 1\n```\n", `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"` + "```go\\nx := 1\\n```" + `"}]}]}`},
		{"nothing", "", `{"convo":1,"messages":[]}`},
	} {
		all, err := read(c.text)
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %d conversations, %v", c.name, len(all), err)
			continue
		}
		if d := cmp.Diff(c.want, native(all[0])); d != "" {
			t.Errorf("%s:\n%s", c.name, d)
		}
	}
}

// Invalid input is an error with its place.
func TestRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Hello.\n\n## user\nHi.", "offset 0: text before the first heading of a message, such as ## user"},
		{"---\nconvo: 2\n---\n", "offset 4: unknown version 2 of convo's Markdown; this convo reads version 1"},
		{"---\nconvo: 1\n", "offset 13: the front matter does not end: want ---"},
		{"---\nconvo: 1\nwhat\n---\n", "offset 13: in the front matter: want KEY: VALUE"},
		{"---\ntitle: \"x\n---\n", "offset 4: in the front matter: title is a string without an end"},
		{"## user\n\n<!-- convo: {\"a\":} -->", "offset 26: unexpected '}', want a value"},
		{"## user\n\n<!-- convo: {\"a\":1", "offset 9: want a comment of one line: <!-- convo: {…} -->"},
		{"## user\n<!-- convo: {} x -->", "offset 23: want the end of the comment, -->"},
		{"## user\n<!-- convo: {\"role\":\"assistant\"} -->", "offset 8: a comment of role assistant below a heading of user"},
		{"## user\n<!-- convo: {} -->\n<!-- convo: {} -->", "offset 27: a comment that belongs to no block needs a type"},
		{"## user\n<details><summary>thinking</summary>\n", "offset 8: reasoning without an end: want </details>"},
		{"## user\n<details><summary>thinking</summary>\n</details>", "offset 8: a message of role user cannot hold thinking"},
		{"## tool\n````\n```\n", "offset 8: a fence without an end: want ````"},
		{"## assistant\n```json opaque family=x\n{} {}\n```", "offset 40: want one JSON value before the end of the fence"},
		{"## assistant\n```json tool-call id=\"x\n{}\n```", "offset 13: cannot read id= of this fence: want a word or a JSON string"},
		{"## assistant\n```json data\n{}\n```", "offset 0: json data is for custom messages"},
		{"## user\n\xff", "offset 8: invalid UTF-8: byte 0xff"},
	} {
		_, err := read(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// A text is never read as markup, whatever it holds.
func TestEveryLineOfOursCanBeText(t *testing.T) {
	lines := []string{
		"## user", "## Tool: x (y)", "\\## user", "\\\\## user", commentStart + ": {} -->", thinkingStart, redactedStart, detailsEnd,
		"```json tool-call id=a name=b", "````json opaque", "```json data", "```text document", "```", "![image](x)", "[audio: a](b)", "---", "convo: 1", "",
	}
	for _, a := range lines {
		for _, b := range lines {
			text := "x\n" + a + "\n" + b + "\ny"
			c := &conv.Conversation{SystemPrompt: text, Messages: []conv.Message{
				conv.UserText(text),
				&conv.AssistantMessage{Content: []conv.AssistantContent{&conv.ThinkingContent{Thinking: text}, &conv.TextContent{Text: text}}},
				conv.ToolResult("c", "t", text),
			}}
			all, err := read(written(c))
			if err != nil || len(all) != 1 || native(all[0]) != native(c) {
				t.Errorf("%q does not come back: %v\n%s", text, err, written(c))
			}
		}
	}
}

func TestSeveralConversations(t *testing.T) {
	one := &conv.Conversation{ID: "1", Messages: []conv.Message{conv.UserText("---\nconvo: 1\n---")}}
	two := &conv.Conversation{Messages: []conv.Message{}}
	all, err := read(written(one) + "\n" + written(two) + "\n" + written(one))
	if err != nil || len(all) != 3 || native(all[0]) != native(one) || native(all[1]) != native(two) || native(all[2]) != native(one) {
		t.Errorf("%d conversations, %v", len(all), err)
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]bool{
		"---\nconvo: 1\n---\n":                         true,
		"---\ntitle: x\nconvo: 1\n---\n":               true,
		"## user\n<!-- convo: {\"id\":\"u1\"} -->\n":   true,
		"## user\n\nHi.\n":                             false,
		"---\ntitle: x\n---\n## user\n\nconvo: 1\n":    false,
		"# convo\n\nA tool.\n":                         false,
		"<!-- convo: {} -->\n":                         false,
		"## Users\n<!-- convo: {} -->\n":               false,
		`{"convo":1,"messages":[]}`:                    false,
		"convo: 1\n":                                   false,
		"---\r\nconvo: 1\r\n---\r\n\r\n## user\r\nHi.": true,
	} {
		if got := detect(format.NewProbe([]byte(text))) == format.Own; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Hostile input takes linear time: the square of these lengths would not end here.
func TestHostileInputIsQuick(t *testing.T) {
	const n = 1 << 16
	for name, text := range map[string]string{
		"backticks":       "## user\n" + strings.Repeat("`", 10*n),
		"backtick lines":  "## tool\n" + strings.Repeat("````\n", n),
		"growing fences":  "## tool\n" + growing(1500),
		"details":         "## assistant\n" + strings.Repeat(thinkingStart+"\n", n/8),
		"closed details":  "## assistant\n" + strings.Repeat(thinkingStart+"\n</details>\n", n/8),
		"backslashes":     "## user\n" + strings.Repeat(`\`, 10*n),
		"headings":        strings.Repeat("## user\n", n),
		"comments":        "## user\n" + strings.Repeat("<!-- convo: {\"type\":\"text\"} -->\n", n/8),
		"dashes":          "## user\n<!-- convo: {\"name\":\"" + strings.Repeat(dashEscape, n) + "\"} -->\n",
		"brackets":        "## user\n<!-- convo: " + strings.Repeat("[", 10*n) + " -->\n",
		"open comments":   "## user\n" + strings.Repeat("<!-- convo: {\n", n),
		"pictures":        "## user\n" + strings.Repeat("![image](", n),
		"front matter":    "---\n" + strings.Repeat("a: b\n", 20_000),
		"escaped details": "## assistant\n" + thinkingStart + "\n" + strings.Repeat("\\</details>\n", n) + "</details>\n",
	} {
		all, err := read(text)
		if err == nil {
			for _, c := range all {
				if again, err := read(written(c)); err != nil || len(again) != 1 || native(again[0]) != native(c) {
					t.Errorf("%s: does not come back: %v", name, err)
				}
			}
		}
	}
}

func growing(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("`", n-i+2) + "\n")
	}
	return b.String()
}

// A long text is written in pieces.
func TestWritesAsItGoes(t *testing.T) {
	var out bytes.Buffer
	w := rawjson.NewWriter(&out)
	write(w, &conv.Conversation{Messages: []conv.Message{conv.UserText(strings.Repeat("line\n", 100_000))}})
	if out.Len() < 400_000 {
		t.Errorf("%d bytes went out before the end", out.Len())
	}
}

// FuzzWrite checks that any conversation comes back from what is written.
func FuzzWrite(f *testing.F) {
	files, _ := filepath.Glob(testdata + "formats/markdown/*/conversation.json")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := conv.Native.Decode(bytes.Clone(data), nil)
		if err != nil {
			return
		}
		body := written(c)
		again, err := read(body)
		if err != nil || len(again) != 1 {
			t.Fatalf("%d conversations, %v\n%s", len(again), err, body)
		}
		if d := cmp.Diff(native(c), native(again[0])); d != "" {
			t.Errorf("%s\n%s", d, body)
		}
	})
}
