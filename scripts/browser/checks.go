package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"convo/scripts/must"
)

// usual checks the page of a conversation with one of everything.
func (t *test) usual(source string) {
	t.open("tide", source)
	t.shows(source)
	t.works()
	for _, scheme := range []string{"light", "dark"} {
		t.media("screen", scheme)
		t.contrast(scheme)
	}
	t.width(360)
	t.shared()
}

// shared opens the page with words to search in its address, far from Greenwich.
func (t *test) shared() {
	t.do("Emulation.setTimezoneOverride", map[string]any{"timezoneId": "Asia/Tokyo"}, nil)
	address := (&url.URL{Scheme: "file", Path: filepath.Join(t.dir, "tide.html")}).String()
	for _, x := range []struct{ address, script, want string }{
		{"#q=WORD1", `[document.querySelector("#search").value, document.querySelector("#found").textContent.length > 0, document.querySelectorAll("article.hidden").length > 0]`, `["WORD1",true,true]`},
		{"#q=%", `document.querySelectorAll("article.hidden").length`, `0`}, // no text in an address
		{"#", `(async () => { const s = document.querySelector("#search"); const look = async (w) => { s.value = w; s.dispatchEvent(new Event("input")); await new Promise(r => setTimeout(r, 400)) };
			await look("one & two"); const named = location.hash; await look(""); return [named, location.hash] })()`, `["#q=one%20%26%20two",""]`},
		// A link to what the search hides ends the search.
		{"#q=nothing%20says%20this", `(async () => { const last = [...document.querySelectorAll("article[id]")].at(-1); location.hash = "#" + last.id; await new Promise(r => setTimeout(r, 400)); return [last.classList.contains("hidden"), document.querySelector("#search").value] })()`, `[false,""]`},
		// Times are those of the reader, and the page names the zone.
		{"", `[document.querySelector(".zone").textContent, [...document.querySelectorAll("time")].every(t => new Date(new Date(t.dateTime).getTime() + 9 * 3600e3).toISOString().replace("T", " ").slice(0, 16).endsWith(t.textContent)),
			[...document.querySelectorAll("time")].some(t => t.textContent.length > 5)]`, `["Asia/Tokyo",true,true]`},
	} {
		t.visit("about:blank")
		t.visit(address + x.address)
		t.says(x.script, x.want)
	}
	t.do("Emulation.setTimezoneOverride", map[string]any{"timezoneId": "UTC"}, nil)
}

var marked = regexp.MustCompile(`\bWORD[0-9]+\b`)

// shows checks that all marked words are in the page, and the landmarks.
func (t *test) shows(source string) {
	var text string
	t.eval("document.body.textContent", &text)
	words := marked.FindAllString(source, -1)
	t.check(len(words) >= 10, "the example has %d marked words", len(words))
	for _, word := range words {
		t.check(strings.Contains(text, word), "%s is not in the page", word)
	}
	for _, place := range []string{"main", "header", "nav", "h1", "[role=search]", "html[lang]", "title"} {
		var n int
		t.eval(fmt.Sprintf("document.querySelectorAll(%q).length", place), &n)
		t.check(n >= 1, "the page has no %s", place)
	}
}

// works checks what the script of a page does.
func (t *test) works() {
	for script, want := range map[string]string{
		// Folds.
		`document.querySelector("#unfold").click(); [...document.querySelectorAll("main details")].every(d => d.open)`:                                         `true`,
		`document.querySelector("#unfold").click(); document.querySelector("#fold").click(); [...document.querySelectorAll("main details")].some(d => d.open)`: `false`,
		// Search: what is found is shown and unfolded, what is not is hidden.
		`(async () => { const s = document.querySelector("#search"); const look = async (w) => { s.value = w; s.dispatchEvent(new Event("input")); await new Promise(r => setTimeout(r, 400)) };
			await look("WORD1"); const hits = [...document.querySelectorAll("article:not(.hidden)")], said = document.querySelector("#found").textContent;
			const right = hits.length > 0 && hits.every(a => a.textContent.toLowerCase().includes("word1")) && said.startsWith(hits.length + " message");
			await look("no such words anywhere"); const none = document.querySelectorAll("article:not(.hidden)").length;
			await look(""); return [right, none, document.querySelectorAll("article.hidden").length] })()`: `[true,0,0]`,
		// Keys.
		`(() => { const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})); press("j"); press("j"); press("k");
			const here = document.querySelectorAll("article.here"); return here.length === 1 && here[0] === document.querySelector("article") })()`: `true`,
		`(() => { document.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true, cancelable: true})); const on = document.activeElement.id; document.activeElement.blur(); return on })()`: `"search"`,
		// The filters.
		`(() => { const box = document.querySelector("[name=user]"); box.click(); const left = [...document.querySelectorAll("article.user")].filter(a => a.getClientRects().length).length; box.click(); return left })()`: `0`,
		// Links in the page lead somewhere.
		`[...document.querySelectorAll("a[href^='#']")].filter(a => !document.getElementById(decodeURIComponent(a.hash.slice(1)))).map(a => a.hash)`: `[]`,
	} {
		t.says(script, want)
	}
}

