package html

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
)

// A page grows with what it shows, whatever that is made of: it is at most so many
// times as long, and takes at most so much memory to write.
func TestPagesGrowWithTheirContent(t *testing.T) {
	const size = 2 << 20
	deep := func(open, close string) conv.Raw {
		one := strings.Repeat(open, 900) + "1" + strings.Repeat(close, 900)
		return conv.Raw("[" + one + strings.Repeat(","+one, size/len(one)) + "]")
	}
	wide := strings.Repeat("[", 60) + "1" + strings.Repeat(",1", size/2) + strings.Repeat("]", 60)
	answer := func(b ...conv.AssistantContent) conv.Message { return &conv.AssistantMessage{Content: b} }
	call := func(arguments conv.Raw) conv.Message {
		return answer(&conv.ToolCall{ID: "a", Name: "f", Arguments: arguments})
	}
	cases := map[string]conv.Message{
		"brackets":         answer(&conv.TextContent{Text: strings.Repeat("[a](", size/4)}),
		"opening brackets": answer(&conv.TextContent{Text: strings.Repeat("[", size)}),
		"rules":            answer(&conv.TextContent{Text: strings.Repeat("---\n", size/4)}),
		"marks":            answer(&conv.TextContent{Text: strings.Repeat("*a ", size/3)}),
		"crossed marks":    answer(&conv.TextContent{Text: strings.Repeat("*_**__*_**__", size/12)}),
		"controls":         answer(&conv.TextContent{Text: strings.Repeat("\x7f", size) + strings.Repeat("a", size)}),
		"deep arguments":   call(`{"a":` + deep("[", "]") + `}`),
		"deep objects":     call(`{"b":` + deep(`{"a":`, "}") + "}"),
		"wide and deep":    call(conv.Raw(`{"a":` + wide + `}`)),
		"deep data":        &conv.CustomMessage{CustomType: "a.b", Data: deep("[", "]")},
	}
	for name, m := range cases {
		c := &conv.Conversation{Messages: []conv.Message{m}}
		w := rawjson.NewWriter(nil)
		var from, to runtime.MemStats
		runtime.ReadMemStats(&from)
		write(w, c)
		runtime.ReadMemStats(&to)
		if n := len(w.Bytes()); n > 8*size || n < size {
			t.Errorf("%s: the page is %d bytes", name, n)
		}
		if times := (to.TotalAlloc - from.TotalAlloc) / size; times > 64 {
			t.Errorf("%s: writing takes %d times its size", name, times)
		}
	}
}

// Other white space than spaces and tabs is text.
func TestLinesOfOtherWhiteSpace(t *testing.T) {
	for _, text := range []string{`\t\u000b\u000b`, `    \u00a0`, `\t\u3000`, `a\n\n\t\f`} {
		page := pageOf(t, `{"convo":1,"messages":[{"role":"assistant","content":[{"type":"text","text":"`+text+`"},{"type":"text","text":"END"}]}]}`)
		if !strings.Contains(page, "<pre dir=\"auto\"><code>") || !strings.Contains(page, "END") {
			t.Errorf("%s is not shown", text)
		}
	}
}

// JSON for people is JSON as others indent it.
func TestIndented(t *testing.T) {
	for _, v := range []string{`1`, `"a\\\"{,:"`, `[]`, `{ }`, `[ [ ] , {"a" : [1, 2,{"b":null}], "c,":{}} ]`, " [1]\n"} {
		var want bytes.Buffer
		if err := json.Indent(&want, []byte(strings.TrimSpace(v)), "", "  "); err != nil {
			t.Fatal(err)
		}
		if have := indented(conv.Raw(v)); have != want.String() {
			t.Errorf("%s\nhave %s\nwant %s", v, have, want.String())
		}
	}
}
