package frame

import (
	"io"
	"sync"
	"time"
)

// How long a silent pipe is waited for before saying so.
const (
	waitOnTerminal = 2 * time.Second  // a line that goes away again
	waitElsewhere  = 10 * time.Second // a line that stays
)

// waitingReader says that it waits if its first read takes long.
type waitingReader struct {
	r     io.Reader
	begin func() (end func())
	begun bool
}

func (w *waitingReader) Read(b []byte) (int, error) {
	if w.begun {
		return w.r.Read(b)
	}
	w.begun = true
	defer w.begin()()
	return w.r.Read(b)
}

// sayWaiting begins a wait for stdin; the function it returns ends it.
func (p *Program) sayWaiting() func() {
	if p.Quiet {
		return func() {}
	}
	delay, before, after := waitElsewhere, "", "\n"
	if p.Terminal(p.Stderr) {
		delay, before, after = waitOnTerminal, "\r\x1b[K", ""
	}
	var mu sync.Mutex
	said, over := false, false
	timer := time.AfterFunc(delay, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			said = true
			_, _ = p.Stderr.WriteString("convo: waiting for input on stdin" + after)
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		if over = true; said {
			_, _ = p.Stderr.WriteString(before)
		}
	}
}
