package html

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

var update = flag.Bool("update", false, "rewrite the expected page")

func pageOf(t *testing.T, source string) string {
	t.Helper()
	var notes note.Notes
	c, err := conv.Native.Decode([]byte(source), &notes)
	if err != nil {
		t.Fatal(err)
	}
	w := rawjson.NewWriter(nil)
	write(w, c)
	return string(w.Bytes())
}

// The page of a conversation with one of everything. Look at it in a browser
// when it changes.
func TestPage(t *testing.T) {
	source, err := os.ReadFile("../../testdata/pages/tide.json")
	if err != nil {
		t.Fatal(err)
	}
	have := pageOf(t, string(source))
	if *update {
		if err := os.WriteFile("../../testdata/pages/tide.html", []byte(have), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("../../testdata/pages/tide.html")
	if err != nil || have != string(want) {
		t.Errorf("the page has changed (%v): go test ./providers/html -update", err)
	}
}

// hostile are texts that would do something if they reached a page as they are.
var hostile = []string{
	`<script>alert(1)</script>`, `</script><script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `"><svg onload=alert(1)>`,
	`' onmouseover='alert(1)`, `" onfocus="alert(1)" autofocus="`, `</title><script>alert(1)</script>`, `</style><style>*{display:none}`,
	`</pre></article><h1>`, `<!-- `, `-->`, `<![CDATA[`, `&lt;script&gt;`, `&#x3c;script&#x3e;`, `<iframe src="//evil.example">`,
	`<meta http-equiv=refresh content="0;url=//evil.example">`, `<base href="//evil.example">`, `<link rel=stylesheet href=//evil.example>`,
	`javascript:alert(1)`, `data:text/html,<script>alert(1)</script>`, `<a href="javascript:alert(1)">x</a>`, `<form action=//evil.example><input>`,
	"\u202egnp.exe", "\u2066\u2069\u200f", "\x00\x1b]0;title\x07", "\u0085\u009b31m", `{{.}}${alert(1)}`, `\u003cscript\u003e`,
	`<plaintext>`, `<noscript>`, `<template>`, `<xmp>`, `<math><mi//xlink:href="data:x,<script>">`,
}

var tag = regexp.MustCompile(`<[^>]*>`)

// skeleton is the tags of a page, without what is in the conversation: characters
// that are named, colours of a program and of source text, and what attributes show.
func skeleton(page string) string {
	_, body, _ := strings.Cut(page, "<body>")
	body = regexp.MustCompile(`<span class="control">U\+[0-9A-F]{4,6}( ×[0-9]+)?</span>`).ReplaceAllString(body, "")
	body = regexp.MustCompile(`<span class="(?:sgr[a-z ]*|[csnkfa])">([^<]*)</span>`).ReplaceAllString(body, "$1")
	body = regexp.MustCompile(`alt="[^"]*"`).ReplaceAllString(body, "alt")
	return strings.Join(tag.FindAllString(body, -1), "\n")
}

// Whatever a field of a conversation says, the page has the same tags.
func TestNoTextBecomesMarkup(t *testing.T) {
	source, err := os.ReadFile("../../testdata/pages/tide.json")
	if err != nil {
		t.Fatal(err)
	}
	want := skeleton(pageOf(t, strings.ReplaceAll(string(source), "HERE", "harmless")))
	if strings.Count(string(source), "HERE") < 20 {
		t.Fatal("the example names few places for a hostile text")
	}
	for _, text := range hostile {
		quoted, _ := json.Marshal(text)
		page := pageOf(t, strings.ReplaceAll(string(source), "HERE", string(quoted[1:len(quoted)-1])))
		if have := skeleton(page); have != want {
			t.Errorf("%q changes the page: %s", text, firstDifference(have, want))
		}
		for _, c := range []string{"\x00", "\x1b", "\u202e", "\u2066", "\u009b"} {
			if strings.Contains(page, c) {
				t.Errorf("%q: the page has %q", text, c)
			}
		}
	}
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + " instead of " + y[i]
		}
	}
	return "more or less at the end"
}

// What a program wrote for a terminal has its colours, and none of its other
// sequences. What a person or a model wrote is shown as it is.
func TestColoursOfPrograms(t *testing.T) {
	page := pageOf(t, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"\u001b[31mtyped"}]},
		{"role":"user","injected":true,"content":[{"type":"text","text":"Set to \u001b[1mhigh\u001b[22m"}]},
		{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"Bash","arguments":{"command":"make"}},{"type":"toolCall","id":"b","name":"Bash","arguments":{"command":"ls"}}]},
		{"role":"toolResult","toolCallId":"a","content":[{"type":"text","text":"\u001b[1;31mFAIL\u001b[0m <x> \u001b[42mok\u001b[0m\u001b[2K\u001b]0;title\u0007 \u001b[8mhidden\u001b[m"}]},
		{"role":"toolResult","toolCallId":"b","content":[{"type":"text","text":"\u001b[34mdir\u001b[0m\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n\u001b[34mend"}]}]}`)
	for _, want := range []string{
		`<span class="control">U+001B</span>[31mtyped`,
		"<pre dir=\"auto\">\n" + `<span class="sgr red bold">FAIL</span> &lt;x&gt; <span class="sgr green reverse">ok</span> hidden</pre>`,
		`Set to <span class="sgr bold">high</span></div>`,
		`<small>14 lines</small> <code dir="auto">dir</code>`,
		`<span class="sgr blue">end</span></pre>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for class := range strings.FieldsSeq("sgr red green yellow blue magenta cyan bold dim italic under struck reverse") {
		if class != "sgr" && !strings.Contains(style, "."+class) {
			t.Errorf("the style has no class %s", class)
		}
	}
}

