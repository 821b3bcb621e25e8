package frame

import (
	"errors"
	"io"
	"os/exec"
	"strings"
)

// Pager is stdout for people, through the pager that the user has chosen if it is a
// terminal: PAGER, or less, which ends at once if all fits. PAGER=cat is none.
func (p *Program) Pager(none bool) (*Product, error) {
	words := strings.Fields(orElse(p.Getenv("PAGER"), "less"))
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
	cmd.Env = append(cmd.Environ(), "LESS="+orElse(p.Getenv("LESS"), "FRX"))
	pipe, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, FileFailure(ExitOther, words[0], err)
	}
	left := make(chan struct{})
	var ended error
	go func() { ended = cmd.Wait(); close(left) }()
	out := &Stream{Terminal: true, out: paged{pipe}}
	end := func() error {
		err := out.Release()
		pipe.Close()
		<-left
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

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
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

// ErrLeft ends a command that sees [Product.Left].
func ErrLeft() error { return errPagerLeft }

// errPagerLeft ends a command whose pager was left before the end.
var errPagerLeft = errors.New("the pager was left")

// paged is the input of a pager.
type paged struct{ io.Writer }

func (w paged) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	if err != nil {
		err = errPagerLeft
	}
	return n, err
}
