//go:build unix

package frame_test

import (
	"fmt"
	"os"
	"syscall"
)

func ownerOf(info os.FileInfo) string {
	s := info.Sys().(*syscall.Stat_t)
	return fmt.Sprint(s.Uid, ":", s.Gid)
}
