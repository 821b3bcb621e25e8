// Package must is for programs that end at their first error. What fails ends the work
// that Try or End began, and deferred calls run as they do at a return. A goroutine
// needs a Try of its own: nothing else catches what ends it.
package must

import (
	"fmt"
	"os"
)

// ended is the panic that ends the work. Where no Try is, it shows the error.
type ended struct{ error }

// Do ends the work if there is an error.
func Do(err error) {
	if err != nil {
		panic(ended{err})
	}
}

// Get is a value, if there is no error.
func Get[T any](v T, err error) T {
	Do(err)
	return v
}

// Fail ends the work with an error, which is made as by fmt.Errorf.
func Fail(format string, args ...any) { Do(fmt.Errorf(format, args...)) }

// FailIf does the same if something is wrong.
func FailIf(wrong bool, format string, args ...any) {
	if wrong {
		Fail(format, args...)
	}
}

// Try does some work, and returns the error that ended it.
func Try(work func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case ended:
			err = p.error
		default:
			panic(p)
		}
	}()
	work()
	return nil
}

// Named does some work, and says its name before the error that ends it.
func Named(name string, work func()) {
	if err := Try(work); err != nil {
		Fail("%s: %w", name, err)
	}
}

// End does the work of a program, whose exit status is 1 after an error.
func End(program string, work func()) {
	if err := Try(work); err != nil {
		fmt.Fprintln(os.Stderr, program+":", err)
		os.Exit(1)
	}
}
