package frame

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"convo/commands/internal/disk"
	"convo/commands/internal/terminal"
)

// Product is where a command writes its result. Nothing is visible before
// Commit, unless it is stdout, a device or a pipe.
type Product struct {
	io.Writer
	Commit  func() error
	Discard func()
	Keep    func() (name string, err error) // sets aside what was written; nil: it cannot
	Direct  bool                            // output is visible at once

	left <-chan struct{} // see Left
}

// End commits a product, or discards it after a failure.
func (p *Product) End(err error) error {
	if err != nil {
		p.Discard()
		return err
	}
	return p.Commit()
}

// StdoutProduct writes to stdout.
func (p *Program) StdoutProduct() *Product {
	return streamProduct(p.Stdout)
}

func streamProduct(s *terminal.Stream) *Product {
	return &Product{Writer: s, Commit: func() error { return nil }, Discard: func() {}, Direct: true}
}

// IsStdout reports whether a name means stdout. It must not be replaced as a
// file, which somebody else may be writing to as well.
func IsStdout(name string) bool { return name == "-" || name == "/dev/stdout" }

// isDescriptor reports whether a name means an open file of this process, such as
// /dev/fd/3. That file is not to be replaced either.
func isDescriptor(name string) bool {
	return strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

// FileProduct makes a product of a file: beside it and renamed, so that at
// any time the old or the new one is there. A symbolic link is followed; what
// is not a regular file is written directly.
func (p *Program) FileProduct(name string) (*Product, error) {
	info, err := os.Stat(name)
	switch {
	case IsStdout(name):
		return p.StdoutProduct(), nil
	case name == "/dev/stderr":
		return streamProduct(p.Stderr), nil
	case err == nil && info.IsDir():
		return nil, &Failure{Code: ExitUsage, File: name, What: "is a directory"}
	case err == nil && (!info.Mode().IsRegular() || isDescriptor(name)):
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return nil, FileFailure(ExitOther, name, err)
		}
		s := terminal.NewStream(f, p.Terminal(f))
		return &Product{Writer: s, Commit: f.Close, Discard: func() { f.Close() }, Direct: true}, nil
	case err == nil:
		if err := writable(name); err != nil {
			return nil, FileFailure(ExitOther, name, err)
		}
		return p.replacement(name, info)
	case errors.Is(err, fs.ErrNotExist):
		return p.replacement(name, nil)
	}
	return nil, FileFailure(ExitOther, name, err)
}

// ReplaceFile writes all of a file: after a crash, the old or the new one is there.
func (p *Program) ReplaceFile(name string, data []byte) error {
	out, err := p.FileProduct(name)
	if err != nil {
		return err
	}
	if _, err := out.Write(data); err != nil {
		out.Discard()
		return FileFailure(ExitOther, name, err)
	}
	return out.Commit()
}

// Edit opens a file to be replaced by what is made of it, under a lock that
// lasts until the product is committed or discarded.
func (p *Program) Edit(name string) (*Input, *Product, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, nil, Missing(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, nil, UsageError("-i %s: not a regular file", name)
	}
	f, err := p.openLocked(name, 0)
	if err != nil {
		return nil, nil, err
	}
	if isArchive(name) {
		f.Close()
		return nil, nil, UsageError("-i %s: is a zip archive", name).WithHint("write to a file: -o FILE")
	}
	if disk.IsGzip(f, 0) {
		f.Close()
		return nil, nil, UsageError("-i %s: is compressed with gzip", name).WithHint("unpack it first: gunzip %s", terminal.ShellFile(name))
	}
	out, err := p.replacement(name, info)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	commit, discard, keep := out.Commit, out.Discard, out.Keep
	out.Commit = func() error { defer f.Close(); return commit() }
	out.Discard = func() { discard(); f.Close() }
	out.Keep = func() (string, error) { defer f.Close(); return keep() }
	in := fileInput(name, f)
	in.Close = func() {}
	return in, out, nil
}

// LockBeside waits for the lock of a file that is replaced while the lock is held,
// and may not be there yet. The lock is a file beside it, which unlock removes. If its
// owner dies, the system gives the lock to the next.
func (p *Program) LockBeside(name string) (unlock func(), err error) {
	if !disk.Locks {
		return func() {}, nil
	}
	name += ".lock"
	f, err := p.openLocked(name, os.O_CREATE)
	if err != nil {
		f := *AsFailure(err)
		f.Code = ExitOther
		return nil, &f
	}
	return func() { _ = os.Remove(name); f.Close() }, nil
}

