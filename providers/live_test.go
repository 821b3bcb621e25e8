package providers_test

import (
	"bytes"
	"io"
	"iter"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
)

// A stream that is translated while it arrives equals the whole answer, and
// each event is written before the next one is read.

// streamed collects what is written of events.
func streamed(t *testing.T, events iter.Seq2[conv.Event, error], to *format.Format, notes *note.Notes) []byte {
	t.Helper()
	w := rawjson.NewWriter(nil)
	out := to.Emit(w)
	for e, err := range fit.Events(events, to, notes) {
		if err != nil {
			t.Fatal(err)
		}
		out.Event(e)
	}
	out.Close()
	return bytes.Clone(w.Bytes())
}

// emitters are the formats that write a stream.
func emitters() []format.Format {
	return slices.DeleteFunc(providers.Formats(), func(f format.Format) bool { return f.Emit == nil })
}

func TestLawLiveIsAtRest(t *testing.T) {
	t.Parallel()
	for _, from := range providers.Formats() {
		if from.Events == nil || from.Capabilities.Scope != format.Answer {
			continue // of a whole run only the answers are live
		}
		goldens(t, &from, func(t *testing.T, dir string, input []byte) {
			if contradicting[filepath.Base(dir)] {
				return // a note tells of it: TestLawMutatedStreamsAreLive
			}
			for _, to := range emitters() {
				if from.Capabilities.Scope != to.Capabilities.Scope {
					continue // one answer of several is not the whole run
				}
				live, rest := &note.Notes{}, &note.Notes{}
				var want, got []string
				for c, err := range from.Decode(input, rest) {
					if err != nil {
						return // the golden names it
					}
					want = append(want, said(t, &to, written(&to, fit.To(c, &to, rest)))...)
				}
				for _, answer := range answersIn(t, from.Events(bytes.NewReader(input), live)) {
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

// contradicting are streams whose end is not what their events were.
var contradicting = map[string]bool{"end-contradicts-pieces": true, "usage-shrinks-and-another-model": true}

// The answers of a run that is translated live are those of the whole run,
// except what is known too late: the model, and the answer that the run is
// named for.
func TestLawAnswersOfARunAreLive(t *testing.T) {
	for _, from := range providers.Formats() {
		if from.Events == nil || from.Capabilities.Scope == format.Answer {
			continue
		}
		goldens(t, &from, func(t *testing.T, dir string, input []byte) {
			for _, to := range emitters() {
				name := filepath.Base(dir)
				if to.Capabilities.Scope != format.Answer || changed[name] != "" || changed[name+" "+to.Name] != "" {
					continue
				}
				var want, got []string
				for c, err := range from.Decode(input, nil) {
					if err != nil {
						return // the golden names it
					}
					for _, m := range c.Messages {
						if conv.RoleOf(m) == conv.RoleAssistant {
							alone := &conv.Conversation{Messages: []conv.Message{m}}
							want = append(want, said(t, &to, written(&to, fit.To(alone, &to, nil)))...)
						}
					}
				}
				for _, answer := range answersIn(t, from.Events(bytes.NewReader(input), nil)) {
					got = append(got, said(t, &to, streamed(t, answer, &to, nil))...)
				}
				if d := diff(early(join(want)), early(join(got))); d != "" {
					t.Errorf("to %s, live it is another answer:\n%s", to.Name, d)
				}
			}
		})
	}
}

// changed are runs in which an event changes an earlier one.
var changed = map[string]string{
	"calls-and-their-parents": "a call is renamed when it starts again, and gets a text before it",
	"contradictions":          "a call is renamed, and a snapshot has another text",
	"events-out-of-order":     "a message starts again, and goes on behind its end",
	"snapshot-among-lines":    "an answer was made before the stream",
	"error-twice":             "an answer was made before the stream",
	"snapshot-in-a-message":   "it sets back the text so far",
	"snapshots-merge":         "it has other answers",
	"reasoning gemini-stream": "a signature behind the text has its own part",
}

func early(native string) string { return lateKnown.ReplaceAllString(spaced(native), "") }

var lateKnown = regexp.MustCompile(`,"(model|responseId)":"[^"]*"`)

// A finished answer of the corpus, replayed as events, is the whole answer.
func TestLawReplayIsAtRest(t *testing.T) {
	all := corpus(t)
	for _, to := range emitters() {
		t.Run(to.Name, func(t *testing.T) {
			for name, c := range all {
				i := slices.IndexFunc(c.Messages, func(m conv.Message) bool {
					a, ok := m.(*conv.AssistantMessage)
					return ok && !a.Excluded
				})
				if i < 0 {
					continue
				}
				m := c.Messages[i].(*conv.AssistantMessage)
				alone := &conv.Conversation{Messages: []conv.Message{m}}
				before := native(alone)
				want := said(t, &to, written(&to, fit.To(alone, &to, nil)))
				got := said(t, &to, streamed(t, fallible(format.Replay(m)), &to, nil))
				if d := diff(join(want), join(got)); d != "" {
					t.Errorf("%s: replayed it is another answer:\n%s", name, d)
				}
				if native(alone) != before {
					t.Errorf("%s: fit.Events changed its input", name)
				}
			}
		})
	}
}

// spaced is native text without the spelling of arguments, which a stream
// keeps.
func spaced(native string) string { return spelling.ReplaceAllString(native, "") }

var spelling = regexp.MustCompile(`,"argumentsText":"[^"\\]*(\\.[^"\\]*)*[^"\\][^"\\]*(\\.[^"\\]*)*"`)

func join(texts []string) string {
	var b bytes.Buffer
	for _, s := range texts {
		b.WriteString(s + "\n")
	}
	return b.String()
}

// said is what a stream says, as native text.
func said(t *testing.T, f *format.Format, stream []byte) []string {
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

// answersIn splits a stream's events into its answers, without the messages
// between them.
func answersIn(t *testing.T, events iter.Seq2[conv.Event, error]) []iter.Seq2[conv.Event, error] {
	t.Helper()
	var parts [][]conv.Event
	begun := false
	for e, err := range events {
		switch {
		case err != nil:
			t.Fatal(err)
		case e.Type == conv.EventMessage:
			continue
		case !begun:
			parts, begun = append(parts, nil), true
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], e)
		begun = e.Type != conv.EventDone && e.Type != conv.EventError
	}
	var all []iter.Seq2[conv.Event, error]
	for _, p := range parts {
		all = append(all, fallible(slices.Values(p)))
	}
	return all
}

// Each event is written before the next is read: with a reader that gives one
// event at a time, the output grows with each.
func TestLawLiveIsAtOnce(t *testing.T) {
	for _, source := range []struct{ format, file, piece string }{
		{"anthropic-stream", "replies/anthropic/text/stream.sse", "text_delta"},
		{"ag-ui-events", "formats/ag-ui-events/text/input.sse", "TEXT_MESSAGE_CONTENT"},
		{"ag-ui-events", "formats/ag-ui-events/json-lines/input.jsonl", "TEXT_MESSAGE_CHUNK"},
	} {
		from := lookup(t, source.format)
		input := read(t, testdata+source.file)
		blank := []byte("\n\n")
		if !bytes.Contains(input, blank) {
			blank = blank[:1]
		}
		for _, to := range emitters() {
			t.Run(from.Name+"/"+to.Name, func(t *testing.T) {
				w := rawjson.NewWriter(nil)
				r := &paced{events: bytes.SplitAfter(input, blank), written: func() int { return len(w.Bytes()) }}
				out := to.Emit(w)
				for e, err := range fit.Events(from.Events(r, nil), &to, nil) {
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
				if grown < bytes.Count(input, []byte(source.piece)) {
					t.Errorf("the output grew %d times in %d events: %v", grown, len(r.sizes), r.sizes)
				}
			})
		}
	}
}

// An event may have any index. Nothing is allocated for the indexes before it.
func TestEventsOfAnyIndex(t *testing.T) {
	for _, to := range emitters() {
		t.Run(to.Name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			body := streamed(t, fallible(slices.Values([]conv.Event{
				{Type: conv.EventStart, Message: &conv.AssistantMessage{ResponseID: "r"}},
				{Type: conv.EventTextStart, Index: 1_000_000_000},
				{Type: conv.EventTextDelta, Index: 1_000_000_000, Delta: "late"},
				{Type: conv.EventToolCallStart, Index: 2_000_000_000, Block: &conv.ToolCall{ID: "c", Name: "f"}},
				{Type: conv.EventToolCallDelta, Index: 2_000_000_000, Delta: `{"n":1}`},
				{Type: conv.EventTextDelta, Index: 1_000_000_000, Delta: "r"},
				{Type: conv.EventTextEnd, Index: 1_000_000_000},
				{Type: conv.EventToolCallEnd, Index: 2_000_000_000},
				{Type: conv.EventDone, Message: &conv.AssistantMessage{StopReason: conv.StopToolUse}},
			})), &to, nil)
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
				t.Errorf("%d bytes were allocated", n)
			}
			if got := join(said(t, &to, body)); !strings.Contains(got, `"late`) || !strings.Contains(got, `"arguments":{"n":1}`) {
				t.Errorf("it says %s", got)
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
