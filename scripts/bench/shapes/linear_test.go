//go:build unix

package shapes

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"convo/conv/fit"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
)

// What sessions and unknown keys cost, with each run of the tests. make bench measures
// all shapes. Four times the size takes about four times the work, sixteen times if
// something is quadratic. Time of the processor counts, not that of the clock, and only if there is
// more than any shape takes. What is quadratic is so each time: a busy machine that
// spoils a comparison does not spoil five.
func TestSessionsAndKeysTakeLinearTime(t *testing.T) {
	const small, most, enough = 100_000, 10, time.Second / 10
	for _, s := range slices.Concat(agents, keys) {
		var took time.Duration
		for range 5 {
			if took = s.takes(t, 4*small); took < enough || took < most*s.takes(t, small) {
				took = 0
				break
			}
		}
		if took > 0 {
			t.Errorf("%s: %d bytes take %v, more than %d times what a quarter takes", s.Name, 4*small, took, most)
		}
	}
}

// takes is the time that reading a shape takes, and writing it in its own format, or
// in that of its only run.
func (s Shape) takes(t *testing.T, size int) time.Duration {
	from, err := providers.Lookup(s.Format)
	if err != nil {
		t.Fatal(err)
	}
	to := from
	if target, ok := strings.CutPrefix(s.Runs[0], "-t "); ok && len(s.Runs) == 1 {
		if to, err = providers.Lookup(target); err != nil {
			t.Fatal(err)
		}
	}
	body, begun := s.Body(size), used(t)
	for c, err := range from.Decode(body, &note.Notes{}) {
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		if to.Write != nil {
			w := rawjson.NewWriter(nil)
			to.Write(w, fit.To(c, to, &note.Notes{}))
		}
	}
	return used(t) - begun
}

// used is the time of the processor that this process has used.
func used(t *testing.T) time.Duration {
	var all syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &all); err != nil {
		t.Fatal(err)
	}
	return time.Duration(all.Utime.Nano() + all.Stime.Nano())
}
