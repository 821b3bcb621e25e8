// Package disk is what commands do with files beside reading and writing them: locks,
// changes that last, memory that is a file, and texts that are compressed or in UTF-16.
package disk

import (
	"os"
	"path/filepath"
)

// Changes makes changes permanent. The zero value is the system's; a test sees
// what is done, and in which order.
type Changes struct {
	Sync   func(*os.File) error
	Rename func(from, to string) error
}

// SyncFile waits until what was written to a file survives a crash.
func (d *Changes) SyncFile(f *os.File) error {
	if d.Sync != nil {
		return d.Sync(f)
	}
	return f.Sync()
}

// SyncFolder makes a change of a name permanent, where the system can do that.
func (d *Changes) SyncFolder(name string) {
	if f, err := os.Open(filepath.Dir(name)); err == nil {
		_ = d.SyncFile(f)
		f.Close()
	}
}

// MoveTo renames an open file and closes it. Where the system allows, it is
// closed last: until then nobody takes it for abandoned.
func (d *Changes) MoveTo(f *os.File, target string) error {
	rename := d.Rename
	if rename == nil {
		rename = os.Rename
	}
	if !renamesOpen {
		if err := f.Close(); err != nil {
			return err
		}
	}
	if err := rename(f.Name(), target); err != nil {
		return err
	}
	f.Close() // what was written is on the disk already
	return nil
}
