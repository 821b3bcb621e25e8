package record_test

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/record"
)

// wire reads a stream of words: end ends an answer, bad is wrong.
type wire struct{ *record.Answers }

func (w wire) Take(word string) error {
	switch word {
	case "":
		return nil
	case "bad":
		return errors.New("bad")
	case "end":
		w.Send(conv.Event{Type: conv.EventDone})
	default:
		w.Known = true
		w.Send(conv.Event{Type: conv.EventTextDelta, Delta: word})
	}
	return nil
}

func (w wire) Broken(err error) error { return err }

func (w wire) End() { w.Send(conv.Event{Type: conv.EventError}) }

func words(text string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for word := range strings.SplitSeq(text, " ") {
			if word == "lost" {
				yield("", errors.New("lost"))
				return
			}
			if !yield(word, nil) {
				return
			}
		}
	}
}

func stream(text string, whole func(string) error) record.Stream[string] {
	return record.Stream[string]{
		Unit: "word", Events: words(text), Whole: whole,
		Read: func(a *record.Answers) record.Wire[string] { return wire{a} },
	}
}

func TestStreams(t *testing.T) {
	whole := func(word string) error {
		if word == "cut" {
			return errors.New("cut")
		}
		return nil
	}
	for _, test := range []struct {
		text  string
		whole func(string) error
		want  string
	}{
		{"a b end", nil, "a b done"},
		{"a end b end", nil, "a done b done"},
		{"a b", nil, "a b error"},
		{"a bad", nil, "a error"},
		{"a bad b", nil, "a word 2: bad"},
		{"bad", nil, "word 1: bad"},
		{"a lost", nil, "a lost"},
		{"", nil, "no word is of this format"},
		{"a bad", whole, "a word 2: bad"},
		{"a cut", whole, "a error"},
	} {
		var said []string
		for e, err := range stream(test.text, test.whole).Answers {
			switch {
			case err != nil:
				said = append(said, err.Error())
			case e.Type == conv.EventTextDelta:
				said = append(said, e.Delta)
			default:
				said = append(said, string(e.Type))
			}
		}
		if got := strings.Join(said, " "); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

// Who leaves hears nothing more.
func TestStreamsMayBeLeft(t *testing.T) {
	for n := range 4 {
		heard := 0
		for range stream("a b end c bad d", nil).Answers {
			if heard++; heard > n {
				break
			}
		}
		if heard != n+1 {
			t.Errorf("heard %d events, want %d", heard, n+1)
		}
	}
}

func ExampleStream() {
	for e := range stream("Good morning", nil).Answers {
		fmt.Println(e.Type, e.Delta)
	}
	// Output:
	// text_delta Good
	// text_delta morning
	// error
}
