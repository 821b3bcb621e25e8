package pipe

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
	"convo/conv/format"
	"convo/providers"
)

// chosenBy is a plan with the flags of a command line.
func chosenBy(t *testing.T, p *frame.Program, to *format.Format, settings ...frame.Setting) *Plan {
	t.Helper()
	plan := &Plan{To: to, Judgement: Judgement{OnError: "skip"}, Aim: &Adaptation{}}
	plan.Call = plan.Aim
	if err := (&planner{p, plan}).read(settings); err != nil {
		t.Fatal(err)
	}
	return plan
}

// A conversation that has waited is written as if it had not, whatever format it is
// read from and written to. Its notes are the same, too: only their places are those of
// its beginning, and they come after those of what was read while it waited.
func TestWaitingChangesNothing(t *testing.T) {
	inputs, err := filepath.Glob("../../../testdata/formats/*/*/input.*")
	if err != nil || len(inputs) < 500 {
		t.Fatalf("%d examples, %v", len(inputs), err)
	}
	run := func(input string, to *format.Format, settings ...frame.Setting) string {
		p, stdout, _ := frametest.Program(t)
		plan := chosenBy(t, p, to, settings...)
		plan.Aim.Adapt = true
		plan.Workers = 1
		report := filepath.Join(t.TempDir(), "report")
		r := NewRun(p, plan)
		err := r.Do(Targets{Report: report}, func(*frame.Input) error { return r.All(nil, []string{input}) })
		notes, _ := os.ReadFile(report)
		said := strings.SplitAfter(strings.Trim(place.ReplaceAllString(string(notes), ""), "[]\n"), "},")
		if n := len(said); n > 0 {
			said[n-1] += ","
		}
		slices.Sort(said)
		out := stdout() + "\n" + strings.Join(said, "\n")
		if err != nil {
			out += err.Error()
		}
		return out
	}
	chat, err := providers.Lookup("openai-chat")
	if err != nil {
		t.Fatal(err)
	}
	for i, input := range inputs {
		if testing.Short() && i%7 > 0 {
			continue
		}
		for _, to := range []*format.Format{native(), chat} {
			out, held := run(input, to), run(input, to, frame.Setting{Name: "sample", Value: "1000"})
			if out != held {
				t.Errorf("%s, to %s:\n%s\nand after it has waited\n%s", input, to.Name, out, held)
			}
		}
	}
}

// place is where something is, in a report.
var place = regexp.MustCompile(`"at":"[^"]*","line":\d+,"column":\d+,`)

// What a sample or a new order keeps in memory does not grow with the conversations: of
// each that may go on there are two numbers, and a sample soon knows most that will not.
func TestWaitingTakesLittleMemory(t *testing.T) {
	const all = 40_000
	var in strings.Builder
	for i := range all {
		fmt.Fprintf(&in, `{"convo":1,"messages":[{"role":"user","content":"question %d %s"}]}`+"\n", i, strings.Repeat("x", 100))
	}
	p, stdout, _ := frametest.Program(t)
	plan := chosenBy(t, p, native(), frame.Setting{Name: "sample", Value: "10"}, frame.Setting{Name: "shuffle", Value: "true"})
	p.End(transformed(p, plan, in.String()))
	if n := strings.Count(stdout(), "\n"); n != 10 {
		t.Errorf("a sample of 10 is %d", n)
	}
	sample := plan.gates[0].chooser.(*hold)
	if cap(sample.kept) > 4*leastKept {
		t.Errorf("%d conversations wait for a sample of 10", cap(sample.kept))
	}
	if most := int64(in.Len() / 5); sample.size > most {
		t.Errorf("the sample wrote %d bytes of %d", sample.size, in.Len())
	}
	if len(sample.some) > 128<<10 {
		t.Errorf("%d bytes are in memory", len(sample.some))
	}
}

// A sample has each conversation with the same chance, and so has each place of a new
// order.
func TestChance(t *testing.T) {
	const all, most, times = 30, 10, 3000
	var chosen, first [all]int
	for seed := range uint64(times) {
		for _, h := range []*hold{{most: most, seed: seed, limit: 1<<64 - 1}, {shuffled: true, seed: seed, limit: 1<<64 - 1}} {
			for i := range all {
				key := mixed(mixed(h.seed) + uint64(i))
				h.kept = append(h.kept, held{key, int64(i)})
			}
			h.cut()
			h.sort(h.shuffled)
			if h.shuffled {
				first[h.kept[0].at]++
				continue
			}
			for j, x := range h.kept {
				chosen[x.at]++
				if j > 0 && h.kept[j-1].at >= x.at {
					t.Fatal("a sample is not in order")
				}
			}
		}
	}
	for i := range all {
		if want := times * most / all; chosen[i] < want*8/10 || chosen[i] > want*12/10 {
			t.Errorf("conversation %d was chosen %d times of about %d", i, chosen[i], want)
		}
		if want := times / all; first[i] < want/2 || first[i] > want*2 {
			t.Errorf("conversation %d came first %d times of about %d", i, first[i], want)
		}
	}
}
