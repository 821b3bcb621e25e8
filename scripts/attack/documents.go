package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"convo/scripts/must"
)

// wrapped is a conversation whose message has these blocks.
func wrapped(blocks string) string {
	return `{"convo":1,"messages":[{"role":"user","content":[` + blocks + `]}]}`
}

func saying(text string) string { return wrapped(`{"type":"text","text":"` + text + `"}`) }

// hostileDocuments are what somebody may hand to convo.
func hostileDocuments() []string {
	nested := func(open, shut string, n int) string { return strings.Repeat(open, n) + strings.Repeat(shut, n) }
	user := `{"role":"user","content":"hi"}`
	call := func(id, name, args string) string {
		return `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"x"}]},{"role":"assistant","content":[{"type":"toolCall","id":` + id + `,"name":` + name + `,"arguments":` + args + `}],"stopReason":"toolUse"}]}`
	}
	usage := func(u string) string {
		return `{"convo":1,"messages":[{"role":"user","content":[]},{"role":"assistant","model":"gpt-5.4","content":[{"type":"text","text":"a"}],"usage":` + u + `}]}`
	}
	model := func(name string) string {
		return `{"convo":1,"messages":[` + `{"role":"user","content":[{"type":"text","text":"x"}]}],"request":{"model":"` + name + `"}}`
	}
	media := func(fields string) string { return wrapped(`{"type":"image",` + fields + `}`) }
	return []string{
		"", " \n\t ", "\x00", "\ufeff", "\ufeff" + saying("x"), "\xff\xfe{\x00}\x00", "null", "true", "0", `""`, "[]", "{}", "[[]]", "[{}]", "{", "[", `"`, "{}{}", "}{",
		strings.Repeat("[", 1_000_000), nested("[", "]", 1_000_000), nested(`{"a":`, "1}", 300_000), wrapped(nested("[", "]", 999)),
		call(`"c"`, `"t"`, nested(`{"a":`, "}", 2000)), `{"messages":` + nested("[", "]", 100_000) + "}",
		saying(`\ud800`), saying(`\udc00\ud800`), saying(`\ud83d\ude00`), saying("\xed\xa0\x80"), saying("\xff\xfe"), saying(`\u0000`), saying("\x00"), saying("\x1b[2J\x07"),
		saying(`\u001b]0;x\u0007\u009b31m\u202e\u2066`), saying("\u202e\u009b\x7f"), saying(strings.Repeat(`\ud800`, 100_000)), saying(strings.Repeat("x", 4<<20)),
		usage(`{"input":9223372036854775807,"output":9223372036854775807}`), usage(`{"input":-9223372036854775808}`), usage(`{"input":1e400,"output":-0.0,"cost":{"total":1e308}}`),
		usage(`{"input":` + strings.Repeat("9", 100_000) + `}`), usage(`{"cost":{"total":-1e18,"input":"x"}}`),
		model("../../v1/files?x=#"), model("openai/../../x"), model(`gpt-5.4\u0000`), model(`a%2f..%2fb`), model("script:/etc/passwd"), model("echo:"), model("local:x"), model(strings.Repeat("m", 100_000)),
		media(`"data":"iVBOR","mimeType":"image/png"`), media(`"data":"` + strings.Repeat("!", 1000) + `","mimeType":"\u001b"`), media(`"url":"data:text/html;base64,PHNjcmlwdD4="`),
		media(`"url":"file:///etc/passwd"`), media(`"url":"javascript:alert(1)","mimeType":"image/../../png"`), media(`"url":"data:image/png;base64,` + strings.Repeat("A", 1<<20) + `"`), media(`"data":null,"url":null,"mimeType":7`),
		call(`""`, `""`, `{}`), call(`"../x"`, `"../../bin/sh"`, `"not json"`), call(`"c"`, `"-rf"`, `{"a":1,"a":2}`), call(`null`, `7`, `[]`), call(`"`+strings.Repeat("c", 100_000)+`"`, `"t"`, `null`),
		`{"convo":1,"convo":2,"messages":[],"messages":[` + user + `]}`, `{"convo":99,"messages":[]}`, `{"convo":"1","messages":{}}`, `{"convo":1,"messages":[null,7,"x",[]]}`,
		`{"model":"gpt-5.4","messages":[{"role":"tool","content":"x"},{"role":"\u001b","content":[]}]}`, `{"contents":[{"role":"model","parts":[{"functionCall":{}}]},{"parts":7}]}`,
		`{"model":"m","max_tokens":1e999,"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x"}]}]}`,
		strings.Repeat(user+"\n", 20_000), strings.Repeat(saying("x")+"\n", 2000) + "{broken\n" + saying("y"), "data: {\n\ndata: [DONE]\n\n", "event: x\r\r\rdata: \x00\r\n\r\n", "# user\n\n```\n", "## user\n<!-- convo {\"a\":\x00} -->\n",
		"\x1f\x8b\x08\x00\x00", string([]byte{0x28, 0xb5, 0x2f, 0xfd}), "%PDF-1.7\n", "PK\x03\x04", `{"type":"session","id":"../../x"}` + "\n" + `{"type":"message","parentId":"x","id":"x"}`,
		`{"type":"message","id":"a","parentId":"b"}` + "\n" + `{"type":"message","id":"b","parentId":"a"}`,
	}
}

