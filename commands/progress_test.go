package commands

import (
	"io"
	"os"
	"strings"
	"testing"

	"convo/commands/internal/frametest"
	"convo/commands/internal/terminal"
)

// A command that takes longer than a second says on a terminal how far it is, and
// in the end what it did. The second conversation comes when that was said, so the
// test does not depend on how fast the machine is.
func TestCommandsSayHowFarTheyAre(t *testing.T) {
	const doc = `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"Tide?"}]}]}` + "\n"
	for _, args := range [][]string{
		{"transform", "-c"},
		{"reply", "-m", "echo:", "-j", "2", "-c"},
		{"validate", "-t", "text"},
		{"cost", "-t", "json", "--unknown", "zero"},
	} {
		p, _, _ := frametest.Program(t)
		equip(p)
		p.Args = args
		input, feed, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		shown, device, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		p.Stdin, p.Stderr = input, terminal.NewStream(device, true)
		if _, err := io.WriteString(feed, doc+doc); err != nil {
			t.Fatal(err)
		}
		ended := make(chan int, 1)
		go func() {
			ended <- int(p.Run())
			device.Close()
		}()
		said, piece := "", make([]byte, 1000)
		for !strings.Contains(said, " done") {
			n, err := shown.Read(piece)
			if said += string(piece[:n]); err != nil {
				t.Fatalf("%q ended: %q", args, said)
			}
		}
		_, _ = io.WriteString(feed, doc)
		feed.Close()
		rest, _ := io.ReadAll(shown)
		if said += string(rest); !strings.Contains(said, "convo: 3 conversations in ") {
			t.Errorf("%q: %q", args, said)
		}
		if code := <-ended; code != 0 {
			t.Errorf("%q: exit code %d: %q", args, code, said)
		}
	}
}
