package frame

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"convo/commands/internal/disk"
	"convo/commands/internal/terminal"
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

// FirstValue is First of an input whose white space means nothing, however much of it is
// before the first value.
func (in *Input) FirstValue() ([]byte, error) {
	first, err := in.First()
	if err == nil && len(first) > 0 && isSpace(first) {
		in.Frames.SkipSpace()
		return in.First()
	}
	return first, err
}

// IsBlank reports whether an input with this beginning has only white space.
func IsBlank(first []byte) bool {
	return isSpace(first) && len(first) < rawjson.HeadSize
}

func isSpace(b []byte) bool { return len(bytes.TrimLeft(b, " \t\r\n")) == 0 }

// StdinName is how messages call stdin.
const StdinName = "<stdin>"

// Input is one thing to read, open.
type Input struct {
	Name   string
	Frames *rawjson.Frames
	Close  func()

	file       *os.File // that is read from start to end; nil: it is no plain file
	start, end int64
}

// Inputs are the names of the inputs: the operands, or - for stdin. It fails if
// stdin is a terminal.
func (p *Program) Inputs(operands []string, noStdin bool) ([]string, error) {
	if len(operands) == 0 {
		operands = []string{"-"}
	}
	operands, err := p.located(operands)
	if err != nil {
		return nil, err
	}
	var named map[string]bool // the operands, if folders may be among them
	if p.Parsed.Last("recursive") == "true" {
		if len(operands) == 1 && operands[0] == "-" {
			return nil, UsageError("-r needs a folder")
		}
		named = map[string]bool{}
		for _, o := range operands {
			named[o] = true
		}
		if operands, err = filesBelow(operands); err != nil {
			return nil, err
		}
	}
	if operands, err = p.archived(operands); err != nil {
		return nil, err
	}
	if operands, err = p.arranged(operands, named); err != nil {
		return nil, err
	}
	stdins := Stdins(operands)
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

// Stdins is how often names are that of stdin.
func Stdins(names []string) (n int) {
	for _, name := range names {
		if name == "-" {
			n++
		}
	}
	return n
}

// Open opens an operand: a file, or - for stdin.
func (p *Program) Open(operand string) (*Input, error) {
	if operand == "-" {
		return newInput(StdinName, p.StdinReader(), p.Stdin), nil
	}
	operand, err := p.locate(operand)
	if err != nil {
		return nil, err
	}
	if archive := ArchiveOf(operand); archive != "" {
		return p.openArchived(archive, operand[len(archive)+1:])
	}
	if isArchive(operand) {
		return p.openArchived(operand, "")
	}
	info, err := os.Stat(operand)
	var f *os.File
	pipe := err == nil && info.Mode()&fs.ModeNamedPipe != 0
	switch {
	case pipe:
		end := p.sayWaiting(operand)
		f, err = openPatiently(operand, info)
		end()
	case err == nil:
		f, err = os.Open(operand)
	}
	if err != nil {
		return nil, Missing(operand, err)
	}
	if pipe {
		in := newInput(operand, p.waitingFor(operand, f), f)
		in.Close = func() { f.Close() }
		return in, nil
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		failed := &Failure{Code: ExitUnreadable, File: operand, What: "is a directory"}
		if p.recurses {
			return nil, failed.WithHint("to read the files in it, add -r")
		}
		return nil, failed.WithHint("name the files in it: %s/*", terminal.ShellFile(strings.TrimRight(operand, "/")))
	}
	return fileInput(operand, f), nil
}

// Read opens an operand, and closes it when read has ended.
func (p *Program) Read(operand string, read func(*Input) error) error {
	in, err := p.Open(operand)
	if err != nil {
		return err
	}
	defer in.Close()
	return read(in)
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
	if size > 0 && (disk.IsUTF16(f, at) || disk.IsGzip(f, at)) {
		size = 0 // of the text, which is not in memory as it is in the file
	}
	in := &Input{Name: name, Frames: framesOf(r, size), Close: func() {}}
	if size > 0 {
		in.file, in.start, in.end = f, at, at+size
	}
	if size >= rawjson.HugeSize {
		m := &disk.Mapping{File: f, Start: at}
		in.Frames.Map, in.Close = m.From, m.Close
	}
	return in
}

// framesOf cuts what r holds, unpacked and in UTF-8, into values.
func framesOf(r io.Reader, size int64) *rawjson.Frames {
	u := disk.Unpacked(r)
	f := rawjson.NewFrames(disk.InUTF8(u), size)
	f.Packed, f.Large = u.PackedBytes, disk.Large
	return f
}

// Missing explains why a file cannot be opened.
func Missing(name string, err error) *Failure {
	f := FileFailure(ExitUnreadable, name, err)
	if errors.Is(err, fs.ErrNotExist) {
		return f.WithHint("%s", fileHint(name))
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

// TextOf is a text file without the end of its last line.
func TextOf(name string) (string, error) {
	b, err := BytesOf(name)
	if err != nil {
		return "", err
	}
	return plainText(name, string(b))
}

// BytesOf is all the text of a file that a flag names, up to [MostOption] bytes.
func BytesOf(name string) ([]byte, error) {
	f, _, err := OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := ReadAtMost(name, f, MostOption)
	return disk.TextOfBytes(data), err
}

// OpenFile opens a file that a flag names, with its size, 0 if that is not
// known.
func OpenFile(name string) (*os.File, int64, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, 0, FileFailure(ExitUnreadable, name, err)
	}
	f, err := openPatiently(name, info)
	if err != nil {
		return nil, 0, FileFailure(ExitUnreadable, name, err)
	}
	info, err = f.Stat()
	switch {
	case err != nil:
		err = FileFailure(ExitUnreadable, name, err)
	case info.IsDir():
		err = &Failure{Code: ExitUnreadable, File: name, What: "is a directory"}
	case info.Mode().IsRegular():
		return f, info.Size(), nil
	default:
		return f, 0, nil
	}
	f.Close()
	return nil, 0, err
}

// InFile is the failure of a file that is all of one value.
func InFile(name string, data []byte, err error) *Failure {
	return Piece{File: name, Block: rawjson.Block{Data: data, Line: 1, Column: 1}}.Failure(err)
}

// Text is all of an input, as text: without the end of its last line.
func (in *Input) Text() (string, error) {
	all, err := in.Frames.Rest()
	if err != nil {
		return "", FileFailure(ExitOther, in.Name, err)
	}
	return plainText(in.Name, string(all.Data))
}

// plainText is what a file has as text: UTF-8, without the end of its last
// line.
func plainText(name, text string) (string, error) {
	if !utf8.ValidString(text) {
		f := &Failure{Code: ExitUnreadable, File: name, What: "is not text in UTF-8"}
		typed := terminal.ShellFile(name)
		if name == StdinName {
			typed = "-"
		}
		return "", f.WithHint("to attach it, use -a %s", typed)
	}
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r"), nil
}

// StdinText is stdin as text.
func (p *Program) StdinText() (string, error) {
	in, err := p.Open("-")
	if err != nil {
		return "", err
	}
	defer in.Close()
	return in.Text()
}

// PassStdin copies stdin to out, as far as read takes it and then the rest.
func (p *Program) PassStdin(out io.Writer, read func(*Input) error) error {
	through := io.TeeReader(p.StdinReader(), out)
	if err := read(&Input{Name: StdinName, Frames: framesOf(through, 0), Close: func() {}}); err != nil {
		return err
	}
	_, err := io.Copy(io.Discard, through)
	return err
}

// StdinReader is stdin, of which it is said if it is waited for.
func (p *Program) StdinReader() io.Reader {
	return p.waitingFor("stdin", p.Stdin)
}

// waitingFor is a reader of which it is said if it is waited for.
func (p *Program) waitingFor(name string, r io.Reader) io.Reader {
	return &waitingReader{r: r, begin: func() func() { return p.sayWaiting(name) }}
}

// JSONFile is one JSON value in a file.
func JSONFile(name string) ([]byte, error) {
	data, err := BytesOf(name)
	if err != nil {
		return nil, err
	}
	return JSONOf(name, data)
}

// JSONOf is [JSONFile] for a file that was read.
func JSONOf(name string, data []byte) ([]byte, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	c := rawjson.NewCursor(data)
	c.Skip()
	if err := c.End(); err != nil {
		return nil, InFile(name, data, err)
	}
	return data, nil
}

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

// sayWaiting begins a wait for an input; the function it returns ends it.
func (p *Program) sayWaiting(name string) func() {
	if p.Quiet {
		return func() {}
	}
	delay := waitElsewhere
	text := "convo: waiting for input on " + terminal.Printable(name)
	say := func() { _, _ = io.WriteString(p.Stderr, text+"\n") }
	if p.Stderr.Terminal {
		delay, say = waitOnTerminal, func() { p.Stderr.Status(text) }
	}
	return p.later(delay, sync.OnceFunc(say))
}
