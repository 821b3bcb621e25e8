//go:build !linux

package main

import "errors"

func isolate() (int, error) {
	return 0, errors.New("the programs run in a network namespace, which only Linux has")
}

func isolated() bool { return false }

func settle(...string) error { return nil }
