package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// attach measures a large file in a message: time against encoding/base64 in
// one go, and peak memory against the base64, which a message must hold.
func (b *bench) attach() error {
	name := filepath.Join(b.dir, "large.png")
	size := int64(b.document * 1e6)
	if err := writePicture(name, size); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	prompt := program{args: []string{b.convo, "prompt", "-n", "-a", name}}
	encode := program{args: []string{self, "-helper", "base64", name}}
	times, err := medians(b.rounds, prompt, encode)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("a file of %.0f MB attached: ", b.document)
	b.atMost(what+"time, against encoding/base64", times[0].wall.Seconds()/times[1].wall.Seconds(), 1.5, "%.2f×")
	u, err := measure(prompt)
	if err != nil {
		return err
	}
	b.atMost(what+"peak memory, against its base64", float64(u.peak)/float64(base64.StdEncoding.EncodedLen(int(size))), 1.2, "%.2f×")
	return nil
}

// writePicture makes a file that begins like a picture. It is written in
// pieces: see measure.
func writePicture(name string, size int64) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	head := "\x89PNG\r\n\x1a\n"
	_, err = f.WriteString(head)
	if err == nil {
		_, err = io.CopyN(f, rand.NewChaCha8([32]byte{}), size-int64(len(head)))
	}
	return errors.Join(err, f.Close())
}

// encode is the helper that writes a file as base64.
func encode(args []string) error {
	file, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	_, err = os.Stdout.WriteString(base64.StdEncoding.EncodeToString(file))
	return err
}
