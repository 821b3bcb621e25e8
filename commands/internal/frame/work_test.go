package frame

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"convo/commands/internal/terminal"
)

func TestLineOfWork(t *testing.T) {
	for _, test := range []struct {
		done, failed int
		size, of     int64
		after        time.Duration
		cost         string
		want         string
	}{
		{done: 1, after: time.Second, want: "1 done, 1/s"},
		{done: 1200, failed: 3, after: 30 * time.Second, want: "1,200 done, 3 failed, 40/s"},
		{done: 10, size: 25, of: 100, after: 10 * time.Second, want: "10 done, 1/s, 30 s left"},
		{done: 4, size: 1, of: 100, after: 2 * time.Minute, cost: "$0.12", want: "4 done, 2/min, 3 h 18 min left, $0.12"},
		{done: 9, size: 100, of: 100, after: 3 * time.Second, want: "9 done, 3/s"},
	} {
		w := &Work{Unit: "conversation", Of: test.of, Cost: func() string { return test.cost }}
		w.Add(test.done, test.size)
		for range test.failed {
			w.Fail()
		}
		if got := w.line(test.after); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestSummaryOfWork(t *testing.T) {
	w := &Work{Unit: "conversation", Cost: func() string { return "$1.20" }}
	w.Add(1, 0)
	if got := w.summary(500*time.Millisecond, false); got != "1 conversation in 1 s, $1.20" {
		t.Errorf("%q", got)
	}
	w.Add(1199, 0)
	w.Fail()
	if got := w.summary(200*time.Second, false); got != "1200 conversations in 3 min, 1 failed, $1.20" {
		t.Errorf("%q", got)
	}
	if got := w.summary(200*time.Second, true); got != "interrupted: 1200 conversations done" {
		t.Errorf("%q", got)
	}
	w.Left = func(*Work) string { return "13 of 48 saved in run.journal" }
	if got := w.summary(200*time.Second, true); got != "interrupted: 13 of 48 saved in run.journal" {
		t.Errorf("%q", got)
	}
}

// screen is a terminal on which stdout and stderr come together.
type screen struct {
	mu   sync.Mutex
	text strings.Builder
}

func (s *screen) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(b)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func onScreen(stdout, stderr bool) (*Program, *screen) {
	s := &screen{}
	p := &Program{Stdout: (&terminal.Stream{Terminal: stdout}).Like(s), Stderr: (&terminal.Stream{Terminal: stderr}).Like(s)}
	p.temps.watch.Do(func() {}) // signals are not the test's
	return p, s
}

// A line is shown after a second, goes away for what is written, and leaves a
// summary.
func TestWorkIsShownOnATerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, screen := onScreen(true, true)
		w := p.Begin(&Work{Unit: "conversation"})
		time.Sleep(1100 * time.Millisecond)
		if screen.String() != "" {
			t.Errorf("nothing is done: %q", screen)
		}
		w.Add(3, 0)
		time.Sleep(200 * time.Millisecond)
		p.Say("a note")
		_, _ = p.Stdout.Write([]byte("half "))
		time.Sleep(time.Second) // no line after half a line
		_, _ = p.Stdout.Write([]byte("a line\n"))
		time.Sleep(200 * time.Millisecond)
		p.Finish(w, nil)
		p.Finish(w, nil)
		const erase = "\r\x1b[K"
		want := "convo: 3 done, 3/s" + erase + "convo: a note\nhalf a line\nconvo: 3 done, 1/s" + erase + "convo: 3 conversations in 3 s\n"
		if got := screen.String(); got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	})
}

// What is over in a second shows nothing, and a pipe never does. Only an
// interruption is told at once.
func TestWorkIsQuiet(t *testing.T) {
	stopped := Interruption(nil)
	for _, test := range []struct {
		terminal bool
		after    time.Duration
		failed   error
		want     string
	}{
		{true, 900 * time.Millisecond, nil, ""},
		{true, 900 * time.Millisecond, errors.New("broken"), ""},
		{true, 900 * time.Millisecond, stopped, "convo: interrupted: 1 of 2 saved\n"},
		{false, 5 * time.Second, nil, ""},
		{false, 5 * time.Second, stopped, ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			p, screen := onScreen(false, test.terminal)
			w := p.Begin(&Work{Unit: "conversation", Left: func(*Work) string { return "1 of 2 saved" }})
			w.Add(1, 0)
			time.Sleep(test.after)
			p.Finish(w, test.failed)
			if got := screen.String(); got != test.want {
				t.Errorf("%+v: %q", test, got)
			}
		})
	}
}
