package openaichat

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// decodeTraining reads a line. A preference goes on with the preferred answer.
func decodeTraining(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	l := newLine(data, notes)
	if l.read(); l.isPreference() {
		l.goOn(l.preferred)
		l.markPreferred()
	}
	if err := l.End(); err != nil {
		return conv.One(nil, err)
	}
	return conv.One(l.c, nil)
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
		history, legacy := *l.c, l.legacy
		for _, answer := range both {
			c := history
			if l.c, l.legacy = &c, legacy; l.isPreference() {
				l.goOn(answer)
			}
			if err := l.End(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(l.c, nil) {
				return
			}
		}
	}
}

// line reads a line of training data. Its answers are read last, wherever
// they stand: they come behind the history.
type line struct {
	*decoder
	c       *conv.Conversation
	request conv.Request
	history int // messages before the answers

	found                   bool // messages at the top: an example
	input, preferred, other int  // offsets of these members, -1: not there
}

func newLine(data []byte, notes *conv.Notes) *line {
	l := &line{decoder: newDecoder(data, notes), c: &conv.Conversation{}, input: -1, preferred: -1, other: -1}
	l.training = true
	return l
}

// isPreference reports whether the line has a history apart from its answers.
func (l *line) isPreference() bool { return !l.found && l.input >= 0 }

// read reads all but the answers of a preference.
func (l *line) read() {
	at := l.Offset()
	if k := l.Kind(); k != rawjson.Object {
		l.Fail(at, "want a line of training data as an object, got %s", k)
		return
	}
	l.place(&l.c.Node)
	for key := range l.Fields {
		switch key {
		case "input":
			l.input = l.defers()
		case "preferred_output":
			l.preferred = l.defers()
		case conv.NotPreferred:
			l.other = l.defers()
		default:
			l.member(key)
		}
	}
	end := l.Offset()
	switch {
	case l.found:
		l.keepAt(l.input, "input")
		l.keepAt(l.preferred, "preferred_output")
		l.keepAt(l.other, conv.NotPreferred)
	case l.input < 0:
		l.Fail(at, "training data without messages")
	case l.preferred < 0:
		l.Fail(at, "a preference without preferred_output")
	default:
		l.readInput(at)
	}
	l.Rewind(end)
	if r := &l.request; r.ParallelToolCalls != nil || len(r.Extensions) > 0 {
		settle(&r.Node)
		l.c.Request = r
	}
}

// defers passes a value, to be read later.
func (l *line) defers() int {
	at := l.Offset()
	l.Skip()
	return at
}

// member reads what an example has at its top, and a preference in its input.
func (l *line) member(key string) {
	switch kind := l.Kind(); {
	case key == "messages":
		l.found = kind == rawjson.Array
		l.messages(l.c)
	case kind == rawjson.Null:
		l.Skip()
	case key == "tools" && kind == rawjson.Array && !l.isEmptyArray():
		l.tools(l.c, &l.request)
	case key == "functions":
		l.functions(l.c, &l.request)
	case key == "parallel_tool_calls" && kind == rawjson.Bool:
		l.request.ParallelToolCalls = l.OptBool()
	case key == "tools" && kind == rawjson.Array:
		l.c.Extensions.Set(training, key, l.Raw())
	default:
		l.keepLine(key)
	}
}

// keepLine keeps a member that no neutral field has.
func (l *line) keepLine(key string) {
	r := conv.Reader{Cursor: l.Cursor, Family: training, Notes: l.Notes}
	r.Keep(&l.c.Node, key)
}

func (l *line) keepAt(offset int, key string) {
	if offset >= 0 {
		l.Rewind(offset)
		l.keepLine(key)
	}
}

func (l *line) isEmptyArray() bool {
	rest := bytes.TrimLeft(l.Buffer()[l.Offset()+1:], " \t\r\n")
	return len(rest) > 0 && rest[0] == ']'
}

// readInput reads the history of a preference, the line at an offset.
func (l *line) readInput(at int) {
	l.Rewind(l.input)
	if k := l.Kind(); k != rawjson.Object {
		l.Fail(l.input, "want the input as an object, got %s", k)
		return
	}
	top := l.c.Extensions
	l.c.Extensions = nil
	for key := range l.Fields {
		l.member(key)
	}
	inside := l.c.Extensions.Of(training)
	if !l.found {
		l.Fail(at, "a preference without messages")
	}
	l.found = false
	for _, x := range l.c.Extensions {
		if x.Family != training {
			top = append(top, x)
		}
	}
	l.c.Extensions = top
	if inside != nil {
		l.c.Extensions.Set(training, "input", objectOf(inside))
	}
}

// objectOf is an object of members that were kept.
func objectOf(members []conv.Member) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	for _, m := range members {
		w.Key(strings.TrimPrefix(m.Key, wireTilde))
		w.Raw(m.Value)
	}
	w.EndObject()
	return conv.Raw(w.Bytes())
}

// goOn reads the messages of an answer behind the history.
func (l *line) goOn(answer int) {
	end := l.Offset()
	l.history = len(l.c.Messages)
	l.c.Messages = l.c.Messages[:l.history:l.history]
	if l.Rewind(answer); l.Kind() != rawjson.Array {
		l.Refuse("want an answer as an array of messages, got %s", l.Kind())
		return
	}
	for range l.Elements {
		if k := l.Kind(); k != rawjson.Object {
			l.Refuse("want a message as an object, got %s", k)
			return
		}
		role, ok := l.tag("role")
		if !ok {
			l.Refuse("a message without a role")
			return
		}
		l.c.Messages = append(l.c.Messages, l.message(role))
	}
	l.Rewind(end)
}

// markPreferred remembers what of a preference the conversation does not say.
func (l *line) markPreferred() {
	l.c.Extensions.Set(training, conv.Preference, "true")
	if len(l.c.Messages) > l.history {
		conv.MetaOf(l.c.Messages[l.history]).Extensions.Set(training, conv.Preferred, "true")
	}
	if end := l.Offset(); l.other >= 0 {
		l.Rewind(l.other)
		l.c.Extensions.Set(training, conv.NotPreferred, l.Raw())
		l.Rewind(end)
	}
}

// weigh keeps what a message counts, before what else there is: wherever the
// line says it, it is the same message.
func weigh(n *conv.Node, weight conv.Raw) {
	if len(n.Extensions) > 0 && n.Extensions[0].Family != training {
		n.Extensions = slices.Insert(n.Extensions, 0, conv.Extension{Family: training})
	}
	n.Extensions.Set(training, "weight", weight)
}
