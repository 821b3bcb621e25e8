package pipe

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
	"convo/conv"
	"convo/conv/rawjson"
)

// crewOn is workers of one run whose input is a reader; nobody works yet.
func crewOn(t *testing.T, plan *Plan, in io.Reader) *workers {
	t.Helper()
	p, _, _ := frametest.Program(t)
	r := begun(p, plan)
	r.Output.Raw = io.Discard
	input := &frame.Input{Name: frame.StdinName, Frames: rawjson.NewFrames(in, 0)}
	return r.newWorkers(&Source{Input: input, From: plan.From})
}

// Jobs come in the order of the input, whichever is done first.
func TestJobsComeInOrder(t *testing.T) {
	var in strings.Builder
	for i := range 100 {
		fmt.Fprintf(&in, `{"convo":1,"messages":[],"title":"%d"}`+"\n", i)
	}
	slow := native()
	slow.Write = func(w *rawjson.Writer, c *conv.Conversation) {
		if strings.HasSuffix(c.Title, "0") {
			time.Sleep(time.Millisecond)
		}
		w.Text(c.Title)
	}
	c := crewOn(t, &Plan{From: native(), To: slow, Pace: Pace{Workers: 4, Apart: true}}, strings.NewReader(in.String()))
	defer c.stop()
	go c.read()
	for range 4 {
		go c.convert()
	}
	n := 0
	for j := range c.inOrder() {
		<-j.done
		if got, want := string(j.out.Bytes()), fmt.Sprintf("%d\n", n); got != want {
			t.Fatalf("job %d wrote %q", n, got)
		}
		if j.several != (n > 0) && n > 0 {
			t.Errorf("job %d is told to be the only one", n)
		}
		c.recycle(j)
		n++
	}
	if n != 100 {
		t.Errorf("%d jobs", n)
	}
}

// What cannot be read comes as the last job, after what could be.
func TestReadFailureComesLast(t *testing.T) {
	broken := errors.New("the disk is gone")
	in := io.MultiReader(strings.NewReader(strings.Repeat(`{"convo":1,"messages":[]}`+"\n", 3)), iotest.ErrReader(broken))
	c := crewOn(t, &Plan{From: native(), To: native(), Pace: Pace{Workers: 1, Apart: true}}, in)
	defer c.stop()
	go c.read()
	go c.convert()
	var last *job
	for j := range c.inOrder() {
		last = j
	}
	if last == nil || !errors.Is(last.readErr, broken) {
		t.Errorf("the last job: %+v", last)
	}
}

// A group of workers that is dismissed stops reading, however much there is to read.
func TestDismissedCrewEnds(t *testing.T) {
	c := crewOn(t, &Plan{From: native(), To: native(), Pace: Pace{Workers: 1, Apart: true}}, &lines{`{"convo":1,"messages":[]}` + "\n", 1 << 40})
	ended := make(chan bool)
	go func() { c.read(); close(ended) }()
	<-c.order
	c.stop()
	<-ended // waits for ever if the reader goes on
}

// What is in work is bounded; what is larger than the bound goes alone.
func TestBudget(t *testing.T) {
	b := newBudget(10)
	if !b.acquire(6) {
		t.Fatal("closed")
	}
	got := make(chan bool)
	go func() { got <- b.acquire(50) }()
	select {
	case <-got:
		t.Error("more than the budget was let through")
	case <-time.After(20 * time.Millisecond):
	}
	b.release(6)
	if !<-got {
		t.Error("closed")
	}
	go func() { got <- b.acquire(1) }()
	b.close()
	if <-got {
		t.Error("a closed budget gives")
	}
}
