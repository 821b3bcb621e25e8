package fit_test

import (
	"iter"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// lines is a format that reads a hint of each session, and places of its lines.
func lines(reads int) *format.Format {
	const family = "lines"
	return &format.Format{
		Name: family, Family: family,
		Capabilities: format.Capabilities{GuestFamily: family},
		Write:        func(w *rawjson.Writer, _ *conv.Conversation) { w.Str("a line") },
		Decode: func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error] {
			c := &conv.Conversation{}
			for range reads {
				m := conv.UserText("hello")
				m.SetOffset(700)
				conv.NodeOf(m.Content[0]).SetOffset(710)
				m.Extensions.Set(family, "~spelling", `"short"`)
				c.Messages = append(c.Messages, m)
			}
			return format.Single(c, nil)
		},
	}
}

// session is a message of the input, with something that was kept of its line.
func session() *conv.Conversation {
	m := conv.UserText("hello")
	m.SetOffset(12)
	conv.NodeOf(m.Content[0]).SetOffset(20)
	m.Extensions.Set("lines", "~spelling", `"long"`)
	return &conv.Conversation{Messages: []conv.Message{m}}
}

func TestSettledSessionHasPlacesOfTheInput(t *testing.T) {
	c := fit.Settle(session(), lines(1), nil, nil, func(*conv.Conversation) {})
	m := c.Messages[0].(*conv.UserMessage)
	if got := m.Extensions.Get("lines", "~spelling"); got != `"short"` {
		t.Fatalf("hint %s: not what the lines say", got)
	}
	if m.Offset() != 12 || conv.NodeOf(m.Content[0]).Offset() != 12 {
		t.Errorf("offsets %d and %d, not that of the message in the input", m.Offset(), conv.NodeOf(m.Content[0]).Offset())
	}
}

func TestSettledSessionOfOtherMessagesHasNoPlaces(t *testing.T) {
	c := fit.Settle(session(), lines(2), nil, nil, func(*conv.Conversation) {})
	for i, m := range c.Messages {
		if at := conv.MetaOf(m).Offset(); at != -1 {
			t.Errorf("messages[%d] at %d: a place in lines that nobody has", i, at)
		}
	}
	if len(c.Messages) != 2 {
		t.Errorf("%d messages, the lines say 2", len(c.Messages))
	}
}

// A session of another program has nothing that lines could say in another way.
func TestPlainSessionIsNotReadAgain(t *testing.T) {
	f := lines(1)
	f.Write = func(*rawjson.Writer, *conv.Conversation) { t.Error("written to be read again") }
	c := session()
	conv.MetaOf(c.Messages[0]).Extensions = nil
	reduced := 0
	out := fit.Settle(c, f, nil, nil, func(*conv.Conversation) { reduced++ })
	if reduced != 1 || out == c || len(out.Messages) != 1 {
		t.Errorf("reduced %d times to %v", reduced, out.Messages)
	}
}

func TestLinesThatWereReadAreNotReadAgain(t *testing.T) {
	f, read := lines(1), 0
	decode := f.Decode
	f.Decode = func(b []byte, n *note.Notes) iter.Seq2[*conv.Conversation, error] {
		read++
		return decode(b, n)
	}
	c := session()
	c.SetSource([]byte(`"a line"`))
	if out := fit.Settle(c, f, nil, nil, func(*conv.Conversation) {}); read != 0 || out.Messages[0] != c.Messages[0] {
		t.Errorf("lines read %d times", read)
	}
	for what, change := range map[string]func(c *conv.Conversation){
		"another text":    func(c *conv.Conversation) { c.SetSource([]byte(`"a line" more`)) },
		"another message": func(c *conv.Conversation) { c.Messages = []conv.Message{conv.UserText("ahoy")} },
		"another title":   func(c *conv.Conversation) { c.Title = "Tides" },
	} {
		c := session()
		c.SetSource([]byte(`"a line"`))
		change(c)
		c.Extensions.Set("lines", "~kept", "1") // it is not plain
		if read = 0; fit.Settle(c, f, nil, nil, func(*conv.Conversation) {}) == nil || read == 0 {
			t.Errorf("%s: the lines were not read again", what)
		}
	}
}