// openLocked opens a file and locks it against other convos that edit it.
func (p *Program) openLocked(name string, flag int) (*os.File, error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR|flag, 0o600)
		if err != nil {
			return nil, Missing(name, err)
		}
		if err := p.Lock(f, name); err != nil {
			f.Close()
			return nil, FileFailure(ExitOther, name, err)
		}
		// Whoever held the lock may have put another file in its place.
		have, err1 := f.Stat()
		now, err2 := os.Stat(name)
		if err1 == nil && err2 == nil && os.SameFile(have, now) {
			return f, nil
		}
		f.Close()
		if err2 != nil && flag == 0 {
			return nil, Missing(name, err2)
		}
	}
}

// Lock waits for the lock of f, and says so if it has to.
func (p *Program) Lock(f *os.File, name string) error {
	if disk.TryLock(f) {
		return nil
	}
	p.Note("%s: waiting for another convo process to release it", name)
	return disk.WaitLock(f)
}

// Spool holds back what is written, in memory and then in a file without a
// name, until it is known to be wanted.
type Spool struct {
	mem  []byte
	file *os.File
}

// spoolMemory is how much a spool keeps in memory.
const spoolMemory = 1 << 20

func (s *Spool) Write(b []byte) (int, error) {
	if s.file == nil && len(s.mem)+len(b) > spoolMemory {
		f, err := os.CreateTemp("", "convo-*.tmp")
		if err != nil {
			return 0, err
		}
		_ = os.Remove(f.Name())
		s.file = f
	}
	if s.file != nil {
		return s.file.Write(b)
	}
	s.mem = append(s.mem, b...)
	return len(b), nil
}

// Reader reads what was held back from the start, and says how much it is.
func (s *Spool) Reader() (io.Reader, int64, error) {
	if s.file == nil {
		return bytes.NewReader(s.mem), int64(len(s.mem)), nil
	}
	info, err := s.file.Stat()
	if err == nil {
		_, err = s.file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, 0, err
	}
	return io.MultiReader(bytes.NewReader(s.mem), s.file), int64(len(s.mem)) + info.Size(), nil
}

// ReadAt reads what was held back, from an offset on.
func (s *Spool) ReadAt(b []byte, at int64) (n int, err error) {
	if at < int64(len(s.mem)) {
		n = copy(b, s.mem[at:])
		at += int64(n)
	}
	if n == len(b) {
		return n, nil
	}
	if s.file == nil {
		return n, io.EOF
	}
	more, err := s.file.ReadAt(b[n:], at-int64(len(s.mem)))
	return n + more, err
}

// copyTo writes what was held back.
func (s *Spool) copyTo(w io.Writer) error {
	r, _, err := s.Reader()
	if err == nil {
		_, err = io.Copy(w, r)
	}
	return err
}

// Close gives up what was held back.
func (s *Spool) Close() {
	if s.file != nil {
		s.file.Close()
	}
}

// HeldBack makes nothing of out be seen before commit. Nothing is ever seen of
// what goes to the null device, so nothing is kept for it.
func HeldBack(out *Product) *Product {
	if s, ok := out.Writer.(*terminal.Stream); ok && isNull(s.File) {
		return &Product{Writer: io.Discard, Commit: out.Commit, Discard: out.Discard}
	}
	s := &Spool{}
	var from, to io.Writer = s, out
	if screen := terminal.Of(out); screen != nil {
		from, to = terminal.Escaping(s), screen.Beneath()
	}
	return &Product{
		Writer: from,
		Commit: func() error {
			defer s.Close()
			if err := s.copyTo(to); err != nil {
				return err
			}
			return out.Commit()
		},
		Discard: func() { s.Close(); out.Discard() },
	}
}

// isNull reports whether a file is the null device.
func isNull(f *os.File) bool {
	if f == nil {
		return false
	}
	is, err := f.Stat()
	if err != nil || is.Mode()&os.ModeDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(is, null)
}

// Scratch makes a file of text. It goes when remove is called, or when the
// program ends.
func (p *Program) Scratch(text string) (name string, remove func(), err error) {
	f, err := p.temporary("", "convo-*.md")
	if err != nil {
		return "", nil, err
	}
	name = f.Name()
	if text != "" {
		_, err = io.WriteString(f, text+"\n")
	}
	remove = func() { _ = p.temps.settle(name, func() error { return os.Remove(name) }) }
	return name, remove, errors.Join(err, f.Close())
}

// Leads is where a product goes.
func (p *Product) Leads() io.Writer { return p.Writer }

// Safe makes a product one that nothing obeys even in a pipe or a file, which may end
// at a terminal: what is shown to people, git and pagers show to people.
func Safe(out *Product) *Product {
	if terminal.Of(out) != nil {
		return out
	}
	safe, s := *out, terminal.Escaping(out.Writer)
	safe.Writer = s
	safe.Commit = func() error { return errors.Join(s.End(), out.Commit()) }
	return &safe
}
