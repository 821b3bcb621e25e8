package frame

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"convo/conv/view"
)

// Work is what a run has done so far of much that is alike. A line on a terminal
// says it from the first second on. A nil Work counts nothing.
type Work struct {
	Unit string             // what is counted: conversation
	Of   int64              // how much there is: bytes of input, or units; 0 is unknown
	All  int64              // how many units there are; 0 is unknown
	Cost func() string      // so far, "" if there is none; nil: nothing costs
	Left func(*Work) string // what came of an interrupted run; nil: so much is done

	done, failed atomic.Int64
	size         atomic.Int64 // done, as Of counts it
	began        time.Time
	shown, ended atomic.Bool // a line was shown, and is not any more
	end          func()
}

// Add counts units that are done, and how much of Of they were.
func (w *Work) Add(units int, size int64) {
	if w != nil {
		w.done.Add(int64(units))
		w.size.Add(size)
	}
}

// Fail counts a unit that failed, of those that are done.
func (w *Work) Fail() {
	if w != nil {
		w.failed.Add(1)
	}
}

// SizeOf is how many bytes the regular files among inputs have, 0 if that says
// nothing of the work: stdin is a pipe, or a file is compressed.
func SizeOf(inputs []string, stdin *os.File) (size int64) {
	for _, name := range inputs {
		info, err := os.Stat(name)
		if name == "-" {
			info, err = stdin.Stat()
		}
		if err != nil || !info.Mode().IsRegular() || strings.HasSuffix(name, ".gz") {
			return 0
		}
		size += info.Size()
	}
	return size
}

// Shows reports whether there is a terminal that shows progress.
func (p *Program) Shows() bool { return p.Stderr.Terminal && !p.Quiet && !p.ErrorsAsJSON }

// Begin begins to show work. It returns nil if nobody sees it.
func (p *Program) Begin(w *Work) *Work {
	if !p.Shows() {
		return nil
	}
	if p.Shard.N > 0 && w.All == 0 {
		w.Of /= p.Shard.N
	}
	w.began = time.Now()
	w.end = p.progress(func() string {
		if w.done.Load() == 0 {
			return ""
		}
		w.shown.Store(true)
		return w.line(time.Since(w.began))
	})
	p.temps.watch.Do(p.watchSignals)
	p.temps.leave(func() { p.Finish(w, &Failure{Code: ExitInterrupt}) })
	return w
}

// Finish ends the line. If it was shown, or the run was interrupted, a summary stays in
// its place.
func (p *Program) Finish(w *Work, failed error) {
	if w == nil || !w.ended.CompareAndSwap(false, true) {
		return
	}
	w.end()
	interrupted := failed != nil && (AsFailure(failed).Code == ExitInterrupt || AsFailure(failed).Code == ExitTerminated)
	if w.shown.Load() || interrupted {
		p.Note("%s", w.summary(time.Since(w.began), interrupted))
	}
}

// line is what is done after a time: 120 done, 3 failed, 40/s, 2 min left, $0.12.
func (w *Work) line(after time.Duration) string {
	done, failed := w.done.Load(), w.failed.Load()
	parts := []string{view.Number(done) + " done"}
	if w.All > 0 {
		parts[0] = view.Number(done) + " of " + view.Number(w.All) + " done"
	}
	if failed > 0 {
		parts = append(parts, view.Number(failed)+" failed")
	}
	if r := rate(done, after); r != "" {
		parts = append(parts, r)
	}
	if size := w.size.Load(); w.Of > 0 && size > 0 && size < w.Of {
		left := time.Duration(float64(after) * float64(w.Of-size) / float64(size))
		parts = append(parts, span(left)+" left")
	}
	return strings.Join(append(parts, w.costs()...), ", ")
}

func (w *Work) costs() []string {
	if w.Cost == nil {
		return nil
	}
	if cost := w.Cost(); cost != "" {
		return []string{cost}
	}
	return nil
}

// summary is what came of all.
func (w *Work) summary(after time.Duration, interrupted bool) string {
	done, failed := w.done.Load(), w.failed.Load()
	switch {
	case interrupted && w.Left != nil:
		return "interrupted: " + w.Left(w)
	case interrupted:
		return "interrupted: " + w.Units(done) + " done"
	}
	text := Plural(int(done), w.Unit) + " in " + span(after)
	if failed > 0 {
		text += ", " + view.Number(failed) + " failed"
	}
	for _, cost := range w.costs() {
		text += ", " + cost
	}
	return text
}

// Units is a number of units: 13 of 48, or 13 conversations if nobody knows how many
// there are.
func (w *Work) Units(n int64) string {
	if w.All > 0 {
		return view.Number(n) + " of " + view.Number(w.All)
	}
	return Plural(int(n), w.Unit)
}

// rate is how much is done in a time: 40/s, or 12/min if that is less than one a
// second.
func rate(done int64, after time.Duration) string {
	if done == 0 || after < time.Second {
		return ""
	}
	if each := float64(done) / after.Seconds(); each >= 1 {
		return view.Number(int64(each+0.5)) + "/s"
	}
	return fmt.Sprintf("%.0f/min", max(float64(done)/after.Minutes(), 1))
}

// span is a time in words: 5 s, 3 min, 2 h 10 min.
func span(d time.Duration) string {
	switch d = d.Round(time.Second); {
	case d < 100*time.Second:
		return fmt.Sprintf("%d s", max(int(d.Seconds()), 1))
	case d < 100*time.Minute:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
	d = d.Round(time.Minute)
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}
