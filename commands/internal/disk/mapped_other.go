//go:build !linux

package disk

import "os"

// Mapping is a large file that could be mapped; here it is read.
type Mapping struct {
	File  *os.File
	Start int64
}

func (m *Mapping) From(int64) []byte { return nil }

func (m *Mapping) Close() {}
