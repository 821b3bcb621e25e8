//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package frame

import (
	"io/fs"
	"os"
	"syscall"
)

// locks reports whether there are locks, and renamesOpen whether a file can be
// renamed while it is open.
const locks, renamesOpen = true, true

// keepOwner gives a file the owner and group that another has. Only root can
// give a file away, and others can only set a group of their own.
func keepOwner(f *os.File, of fs.FileInfo) error {
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

// tryLock takes the lock of f if nobody has it. It lasts until f is closed.
func tryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// waitLock waits for the lock of f.
func waitLock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err != syscall.EINTR {
			return err
		}
	}
}
