package frame

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// NewFile writes a file that is not there yet, and the folders above it, for the
// user alone. It never changes a file: one that is there is a failure, unless it
// has the same bytes. At any time all of the file is there, or nothing.
func (p *Program) NewFile(name string, data []byte) error {
	if info, err := os.Lstat(name); err == nil {
		return same(name, info, data)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return FileFailure(ExitOther, name, err)
	}
	f, err := p.beside(name)
	if err != nil {
		return FileFailure(ExitOther, name, err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, p.disk.SyncFile(f)); err == nil {
		err = appear(f.Name(), name)
	}
	f.Close()
	_ = p.temps.settle(f.Name(), func() error { return os.Remove(f.Name()) })
	if errors.Is(err, fs.ErrExist) {
		if info, err := os.Lstat(name); err == nil {
			return same(name, info, data)
		}
	}
	if err != nil {
		return FileFailure(ExitOther, name, err)
	}
	p.disk.SyncFolder(name)
	return nil
}

// same fails unless a file that is there has these bytes. What is no regular file is
// not read.
func same(name string, info fs.FileInfo, data []byte) error {
	if info.Mode().IsRegular() && info.Size() == int64(len(data)) {
		if is, err := os.ReadFile(name); err == nil && string(is) == string(data) {
			return nil
		}
	}
	return &Failure{Code: ExitOther, File: name, What: "is there already, and is not replaced"}
}

// appear gives a whole file a name that no other file has: unlike a new name, a
// second one never replaces a file. Where a file system has no second names, an
// empty file takes the name first.
func appear(from, name string) error {
	err := os.Link(from, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	free, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	free.Close()
	return os.Rename(from, name)
}
