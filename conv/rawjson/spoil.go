package rawjson

import "sync/atomic"

var spoils atomic.Bool

// SpoilFreed makes memory that is used again wrong as soon as it is free, not only
// when something else happens to be read into it. Tests call it before anything is
// read: what outlives its memory then shows in each of them.
func SpoilFreed() { spoils.Store(true) }

// spoil overwrites memory that nobody may look at any more, in tests.
func spoil(b []byte) {
	if !spoils.Load() {
		return
	}
	b = b[:cap(b)]
	for i := range b {
		b[i] = 0xFF
	}
}
