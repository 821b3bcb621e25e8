//go:build race

package rawjson

// spoil overwrites memory that nobody may look at any more. In tests with the
// race detector, a string that outlives its memory is then wrong at once, not
// only when the memory happens to be used again.
func spoil(b []byte) {
	b = b[:cap(b)]
	for i := range b {
		b[i] = 0xFF
	}
}
