// Package environment reads the variables of the process.
//
// The rule of the room: only a call from a Go program that hands in nothing else
// comes here. Everything else in providers gets its variables from its caller.
package environment

import "os"

// Variable returns the value of a variable, "" if it is not set.
func Variable(name string) string { return os.Getenv(name) }