// documentRuns are the ways to read a document; FILE is replaced by its name.
func (a *attack) documentRuns() [][]string {
	all := [][]string{
		{"transform", "FILE"},
		{"transform", "-v", "--branches", "all", "FILE"},
		{"transform", "--strict", "--verify", "FILE"},
		{"transform", "--for", "openai/gpt-5.4", "FILE"},
		{"transform", "--trim", "100", "FILE"},
		{"transform", "--slice", "-2:", "--flatten-tools", "--repair", "stub", "FILE"},
		{"transform", "--redact", "secrets,paths,emails", "FILE"},
		{"transform", "--redact", "structure", "FILE"},
		{"transform", "--split", "turns", "FILE"},
		{"transform", "--allow-files", "--drop", "media", "FILE"},
		{"validate", "-v", "--show-source", "FILE"},
		{"validate", "--for", "anthropic", "-t", "sarif", "FILE"},
		{"validate", "-t", "junit", "FILE"},
		{"cost", "--unknown", "zero", "FILE"},
		{"cost", "-t", "csv", "--by", "turn", "FILE"},
		{"cost", "--estimate", "-m", "openai/gpt-5.4", "--max-usd", "1", "FILE"},
		{"detect", "FILE"},
		{"detect", "-t", "json", "FILE"},
		{"prompt", "-n", "-F", "FILE", "x"},
		{"prompt", "-n", "-a", "FILE", "x"},
		{"prompt", "--each", "FILE", "{{.}}"},
		{"reply", "-m", "echo:", "FILE"},
		{"reply", "--dry-run", "-t", "json", "-m", "google/gemini-3.8-flash", "FILE"},
		{"reply", "--offline", "--errors", "json", "FILE"},
		{"reply", "-m", "script:FILE"},
		{"tool", "list", "FILE"},
		{"tool", "result", "--id", "c", "FILE"},
		{"tool", "run", "FILE"},
		{"schema", "FILE"},
		{"reply", "-m", "echo:", "--tools", "FILE"},
		{"reply", "-m", "echo:", "--schema", "FILE"},
		{"cost", "--prices", "FILE"},
	}
	read, written := a.formats()
	for _, to := range written {
		all = append(all, []string{"transform", "-t", to, "FILE"})
	}
	for _, from := range read {
		all = append(all, []string{"transform", "-f", from, "FILE"})
	}
	return append(all, sessionRuns()...)
}

// readAll lets every command read n hostile documents, each a little spoilt
// when all were read once.
func (a *attack) readAll(n int) {
	documents := slices.Concat(hostileSessions(), hostileDocuments())
	var ways [][]string
	if err := must.Try(func() { ways = a.documentRuns() }); err != nil {
		a.tell("document", &run{}, "formats: "+err.Error())
		return
	}
	question := saying("hi")
	for i := range n {
		text := documents[i%len(documents)]
		if i >= len(documents) {
			text = a.spoilt(text)
		}
		file := a.file(fmt.Sprintf("doc-%d.json", i), text)
		before := a.allFiles()
		for _, way := range ways {
			r := &run{stdin: question}
			for _, word := range way {
				r.args = append(r.args, strings.NewReplacer("FILE", file, "DIR", a.dir).Replace(word))
			}
			a.do(fmt.Sprintf("document %d", i), r)
			a.readBack(i, r)
		}
		a.outside(i, before)
		os.RemoveAll(filepath.Join(a.dir, "home"))
		_ = os.Mkdir(filepath.Join(a.dir, "home"), 0o700)
		os.Remove(file)
	}
	a.documents += n
	left, _ := filepath.Glob(filepath.Join(a.dir, "tmp", "*"))
	a.tellIf(len(left) > 0, "document", &run{}, "leaves files behind: "+fmt.Sprint(left))
}

// spoilt is a document with some bytes changed, doubled or left out.
func (a *attack) spoilt(text string) string {
	b := []byte(text)
	for range min(len(b), 1+a.rand.IntN(4)) {
		at := a.rand.IntN(len(b))
		switch a.rand.IntN(3) {
		case 0:
			b[at] = byte(a.rand.IntN(256))
		case 1:
			b = append(b[:at:at], b[min(len(b), at+a.rand.IntN(9)):]...)
		case 2:
			b = append(b[:at:at], append([]byte(text[:min(len(text), 20)]), b[at:]...)...)
		}
		if len(b) == 0 {
			break
		}
	}
	return string(b)
}

// readBack reports a conversation that convo wrote and cannot read, and JSON
// that is not JSON.
func (a *attack) readBack(i int, r *run) {
	if r.code != 0 || r.stdout.Len() == 0 || len(r.args) != 2 || r.args[0] != "transform" {
		return
	}
	decoder := json.NewDecoder(strings.NewReader(r.stdout.String()))
	for decoder.More() {
		var any json.RawMessage
		if err := decoder.Decode(&any); err != nil {
			a.tell(fmt.Sprintf("document %d", i), r, "writes what is not JSON: "+err.Error())
			return
		}
	}
	again := &run{args: []string{"transform", "-q"}, stdin: r.stdout.String()}
	a.do(fmt.Sprintf("document %d again", i), again)
	a.tellIf(again.code != 0 || again.stdout.String() != r.stdout.String(), fmt.Sprintf("document %d again", i), again, "does not read what it wrote")
}
