package frame

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A file that is too large is refused by its size, before a byte of it is read.
func TestALargeFileIsNotRead(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "large"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const most = 1 << 20
	if err := f.Truncate(most + 1); err != nil {
		t.Fatal(err)
	}
	_, err = ReadAtMost("large", f, most)
	var failure *Failure
	if !errors.As(err, &failure) || failure.What != TooLarge("large", most).What {
		t.Errorf("got %v", err)
	}
	if at, err := f.Seek(0, io.SeekCurrent); at != 0 || err != nil {
		t.Errorf("%d bytes were read, %v", at, err)
	}
	if data, err := ReadAtMost("large", f, most+1); len(data) != most+1 || err != nil {
		t.Errorf("of the most that fits %d bytes came, %v", len(data), err)
	}
}
