package frame_test

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
)

// write replaces a file, or makes it.
func write(t *testing.T, name, text string) {
	t.Helper()
	p, _, _ := frametest.Program(t)
	out, err := p.FileProduct(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(out, text); err != nil {
		t.Fatal(err)
	}
	if err := out.Commit(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != text {
		t.Errorf("%s: %q, %v", name, got, err)
	}
}

// names are the files of a folder.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// A file in memory stands below /dev and is a file like others, where there is such
// a folder. Only what a descriptor means is written directly.
func TestAFileBelowDevIsReplaced(t *testing.T) {
	dir, err := os.MkdirTemp("/dev/shm", "")
	if err != nil {
		dir = t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	name := filepath.Join(dir, "a")
	write(t, name, "longer than the next text")
	write(t, name, "next")
}

// A name as long as a file system takes can be written, though the file beside
// it has a longer one.
func TestANameOf255Bytes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{strings.Repeat("a", 255), strings.Repeat("é", 127) + "a", strings.Repeat("a", 230), strings.Repeat("\xff", 255)} {
		full := filepath.Join(dir, name)
		write(t, full, "new")
		write(t, full, "newer")
		p, _, _ := frametest.Program(t)
		in, out, err := p.Edit(full)
		if err != nil {
			t.Fatal(err)
		}
		in.Close()
		out.Discard()
	}
	if got := names(t, dir); len(got) != 4 {
		t.Errorf("%d files are left", len(got))
	}
}

// What a killed process left beside a file goes when the next one writes there.
// What a living one writes, and what is not ours, stays.
func TestAbandonedFilesAreRemoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no locks")
	}
	dir := t.TempDir()
	p, _, _ := frametest.Program(t)
	living, err := p.FileProduct(filepath.Join(dir, "other.json"))
	if err != nil {
		t.Fatal(err)
	}
	alive := names(t, dir)[0]
	for _, name := range []string{".a.json.convo-123.tmp", ".b.convo-4.tmp", ".a.json.convo-.tmp", ".a.json.convo-1x.tmp", "a.json.convo-1.tmp", ".a.json.123.tmp", ".young.convo-1.tmp", "a.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names(t, dir) {
		if was := time.Now().Add(-time.Hour); name != ".young.convo-1.tmp" {
			if err := os.Chtimes(filepath.Join(dir, name), was, was); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(t, filepath.Join(dir, "a.json"), "new")
	want := []string{alive, ".a.json.convo-.tmp", ".a.json.convo-1x.tmp", "a.json.convo-1.tmp", ".a.json.123.tmp", ".young.convo-1.tmp", "a.json"}
	slices.Sort(want)
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("left are %q, want %q", got, want)
	}
	if err := living.Commit(); err != nil {
		t.Error(err)
	}
}

// A file that is edited keeps its mode, and its owner if root edits it.
func TestAnEditedFileKeepsItsOwner(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.json")
	if err := os.WriteFile(name, []byte("{}"), 0o640); err != nil {
		t.Fatal(err)
	}
	root := os.Geteuid() == 0
	if root {
		if err := os.Chown(name, 1234, 2345); err != nil {
			t.Skip(err)
		}
	}
	edits := map[string]func(p *frame.Program) (*frame.Product, error){
		"-o": func(p *frame.Program) (*frame.Product, error) { return p.FileProduct(name) },
		"-i": func(p *frame.Program) (*frame.Product, error) {
			_, out, err := p.Edit(name)
			return out, err
		},
	}
	for how, edit := range edits {
		before := stat(t, name) // the next file may get the number of the one before the last
		p, _, _ := frametest.Program(t)
		out, err := edit(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := out.Commit(); err != nil {
			t.Fatal(err)
		}
		after := stat(t, name)
		if after.Mode() != before.Mode() || os.SameFile(before, after) {
			t.Errorf("%s: %v, was %v", how, after.Mode(), before.Mode())
		}
		if ownerOf(after) != ownerOf(before) {
			t.Errorf("%s: the owner is %s, was %s", how, ownerOf(after), ownerOf(before))
		}
	}
}

func stat(t *testing.T, name string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return info
}
