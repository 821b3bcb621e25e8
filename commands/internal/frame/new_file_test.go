package frame

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A file that is made appears with all that is in it: who stops the program before
// that, or a disk that fails, leaves nothing that the next run takes for the file.
func TestANewFileIsThereWholeOrNot(t *testing.T) {
	name := filepath.Join(t.TempDir(), "folder", "session.jsonl")
	p := &Program{}
	p.disk.Sync = func(f *os.File) error {
		if _, err := os.Lstat(name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is there before all of it is on the disk", name)
		}
		return errors.New("the disk is full")
	}
	if err := p.NewFile(name, []byte("all of it")); err == nil {
		t.Error("a disk that fails is no failure")
	}
	if left, _ := os.ReadDir(filepath.Dir(name)); len(left) > 0 {
		t.Errorf("it left %v", left)
	}
	p.disk.Sync = nil
	for _, text := range []string{"all of it", "all of it", "another"} {
		err := p.NewFile(name, []byte(text))
		if (err != nil) != (text == "another") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if is, err := os.ReadFile(name); string(is) != "all of it" {
		t.Errorf("the file is %q, %v", is, err)
	}
	if left, _ := os.ReadDir(filepath.Dir(name)); len(left) != 1 {
		t.Errorf("beside the file there is %v", left)
	}
}
