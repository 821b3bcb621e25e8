package disk

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// largePage is the size of a large page where a usual one has 4 KiB.
const largePage = 2 << 20

// Large asks the system for large pages in memory that a file will be read into: small
// ones, which come one by one, take as long as reading it.
func Large(memory []byte) {
	before := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % largePage
	if n := uintptr(len(memory)); n >= before+largePage {
		_ = unix.Madvise(memory[before:n-(n-before)%largePage], unix.MADV_HUGEPAGE)
	}
}
