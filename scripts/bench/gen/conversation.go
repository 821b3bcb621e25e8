package main

import (
	"encoding/base64"
	"math/rand/v2"
)

// generator invents conversations, one at a time.
type generator struct {
	*rand.Rand
	style    style
	messages list
	bytes    int // of text so far, about
	tools    list
	names    []string
}

// mixed is a line of mixed traffic: mostly chat, some agents, few pictures.
func (g *generator) mixed() []byte {
	switch x := g.IntN(100); {
	case x < 78:
		return g.chat()
	case x < 99:
		return g.agent(0)
	}
	return g.pictures()
}

// chat is a conversation without tools.
func (g *generator) chat() []byte {
	g.begin()
	if g.IntN(10) < 7 {
		g.say("system", g.prose(g.length(60, 3000), 2))
	}
	for range g.between(0, 7) {
		g.say("user", g.prose(g.length(20, 1500), 10))
		g.say("assistant", g.prose(g.length(80, 4000), 8))
	}
	g.say("user", g.prose(g.length(20, 1500), 10))
	return g.end()
}

// pictures is a conversation about pictures.
func (g *generator) pictures() []byte {
	g.begin()
	g.say("system", g.prose(g.between(60, 400), 2))
	for range g.between(1, 3) {
		g.picture()
		g.say("assistant", g.prose(g.length(80, 2000), 8))
	}
	g.picture()
	return g.end()
}

// agent is a conversation of 40 to 200 messages, or of about size bytes.
func (g *generator) agent(size int) []byte {
	g.begin()
	g.defineTools()
	g.say("system", g.prose(g.between(2000, 8000), 2))
	g.say("user", g.prose(g.length(60, 2000), 8))
	count := g.between(40, 200)
	for size == 0 && len(g.messages) < count || g.bytes < size {
		g.step()
	}
	return g.end()
}

// answer is a short question and a long answer with calls, of tools that are
// not defined: formats for answers hold only the answer.
func (g *generator) answer() []byte {
	g.begin()
	g.names = toolNames
	g.say("user", g.prose(100, 8))
	g.call(g.prose(g.length(1000, 20_000), 8))
	return g.end()
}

// question is a short question.
func (g *generator) question() []byte {
	g.begin()
	g.say("system", g.prose(g.between(60, 400), 2))
	g.say("user", g.prose(g.length(60, 2000), 8))
	return g.end()
}

// document is one conversation of about size bytes, part agent, part pictures.
func (g *generator) document(size int) []byte {
	g.begin()
	g.defineTools()
	for g.bytes < size {
		g.say("user", g.prose(1000, 8))
		for range 20 {
			g.step()
		}
		g.picture()
	}
	return g.end()
}

func (g *generator) begin() {
	*g = generator{Rand: g.Rand}
	g.style = g.writtenBy()
}

// end writes the request.
func (g *generator) end() []byte {
	request := object{
		{"model", pick(g, []string{"gpt-5.4-mini", "gpt-5.4", "gpt-5-mini"})},
		{"max_completion_tokens", 1024 * g.between(1, 16)},
		{"temperature", float64(g.IntN(11)) / 10},
	}
	if g.IntN(2) == 0 {
		request = append(request, field{"stream", true})
	}
	request = append(request, field{"messages", g.messages})
	if len(g.tools) > 0 {
		request = append(request, field{"tools", g.tools}, field{"tool_choice", "auto"})
	}
	return g.style.write(nil, request)
}

// add appends a message. Its first field is the role.
func (g *generator) add(message object) {
	if g.style.late {
		message = append(message[1:], message[0])
	}
	g.messages = append(g.messages, message)
}

// say adds a message of text: a string, or now and then a list.
func (g *generator) say(role, text string) {
	g.add(object{{"role", role}, {"content", g.content(text, 6)}})
}

// content is a text as a list once in so many times.
func (g *generator) content(text string, every int) any {
	g.bytes += len(text) * 11 / 10
	if g.IntN(every) == 0 {
		return list{object{{"type", "text"}, {"text", text}}}
	}
	return text
}

func (g *generator) picture() {
	raw := make([]byte, g.between(75_000, 750_000))
	for i := range raw {
		raw[i] = byte(g.Uint32())
	}
	data := base64.StdEncoding.EncodeToString(raw)
	g.bytes += len(data)
	g.add(object{{"role", "user"}, {"content", list{
		object{{"type", "text"}, {"text", g.prose(80, 8)}},
		object{{"type", "image_url"}, {"image_url", object{{"url", "data:image/png;base64," + data}}}},
	}}})
}
