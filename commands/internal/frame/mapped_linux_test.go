package frame

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

func TestALargeFileIsMapped(t *testing.T) {
	name := filepath.Join(t.TempDir(), "large.json")
	large := []byte("skipped" + `{"a":"` + strings.Repeat("0123456789abcdef", rawjson.HugeSize/16) + `"}`)
	if err := os.WriteFile(name, large, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Seek(7, 0); err != nil {
		t.Fatal(err)
	}
	in := newInput(name, f, f)
	defer in.Close()
	b, err := in.Frames.Next()
	if err != nil || !bytes.Equal(b.Data, large[7:]) {
		t.Fatalf("%d bytes, %v", len(b.Data), err)
	}

	if err := os.Truncate(name, 4096); err != nil {
		t.Fatal(err)
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); !isFault(r) {
			t.Errorf("reading what is gone: %v", r)
		}
	}()
	t.Errorf("read %q of a file that was cut short", b.Data[len(b.Data)-1])
}
