package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A saying is what a program writes while it runs.
type saying struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (s *saying) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.Write(p)
}

func (s *saying) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.String()
}

// errLate is the outcome of a program that had too little time. It says nothing of
// the session.
var errLate = errors.New("does not end in time: see -limit")

// run starts a program, talks to it, and waits for it. It writes what it says
// into the log. An interrupted program may fail.
func (h *harness) run(p *program, d dialog, interrupt bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), h.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(h.agents, "node_modules/.bin", p.name), d.args...)
	cmd.Dir, cmd.Env = folder, environment(h.server.address)
	cmd.SysProcAttr = group()
	cmd.Cancel = func() error { return signalGroup(cmd.Process, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second
	out := &saying{}
	cmd.Stdout, cmd.Stderr = out, out
	done := make(chan struct{})
	if d.lines != "" {
		stdin, err := cmd.StdinPipe()
		if err != nil {
			return err
		}
		go h.talk(d, stdin, out, done)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if interrupt && d.stop == "" {
		go h.stop(cmd.Process, done)
	}
	err := cmd.Wait()
	close(done)
	fmt.Fprintf(h.log, "+ %s %q\n%s\n= %v\n", p.name, d.args, out, cmd.ProcessState)
	if ctx.Err() != nil {
		return fmt.Errorf("%s %w", p.name, errLate)
	}
	if interrupt {
		return nil
	}
	return err
}

// talk says the lines of a dialog, and ends it when the program is done.
func (h *harness) talk(d dialog, stdin io.WriteCloser, out *saying, done chan struct{}) {
	defer stdin.Close()
	_, _ = io.WriteString(stdin, d.lines+"\n")
	if d.stop != "" {
		select {
		case <-done:
			return
		case <-h.server.stalled:
		}
		time.Sleep(time.Second)
		_, _ = io.WriteString(stdin, d.stop+"\n")
	}
	for !strings.Contains(out.String(), d.until) {
		select {
		case <-done:
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
	time.Sleep(time.Second)
}

// stop interrupts a program as Ctrl-C does, once the server says that an answer
// hangs or a long call runs.
func (h *harness) stop(process *os.Process, done chan struct{}) {
	select {
	case <-done:
		return
	case <-h.server.stalled:
	}
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL} {
		select {
		case <-done:
			return
		case <-time.After(2 * time.Second):
			_ = signalGroup(process, s)
		}
	}
}
