//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package disk

import (
	"io/fs"
	"os"
	"syscall"
)

// Locks reports whether there are locks, and renamesOpen whether a file can be
// renamed while it is open.
const Locks, renamesOpen = true, true

// KeepOwner gives a file the owner and group that another has. Only root can
// give a file away, and others can only set a group of their own.
func KeepOwner(f *os.File, of fs.FileInfo) error {
	is, err := f.Stat()
	if err != nil {
		return err
	}
	has, ok1 := is.Sys().(*syscall.Stat_t)
	want, ok2 := of.Sys().(*syscall.Stat_t)
	if !ok1 || !ok2 || has.Uid == want.Uid && has.Gid == want.Gid {
		return nil
	}
	if os.Geteuid() == 0 {
		return f.Chown(int(want.Uid), int(want.Gid))
	}
	_ = f.Chown(-1, int(want.Gid))
	return nil
}

// TryLock takes the lock of f if nobody has it. It lasts until f is closed.
func TryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// WaitLock waits for the lock of f.
func WaitLock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err != syscall.EINTR {
			return err
		}
	}
}
