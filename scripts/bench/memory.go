package main

import (
	"fmt"
	"os"
)

// mebi is the unit of memory.
const mebi = 1 << 20

// memory measures the peak for a long file of lines and for one large document.
func (b *bench) memory() error {
	lines, err := b.corpus("mixed", b.lines)
	if err != nil {
		return err
	}
	u, err := measure(b.convert(2, "", lines))
	if err != nil {
		return err
	}
	b.atMost(fmt.Sprintf("peak memory, %.0f MB of JSON Lines, -j 2", b.lines), float64(u.peak)/mebi, 64, "%.0f MiB")

	document, err := b.corpus("document", b.document)
	if err != nil {
		return err
	}
	info, err := os.Stat(document)
	if err != nil {
		return err
	}
	if u, err = measure(b.convert(1, "", document)); err != nil {
		return err
	}
	b.atMost(fmt.Sprintf("peak memory, one document of %.0f MB, against its size", b.document), float64(u.peak)/float64(info.Size()), 2.2, "%.2f×")
	return nil
}
