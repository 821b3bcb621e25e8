package frame

import (
	"os"
)

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
	f, err := p.openLocked(name)
	if err != nil {
		return nil, nil, err
	}
	out, err := p.replacement(name, info.Mode().Perm(), true)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	commit, discard := out.Commit, out.Discard
	out.Commit = func() error { defer f.Close(); return commit() }
	out.Discard = func() { discard(); f.Close() }
	in := fileInput(name, f)
	in.Close = func() {}
	return in, out, nil
}

// openLocked opens a file and locks it against other convos that edit it.
func (p *Program) openLocked(name string) (*os.File, error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
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
		if err2 != nil {
			return nil, Missing(name, err2)
		}
	}
}

// Lock waits for the lock of f, and says so if it has to.
func (p *Program) Lock(f *os.File, name string) error {
	if tryLock(f) {
		return nil
	}
	p.Note("%s: waiting for another convo process to release it", name)
	return waitLock(f)
}
