//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package frame

import (
	"io/fs"
	"os"
)

const locks, renamesOpen = false, false

func keepOwner(*os.File, fs.FileInfo) error { return nil }

// There is no advisory lock here; the rename still keeps files whole.
func tryLock(*os.File) bool { return true }

func waitLock(*os.File) error { return nil }
