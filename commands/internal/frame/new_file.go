package frame

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// NewFile writes a file that is not there yet, and the folders above it, for the
// user alone. It never changes a file: one that is there is a failure, unless it
// has the same bytes.
func NewFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return FileFailure(ExitOther, name, err)
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if is, err := os.ReadFile(name); err == nil && string(is) == string(data) {
			return nil
		}
		return &Failure{Code: ExitOther, File: name, What: "is there already, and is not replaced"}
	}
	if err != nil {
		return FileFailure(ExitOther, name, err)
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		os.Remove(name)
		return FileFailure(ExitOther, name, err)
	}
	SyncFolder(name)
	return nil
}
