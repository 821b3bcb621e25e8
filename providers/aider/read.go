package aider

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// The kinds of lines.
const (
	of    = iota // nothing yet
	user         // #### text
	shown        // > text
	model
)

// end is how a line ends that aider wrote for the user or for itself.
const end = "  "

// decoder reads a run.
type decoder struct {
	notes  *note.Notes
	c      *conv.Conversation
	kind   int // of the lines
	lines  []string
	at     int  // of the first line
	spaced bool // the lines of the user and of aider end in two spaces, as aider writes them

	answered bool // the model has spoken since the user did
	output   int  // 1 + offset of output after that, 0 without any
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		text := string(data)
		if at := rawjson.InvalidAt(text); at >= 0 {
			r := conv.NewReader(data, family, notes)
			r.Fail(at, "invalid UTF-8: byte 0x%02x", data[at])
			yield(nil, r.Err())
			return
		}
		var d *decoder
		spaced := isSpaced(text)
		begin := len(data) - len(bytes.TrimPrefix(data, []byte("\ufeff")))
		for at := begin; at < len(text); {
			line, _, _ := strings.Cut(text[at:], "\n")
			next := at + len(line) + 1
			line = strings.TrimSuffix(line, "\r")
			if when, ok := strings.CutPrefix(line, started); ok {
				if d != nil && !yield(d.whole(), nil) {
					return
				}
				d = newDecoder(at, spaced, notes)
				d.c.Session.Extensions.Set(family, "started", rawjson.Quoted(strings.TrimSpace(when)))
			} else if d != nil || strings.TrimSpace(line) != "" {
				if d == nil {
					d = newDecoder(at, spaced, notes)
				}
				d.line(at, line)
			}
			at = next
		}
		if d == nil {
			d = newDecoder(begin, spaced, notes)
		}
		yield(d.whole(), nil)
	}
}

// isSpaced reports whether a line of the user ends in two spaces, which an editor may have
// removed.
func isSpaced(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#### ") && strings.HasSuffix(strings.TrimRight(line, "\r\n"), end) {
			return true
		}
	}
	return false
}

func newDecoder(at int, spaced bool, notes *note.Notes) *decoder {
	d := &decoder{notes: notes, spaced: spaced, c: &conv.Conversation{Session: &conv.Session{Agent: family}}}
	d.c.SetOffset(at)
	return d
}

// whole returns the run.
func (d *decoder) whole() *conv.Conversation {
	d.flush()
	return d.c
}

// line reads a line.
func (d *decoder) line(at int, line string) {
	kind, text := model, line
	switch {
	case d.kind == model && d.spaced && !strings.HasSuffix(line, end): // a heading or a quote of the model
	case strings.HasPrefix(line, "#### "):
		kind, text = user, strings.TrimSuffix(line[len("#### "):], end)
	case strings.HasPrefix(line, "> "):
		kind, text = shown, strings.TrimSuffix(line[len("> "):], end)
	case line == ">":
		kind, text = shown, ""
	case strings.TrimSpace(line) == "" && d.kind != model:
		if d.kind == user { // the next line of the user is another prompt
			d.flush()
		}
		return
	}
	if kind != d.kind {
		d.flush()
		d.kind, d.at = kind, at
	}
	d.lines = append(d.lines, text)
}

// flush makes a message of the lines.
func (d *decoder) flush() {
	text := strings.Join(d.lines, "\n")
	kind := d.kind
	d.kind, d.lines = of, nil
	switch kind {
	case user:
		d.answered, d.output = false, 0
		if text == "<blank>" {
			text = ""
		}
		d.prompt(text)
	case shown:
		if d.answered && d.output == 0 {
			d.output = d.at + 1
		}
		d.custom("output", text)
	case model:
		if text = strings.Trim(text, " \t\n"); text == "" {
			return
		}
		if d.output > 0 {
			d.notes.Info(note.CodeRole, note.Read, d.output-1, "line that begins with > between lines of an answer as output of aider", "")
			d.output = 0
		}
		d.answered = true
		t := &conv.TextContent{Text: text}
		t.SetOffset(d.at)
		m := &conv.AssistantMessage{Content: []conv.AssistantContent{t}}
		m.SetOffset(d.at)
		d.c.Messages = append(d.c.Messages, m)
	}
}

// sent are the commands that send what follows them to the model.
var sent = []string{"/ask", "/code", "/architect", "/context"}

// prompt adds what the user typed. A command of aider is not sent.
func (d *decoder) prompt(text string) {
	if word, rest, _ := strings.Cut(text, " "); strings.HasPrefix(text, "/") && (!slices.Contains(sent, word) || strings.TrimSpace(rest) == "") {
		d.custom("command", text)
		return
	}
	t := &conv.TextContent{Text: text}
	t.SetOffset(d.at)
	m := &conv.UserMessage{Content: []conv.UserContent{t}}
	m.SetOffset(d.at)
	d.c.Messages = append(d.c.Messages, m)
}

func (d *decoder) custom(kind, text string) {
	t := &conv.TextContent{Text: text}
	t.SetOffset(d.at)
	m := &conv.CustomMessage{CustomType: family + "." + kind, Content: []conv.UserContent{t}}
	m.SetOffset(d.at)
	d.c.Messages = append(d.c.Messages, m)
}