// media makes the page look as for a medium and a scheme of colours.
func (t *test) media(medium, scheme string) {
	t.do("Emulation.setEmulatedMedia", map[string]any{
		"media": medium, "features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}},
	}, nil)
}

// contrast checks that every text can be told from what is behind it: by 4.5, or
// by 3 if it is large (WCAG 2.2, 1.4.3).
func (t *test) contrast(scheme string) {
	var faint []string
	t.eval(`(() => {
		const numbers = (c) => (c.match(/[\d.]+/g) || []).map(Number);
		const light = ([r, g, b]) => { const f = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b) };
		const behind = (e) => { for (; e; e = e.parentElement) { const c = numbers(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0.99) return c } return [255, 255, 255] };
		const faint = [];
		for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode();) {
			const e = walk.currentNode.parentElement, s = getComputedStyle(e);
			if (!walk.currentNode.data.trim() || !e.getClientRects().length || s.opacity === "0" || ["SCRIPT", "STYLE"].includes(e.tagName)) continue;
			const a = light(numbers(s.color)), b = light(behind(e)), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
			const size = parseFloat(s.fontSize), large = size >= 24 || size >= 18.66 && Number(s.fontWeight) >= 700;
			if (ratio < (large ? 3 : 4.5)) faint.push(ratio.toFixed(2) + " " + e.tagName + "." + e.className + " " + walk.currentNode.data.trim().slice(0, 30));
		}
		return faint })()`, &faint)
	t.check(len(faint) == 0, "%s: text that is too faint: %q", scheme, faint)
}

// width checks that nothing but what scrolls by itself is wider than a screen.
func (t *test) width(pixels int) {
	t.screen(pixels)
	var wide int
	t.eval("document.documentElement.scrollWidth", &wide)
	t.check(wide <= pixels, "at %d pixels, the page is %d wide", pixels, wide)
}

func (t *test) screen(pixels int) {
	t.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": pixels, "height": 800, "deviceScaleFactor": 1, "mobile": pixels < 600}, nil)
}

// hostileTexts are what would do something if it reached a page as it is.
var hostileTexts = []string{
	`<script>ran()</script>`, `</script><script>ran()</script>`, `<img src=x onerror=ran()>`, `"><svg onload=ran()>`, `' onmouseover='ran()`,
	`" onfocus="ran()" autofocus="`, `</title><script>ran()</script>`, `</style><script>ran()</script><style>`, `</style><style>*{display:none}`, `</pre></article></main><h1>`,
	`<!-- `, `--><script>ran()</script>`, `<![CDATA[`, `]]><script>ran()</script>`, `&lt;script&gt;ran()`, `&#x3c;script&#x3e;ran()&#x3c;/script&#x3e;`,
	`<iframe src="javascript:parent.ran()">`, `<iframe srcdoc="<script>parent.ran()</script>">`, `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
	`<base href="https://evil.example/">`, `<link rel=stylesheet href="https://evil.example/a.css">`, `javascript:ran()`, `[x](javascript:ran())`, `[x](JaVaScRiPt&colon;ran())`,
	`![x](https://evil.example/a.png)`, `![x](data:image/svg+xml,<svg onload=ran()>)`, `data:text/html,<script>parent.ran()</script>`, `<form action=javascript:ran()><input autofocus onfocus=ran()>`,
	"\u202egnp.exe \u202d", "\u2066\u2067\u2068 open", "\x00\x1b]0;title\x07\x1b[2J", "\u0085\u009b31m", `{{.}}${ran()}`, "`${ran()}`", `\u003cscript\u003eran()`, `<plaintext>`, `<noscript><p title="</noscript><img src=x onerror=ran()>">`,
	`<template><script>ran()</script>`, `<xmp><script>ran()</script>`, `<math><mtext><table><mglyph><style><img src=x onerror=ran()>`, `<svg><style><img src=x onerror=ran()></style></svg>`,
	`<details open ontoggle=ran()>`, `<video><source onerror=ran()>`, `<body onload=ran()>`, `<object data="javascript:ran()">`, `<embed src="javascript:ran()">`, `<input onfocus=ran() autofocus>`,
	`<a href="&#106;avascript:ran()">x</a>`, `<style>@import "https://evil.example/a.css";</style>`, `x" style="position:fixed;inset:0;background:url(https://evil.example/)`, `<div style="position:fixed;inset:0">`,
	`<span class="control">`, `id="search"`, `"><input id=search name=user>`, `</form><form id=tools>`, "```html\n<script>ran()</script>\n```", "| a | <script>ran()</script> |\n|---|---|\n| b | c |",
	"# <script>ran()</script>", "<https://evil.example/\"onmouseover=ran()>", "[x]: javascript:ran()\n\n[x]", "a\u0000<script>ran()</script>", "\ufeff<script>ran()</script>", "\u2028ran()\u2029ran()",
}

// hostile puts each of the texts into every field of the example.
func (t *test) hostile(source string) {
	t.screen(1000)
	t.open("harmless", strings.ReplaceAll(source, "HERE", "harmless"))
	const state = `[document.querySelectorAll("article").length, document.querySelectorAll("script").length, document.querySelectorAll("style").length,
		document.querySelectorAll("iframe,object,embed,base,link:not([rel=icon]),meta[http-equiv=refresh],form:not(.tools),svg,math,template").length,
		[...document.querySelectorAll("*")].filter(e => [...e.attributes].some(a => a.name.startsWith("on") || a.name === "style")).length,
		getComputedStyle(document.querySelector("main")).display, document.title !== "", typeof window.wasRun]`
	var want, have json.RawMessage
	t.eval(state, &want)
	t.do("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": "window.ran = () => { window.wasRun = true }"}, nil)
	t.check(len(hostileTexts) >= 60, "%d hostile texts", len(hostileTexts))
	for i, text := range hostileTexts {
		quoted := must.Get(json.Marshal(text))
		t.open(fmt.Sprint("hostile-", i), strings.ReplaceAll(source, "HERE", string(quoted[1:len(quoted)-1])))
		t.eval(`document.querySelectorAll("details").forEach(d => d.open = true); document.querySelectorAll("main a").forEach(a => a.dispatchEvent(new MouseEvent("mouseover", {bubbles: true})))`, nil)
		t.eval(state, &have)
		t.check(string(have) == string(want), "%q makes %s of %s", text, have, want)
	}
}

