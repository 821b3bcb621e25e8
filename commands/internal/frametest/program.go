// Package frametest makes programs for the tests of commands.
package frametest

import (
	"os"
	"path/filepath"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/rawjson"
)

// Program is a program whose streams are files, with what stdout and
// stderr got.
func Program(t *testing.T) (p *frame.Program, stdout, stderr func() string) {
	t.Helper()
	rawjson.SpoilFreed()
	dir := t.TempDir()
	open := func(name string) (*os.File, func() string) {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f, func() string {
			b, err := os.ReadFile(f.Name())
			if err != nil {
				t.Fatal(err)
			}
			return string(b)
		}
	}
	p = &frame.Program{
		Getenv:   func(string) string { return "" },
		Terminal: func(*os.File) bool { return false },
	}
	p.Stdin, _ = open("stdin")
	out, stdout := open("stdout")
	errs, stderr := open("stderr")
	p.Stdout, p.Stderr = terminal.NewStream(out, false), terminal.NewStream(errs, false)
	return p, stdout, stderr
}

// NativeText is a conversation as conversation.json.
func NativeText(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	conv.Native.Write(w, c)
	return string(w.Bytes())
}
