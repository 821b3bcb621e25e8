//go:build !linux

package chat

// killMarked does nothing: here nobody can see the environment of a process.
func killMarked(string) {}
