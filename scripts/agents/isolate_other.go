//go:build !linux

package main

import "convo/scripts/must"

func isolate() int {
	must.Fail("the programs run in a network namespace, which only Linux has")
	return 0
}

func isolated() bool { return false }

func settle(...string) {}
