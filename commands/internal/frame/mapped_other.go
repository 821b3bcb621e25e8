//go:build !linux

package frame

import "os"

// mapping is a large file that could be mapped; here it is read.
type mapping struct {
	file  *os.File
	start int64
}

func (m *mapping) from(int64) []byte { return nil }

func (m *mapping) close() {}
