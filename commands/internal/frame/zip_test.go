package frame

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An archive of a few megabytes can name millions of files, all of which a list in
// memory would hold.
func TestTheListOfAnArchiveIsBounded(t *testing.T) {
	name := filepath.Join(t.TempDir(), "many.zip")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	long := strings.Repeat("x", 60_000)
	for range mostDirectory/len(long) + 1 {
		if _, err := w.Create(long); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	a, err := OpenArchive(name)
	if err == nil {
		a.Close()
		t.Fatalf("%d files were listed", len(a.File))
	}
	if fail := AsFailure(err); fail.Code != ExitUnreadable || !strings.Contains(fail.What, "too many files") || !strings.Contains(fail.Hint, "unzip") {
		t.Errorf("%+v", fail)
	}
}

// A log of Inspect is an archive, too: its samples are read.
func TestArchiveOfInspect(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log.eval")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	for _, file := range []string{"header.json", "samples/1_epoch_1.json", "samples/2_epoch_1.json"} {
		if _, err := w.Create(file); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	names, err := (&Program{}).archived([]string{name})
	if err != nil || len(names) != 2 || names[0] != name+"/samples/1_epoch_1.json" || ArchiveOf(names[0]) != name {
		t.Errorf("%q, %v", names, err)
	}
}
