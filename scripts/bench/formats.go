package main

import (
	"bytes"
	"encoding/json"
	"os"
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
func (b *bench) formats() error {
	var listed bytes.Buffer
	if _, err := measure(program{args: []string{b.convo, "formats", "-t", "json"}, stdout: &listed}); err != nil {
		return err
	}
	var all []format
	if err := json.Unmarshal(listed.Bytes(), &all); err != nil {
		return err
	}
	for _, f := range all {
		if err := b.read(f); err != nil {
			return err
		}
	}
	for _, f := range all {
		if !f.Write {
			continue
		}
		if err := b.written(f); err != nil {
			return err
		}
	}
	return nil
}

// in returns the conversations for a format, in another format.
func (b *bench) in(f format, name string) (string, error) {
	kind := "agent"
	switch {
	case f.Holds.Scope == "answer" || f.Name == "alpaca": // which holds no calls
		kind = "answers"
	case !f.Read: // a page holds one conversation
		kind = "document"
	}
	file, err := b.corpus(kind, min(formatSize, b.size))
	if err != nil || name == "openai-chat" {
		return file, err
	}
	return b.output(kind+"."+name, b.one("transform", "-q", "-c", "-f", "openai-chat", "-t", name, file))
}

func (b *bench) read(f format) error {
	from := f.Name
	switch {
	case !f.Read:
		return nil
	case f.Write:
	case f.Name == "anthropic-messages":
		from = "anthropic"
	default:
		return b.readAlone(f)
	}
	file, err := b.in(f, from)
	if err != nil {
		return err
	}
	if !f.Write {
		if file, err = b.messages(file); err != nil {
			return err
		}
	}
	chat, err := b.in(f, "openai-chat")
	if err != nil {
		return err
	}
	runs, err := medians(b.rounds,
		b.one("transform", "-q", "-c", "-f", f.Name, "-t", "anthropic", file),
		b.one("transform", "-q", "-c", "-f", "openai-chat", "-t", "anthropic", chat))
	if err != nil {
		return err
	}
	b.readRow(f, runs, fileSize(chat), fileSize(file))
	return nil
}

func (b *bench) written(f format) error {
	file, err := b.in(f, "convo")
	if err != nil {
		return err
	}
	runs, err := medians(b.rounds,
		b.one("transform", "-q", "-c", "-f", "convo", "-t", f.Name, file),
		b.one("transform", "-q", "-c", "-f", "convo", "-t", "openai-chat", file))
	if err != nil {
		return err
	}
	b.atMost("write "+f.Name+": time, against openai-chat", cpuRatio(runs[0], runs[1]), slowest, "%.2f×")
	return nil
}

// messages writes the messages of requests alone, for a format that is only read.
func (b *bench) messages(file string) (string, error) {
	alone := file + ".messages"
	out, err := os.Create(alone)
	if err != nil {
		return "", err
	}
	defer out.Close()
	return alone, eachLine(file, func(line []byte) error {
		var request struct{ Messages json.RawMessage }
		if err := json.Unmarshal(line, &request); err != nil {
			return err
		}
		_, err := out.Write(append(request.Messages, '\n'))
		return err
	})
}

// fileSize is at least 1.
func fileSize(name string) float64 {
	info, err := os.Stat(name)
	if err != nil {
		return 1
	}
	return max(float64(info.Size()), 1)
}
