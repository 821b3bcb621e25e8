package frame

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Product is where a command writes its result. Nothing is visible before
// Commit, unless it is stdout, a device or a pipe.
type Product struct {
	io.Writer
	Commit  func() error
	Discard func()
	Direct  bool // output is visible at once
}

// StdoutProduct writes to stdout.
func (p *Program) StdoutProduct() *Product {
	return streamProduct(p.Stdout)
}

func streamProduct(f *os.File) *Product {
	return &Product{f, func() error { return nil }, func() {}, true}
}

// IsStdout reports whether a name means stdout. It must not be replaced as a
// file, which somebody else may be writing to as well.
func IsStdout(name string) bool { return name == "-" || name == "/dev/stdout" }

// SameFile reports whether two names mean one file, whether or not it exists.
func SameFile(a, b string) bool {
	return b != "" && filepath.Clean(followed(a)) == filepath.Clean(followed(b))
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
	case err == nil && (!info.Mode().IsRegular() || strings.HasPrefix(name, "/dev/")):
		return p.directProduct(name)
	case err == nil:
		if err := writable(name); err != nil {
			return nil, FileFailure(ExitOther, name, err)
		}
		return p.replacement(name, info.Mode().Perm(), false)
	case errors.Is(err, fs.ErrNotExist):
		return p.replacement(name, 0o600, false)
	}
	return nil, FileFailure(ExitOther, name, err)
}

// writable checks that a file may be written: renaming over it does not.
func writable(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

func (p *Program) directProduct(name string) (*Product, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, FileFailure(ExitOther, name, err)
	}
	return &Product{f, f.Close, func() { f.Close() }, true}, nil
}

// replacement writes a file beside name, which commit renames.
func (p *Program) replacement(name string, mode fs.FileMode, durable bool) (*Product, error) {
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
		return nil, FileFailure(ExitOther, name, err)
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
			return FileFailure(ExitOther, name, err)
		}
		return nil
	}
	return &Product{f, commit, discard, false}, nil
}

func syncIf(durable bool, f *os.File) error {
	if !durable {
		return nil
	}
	return f.Sync()
}

// followed is the file that a name means after symbolic links, whether or not
// it exists.
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
