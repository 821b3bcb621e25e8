package main

import (
	"bytes"
	"encoding/json"
	"os"

	"convo/scripts/must"
)

// formatSize is the size of the conversations in each format, in MB.
const formatSize = 8.0

// slowest is how much more a format may cost than openai-chat.
const slowest = 2.0

// format is one of those that convo lists.
type format struct {
	Name        string
	Read, Write bool
	Holds       struct{ Scope string } // "answer": the last message alone
}

// formats measures formats against openai-chat: read, for each byte, and
// written, from the same conversations.
func (b *bench) formats() {
	var listed bytes.Buffer
	measure(program{args: []string{b.convo, "formats", "-t", "json"}, stdout: &listed})
	var all []format
	must.Do(json.Unmarshal(listed.Bytes(), &all))
	for _, f := range all {
		b.read(f)
	}
	for _, f := range all {
		if !f.Write {
			continue
		}
		b.written(f)
	}
}

// in returns the conversations for a format, in another format.
func (b *bench) in(f format, name string) string {
	kind := "agent"
	switch {
	case f.Holds.Scope == "answer" || f.Name == "alpaca": // which holds no calls
		kind = "answers"
	case !f.Read: // a page holds one conversation
		kind = "document"
	}
	file := b.corpus(kind, min(formatSize, b.size))
	if name == "openai-chat" {
		return file
	}
	return b.output(kind+"."+name, b.one("transform", "-q", "-c", "-f", "openai-chat", "-t", name, file))
}

func (b *bench) read(f format) {
	from := f.Name
	switch {
	case !f.Read:
		return
	case f.Write:
	case f.Name == "anthropic-messages":
		from = "anthropic"
	default:
		b.readAlone(f)
		return
	}
	file := b.in(f, from)
	if !f.Write {
		file = b.messages(file)
	}
	chat := b.in(f, "openai-chat")
	runs := medians(b.rounds,
		b.one("transform", "-q", "-c", "-f", f.Name, "-t", "anthropic", file),
		b.one("transform", "-q", "-c", "-f", "openai-chat", "-t", "anthropic", chat))
	b.readRow(f, runs, fileSize(chat), fileSize(file))
}

func (b *bench) written(f format) {
	file := b.in(f, "convo")
	runs := medians(b.rounds,
		b.one("transform", "-q", "-c", "-f", "convo", "-t", f.Name, file),
		b.one("transform", "-q", "-c", "-f", "convo", "-t", "openai-chat", file))
	b.atMost("write "+f.Name+": time, against openai-chat", cpuRatio(runs[0], runs[1]), slowest, "%.2f×")
}

// messages writes the messages of requests alone, for a format that is only read.
func (b *bench) messages(file string) string {
	alone := file + ".messages"
	out := must.Get(os.Create(alone))
	defer out.Close()
	eachLine(file, func(line []byte) {
		var request struct{ Messages json.RawMessage }
		must.Do(json.Unmarshal(line, &request))
		must.Get(out.Write(append(request.Messages, '\n')))
	})
	return alone
}

// fileSize is at least 1.
func fileSize(name string) float64 {
	info, err := os.Stat(name)
	if err != nil {
		return 1
	}
	return max(float64(info.Size()), 1)
}
