package commands

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// temps is the files that must not be left behind. Signals may come at any
// time, so a file is renamed and forgotten under the lock.
type temps struct {
	mu    sync.Mutex
	names map[string]bool
	watch sync.Once
}

// list adds a file; the caller holds the lock.
func (t *temps) list(name string) {
	if t.names == nil {
		t.names = map[string]bool{}
	}
	t.names[name] = true
}

// settle does what ends a file's time as a temporary one.
func (t *temps) settle(name string, act func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	err := act()
	if err == nil {
		delete(t.names, name)
	}
	return err
}

// remove deletes what is left.
func (t *temps) remove() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.unlink()
}

func (t *temps) unlink() {
	for name := range t.names {
		_ = os.Remove(name)
		delete(t.names, name)
	}
}

// watchSignals lets no signal end the process before its temporary files are
// gone. Without such files the system's own way to end it is as good. A
// closed pipe is then left to the writes that fail of it.
func (p *program) watchSignals() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	stop := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(stop, s)
		}
	}
	go func() {
		got := <-stop
		// The lock is kept: nothing is renamed or made from here on.
		p.temps.mu.Lock()
		p.temps.unlink()
		if got == os.Interrupt {
			os.Exit(int(exitInterrupt))
		}
		os.Exit(int(exitTerminated))
	}()
}
