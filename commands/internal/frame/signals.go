package frame

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// Interruption is the error of a run that a signal ended.
func Interruption(got os.Signal) *Failure {
	switch got {
	case os.Interrupt:
		return &Failure{Code: ExitInterrupt, What: "interrupted"}
	case syscall.SIGQUIT:
		return &Failure{Code: ExitQuit, What: "quit"}
	}
	return &Failure{Code: ExitTerminated, What: "terminated"}
}

// temps are the temporary files, which a signal must remove. Signals may come
// at any time, so a file is renamed and forgotten under the lock.
type temps struct {
	mu    sync.Mutex
	names map[string]bool
	watch sync.Once
	// cleaned are the folders without files of dead processes.
	cleaned map[string]bool
	// The first signal goes to the listeners, if there are any, and does not
	// end the process.
	listeners map[*listener]bool
	came      os.Signal // that the listeners got
	parting   func()    // before a signal ends the process; nil: nothing
	pager     *pager    // that runs, if one does
}

// leave sets what is done before a signal ends the process.
func (t *temps) leave(parting func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.parting = parting
}

// leavePager forgets a pager that has ended.
func (t *temps) leavePager() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pager = nil
}

// temporary makes a file that is removed before a signal ends the process.
func (p *Program) temporary(dir, pattern string) (*os.File, error) {
	t := &p.temps
	t.watch.Do(p.watchSignals)
	t.mu.Lock() // so that a signal finds the file in the list
	defer t.mu.Unlock()
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	if t.names == nil {
		t.names = map[string]bool{}
	}
	t.names[f.Name()] = true
	return f, nil
}

// settle runs act, after which the file is no longer temporary.
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

// watchSignals removes the temporary files before a signal ends the process.
// From then on, a closed pipe is reported by the write that fails.
func (p *Program) watchSignals() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	stop := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(stop, s)
		}
	}
	go p.temps.await(stop)
}

// watchQuit ends the process on SIGQUIT as on other signals. With GOTRACEBACK, Go writes
// what each goroutine does instead.
func (p *Program) watchQuit() {
	switch {
	case p.Getenv("GOTRACEBACK") != "":
		return
	case signal.Ignored(syscall.SIGQUIT): // which Go passes over
		signal.Ignore(syscall.SIGQUIT)
		return
	}
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGQUIT)
	go p.temps.await(quit)
}

// await ends the process when a signal comes that nobody else handles.
func (t *temps) await(stop <-chan os.Signal) {
	got := <-stop
	for t.yielded(got) {
		got = <-stop
	}
	t.end(got)
}

// end ends the process as a signal does.
func (t *temps) end(got os.Signal) {
	// The lock is kept: nothing is renamed or made from here on.
	t.mu.Lock()
	t.unlink()
	if t.parting != nil {
		t.parting()
	}
	if t.pager != nil {
		t.pager.dismiss(got)
	}
	os.Exit(int(Interruption(got).Code))
}

// yielded reports whether a listener handles the signal. Ctrl-C and Ctrl-\ are the
// pager's while one runs: the terminal sends them to both.
func (t *temps) yielded(got os.Signal) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pager != nil && (got == os.Interrupt || got == syscall.SIGQUIT) {
		return true
	}
	heard := len(t.listeners) > 0
	for l := range t.listeners {
		l.came = got
		l.cancel()
	}
	if heard {
		t.came = got
	}
	clear(t.listeners)
	return heard
}

// listener is a part of the run that a signal ends.
type listener struct {
	came   os.Signal
	cancel func()
}

// UntilSignal is a context that the first SIGINT, SIGTERM or SIGHUP ends; the
// second one ends the process. got is the signal, or nil; end must be called. There may be
// several contexts, and one made after the signal is ended from the start.
func (p *Program) UntilSignal() (ctx context.Context, got func() os.Signal, end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	l := &listener{cancel: cancel}
	p.temps.watch.Do(p.watchSignals)
	p.temps.mu.Lock()
	if p.temps.listeners == nil {
		p.temps.listeners = map[*listener]bool{}
	}
	if l.came = p.temps.came; l.came != nil {
		cancel()
	} else {
		p.temps.listeners[l] = true
	}
	p.temps.mu.Unlock()
	got = func() os.Signal {
		p.temps.mu.Lock()
		defer p.temps.mu.Unlock()
		return l.came
	}
	return ctx, got, func() {
		p.temps.mu.Lock()
		delete(p.temps.listeners, l)
		p.temps.mu.Unlock()
		cancel()
	}
}
