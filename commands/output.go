package commands

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// product is where a command's result goes. Nothing of it is seen before
// commit, unless it is stdout, a device or a pipe.
type product struct {
	io.Writer
	commit  func() error
	discard func()
	direct  bool // what is written is seen at once
}

// stdoutProduct is what has no file.
func (p *program) stdoutProduct() *product {
	return streamProduct(p.stdout)
}

func streamProduct(f *os.File) *product {
	return &product{f, func() error { return nil }, func() {}, true}
}

// isStdout reports whether a name means stdout. It must not be replaced as a
// file, which somebody else may be writing to as well.
func isStdout(name string) bool { return name == "-" || name == "/dev/stdout" }

// sameFile reports whether two names mean one file, whether or not it exists.
func sameFile(a, b string) bool {
	return b != "" && filepath.Clean(followed(a)) == filepath.Clean(followed(b))
}

// fileProduct makes a product of a file: beside it and renamed, so that at
// any time the old or the new one is there. A symbolic link is followed; what
// is no regular file is written directly.
func (p *program) fileProduct(name string) (*product, error) {
	info, err := os.Stat(name)
	switch {
	case isStdout(name):
		return p.stdoutProduct(), nil
	case name == "/dev/stderr":
		return streamProduct(p.stderr), nil
	case err == nil && info.IsDir():
		return nil, &failure{code: exitUsage, file: name, what: "is a directory"}
	case err == nil && (!info.Mode().IsRegular() || strings.HasPrefix(name, "/dev/")):
		return p.directProduct(name)
	case err == nil:
		if err := writable(name); err != nil {
			return nil, fileFailure(exitOther, name, err)
		}
		return p.replacement(name, info.Mode().Perm(), false)
	case errors.Is(err, fs.ErrNotExist):
		return p.replacement(name, 0o600, false)
	}
	return nil, fileFailure(exitOther, name, err)
}

// writable is nil if a file may be written: renaming over it would not ask.
func writable(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func (p *program) directProduct(name string) (*product, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, fileFailure(exitOther, name, err)
	}
	return &product{f, f.Close, func() { f.Close() }, true}, nil
}

// replacement writes a file beside name, which commit renames.
func (p *program) replacement(name string, mode fs.FileMode, durable bool) (*product, error) {
	target := followed(name)
	dir, base := filepath.Split(target)
	if dir == "" {
		dir = "."
	}
	p.temps.watch.Do(p.watchSignals)
	p.temps.mu.Lock() // so that a signal finds the file in the list
	f, err := os.CreateTemp(dir, "."+base+".*.tmp")
	if err == nil {
		p.temps.list(f.Name())
	}
	p.temps.mu.Unlock()
	if err != nil {
		return nil, fileFailure(exitOther, name, err)
	}
	discard := func() {
		f.Close()
		p.temps.settle(f.Name(), func() error { return os.Remove(f.Name()) })
	}
	commit := func() error {
		err := errors.Join(f.Chmod(mode), syncIf(durable, f), f.Close())
		if err == nil {
			err = p.temps.settle(f.Name(), func() error { return os.Rename(f.Name(), target) })
		}
		if err != nil {
			discard()
			return fileFailure(exitOther, name, err)
		}
		return nil
	}
	return &product{f, commit, discard, false}, nil
}

func syncIf(durable bool, f *os.File) error {
	if !durable {
		return nil
	}
	return f.Sync()
}

// followed is the file that a name means, behind symbolic links, whether or
// not it exists.
func followed(name string) string {
	for range 40 {
		to, err := os.Readlink(name)
		if err != nil {
			return name
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return name
}

// edit opens a file to be replaced by what is made of it, under a lock that
// lasts until the product is committed or discarded.
func (p *program) edit(name string) (*input, *product, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, nil, missing(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, nil, usageError("-i %s: not a regular file", name)
	}
	f, err := p.openLocked(name)
	if err != nil {
		return nil, nil, err
	}
	out, err := p.replacement(name, info.Mode().Perm(), true)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	commit, discard := out.commit, out.discard
	out.commit = func() error { defer f.Close(); return commit() }
	out.discard = func() { discard(); f.Close() }
	in := fileInput(name, f)
	in.close = func() {}
	return in, out, nil
}

// openLocked opens a file and locks it against other convos that edit it.
func (p *program) openLocked(name string) (*os.File, error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return nil, missing(name, err)
		}
		if err := p.lock(f, name); err != nil {
			f.Close()
			return nil, fileFailure(exitOther, name, err)
		}
		// Whoever held the lock may have put another file in its place.
		have, err1 := f.Stat()
		now, err2 := os.Stat(name)
		if err1 == nil && err2 == nil && os.SameFile(have, now) {
			return f, nil
		}
		f.Close()
		if err2 != nil {
			return nil, missing(name, err2)
		}
	}
}

// lock waits for the lock of f, and says so if it has to.
func (p *program) lock(f *os.File, name string) error {
	if tryLock(f) {
		return nil
	}
	if !p.quiet {
		_, _ = p.stderr.WriteString("convo: " + printable(name) + ": waiting for another convo to finish with it\n")
	}
	return waitLock(f)
}

// spool holds back what is written, in memory and then in a file without a
// name, until it is known to be wanted.
type spool struct {
	mem  []byte
	file *os.File
}

// spoolMemory is how much a spool keeps in memory.
const spoolMemory = 8 << 20

func (s *spool) Write(b []byte) (int, error) {
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

// reader reads what was held back from the start, and says how much it is.
func (s *spool) reader() (io.Reader, int64, error) {
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

// copyTo writes what was held back.
func (s *spool) copyTo(w io.Writer) error {
	r, _, err := s.reader()
	if err == nil {
		_, err = io.Copy(w, r)
	}
	return err
}

func (s *spool) close() {
	if s.file != nil {
		s.file.Close()
	}
}

// heldBack makes nothing of out be seen before commit.
func heldBack(out *product) *product {
	s := &spool{}
	return &product{
		Writer: s,
		commit: func() error {
			defer s.close()
			if err := s.copyTo(out); err != nil {
				return err
			}
			return out.commit()
		},
		discard: func() { s.close(); out.discard() },
	}
}
