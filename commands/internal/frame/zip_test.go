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
