//go:build !linux

package disk

// Large asks the system for large pages in memory; here it has them or not.
func Large([]byte) {}
