package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
)

// A kind says what an item is.
type kind string

const (
	user      kind = "user text"
	assistant kind = "assistant text"
	system    kind = "instruction"
	reasoning kind = "reasoning"
	call      kind = "call"
	result    kind = "result"
	image     kind = "image"
)

// An item is one thing of a conversation that a model sees.
type item struct {
	kind kind
	text string // the text; the name of a called tool; the hash of an image
	args string // the arguments of a call, in the canonical form
	id   string // of a call, or of the call that a result answers
	at   string // JSON pointer into conversation.json, if it comes from there
	soft bool   // the program may leave it out: it was not typed
	free bool   // a summary: some programs send it as what the user says, others as an answer or an instruction
}

// A tool is what a request says about one: the names of its parameters.
type tool struct {
	namespace string // of the Responses API; usually empty
	params    map[string]bool
}

// A request is what a program sent to a model, whatever the protocol.
type request struct {
	protocol string // anthropic, responses, chat, gemini
	model    string
	stream   bool
	json     bool // it demands an answer in JSON
	items    []item
	tools    map[string]tool
}

// canonical is JSON with sorted keys and without spaces. Text that is not JSON
// stays as it is.
func canonical(raw []byte) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return string(raw)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return string(raw)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// media is the item of an image, given its base64 text or a data URL.
func media(data string) item {
	if _, after, ok := strings.Cut(data, ";base64,"); ok {
		data = after
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		raw = []byte(data)
	}
	sum := sha256.Sum256(raw)
	return item{kind: image, text: hex.EncodeToString(sum[:6])}
}

// unwrapped takes the text of a result out of the object that Gemini's programs
// put around it.
func unwrapped(text string) string {
	var o map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &o) != nil || len(o) != 1 {
		return text
	}
	for _, key := range []string{"output", "error", "result", "content"} {
		var s string
		if json.Unmarshal(o[key], &s) == nil {
			return s
		}
	}
	return text
}

// parts reads content that is a string or a list of typed parts.
func parts(raw json.RawMessage) []part {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return []part{{Type: "text", Text: text}}
	}
	var list []part
	_ = json.Unmarshal(raw, &list)
	return list
}

// A part is a block of content, in the spellings of Anthropic, OpenAI and
// conversation.json.
type part struct {
	Type, Text, Thinking, ID, Name string
	Input, Arguments, Content      json.RawMessage
	ToolUseID                      string `json:"tool_use_id"`
	Source                         struct{ Data, URL string }
	ImageURL                       json.RawMessage `json:"image_url"`
	Data, URL, FileID              string
}

// url is the address of an image, which is a string or an object.
func (p part) url() string {
	var s string
	if json.Unmarshal(p.ImageURL, &s) == nil {
		return s
	}
	var o struct{ URL string }
	_ = json.Unmarshal(p.ImageURL, &o)
	return o.URL
}

// content makes items of parts: the texts, as one if they are a result's, and
// after them the images.
func content(list []part, of item) []item {
	var items, images []item
	var texts []string
	for _, p := range list {
		switch p.Type {
		case "image":
			images = append(images, media(p.Source.Data+p.Source.URL))
		case "image_url", "input_image":
			images = append(images, media(p.url()))
		case "text", "input_text", "output_text":
			texts = append(texts, p.Text)
		}
	}
	if of.kind == result {
		of.text = unwrapped(strings.Join(texts, "\n"))
		return append([]item{of}, images...)
	}
	for _, t := range texts {
		of.text = t
		items = append(items, of)
	}
	return append(items, images...)
}

// pair gives the calls and results that have no id one: results answer in turn
// the calls of their name.
func pair(items []item) []item {
	var open []int
	for i := range items {
		switch it := &items[i]; {
		case it.kind == call && it.id == "":
			it.id = "#" + strconv.Itoa(i)
			open = append(open, i)
		case it.kind == result && it.id == "":
			for k, o := range open {
				if items[o].text == it.args {
					it.id = items[o].id
					open = append(open[:k], open[k+1:]...)
					break
				}
			}
		}
		if items[i].kind == result {
			items[i].args = "" // which held the name
		}
	}
	return items
}
