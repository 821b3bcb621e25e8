package providers_test

// A stream that is translated while it arrives says what it says at rest, and
// each event is written before the next one is read.

import (
	"bytes"
	"io"
	"iter"
	"regexp"
	"slices"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// streamed is what comes of events on their way into a format.
func streamed(t *testing.T, events iter.Seq2[conv.Event, error], to *conv.Format, notes *conv.Notes) []byte {
	t.Helper()
	w := rawjson.NewWriter(nil)
	out := to.Emit(w)
	for e, err := range conv.FitEvents(events, to, notes) {
		if err != nil {
			t.Fatal(err)
		}
		out.Event(e)
	}
	out.Close()
	return bytes.Clone(w.Bytes())
}

// emitters are the formats that write a stream.
func emitters() []conv.Format {
	return slices.DeleteFunc(providers.Formats(), func(f conv.Format) bool { return f.Emit == nil })
}

func TestLawLiveIsAtRest(t *testing.T) {
	for _, from := range providers.Formats() {
		if from.Events == nil {
			continue
		}
		goldens(t, &from, func(t *testing.T, dir string, input []byte) {
			for _, to := range emitters() {
				if from.Holds.Scope != to.Holds.Scope {
					continue // one answer of several is not the whole run
				}
				live, rest := &conv.Notes{}, &conv.Notes{}
				var want, got []string
				for c, err := range from.Decode(input, rest) {
					if err != nil {
						return // the golden tells which
					}
					want = append(want, said(t, &to, written(&to, conv.Fit(c, &to, rest)))...)
				}
				for _, answer := range answersIn(from.Events(bytes.NewReader(input), live), from.Holds.Scope) {
					got = append(got, said(t, &to, streamed(t, answer, &to, live))...)
				}
				if d := diff(spaced(join(want)), spaced(join(got))); d != "" {
					t.Errorf("to %s, live it is another answer:\n%s", to.Name, d)
				}
				if (live.Losses() > 0) != (rest.Losses() > 0) {
					t.Errorf("to %s: losses live %v, at rest %v", to.Name, live.List(), rest.List())
				}
			}
		})
	}
}

// A finished answer of the corpus, replayed, is the answer at rest.
func TestLawReplayIsAtRest(t *testing.T) {
	all := corpus(t)
	for _, to := range emitters() {
		t.Run(to.Name, func(t *testing.T) {
			for name, c := range all {
				i := slices.IndexFunc(c.Messages, func(m conv.Message) bool { _, ok := m.(*conv.AssistantMessage); return ok })
				if i < 0 {
					continue
				}
				m := c.Messages[i].(*conv.AssistantMessage)
				alone := &conv.Conversation{Messages: []conv.Message{m}}
				before := native(alone)
				want := said(t, &to, written(&to, conv.Fit(alone, &to, nil)))
				got := said(t, &to, streamed(t, fallible(conv.Replay(m)), &to, nil))
				if d := diff(join(want), join(got)); d != "" {
					t.Errorf("%s: replayed it is another answer:\n%s", name, d)
				}
				if native(alone) != before {
					t.Errorf("%s: FitEvents changed its input", name)
				}
			}
		})
	}
}

// spaced is native text without the spelling of arguments, which comes through
// a stream as it is.
func spaced(native string) string { return spelling.ReplaceAllString(native, "") }

var spelling = regexp.MustCompile(`,"argumentsText":"[^"\\]*(\\.[^"\\]*)*[^"\\][^"\\]*(\\.[^"\\]*)*"`)

func join(texts []string) string {
	var b bytes.Buffer
	for _, s := range texts {
		b.WriteString(s + "\n")
	}
	return b.String()
}

// said is what a stream says, in native text.
func said(t *testing.T, f *conv.Format, stream []byte) []string {
	t.Helper()
	var all []string
	for c, err := range f.Decode(stream, nil) {
		if err != nil {
			t.Fatalf("%s: %v\n%s", f.Name, err, stream)
		}
		all = append(all, native(c))
	}
	return all
}

func fallible(events iter.Seq[conv.Event]) iter.Seq2[conv.Event, error] {
	return func(yield func(conv.Event, error) bool) {
		for e := range events {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// answersIn parts a stream's events into its answers; those of a stream of a
// whole conversation stay together.
func answersIn(events iter.Seq2[conv.Event, error], scope conv.Scope) []iter.Seq2[conv.Event, error] {
	var parts [][]conv.Event
	begun := false
	for e, err := range events {
		if err != nil {
			break
		}
		if !begun {
			parts, begun = append(parts, nil), true
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], e)
		if scope == conv.Answer && (e.Type == conv.EventDone || e.Type == conv.EventError) {
			begun = false
		}
	}
	var all []iter.Seq2[conv.Event, error]
	for _, p := range parts {
		all = append(all, fallible(slices.Values(p)))
	}
	return all
}

// What one event says is written before the next is asked for: a reader that
// gives an event at a time sees the output grow with each.
func TestLawLiveIsAtOnce(t *testing.T) {
	from := lookup(t, "anthropic-stream")
	input := read(t, testdata+"replies/anthropic/text/stream.sse")
	for _, to := range emitters() {
		t.Run(to.Name, func(t *testing.T) {
			w := rawjson.NewWriter(nil)
			r := &paced{events: bytes.SplitAfter(input, []byte("\n\n")), written: func() int { return len(w.Bytes()) }}
			out := to.Emit(w)
			for e, err := range conv.FitEvents(from.Events(r, nil), &to, nil) {
				if err != nil {
					t.Fatal(err)
				}
				out.Event(e)
			}
			grown := 0
			for i := 1; i < len(r.sizes); i++ {
				if r.sizes[i] > r.sizes[i-1] {
					grown++
				}
			}
			if grown < bytes.Count(input, []byte("text_delta")) {
				t.Errorf("the output grew %d times in %d events: %v", grown, len(r.sizes), r.sizes)
			}
		})
	}
}

// paced gives one event a read and remembers how much was written before it.
type paced struct {
	events  [][]byte
	written func() int
	sizes   []int
}

func (p *paced) Read(b []byte) (int, error) {
	p.sizes = append(p.sizes, p.written())
	if len(p.events) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.events[0])
	if p.events[0] = p.events[0][n:]; len(p.events[0]) == 0 {
		p.events = p.events[1:]
	}
	return n, nil
}
