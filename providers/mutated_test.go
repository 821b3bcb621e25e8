package providers_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
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

// A stream that is damaged is translated live as it is at rest, or a note says
// what differs.

// A mutation damages the events of a stream.
type mutation func(r *rand.Rand, events [][]byte) [][]byte

// mutations are what proxies, servers and broken connections do to streams.
var mutations = []mutation{
	func(r *rand.Rand, events [][]byte) [][]byte { // one is lost
		i := r.IntN(len(events))
		return slices.Delete(events, i, i+1)
	},
	func(r *rand.Rand, events [][]byte) [][]byte { // one comes twice
		return slices.Insert(events, r.IntN(len(events)+1), events[r.IntN(len(events))])
	},
	func(r *rand.Rand, events [][]byte) [][]byte { // two change places
		i, j := r.IntN(len(events)), r.IntN(len(events))
		events[i], events[j] = events[j], events[i]
		return events
	},
	func(r *rand.Rand, events [][]byte) [][]byte { // one is cut
		i := r.IntN(len(events))
		events[i] = append(bytes.Clone(events[i][:r.IntN(len(events[i]))]), "\n\n"...)
		return events
	},
	func(r *rand.Rand, events [][]byte) [][]byte { // the stream is cut
		whole := bytes.Join(events, nil)
		return [][]byte{whole[:r.IntN(len(whole)+1)]}
	},
	func(r *rand.Rand, events [][]byte) [][]byte { // a line is lost
		i := r.IntN(len(events))
		lines := bytes.SplitAfter(events[i], []byte("\n"))
		events[i] = bytes.Join(slices.Delete(lines, 0, 1), nil)
		return events
	},
	func(r *rand.Rand, events [][]byte) [][]byte { // it begins oddly
		return slices.Insert(events, 0, []byte(oddStarts[r.IntN(len(oddStarts))]))
	},
	altered(`"(?:index|\w+_index|sequence_number)":\s*()\d+()`, "0", "1", "2", "-1", "9"),
	altered(`"(?:type|object)":\s*"()[^"]*()"`),
	altered(`"(?:id|item_id|responseId|call_id)":\s*"()[^"]*()"`, "other", ""),
	altered(`"(?:model|modelVersion)":\s*"()[^"]*()"`, "other-model", ""),
	altered(`"(?:text|delta|content|arguments|thinking|partial_json|refusal|signature|input)":\s*"()(?:[^"\\]|\\.)*()"`, "", "another", `{\"a\":1}`),
	altered(`"\w*[tT]oken\w*":\s*()\d+()`, "0", "1", "100000"),
	altered(`"(?:finish_reason|finishReason|stop_reason|status)":\s*()(?:"[^"]*"|null)()`, `null`, `""`, `"stop"`, `7`, `"odd"`),
	altered(`"\w+":\s*()(?:"(?:[^"\\]|\\.)*"|-?\d+|true|false|null)()`, `null`, `1`, `"x"`, `[]`, `{}`),
}

var oddStarts = []string{
	"data: {}\n\n", "data: 1\n\n", "data: null\n\n", "data: \"x\"\n\n", "data: []\n\n", "data:\n\n", ": hello\n\n",
	"event: ping\ndata: {\"type\":\"ping\"}\n\n", "\ufeff", "\n\n", "data: [DONE]\n\n",
	"data: {\"id\":\"first\",\"choices\":[]}\n\n", "data: {\"choices\":[{\"index\":0,\"message\":{\"content\":\"whole\"}}]}\n\n",
	"data: {\"responseId\":\"r\"}\n\n", "data: {\"usageMetadata\":{\"promptTokenCount\":3}}\n\n",
}

// altered replaces what a pattern finds between its two groups, in one event,
// with one of the texts, or with what stands there elsewhere.
func altered(pattern string, texts ...string) mutation {
	find := regexp.MustCompile(pattern)
	return func(r *rand.Rand, events [][]byte) [][]byte {
		type place struct{ event, from, to int }
		var all []place
		for i, e := range events {
			for _, at := range find.FindAllSubmatchIndex(e, -1) {
				all = append(all, place{i, at[2], at[4]})
			}
		}
		if len(all) == 0 {
			return events
		}
		to, from := all[r.IntN(len(all))], all[r.IntN(len(all))]
		text := events[from.event][from.from:from.to]
		if i := r.IntN(len(texts) + 1); i < len(texts) {
			text = []byte(texts[i])
		}
		old := events[to.event]
		events[to.event] = slices.Concat(old[:to.from], text, old[to.to:])
		return events
	}
}

// mutated is a stream after one to three mutations.
func mutated(r *rand.Rand, stream []byte) []byte {
	for range 1 + r.IntN(3) {
		events := eventsOf(stream)
		if len(events) == 0 {
			return stream
		}
		stream = bytes.Join(mutations[r.IntN(len(mutations))](r, events), nil)
	}
	return stream
}

// eventsOf splits a stream where its events end, or its lines.
func eventsOf(stream []byte) [][]byte {
	end := []byte("\n\n")
	if !bytes.Contains(stream, end) {
		end = end[:1]
	}
	return slices.DeleteFunc(bytes.SplitAfter(stream, end), func(e []byte) bool { return len(e) == 0 })
}

// streams are the streams of answers in testdata, by format and file.
func streams(t testing.TB, each func(from *format.Format, file string, stream []byte)) {
	for _, f := range providers.Formats() {
		if f.Events == nil || f.Capabilities.Scope != format.Answer {
			continue
		}
		files, _ := filepath.Glob(testdata + "formats/" + f.Name + "/*/input.*")
		replies, _ := filepath.Glob(testdata + "replies/" + strings.TrimSuffix(f.Name, "-stream") + "/*/stream.*")
		for _, file := range slices.Concat(files, replies) {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			each(&f, file, b)
		}
	}
}

