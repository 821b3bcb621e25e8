package main

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator invents conversations, one at a time.
type generator struct {
	*rand.Rand
	body  []byte
	calls int
}

// pictured is the share of mixed conversations with a picture.
const pictured = 0.08

// mixed is a short conversation.
func (g *generator) mixed() []byte {
	g.begin()
	if g.Float64() < pictured {
		g.picture(100_000 + g.IntN(900_001))
	}
	for range 1 + g.IntN(12) {
		g.message("user", g.text(40+g.IntN(1200)))
		if g.Float64() < 0.2 {
			g.toolStep(1)
		}
		g.message("assistant", g.text(100+g.IntN(2400)))
	}
	g.message("user", g.text(40+g.IntN(400)))
	return g.end()
}

// agent is a long conversation of about n messages.
func (g *generator) agent(n int) []byte {
	g.begin()
	g.message("user", g.text(200+g.IntN(2000)))
	for g.calls = 0; n > 0; {
		parallel := 1 + g.IntN(4)
		g.toolStep(parallel)
		if n -= 1 + parallel; g.Float64() < 0.1 {
			g.message("assistant", g.text(200+g.IntN(1500)))
			g.message("user", g.text(50+g.IntN(500)))
			n -= 2
		}
	}
	return g.end()
}

// document is one conversation of about size bytes, part agent, part pictures.
func (g *generator) document(size int) []byte {
	g.begin()
	for len(g.body) < size {
		g.message("user", g.text(1000))
		for range 20 {
			g.toolStep(1 + g.IntN(4))
		}
		g.picture(100_000 + g.IntN(200_000))
	}
	return g.end()
}

func (g *generator) begin() {
	g.body = append(g.body[:0], `{"model":"gpt-5.4-mini","messages":[`...)
	g.message("system", g.text(100+g.IntN(900)))
}

func (g *generator) end() []byte {
	g.body = append(g.body[:len(g.body)-1], `],"tools":[`...)
	for i, name := range tools {
		if i > 0 {
			g.body = append(g.body, ',')
		}
		g.body = fmt.Appendf(g.body, `{"type":"function","function":{"name":%q,"description":%s,"parameters":{"type":"object","properties":{"path":{"type":"string","description":"Where."},"limit":{"type":"integer","minimum":1}},"required":["path"]}}}`, name, quote(g.text(60)))
	}
	return append(g.body, `],"temperature":0.7,"max_completion_tokens":2048}`...)
}

func (g *generator) message(role, text string) {
	g.body = fmt.Appendf(g.body, `{"role":%q,"content":%s},`, role, quote(text))
}

func (g *generator) picture(size int) {
	raw := make([]byte, size*3/4)
	for i := range raw {
		raw[i] = byte(g.Uint32())
	}
	g.body = fmt.Appendf(g.body, `{"role":"user","content":[{"type":"text","text":%s},{"type":"image_url","image_url":{"url":"data:image/png;base64,%s"}}]},`,
		quote(g.text(80)), base64.StdEncoding.EncodeToString(raw))
}

// toolStep is an answer with parallel calls, and their results.
func (g *generator) toolStep(parallel int) {
	g.body = fmt.Appendf(g.body, `{"role":"assistant","content":%s,"tool_calls":[`, quote(g.text(g.IntN(300))))
	first := g.calls
	for i := range parallel {
		if i > 0 {
			g.body = append(g.body, ',')
		}
		arguments := fmt.Sprintf(`{"path":%s,"limit":%d,"text":%s}`, quote("src/"+g.word()+"/"+g.word()+".go"), g.IntN(500), quote(g.text(g.IntN(400))))
		g.body = fmt.Appendf(g.body, `{"id":"call_%06d","type":"function","function":{"name":%q,"arguments":%s}}`, g.calls, tools[g.IntN(len(tools))], quote(arguments))
		g.calls++
	}
	g.body = append(g.body, `]},`...)
	for i := range parallel {
		g.body = fmt.Appendf(g.body, `{"role":"tool","tool_call_id":"call_%06d","content":%s},`, first+i, quote(g.text(50+g.IntN(3000))))
	}
}

// tools are the functions that the conversations call.
var tools = []string{"read_file", "write_file", "search", "run_tests"}

// words are the words of texts: plain ones, and some with escapes.
var words = strings.Fields(`harbour tide wind pilot chart north buoy anchor signal current the a of and to in is
	was for on that with as at by from return func error value "quoted" path\name if err != nil { } := [] <tag> &amp; 3.14 42 // TODO`)

// foreign are words beyond ASCII.
var foreign = strings.Fields("fjord été größe 東京 船 ⚓")

func (g *generator) word() string { return words[g.IntN(10)] }

// text is a text of about n bytes with some line breaks.
func (g *generator) text(n int) string {
	var b strings.Builder
	for b.Len() < n {
		if g.IntN(50) == 0 {
			b.WriteString(foreign[g.IntN(len(foreign))])
		} else {
			b.WriteString(words[g.IntN(len(words))])
		}
		if g.IntN(14) == 0 {
			b.WriteString(".\n\t"[:1+g.IntN(3)])
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// quote writes a JSON string as vendors' clients do, with the fewest escapes.
func quote(s string) string {
	return `"` + jsonEscapes.Replace(s) + `"`
}

var jsonEscapes = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", `\n`, "\t", `\t`)
