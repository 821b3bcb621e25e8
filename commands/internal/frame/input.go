package frame

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"convo/conv/rawjson"
)

// First is the beginning of an input, enough to detect its format. It can be
// read again.
func (in *Input) First() ([]byte, error) {
	first, err := in.Frames.First(rawjson.HeadSize)
	if err != nil {
		return nil, FileFailure(ExitOther, in.Name, err)
	}
	return first, nil
}

// IsBlank reports whether an input with this beginning has only white space.
func IsBlank(first []byte) bool {
	return len(bytes.TrimLeft(first, " \t\r\n")) == 0 && len(first) < rawjson.HeadSize
}

// StdinName is how messages call stdin.
const StdinName = "<stdin>"

// Input is one thing to read, open.
type Input struct {
	Name   string
	Frames *rawjson.Frames
	Close  func()
}

// Inputs are the names of the inputs: the operands, or - for stdin. It fails if
// stdin is a terminal.
func (p *Program) Inputs(operands []string, noStdin bool) ([]string, error) {
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
		return nil, UsageError("a FILE has an empty name")
	case stdins == 0:
		return operands, nil
	case stdins > 1:
		return nil, UsageError("stdin (-) can be read only once")
	case noStdin:
		return nil, UsageError("there is no FILE, and -n forbids stdin")
	case p.Terminal(p.Stdin):
		return nil, UsageError("no input: pipe in a conversation or name a FILE")
	}
	return operands, nil
}

// Open opens an operand: a file, or - for stdin.
func (p *Program) Open(operand string) (*Input, error) {
	if operand == "-" {
		return newInput(StdinName, p.StdinReader(), p.Stdin), nil
	}
	f, err := os.Open(operand)
	if err != nil {
		return nil, Missing(operand, err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		failed := &Failure{Code: ExitUnreadable, File: operand, What: "is a directory"}
		return nil, failed.WithHint("name the files in it: %s/*", operand)
	}
	return fileInput(operand, f), nil
}

func fileInput(name string, f *os.File) *Input {
	in := newInput(name, f, f)
	let := in.Close
	in.Close = func() { let(); f.Close() }
	return in
}

// newInput reads r, which is f or reads f. A large file is mapped into memory
// where Frames needs it in one piece.
func newInput(name string, r io.Reader, f *os.File) *Input {
	at, size := regularSize(f)
	in := &Input{name, rawjson.NewFrames(r, size), func() {}}
	if size >= rawjson.HugeSize {
		m := &mapping{file: f, start: at}
		in.Frames.Map, in.Close = m.from, m.close
	}
	return in
}

// Missing explains why a file cannot be opened.
func Missing(name string, err error) *Failure {
	f := FileFailure(ExitUnreadable, name, err)
	if errors.Is(err, fs.ErrNotExist) {
		return f.WithHint("arguments are files, and - is stdin; formats go after -f and -t")
	}
	return f
}

// regularSize is the position of a regular file and the number of bytes after
// it; 0 for other files.
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
