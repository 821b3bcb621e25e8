//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package frame

import (
	"os"
	"syscall"
	"unsafe"
)

// widthOf is the number of columns of a terminal, 0 if it is not known.
func widthOf(f *os.File) int {
	var size struct{ rows, columns, x, y uint16 }
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if failed != 0 {
		return 0
	}
	return int(size.columns)
}
