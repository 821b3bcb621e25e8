package frame

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// When a line of progress is shown first, and how often it is shown anew.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// Progress is a line of progress: read 12 of 300.
func Progress(what string, done, of int) string {
	return fmt.Sprintf("%s %d of %d", what, done, of)
}

// Progress shows a line on stderr, if that is a terminal, from one second on until
// end is called. Then it goes away.
func (p *Program) Progress(line func() string) (end func()) {
	if !p.Stderr.Terminal || p.Quiet {
		return func() {}
	}
	var ended sync.WaitGroup
	stop := make(chan struct{})
	ended.Go(func() {
		timer := time.NewTimer(progressAfter)
		defer timer.Stop()
		shown := false
		for {
			select {
			case <-stop:
				if shown {
					_ = Paint(p.Stderr, "\r\x1b[K")
				}
				return
			case <-timer.C:
				_ = Paint(p.Stderr, "\r\x1b[K")
				_, _ = io.WriteString(p.Stderr, "convo: "+line())
				shown = true
				timer.Reset(progressEvery)
			}
		}
	})
	return func() { close(stop); ended.Wait() }
}