var seeds = flag.Uint64("seeds", 0, "run each TestLawMutated… and TestLawEditWins with so many seeds (6 to 40, or 1 with -short)")

// seedsOr is how many seeds a law takes, as a rule or as -seeds says.
func seedsOr(usual uint64) uint64 {
	switch {
	case *seeds > 0:
		return *seeds
	case testing.Short():
		return 1
	}
	return usual
}

// Each stream as it is and after mutations. The seeds make them the same in every
// run.
func TestLawMutatedStreamsAreLive(t *testing.T) {
	t.Parallel()
	rounds := seedsOr(12)
	streams(t, func(from *format.Format, file string, stream []byte) {
		for seed := range rounds {
			r := rand.New(rand.NewPCG(seed, uint64(len(file))))
			data := stream
			if seed > 0 {
				data = mutated(r, stream)
			}
			if faults := liveFaults(from, data, r); len(faults) > 0 {
				t.Errorf("%s, seed %d:\n%s\n%s", file, seed, strings.Join(faults, "\n"), data)
			}
		}
	})
}

// FuzzLiveIsAtRest mutates the streams of testdata for longer.
func FuzzLiveIsAtRest(f *testing.F) {
	if testing.Short() {
		f.Skip("TestLawMutatedStreamsAreLive begins with the same streams")
	}
	streams(f, func(from *format.Format, file string, stream []byte) { f.Add(from.Name, stream, uint64(0)) })
	f.Fuzz(func(t *testing.T, name string, stream []byte, seed uint64) {
		from, err := providers.Lookup(name)
		if err != nil || from.Events == nil || from.Capabilities.Scope != format.Answer {
			return
		}
		r := rand.New(rand.NewPCG(seed, 0))
		if seed != 0 {
			stream = mutated(r, stream)
		}
		for _, fault := range liveFaults(from, stream, r) {
			t.Errorf("%s\n%s", fault, stream)
		}
	})
}

// liveFaults are the differences between a stream translated live and at rest
// that no note tells.
func liveFaults(from *format.Format, data []byte, r *rand.Rand) (faults []string) {
	for _, to := range emitters() {
		if to.Capabilities.Scope != from.Capabilities.Scope {
			continue
		}
		rest, live := &outcome{}, &outcome{}
		rest.whole(from, &to, data)
		live.stream(from, &to, &torn{data, r})
		if rest.failed != live.failed {
			faults = append(faults, fmt.Sprintf("to %s: at rest %q, live %q", to.Name, rest.failed, live.failed))
		}
		if rest.failed != "" {
			continue
		}
		if d := diff(spaced(rest.said), spaced(live.said)); d != "" && !live.admits(rest) {
			faults = append(faults, fmt.Sprintf("to %s, live it is another answer:\n%s\n%v", to.Name, d, live.notes.List()))
		}
	}
	return faults
}

// outcome is what came of a stream.
type outcome struct {
	said   string // in the target, as native text
	failed string
	notes  note.Notes
}

func (o *outcome) read(to *format.Format, written []byte) {
	for c, err := range to.Decode(written, nil) {
		if err != nil {
			o.said += "unreadable: " + err.Error() + "\n" + string(written) + "\n"
			return
		}
		o.said += inOrder(c) + "\n"
	}
}

// inOrder is a conversation as text whose fields and diagnostics are sorted.
func inOrder(c *conv.Conversation) string {
	for _, m := range c.Messages {
		if a, ok := m.(*conv.AssistantMessage); ok {
			slices.SortFunc(a.Diagnostics, func(x, y conv.Diagnostic) int { return strings.Compare(string(x.Details), string(y.Details)) })
		}
	}
	d := json.NewDecoder(strings.NewReader(native(c)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return err.Error()
	}
	sorted, _ := json.Marshal(v)
	return noCounts.ReplaceAllString(string(sorted), "")
}

// noCounts are hints of counts that were not there. A stream that begins before
// they are known begins with zeros.
var noCounts = regexp.MustCompile(`"~\w+_tokens":null,?|,"~\w+_tokens":null`)

func (o *outcome) whole(from, to *format.Format, data []byte) {
	for c, err := range from.Decode(data, &o.notes) {
		if err != nil {
			o.failed = err.Error()
			return
		}
		o.read(to, written(to, fit.To(c, to, &o.notes)))
	}
}

func (o *outcome) stream(from, to *format.Format, in io.Reader) {
	w := rawjson.NewWriter(nil)
	var out format.EventWriter
	ends := func() {
		if out == nil {
			return
		}
		out.Close()
		o.read(to, bytes.Clone(w.Bytes()))
		w, out = rawjson.NewWriter(nil), nil
	}
	for e, err := range fit.Events(from.Events(in, &o.notes), to, &o.notes) {
		if err != nil {
			o.failed = err.Error()
			return
		}
		if out == nil {
			out = to.Emit(w)
		}
		out.Event(e)
		if e.Type == conv.EventDone || e.Type == conv.EventError {
			ends()
		}
	}
	ends()
}

// admits reports whether a note tells of a loss that rest does not have.
func (o *outcome) admits(rest *outcome) bool {
	return slices.ContainsFunc(o.notes.List(), func(n note.Note) bool {
		return n.Severity == note.Loss && !slices.ContainsFunc(rest.notes.List(), func(m note.Note) bool { return m.String() == n.String() })
	})
}

// torn is a reader that gives pieces of any length.
type torn struct {
	rest []byte
	r    *rand.Rand
}

func (t *torn) Read(b []byte) (int, error) {
	if len(t.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), 1+t.r.IntN(40))], t.rest)
	t.rest = t.rest[n:]
	return n, nil
}