// large shows words of a million letters, and does not let them out of the screen.
func (t *test) large(string) {
	word := strings.Repeat("a", 1<<20)
	source := `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"` + word + `"}]},{"role":"assistant","content":[{"type":"text","text":"` + strings.Repeat("word ", 1<<17) + `"}]}]}`
	t.open("large", source)
	t.width(360)
	t.says(`document.querySelector("article").textContent.length >= 1 << 20`, "true")
}

// odd shows ten thousand images, a table of 40 columns, and a session of notes alone.
func (t *test) odd(string) {
	const pixel = `{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}`
	row := strings.Repeat("| a value ", 40) + `|\n`
	for _, x := range []struct{ name, messages, script, want string }{
		{"images", `{"role":"user","content":[` + strings.Repeat(pixel+",", 9999) + pixel + `]}`, `document.querySelectorAll("img").length`, `10000`},
		{"columns", `{"role":"assistant","content":"` + row + strings.Repeat("|---", 40) + `|\n` + row + `"}`, `document.querySelectorAll("th, td").length`, `80`},
		{"notes", strings.Repeat(`{"role":"custom","customType":"a.mode","data":1},`, 29) + `{"role":"custom","customType":"a.mode","data":1}`, `[document.querySelectorAll(".notes").length, document.querySelectorAll("article").length]`, `[1,30]`},
		// The first lines of a long result are shown, and unfold it.
		{
			"result", `{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"tide","arguments":{}}]},{"role":"toolResult","toolCallId":"a","content":"` + strings.Repeat(`line\n`, 40) + `"}`,
			`(() => { const d = document.querySelector(".result details"), high = d.getBoundingClientRect().height, was = d.open; d.querySelector("pre").click(); return [was, high > 80 && high < 250, d.open] })()`, `[false,true,true]`,
		},
		{"directions", `{"role":"assistant","content":"- \u05d0\n- a\n- [x] b"}`, `(() => { const list = document.querySelector(".markdown ul").getBoundingClientRect(), [a, b, c] = [...document.querySelectorAll("li")].map(l => l.getBoundingClientRect());
			return [a.right < list.right, a.left === list.left, b.left > list.left, c.left > list.left] })()`, `[true,true,true,true]`},
		{"title", `{"role":"user","content":"Mend ` + "`a.go`" + `"}`, `[document.querySelector("h1").innerHTML, document.querySelector(".bar .name").textContent]`, `["Mend <code>a.go</code>","Mend a.go"]`},
	} {
		t.open(x.name, `{"convo":1,"messages":[`+x.messages+`]}`)
		t.says(x.script, x.want)
		t.width(360)
	}
}

