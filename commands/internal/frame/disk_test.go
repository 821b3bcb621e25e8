package frame

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// recorded is a program whose disk is the real one, and what happened there: at
// each step, what a file or a name holds at that time.
func recorded(t *testing.T, steps *[]string) *Program {
	t.Helper()
	p := &Program{Getenv: func(string) string { return "" }, Terminal: func(*os.File) bool { return false }}
	p.disk.Sync = func(f *os.File) error {
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if info.IsDir() {
			*steps = append(*steps, "sync folder")
			return f.Sync()
		}
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		*steps = append(*steps, fmt.Sprintf("sync %q", text))
		return f.Sync()
	}
	p.disk.Rename = func(from, to string) error {
		*steps = append(*steps, "rename to "+filepath.Base(to))
		return os.Rename(from, to)
	}
	return p
}

// All of a file is on the disk before it gets its name, and the name is before
// the command has done its work: a crash leaves the old file or the new one.
func TestAReplacementIsOnTheDisk(t *testing.T) {
	for _, c := range []struct {
		what string
		end  func(*Product) error
		name string
	}{
		{"a new file", func(out *Product) error { return out.Commit() }, "new.json"},
		{"an old file", func(out *Product) error { return out.Commit() }, "old.json"},
		{"what a failed run leaves", func(out *Product) error { _, err := out.Keep(); return err }, "old.json.partial"},
	} {
		var steps []string
		p, dir := recorded(t, &steps), t.TempDir()
		name := filepath.Join(dir, "old.json")
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		if c.name == "new.json" {
			name = filepath.Join(dir, c.name)
		}
		out, err := p.FileProduct(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(out, "all of it"); err != nil {
			t.Fatal(err)
		}
		if err := c.end(out); err != nil {
			t.Fatal(err)
		}
		want := []string{`sync "all of it"`, "rename to " + c.name, "sync folder"}
		if !slices.Equal(steps, want) {
			t.Errorf("%s: %q, want %q", c.what, steps, want)
		}
	}
}

// A file that cannot be made permanent does not replace another.
func TestAFileThatDoesNotSyncReplacesNothing(t *testing.T) {
	var steps []string
	p, name := recorded(t, &steps), filepath.Join(t.TempDir(), "old.json")
	p.disk.Sync = func(*os.File) error { return errors.New("the disk is full") }
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := p.FileProduct(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(out, "new"); err != nil {
		t.Fatal(err)
	}
	if err := out.Commit(); err == nil {
		t.Error("no error")
	}
	if text, _ := os.ReadFile(name); string(text) != "old" || len(steps) > 0 {
		t.Errorf("the file is %q after %q", text, steps)
	}
}
