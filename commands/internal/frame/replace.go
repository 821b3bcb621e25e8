package frame

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"convo/commands/internal/disk"
)

// replacement writes a file beside name, which Commit puts in its place: after
// a crash, the old or the new one is there. was is the old one, nil if there is
// none. The new one keeps its mode and owner.
func (p *Program) replacement(name string, was fs.FileInfo) (*Product, error) {
	target := followed(name)
	f, err := p.beside(target)
	if err != nil {
		return nil, FileFailure(ExitOther, name, err)
	}
	discard := func() {
		f.Close()
		_ = p.temps.settle(f.Name(), func() error { return os.Remove(f.Name()) })
	}
	commit := func() error {
		err := errors.Join(inherit(f, was), p.disk.SyncFile(f))
		if err == nil {
			err = p.temps.settle(f.Name(), func() error { return p.disk.MoveTo(f, target) })
		}
		if err != nil {
			discard()
			return FileFailure(ExitOther, name, err)
		}
		p.disk.SyncFolder(target)
		return nil
	}
	keep := func() (string, error) { return p.setAside(f, target) }
	return &Product{Writer: f, Commit: commit, Discard: discard, Keep: keep}, nil
}

// beside makes a temporary file in the folder of target.
func (p *Program) beside(target string) (*os.File, error) {
	dir, base := filepath.Split(target)
	dir = cmp.Or(dir, ".")
	p.temps.clean(dir)
	f, err := p.temporary(dir, besidePrefix(base)+"*"+besideSuffix)
	if err == nil {
		disk.TryLock(f) // so that others see that it is in use
	}
	return f, err
}

// setAside puts an unfinished replacement beside its target, under a name that
// is free. It returns "" if there is nothing in it.
func (p *Program) setAside(f *os.File, target string) (name string, err error) {
	if info, err := f.Stat(); err != nil || info.Size() == 0 {
		f.Close()
		return "", p.temps.settle(f.Name(), func() error { return os.Remove(f.Name()) })
	}
	for n := 1; ; n++ {
		name = unfinishedName(target, n)
		free, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", FileFailure(ExitOther, name, err)
		}
		free.Close()
		err = errors.Join(p.disk.SyncFile(f), p.temps.settle(f.Name(), func() error { return p.disk.MoveTo(f, name) }))
		p.disk.SyncFolder(name)
		return name, err
	}
}

// unfinishedName is the nth name for what was written of a file before a run
// failed.
func unfinishedName(target string, n int) string {
	dir, base := filepath.Split(target)
	end := ".partial"
	if n > 1 {
		end += "-" + strconv.Itoa(n)
	}
	return filepath.Join(dir, shortened(base, 255-len(end))+end)
}

// inherit gives a file the mode and the owner of the one that it replaces.
func inherit(f *os.File, was fs.FileInfo) error {
	if was == nil {
		return nil
	}
	return errors.Join(disk.KeepOwner(f, was), f.Chmod(was.Mode().Perm()))
}

// The name of a file that will replace another: .NAME.convo-NUMBER.tmp.
const (
	besideMark   = ".convo-"
	besideSuffix = ".tmp"
)

// besidePrefix is the start of such a name, where NAME is cut so that the
// whole has at most 255 bytes, as many as a file system takes.
func besidePrefix(base string) string {
	const most = 255 - len(".") - len(besideMark) - len("4294967295") - len(besideSuffix)
	return "." + shortened(base, most) + besideMark
}

// shortened is a name cut to a number of bytes.
func shortened(base string, most int) string {
	for len(base) > most {
		_, size := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-size]
	}
	return base
}

// isBeside reports whether a name is one of ours.
func isBeside(name string) bool {
	name, ok := strings.CutSuffix(name, besideSuffix)
	at := strings.LastIndex(name, besideMark)
	return ok && at > 0 && name[0] == '.' && name[at+len(besideMark):] != "" &&
		strings.Trim(name[at+len(besideMark):], "0123456789") == ""
}

// abandoned is the age from which a file that nobody has locked is one of a
// process that was killed. A younger one may not be locked yet.
const abandoned = time.Minute

// clean removes the files that killed processes left in a folder, once.
func (t *temps) clean(dir string) {
	t.mu.Lock()
	done := t.cleaned[dir]
	if t.cleaned == nil {
		t.cleaned = map[string]bool{}
	}
	t.cleaned[dir] = true
	t.mu.Unlock()
	if done || !disk.Locks {
		return
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !e.Type().IsRegular() || !isBeside(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			removeAbandoned(filepath.Join(dir, e.Name()))
		}
	}
}

// removeAbandoned removes a file unless somebody has it locked.
func removeAbandoned(name string) {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if disk.TryLock(f) {
		_ = os.Remove(name)
	}
}

// writable checks that a file may be written: renaming over it does not.
func writable(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
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
