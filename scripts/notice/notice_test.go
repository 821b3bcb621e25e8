package main

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// NOTICE has the license of every module that is linked, in the version that is.
func TestNoticeIsCurrent(t *testing.T) {
	want := notice("../..")
	got, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("NOTICE is stale: run make notice")
	}
}

// What make build makes is what we say: static, without paths of the machine,
// with modules that NOTICE names, and without what writes manual pages.
func TestBinary(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("builds the program as make does")
	}
	file := built(t)
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if settings["CGO_ENABLED"] != "0" || settings["-trimpath"] != "true" {
		t.Errorf("cgo %q, trimpath %q", settings["CGO_ENABLED"], settings["-trimpath"])
	}
	if got := strings.Split(settings["-tags"], ","); !slices.Contains(got, "urfave_cli_no_docs") || slices.Contains(got, "nethttpomithttp2") {
		t.Errorf("tags %q", got)
	}
	text, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	if len(info.Deps) == 0 {
		t.Error("no module is named")
	}
	for _, m := range info.Deps {
		switch {
		case m.Replace != nil || m.Sum == "" || !strings.HasPrefix(m.Version, "v"):
			t.Errorf("%s %q has no version that anybody can fetch", m.Path, m.Version)
		case strings.Contains(m.Path, "md2man"), strings.Contains(m.Path, "blackfriday"):
			t.Errorf("%s is linked", m.Path)
		case !bytes.Contains(text, []byte(m.Path+" "+m.Version+": ")):
			t.Errorf("NOTICE lacks %s %s", m.Path, m.Version)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if here, err := filepath.Abs("../.."); err != nil || bytes.Contains(data, []byte(here+"/")) {
		t.Errorf("the binary names %s (%v)", here, err)
	}
}

// built runs the command of make build with another output.
func built(t *testing.T) string {
	t.Helper()
	show := exec.Command("make", "-n", "--no-print-directory", "build")
	show.Dir = "../.."
	line, err := show.Output()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "convo")
	command, found := strings.CutSuffix(strings.TrimSpace(string(line)), "-o bin/convo .")
	if !found {
		t.Fatalf("make build runs %q", line)
	}
	build := exec.Command("sh", "-c", command+"-o "+file+" .")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}
