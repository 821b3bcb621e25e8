package providers

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv/format"
)

// Each shape that convo cannot read yet has examples. Each example is
// recognized as that shape, and as no format.
func TestUnread(t *testing.T) {
	const root = "../testdata/unread/"
	shown := map[string]bool{}
	files, _ := filepath.Glob(root + "*/*")
	for _, file := range files {
		shape := filepath.Base(filepath.Dir(file))
		shown[shape] = true
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found, unread := Detect(format.NewProbe(data))
		switch {
		case unread == nil:
			t.Errorf("%s is not known, but as %v", file, found)
		case unread.Name != shape:
			t.Errorf("%s is known as %s, by %q", file, unread.Name, unread.Marks)
		case len(found) > 0:
			t.Errorf("%s is also read", file)
		}
	}
	for _, u := range slices.Concat(unread, databases) {
		if !shown[u.Name] {
			t.Errorf("no example of %s in %s", u.Name, root)
		}
		if f, err := Lookup(u.Name); err == nil && f.Decode != nil {
			t.Errorf("convo reads %s: its row can go", u.Name)
		}
	}
}

// A mark that no example has is wrong, or needs an example.
func TestEveryMarkIsShown(t *testing.T) {
	for _, u := range slices.Concat(unread, databases) {
		shown := map[string]bool{}
		files, _ := filepath.Glob("../testdata/unread/" + u.Name + "/*")
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, mark := range u.Marks {
				if p := format.NewProbe(data); p.Shows(mark) || strings.Contains(p.Text, mark) {
					shown[mark] = true
				}
			}
		}
		for _, mark := range u.Marks {
			if !shown[mark] {
				t.Errorf("%s: no example has %s", u.Name, mark)
			}
		}
	}
}
