package main

import (
	"fmt"
	"os"

	"convo/scripts/bench/shapes"
	"convo/scripts/must"
)

// mebi is the unit of memory.
const mebi = 1 << 20

// keysShape is the size of a document of unknown keys, in MB.
const keysShape = 16.0

// memory measures the peak for a long file of lines and for one large document.
func (b *bench) memory() {
	lines := b.corpus("mixed", b.lines)
	u := measure(b.convert(2, "", lines))
	b.atMost(fmt.Sprintf("memory: %.0f MB of JSON Lines, -j 2", b.lines), float64(u.peak)/mebi, 48, "%.0f MiB")

	document := b.corpus("document", b.document)
	info := must.Get(os.Stat(document))
	u = measure(b.convert(1, "", document))
	b.atMost(fmt.Sprintf("memory: one document of %.0f MB, against its size", b.document), float64(u.peak)/float64(info.Size()), 1.8, "%.2f×")
	b.unknownKeys("unknown keys", shapes.Keys())
	b.loneKeys()
}

// loneKeys measures the peak for many small objects with one unknown key each, and
// without it, and adds a row for the objects that cost most and one for the keys that
// do: a key costs what it adds, for each of its bytes.
func (b *bench) loneKeys() {
	base, baseName, most, name := 0.0, "", 0.0, ""
	for _, s := range shapes.LoneKeys() {
		plain, share := s.Keyless()
		file, size := b.sized(s, b.small(keysShape))
		plainFile, plainSize := b.sized(plain, b.small(keysShape*share))
		for _, flags := range s.Runs {
			with := b.measured(s, flags, file)
			without := b.measured(plain, flags, plainFile)
			if ratio := float64(without.peak) / plainSize; ratio > base {
				base, baseName = ratio, s.Format+" "+flags
			}
			if ratio := float64(with.peak-without.peak) / (size - plainSize); ratio > most {
				most, name = ratio, s.Name+", "+flags
			}
		}
	}
	b.note("memory: many small objects, against their size ("+baseName+")", "%.1f×", base)
	b.atMost("memory: an unknown key in each of them, against its bytes ("+name+")", most, 12, "%.1f×")
}

// sized writes a shape of a size in MB to a file, whose size in bytes it returns.
func (b *bench) sized(s shapes.Shape, size float64) (file string, bytes float64) {
	file = b.shaped(s, b.small(size))
	info := must.Get(os.Stat(file))
	return file, float64(info.Size())
}

// unknownKeys measures the peak for documents of keys that no format knows,
// each another one, and adds a row for the worst.
func (b *bench) unknownKeys(what string, all []shapes.Shape) {
	most, name := 0.0, ""
	for _, s := range all {
		file, size := b.sized(s, b.small(keysShape))
		for _, flags := range s.Runs {
			u := b.measured(s, flags, file)
			if ratio := float64(u.peak) / size; ratio > most {
				most, name = ratio, s.Name+", "+flags
			}
		}
	}
	b.atMost("memory: "+what+", against their size ("+name+")", most, 12, "%.1f×")
}
