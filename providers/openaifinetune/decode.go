package openaifinetune

import (
	"iter"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers/openaichat"
)

// decode reads a line. In a preference, the preferred answer comes after the
// history.
func decode(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	l := newLine(data, notes)
	if l.read(); l.isPreference() {
		l.goOn(l.preferred)
		l.markPreferred()
	}
	return format.One(l.conversation())
}

// bothAnswers reads a conversation for each answer of a preference.
func bothAnswers(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		l := newLine(data, notes)
		l.read()
		both := []int{l.preferred}
		if l.isPreference() && l.other >= 0 {
			both = append(both, l.other)
		}
		history, before := *l.out, *l.thread
		for _, answer := range both {
			c, t := history, before
			if l.out, l.thread = &c, &t; l.isPreference() {
				l.goOn(answer)
			}
			if c, err := l.conversation(); !yield(c, err) || err != nil {
				return
			}
		}
	}
}

// line reads a line of training data. Its answers are read last, wherever they
// stand: they come after the history.
type line struct {
	*conv.Reader
	thread  *openaichat.Thread
	out     *conv.Conversation
	history int // messages before the answers

	found                   bool // messages at the top level: an example
	input, preferred, other int  // offsets of these fields, -1: absent
}

func newLine(data []byte, notes *conv.Notes) *line {
	return &line{
		Reader: conv.NewReader(data, family, notes), thread: thread(), out: &conv.Conversation{Request: &conv.Request{}},
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
	l.out.PlaceAt(at)
	for key := range l.Fields {
		switch key {
		case "input":
			l.input = l.defers()
		case "preferred_output":
			l.preferred = l.defers()
		case hintOther:
			l.other = l.defers()
		default:
			l.field(key)
		}
	}
	end := l.Offset()
	switch {
	case l.found:
		l.keepAt(l.input, "input")
		l.keepAt(l.preferred, "preferred_output")
		l.keepAt(l.other, hintOther)
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
	case key == "tools" && kind == rawjson.Array:
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
			if key, ok := conv.WireKey(m.Key); ok && x.Family == family {
				inside.OptRaw(key, m.Value)
			} else {
				top.Set(x.Family, m.Key, m.Value)
			}
		}
	}
	inside.EndObject()
	l.out.Extensions = top
	if raw := conv.Raw(inside.Bytes()); raw != "{}" {
		l.out.Extensions.Set(family, "input", raw)
	}
}

// goOn reads the messages of an answer after the history.
func (l *line) goOn(answer int) {
	end := l.Offset()
	l.history = len(l.out.Messages)
	l.out.Messages = l.out.Messages[:l.history:l.history]
	if l.Rewind(answer); l.Kind() != rawjson.Array {
		l.Refuse("want an answer as an array of messages, got %s", l.Kind())
		return
	}
	for range l.Elements {
		m := l.thread.Message(l.Reader)
		if m == nil {
			return
		}
		l.out.Messages = append(l.out.Messages, m)
	}
	l.Rewind(end)
}

// markPreferred marks the preferred answer and keeps the other one.
func (l *line) markPreferred() {
	l.out.Extensions.Set(family, hintPreference, "true")
	if len(l.out.Messages) > l.history {
		conv.MetaOf(l.out.Messages[l.history]).Extensions.Set(family, hintPreferred, "true")
	}
	if end := l.Offset(); l.other >= 0 {
		l.Rewind(l.other)
		l.out.Extensions.Set(family, hintOther, l.Raw())
		l.Rewind(end)
	}
}
