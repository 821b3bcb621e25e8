package frame

import (
	"os"
	"path/filepath"
)

// disk makes changes permanent. The zero value is the system's; a test sees
// what is done, and in which order.
type disk struct {
	sync   func(*os.File) error
	rename func(from, to string) error
}

// syncFile waits until what was written to a file survives a crash.
func (d *disk) syncFile(f *os.File) error {
	if d.sync != nil {
		return d.sync(f)
	}
	return f.Sync()
}

// syncFolder makes a change of a name permanent, where the system can do that.
func (d *disk) syncFolder(name string) {
	if f, err := os.Open(filepath.Dir(name)); err == nil {
		_ = d.syncFile(f)
		f.Close()
	}
}

// moveTo renames an open file and closes it. Where the system allows, it is
// closed last: until then nobody takes it for abandoned.
func (d *disk) moveTo(f *os.File, target string) error {
	rename := d.rename
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

// SyncFolder makes a change of a name permanent, where the system can do that.
func SyncFolder(name string) { new(disk).syncFolder(name) }
