package frame

import (
	"sync"
	"time"
)

// When a line of progress is shown first, and how often it is shown anew.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// progress shows a line on stderr, if that is a terminal, from one second on until
// end is called. Then it goes away. Nothing is shown while line is "".
func (p *Program) progress(line func() string) (end func()) {
	p.Stdout.Share(p.Stderr)
	return p.later(progressAfter, func() {
		if text := line(); text != "" {
			p.Stderr.Status("convo: " + text)
		}
	})
}

// later shows something after a delay, and then anew, until end is called, which takes
// a line of progress away.
func (p *Program) later(delay time.Duration, show func()) (end func()) {
	var ended sync.WaitGroup
	stop := make(chan struct{})
	ended.Go(func() {
		timer := time.NewTimer(delay)
		defer timer.Stop()
		for {
			select {
			case <-stop:
				p.Stderr.ClearStatus()
				return
			case <-timer.C:
				show()
				timer.Reset(progressEvery)
			}
		}
	})
	return func() { close(stop); ended.Wait() }
}

// Wait says on a terminal what is waited for, from one second on until end is called.
func (p *Program) Wait(said string) (end func()) { return p.progress(func() string { return said }) }
