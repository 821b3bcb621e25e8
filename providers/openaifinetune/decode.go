package openaifinetune

import (
	"bytes"
	"iter"
	"slices"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/training"
	"convo/providers/openaichat"
)

// decode reads a line. A preference is a pair.
func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	l := newLine(data, notes)
	if l.read(); l.isPreference() {
		l.answers()
	}
	return format.Single(l.conversation())
}

// gradeColumns are the columns for graders that the vendor's guide to reinforcement
// fine-tuning names. A line may have any.
var gradeColumns = []string{"reference_answer", "reference_tool_calls"}

// line reads a line of training data. Its answers are read last, wherever they
// stand: they come after the history.
type line struct {
	*conv.Reader
	thread *openaichat.Thread
	out    *conv.Conversation

	found                   bool // messages at the top level: an example
	input, preferred, other int  // offsets of these fields, -1: absent
}

func newLine(data []byte, notes *note.Notes) *line {
	return &line{
		Reader: conv.NewReader(data, training.Family, notes), thread: thread(), out: &conv.Conversation{Request: &conv.Request{}},
		input: -1, preferred: -1, other: -1,
	}
}

// conversation is what was read.
func (l *line) conversation() (*conv.Conversation, error) {
	if err := l.End(); err != nil {
		return nil, err
	}
	if r := l.out.Request; r.ParallelToolCalls == nil && len(r.Extensions) == 0 {
		l.out.Request = nil
	}
	return l.out, nil
}

// isPreference reports whether the line has a history and answers apart.
func (l *line) isPreference() bool { return !l.found && l.input >= 0 }

// read reads all but the answers of a preference.
func (l *line) read() {
	at := l.Offset()
	if k := l.Kind(); k != rawjson.Object {
		l.Fail(at, "want a line of training data as an object, got %s", k)
		return
	}
	l.out.SetOffset(at)
	for key := range l.Fields {
		switch key {
		case "input":
			l.input = l.defers()
		case "preferred_output":
			l.preferred = l.defers()
		case fieldOther:
			if l.other = l.defers(); l.isNull(l.other) {
				l.other = -1
			}
		default:
			l.field(key)
		}
	}
	end := l.Offset()
	switch {
	case l.found:
		l.keepAt(l.input, "input")
		l.keepAt(l.preferred, "preferred_output")
		l.keepAt(l.other, fieldOther)
	case l.input < 0:
		l.Fail(at, "training data without messages")
	case l.preferred < 0:
		l.Fail(at, "a preference without preferred_output")
	default:
		l.readInput(at)
	}
	l.Rewind(end)
}

// defers skips a value and returns its offset, to read it later.
func (l *line) defers() int {
	at := l.Offset()
	l.Skip()
	return at
}

// isNull reports whether a value that was skipped is null.
func (l *line) isNull(at int) bool { return bytes.HasPrefix(l.Buffer()[at:], []byte("null")) }

// field reads a field at the top of an example, or in the input of a
// preference.
func (l *line) field(key string) {
	kind := l.Kind()
	if key == "messages" {
		l.found = kind == rawjson.Array
	}
	switch {
	case l.thread.History(l.Reader, l.out, key):
	case kind == rawjson.Null:
		l.Skip()
	case key == "tools" && kind == rawjson.Array, slices.Contains(gradeColumns, key):
		l.KeepQuietly(&l.out.Node, key)
	default:
		l.Keep(&l.out.Node, key)
	}
}

func (l *line) keepAt(offset int, key string) {
	if offset >= 0 {
		l.Rewind(offset)
		l.Keep(&l.out.Node, key)
	}
}

// readInput reads the history of a preference. at is the offset of the line.
func (l *line) readInput(at int) {
	l.Rewind(l.input)
	if k := l.Kind(); k != rawjson.Object {
		l.Fail(l.input, "want the input as an object, got %s", k)
		return
	}
	top := l.out.Extensions
	l.out.Extensions = nil
	for key := range l.Fields {
		l.field(key)
	}
	if !l.found {
		l.Fail(at, "a preference without messages")
	}
	l.found = false
	inside := rawjson.NewWriter(nil)
	inside.BeginObject()
	for _, x := range l.out.Extensions {
		for _, m := range x.Members {
			if key, ok := extension.WireKey(m.Key); ok && x.Family == training.Family {
				inside.OptRaw(key, m.Value)
			} else {
				top.Set(x.Family, m.Key, m.Value)
			}
		}
	}
	inside.EndObject()
	l.out.Extensions = top
	switch raw := conv.Raw(inside.Bytes()); raw {
	case "{}":
	case noTools:
		l.out.Extensions.Set(training.Family, hintInput, raw)
	default:
		l.out.Extensions.Set(training.Family, "input", raw)
	}
}

// answers reads the messages of both answers. Each follows the history.
func (l *line) answers() {
	p := training.Parts{History: l.out.Messages, Pair: true}
	if l.other < 0 {
		l.out.Extensions.Set(training.Family, hintNoOther, "true")
	} else {
		p.Rejected = l.answer(l.other)
	}
	p.Chosen = l.answer(l.preferred)
	training.Join(l.out, p)
}

func (l *line) answer(at int) (messages []conv.Message) {
	end, t := l.Offset(), *l.thread
	if l.Rewind(at); l.Kind() != rawjson.Array {
		l.Refuse("want an answer as an array of messages, got %s", l.Kind())
		return nil
	}
	for range l.Elements {
		if m := t.Message(l.Reader); m != nil {
			messages = append(messages, m)
		}
	}
	l.Rewind(end)
	return messages
}
