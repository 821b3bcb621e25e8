package main

import (
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"convo/scripts/must"
)

// attach measures a large file in a message: time against encoding/base64 in
// one go, and peak memory against the base64, which a message must hold.
func (b *bench) attach() {
	name := filepath.Join(b.dir, "large.png")
	size := int64(b.document * 1e6)
	writePicture(name, size)
	self := must.Get(os.Executable())
	prompt := program{args: []string{b.convo, "prompt", "-n", "-a", name}}
	encode := program{args: []string{self, "-helper", "base64", name}}
	times := medians(b.rounds, prompt, encode)
	what := fmt.Sprintf("a file of %.0f MB attached: ", b.document)
	b.atMost(what+"time, against encoding/base64", times[0].wall.Seconds()/times[1].wall.Seconds(), 1.5, "%.2f×")
	u := measure(prompt)
	b.atMost(what+"peak memory, against its base64", float64(u.peak)/float64(base64.StdEncoding.EncodedLen(int(size))), 1.2, "%.2f×")
}

// writePicture makes a file that begins like a picture. It is written in
// pieces: see measure.
func writePicture(name string, size int64) {
	f := must.Get(os.Create(name))
	head := "\x89PNG\r\n\x1a\n"
	must.Get(f.WriteString(head))
	must.Get(io.CopyN(f, rand.NewChaCha8([32]byte{}), size-int64(len(head))))
	must.Do(f.Close())
}

// encode is the helper that writes a file as base64.
func encode(args []string) {
	file := must.Get(os.ReadFile(args[0]))
	must.Get(os.Stdout.WriteString(base64.StdEncoding.EncodeToString(file)))
}