// A title is the whole first line that says something, cut between words if it is
// long, and never broken.
func TestTitles(t *testing.T) {
	long := strings.Repeat("high water ", 40)
	for text, want := range map[string]string{
		"When is high water?\nAnd low?": "When is high water?",
		"\r\n  one\rtwo":                "one",
		"one\u2028two":                  "one",
		"```go\nfunc Tide()\n```":       "func Tide()",
		"---\n# Tides":                  "Tides",
		"???":                           "???",
		long:                            strings.TrimSpace(long[:198]) + "…",
		strings.Repeat("潮", 300):        strings.Repeat("潮", 200) + "…",
		"a " + strings.Repeat("b", 300): "a " + strings.Repeat("b", 198) + "…",
	} {
		for _, c := range []*conv.Conversation{{Title: text}, {Messages: []conv.Message{&conv.UserMessage{Content: []conv.UserContent{&conv.TextContent{Text: text}}}}}} {
			if have := titleOf(c); have != want {
				t.Errorf("%.40q: %q, want %q", text, have, want)
			}
		}
	}
}

// A question is Markdown whose lines stay apart, and notes of the program are one
// line.
func TestTheTalkComesFirst(t *testing.T) {
	page := pageOf(t, `{"convo":1,"messages":[{"role":"custom","customType":"app.mode","data":{}},{"role":"custom","customType":"app.mode","data":{}},
		{"role":"user","injected":true,"content":[{"type":"text","text":"<env>"}]},
		{"role":"user","content":[{"type":"text","text":"Mend **this**:\nit fails\n\n`+"```"+`go\nfunc Tide() {}\n`+"```"+`\n- a\n- <b>b</b>"}]},
		{"role":"assistant","content":[{"type":"text","text":"one\ntwo"}]}]}`)
	for _, want := range []string{
		`<p dir="auto">Mend <strong>this</strong>:<br>` + "\nit fails</p>", `<small class="language">go</small><code><span class="k">func</span> <span class="f">Tide</span>() {}</code>`,
		`<li dir="auto">&lt;b&gt;b&lt;/b&gt;</li>`, `<p dir="auto">one two</p>`,
		`<summary>3 notes of the program: <small dir="auto">mode ×2, added text</small></summary>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// Nothing of a conversation is loaded, wherever it stands.
func TestNothingIsLoaded(t *testing.T) {
	page := pageOf(t, `{"convo":1,"messages":[
		{"role":"user","content":[{"type":"image","url":"https://evil.example/a.png"},{"type":"image","data":"PHN2Zz4=","mimeType":"image/svg+xml"},
			{"type":"image","data":"AAAA","mimeType":"image/png\" onerror=\"alert(1)"},{"type":"document","data":"PGI+","mimeType":"text/html","name":"a.html"}]},
		{"role":"assistant","content":[{"type":"text","text":"![x](https://evil.example/b.png) [y](data:text/html,z) <img src=//evil.example>"}]}]}`)
	if regexp.MustCompile(`<[^>]* src=`).MatchString(page) {
		t.Error("the page has a source")
	}
	for _, m := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(m[1], "#") && !strings.HasPrefix(m[1], "https://") && m[1] != "data:," {
			t.Errorf("a link to %s", m[1])
		}
	}
}

// Every text of the conversation is in the page, also that of results without
// a call and of messages that are no longer sent.
func TestEveryTextIsShown(t *testing.T) {
	source, err := os.ReadFile("../../testdata/pages/tide.json")
	if err != nil {
		t.Fatal(err)
	}
	page := pageOf(t, string(source))
	words := regexp.MustCompile(`\bWORD[0-9]+\b`)
	all := words.FindAllString(string(source), -1)
	if len(all) < 10 {
		t.Fatal("the example has few marked words")
	}
	for _, word := range all {
		if !strings.Contains(page, word) {
			t.Errorf("%s is not in the page", word)
		}
	}
}

// A commit leads to the repository that git named.
func TestCommitsLeadHome(t *testing.T) {
	talk := func(said string) string {
		return pageOf(t, `{"convo":1,"messages":[{"role":"user","content":"Commit it"},
			{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"Bash","arguments":{"command":"git commit && git push"}}]},
			{"role":"toolResult","toolCallId":"a","content":"[main 1a2b3c4] Mend it\n`+said+`"},
			{"role":"user","content":"Thanks"}]}`)
	}
	const link = `<a href="https://github.com/mara/tides/commit/1a2b3c4"`
	if page := talk("To github.com:mara/tides.git"); !strings.Contains(page, link) {
		t.Error("the commit leads nowhere")
	}
	if page := talk("To example.com:mara/tides.git"); strings.Contains(page, "/commit/") || !strings.Contains(page, "commit 1a2b3c4 Mend it") {
		t.Error("the commit leads to a repository that nobody named")
	}
}
