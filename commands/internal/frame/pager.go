package frame

import (
	"cmp"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"convo/commands/internal/terminal"
)

// Pager is stdout for people, through the pager that the user has chosen if it is a
// terminal: PAGER, or less, which ends at once if all fits. PAGER=cat is none.
func (p *Program) Pager(none bool) (*Product, error) {
	words := strings.Fields(cmp.Or(p.Getenv("PAGER"), "less"))
	if none || !p.Stdout.Terminal || len(words) == 0 || words[0] == "cat" {
		return Safe(p.StdoutProduct()), nil
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		if p.Getenv("PAGER") != "" {
			p.Note("PAGER: %s: not found", words[0])
		}
		return Safe(p.StdoutProduct()), nil
	}
	cmd := exec.Command(path, words[1:]...)
	cmd.Stdout, cmd.Stderr = p.Stdout.File, p.Stderr.File
	cmd.Env = append(cmd.Environ(), "LESS="+cmp.Or(p.Getenv("LESS"), "FRX"))
	pipe, err := cmd.StdinPipe()
	left := make(chan struct{})
	if err == nil {
		err = p.follow(cmd, left)
	}
	if err != nil {
		return nil, FileFailure(ExitOther, words[0], err)
	}
	var ended error
	go func() { ended = cmd.Wait(); close(left) }()
	out := terminal.Escaping(paged{pipe})
	end := func() error {
		err := out.Release()
		pipe.Close()
		<-left
		p.temps.leavePager()
		return errors.Join(err, waited(ended))
	}
	return &Product{
		Writer:  out,
		Commit:  end,
		Discard: func() { _ = end() },
		Direct:  true,
		left:    left,
	}, nil
}

// pager is one that runs.
type pager struct {
	process *os.Process
	left    <-chan struct{}
}

// follow starts a pager. The process ends with its terminal, and the pager with the
// process.
func (p *Program) follow(cmd *exec.Cmd, left <-chan struct{}) error {
	p.temps.watch.Do(p.watchSignals)
	p.temps.mu.Lock() // so that a signal finds the pager
	defer p.temps.mu.Unlock()
	if err := cmd.Start(); err != nil {
		return err
	}
	p.temps.pager = &pager{cmd.Process, left}
	go func() {
		if terminal.HungUp(p.Stdout.File) {
			p.temps.end(syscall.SIGHUP)
		}
	}()
	return nil
}

// dismiss passes a signal on to a pager. more goes on for ever at a terminal that is
// gone, so one that stays is killed.
func (x *pager) dismiss(got os.Signal) {
	_ = x.process.Signal(got)
	select {
	case <-x.left:
	case <-time.After(time.Second):
		_ = x.process.Kill()
	}
}

// waited is how a pager ended: its exit code is not ours.
func waited(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil
	}
	return err
}

// Left is closed when nobody reads a product any more; nil if that is not known.
func (p *Product) Left() <-chan struct{} { return p.left }

// ErrLeft ends a command whose pager was left before the end.
var ErrLeft = errors.New("the pager was closed")

// paged is the input of a pager.
type paged struct{ io.Writer }

func (w paged) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	if err != nil {
		err = ErrLeft
	}
	return n, err
}