// long checks that of a long conversation the messages are made when somebody goes
// to them, and that all are in the page without its script.
func (t *test) long(string) {
	var b strings.Builder
	b.WriteString(`{"convo":1,"messages":[`)
	for i := range 1000 {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"role":"user","content":[{"type":"text","text":"Question %d"}]},{"role":"assistant","content":[{"type":"text","text":"Answer &lt;%d&gt; </noscript><b>"}`, i, i)
		if i == 199 { // its result would begin a piece
			b.WriteString(`,{"type":"toolCall","id":"c","name":"tide","arguments":{}}]},{"role":"toolResult","toolCallId":"c","content":"noon"}`)
			continue
		}
		b.WriteString("]}")
	}
	b.WriteString("]}")
	t.open("long", b.String())
	for _, x := range []struct{ script, want string }{
		{`document.querySelectorAll("article").length < 500`, `true`},
		{`document.querySelectorAll("b:not(summary b)").length`, `0`},
		{`(async () => { const s = document.querySelector("#search"); const look = async (w) => { s.value = w; s.dispatchEvent(new Event("input")); await new Promise(r => setTimeout(r, 600)) };
			await look("&lt;777&gt;"); const said = document.querySelector("#found").textContent; await look("answer"); const all = document.querySelector("#found").textContent; await look(""); return [said, all] })()`, `["1 message","1000 messages"]`},
		{`(async () => { location.hash = "#m400"; await new Promise(r => setTimeout(r, 600)); return document.querySelector("#m400") !== null && document.querySelector("#m400").textContent.includes("noon") })()`, `true`},
		{`(async () => { location.hash = "#m2000"; await new Promise(r => setTimeout(r, 600)); const a = document.querySelector("#m2000"); return a !== null && a.textContent.includes("Answer <999>".replace("<", "&lt;").replace(">", "&gt;")) })()`, `true`},
		{`(async () => { location.hash = "#m1200"; await new Promise(r => setTimeout(r, 1200)); const top = document.querySelector("#m1200").getBoundingClientRect().top; return top >= 0 && top < 120 })()`, `true`},
		{`(() => { window.dispatchEvent(new Event("beforeprint")); return document.querySelectorAll("article").length })()`, `2000`},
		{`document.querySelectorAll("b:not(summary b)").length`, `0`},
	} {
		t.says(x.script, x.want)
	}
	t.do("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	t.open("long without script", b.String())
	t.says(`document.querySelectorAll("article").length`, "2000")
	t.do("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil)
}

// folder checks an index, and that all of its links lead to pages and back.
func (t *test) folder(source string) {
	t.page = "folder"
	in := filepath.Join(t.dir, "in")
	must.Do(os.MkdirAll(filepath.Join(in, "more"), 0o700))
	for name, text := range map[string]string{"tide.json": source, "more/odd #1?&copy.json": `{"convo":1,"title":"<b>odd</b>","messages":[]}`} {
		must.Do(os.WriteFile(filepath.Join(in, name), []byte(text), 0o600))
	}
	out := filepath.Join(t.dir, "site")
	if said, err := exec.Command(t.convo, "transform", "-q", "-t", "html", "-o", out+"/", "-r", in).CombinedOutput(); err != nil {
		must.Fail("%w: %s", err, said)
	}
	index := filepath.Join(out, "index.html")
	t.see(index)
	for _, scheme := range []string{"light", "dark"} {
		t.media("screen", scheme)
		t.contrast(scheme)
	}
	t.width(360)
	var links []string
	t.eval(`[...document.querySelectorAll("main a")].map(a => decodeURIComponent(a.pathname))`, &links)
	t.check(len(links) == 2, "the index has %d links", len(links))
	for _, link := range links {
		t.page = link
		t.see(link)
		t.says(`decodeURIComponent(document.querySelector("header a").pathname)`, fmt.Sprintf("%q", index))
	}
}

// diff checks the page of a comparison.
func (t *test) diff(source string) {
	t.page = "diff"
	var files []string
	for name, text := range map[string]string{"before.json": source, "after.json": strings.ReplaceAll(source, "High water", "Low water")} {
		file := filepath.Join(t.dir, name)
		files = append(files, file)
		must.Do(os.WriteFile(file, []byte(text), 0o600))
	}
	page, err := exec.Command(t.convo, "diff", "-t", "html", files[0], files[1]).Output()
	if exit := (&exec.ExitError{}); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		must.Do(err)
	}
	file := filepath.Join(t.dir, "diff.html")
	must.Do(os.WriteFile(file, page, 0o600))
	t.see(file)
}
