package main

import "fmt"

// atLeast prints a row whose value should reach the bar; atMost prints one
// whose value should not exceed it. unit formats both numbers.
func (b *bench) atLeast(what string, value, bar float64, unit string) {
	b.judge(row{what, value, bar, unit, "≥ "}, value >= bar)
}

func (b *bench) atMost(what string, value, bar float64, unit string) {
	b.judge(row{what, value, bar, unit, "≤ "}, value <= bar)
}

// row is one line: a name, a figure and its bar.
type row struct {
	what       string
	value, bar float64
	unit, sign string
}

func (b *bench) judge(r row, good bool) {
	bar, verdict := r.sign+fmt.Sprintf(r.unit, r.bar), "ok"
	switch {
	case b.quick:
		bar, verdict = "", ""
	case !good:
		verdict = "BELOW"
	}
	b.print(r.what, fmt.Sprintf(r.unit, r.value), bar, verdict)
}

// note prints a row without a bar.
func (b *bench) note(what, format string, args ...any) {
	b.print(what, fmt.Sprintf(format, args...), "", "")
}

func (b *bench) print(what, measured, bar, verdict string) {
	fmt.Fprintf(b.out, "%-68s %10s  %10s  %s\n", what, measured, bar, verdict)
}
