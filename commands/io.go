package commands

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"convo/conv/rawjson"
)

// stdinName is how messages call stdin.
const stdinName = "<stdin>"

// How long a silent pipe is waited for before saying so.
const (
	waitOnTerminal = 2 * time.Second  // a line that goes away again
	waitElsewhere  = 10 * time.Second // a line that stays
)

// input is one thing to read, open.
type input struct {
	name   string
	frames *rawjson.Frames
	close  func()
}

// inputs is the operands to read; a document is required. No operand is
// stdin, which is never read from a terminal.
func (p *program) inputs(operands []string, noStdin bool) ([]string, error) {
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	stdins := 0
	for _, o := range operands {
		if o == "-" {
			stdins++
		}
	}
	switch {
	case slices.Contains(operands, ""):
		return nil, usageError("a FILE has an empty name")
	case stdins == 0:
		return operands, nil
	case stdins > 1:
		return nil, usageError("stdin (-) can be read only once")
	case noStdin:
		return nil, usageError("-n forbids stdin, and no FILE is given")
	case p.terminal(p.stdin):
		return nil, usageError("a conversation is needed: pipe one in or name a FILE")
	}
	return operands, nil
}

// open opens an operand: a file, or - for stdin.
func (p *program) open(operand string) (*input, error) {
	if operand == "-" {
		r := &waitingReader{r: p.stdin, begin: p.sayWaiting}
		return newInput(stdinName, r, p.stdin), nil
	}
	f, err := os.Open(operand)
	if err != nil {
		return nil, missing(operand, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		failed := &failure{code: exitUnreadable, file: operand, what: "is a directory"}
		return nil, failed.withHint("name the files in it: %s/*", operand)
	}
	return fileInput(operand, f), nil
}

func fileInput(name string, f *os.File) *input {
	in := newInput(name, f, f)
	let := in.close
	in.close = func() { let(); f.Close() }
	return in
}

// newInput reads r, which is f or reads it. A large file is not read but
// mapped, as far as Frames wants it in one piece.
func newInput(name string, r io.Reader, f *os.File) *input {
	at, size := regularSize(f)
	in := &input{name, rawjson.NewFrames(r, size), func() {}}
	if size >= rawjson.HugeSize {
		m := &mapping{file: f, start: at}
		in.frames.Map, in.close = m.from, m.close
	}
	return in
}

// missing explains why a file cannot be opened.
func missing(name string, err error) *failure {
	f := fileFailure(exitUnreadable, name, err)
	if errors.Is(err, fs.ErrNotExist) {
		return f.withHint("operands are files, - is stdin, and a format goes behind -t")
	}
	return f
}

// regularSize is where a regular file will be read on, and how many bytes
// there are from there; 0 for what is none.
func regularSize(f *os.File) (at, size int64) {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0, 0
	}
	if at, err = f.Seek(0, io.SeekCurrent); err != nil {
		return 0, 0
	}
	return at, max(info.Size()-at, 0)
}

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
func (p *program) sayWaiting() func() {
	if p.quiet {
		return func() {}
	}
	delay, before, after := waitElsewhere, "", "\n"
	if p.terminal(p.stderr) {
		delay, before, after = waitOnTerminal, "\r\x1b[K", ""
	}
	var mu sync.Mutex
	said, over := false, false
	timer := time.AfterFunc(delay, func() {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			said = true
			_, _ = p.stderr.WriteString("convo: waiting for input on stdin" + after)
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		if over = true; said {
			_, _ = p.stderr.WriteString(before)
		}
	}
}
