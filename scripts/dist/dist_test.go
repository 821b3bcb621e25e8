package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// filled is a folder with what an archive has. Its files differ in their times.
func filled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"convo", "README.md", "LICENSE", "man/man1/convo.1", "completions/_convo", "completions/convo.ps1"} {
		put(filepath.Join(dir, name), []byte("text of "+name))
	}
	return dir
}

var at = time.Unix(1_790_000_000, 0)

// The same files make the same bytes, whenever and wherever they were written.
func TestArchivesAreTheSameTwice(t *testing.T) {
	for _, name := range []string{"a.tar.gz", "a.zip"} {
		var made [][]byte
		for i := range 2 {
			dir, out := filled(t), filepath.Join(t.TempDir(), name)
			if err := os.Chtimes(filepath.Join(dir, "convo"), at, at.Add(time.Duration(i)*time.Hour)); err != nil {
				t.Fatal(err)
			}
			pack(out, dir, "convo_1.0", at)
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			made = append(made, data)
		}
		if !bytes.Equal(made[0], made[1]) {
			t.Errorf("%s differs", name)
		}
	}
}

func TestArchivesHoldAll(t *testing.T) {
	dir, out := filled(t), t.TempDir()
	want := "convo_1.0/LICENSE convo_1.0/README.md convo_1.0/completions/_convo convo_1.0/completions/convo.ps1 convo_1.0/convo* convo_1.0/man/man1/convo.1"
	for _, name := range []string{"a.tar.gz", "a.zip"} {
		pack(filepath.Join(out, name), dir, "convo_1.0", at)
	}
	f, err := os.Open(filepath.Join(out, "a.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for r := tar.NewReader(unpacked); ; {
		h, err := r.Next()
		if err != nil {
			break
		}
		names = append(names, marked(h.Name, h.Mode&0o111 != 0))
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("%s", got)
	}
	z, err := zip.OpenReader(filepath.Join(out, "a.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	names = nil
	for _, f := range z.File {
		names = append(names, marked(f.Name, f.Mode()&0o111 != 0))
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("%s", got)
	}
}

func marked(name string, program bool) string {
	if program {
		name += "*"
	}
	return name
}

func TestChecksums(t *testing.T) {
	dir := t.TempDir()
	put(filepath.Join(dir, "b"), []byte("b"))
	checksums(dir)
	got, _ := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if want := "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b\n"; string(got) != want {
		t.Errorf("%s", got)
	}
}

// The package has each file at its place, and is the same twice.
func TestDebianPackage(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("needs dpkg-deb")
	}
	var made [][]byte
	for range 2 {
		r := &release{dir: t.TempDir(), work: t.TempDir(), version: "1.2.1-0.20261124001449-abcdef123456", at: at}
		r.debian(filled(t), "amd64")
		name := filepath.Join(r.dir, "convo_1.2.1~0.20261124001449.abcdef123456_amd64.deb")
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, data)
		list, err := exec.Command("dpkg-deb", "--contents", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"rwxr-xr-x root/root", " ./usr/bin/convo\n", " ./usr/share/man/man1/convo.1\n", " ./usr/share/zsh/vendor-completions/_convo\n", " ./usr/share/doc/convo/copyright\n"} {
			if !strings.Contains(string(list), want) {
				t.Errorf("no %q in\n%s", want, list)
			}
		}
	}
	if !bytes.Equal(made[0], made[1]) {
		t.Error("the package differs")
	}
}

// A newer commit is an upgrade for Debian.
func TestDebianVersionsSort(t *testing.T) {
	if _, err := exec.LookPath("dpkg"); err != nil {
		t.Skip("needs dpkg")
	}
	versions := []string{"0.0.0-20261123001449-4863ae7aaaaa", "0.0.0-20261124001449-3863ae7aaaaa", "1.2.0", "1.2.1-0.20261124001449-abcdef123456", "1.2.1"}
	for i, version := range versions[1:] {
		before, after := debianVersion(versions[i]), debianVersion(version)
		if err := exec.Command("dpkg", "--compare-versions", before, "lt", after).Run(); err != nil {
			t.Errorf("%s is not before %s: %v", before, after, err)
		}
	}
}
