// Dist makes what people install: an archive for each system with the program, its
// manual and its completions, packages for Debian, and the checksums of all. The
// same commit makes the same bytes.
//
// usage: dist [-platforms OS/ARCH,…] DIR
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"convo/scripts/must"
)

const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	only := flag.String("platforms", platforms, "systems and processors")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: dist [-platforms OS/ARCH,…] DIR")
		os.Exit(2)
	}
	must.End("dist", func() { dist(flag.Arg(0), strings.Split(*only, ",")) })
}

// release is what all archives share.
type release struct {
	dir     string // where the archives go
	work    string // where they are made
	version string
	at      time.Time
}

func dist(dir string, platforms []string) {
	must.Do(os.RemoveAll(dir))
	work := must.Get(os.MkdirTemp("", "convo-dist-*"))
	defer os.RemoveAll(work)
	r := &release{dir: dir, work: work}
	r.describe()
	must.Do(os.MkdirAll(dir, 0o755))
	fmt.Println("convo", r.version)
	r.shared(filepath.Join(work, "shared"))
	for _, p := range platforms {
		system, processor, _ := strings.Cut(p, "/")
		must.Named(p, func() { r.platform(system, processor) })
	}
	checksums(dir)
}

// describe builds the program for this machine, and finds the version that it
// states and the time of the commit.
func (r *release) describe() {
	fmt.Println("build the program for this machine")
	build(r.native(), os.Environ())
	info := must.Get(buildinfo.ReadFile(r.native()))
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		seconds = output("git", "log", "-1", "--format=%ct")
	}
	r.version = strings.TrimPrefix(info.Main.Version, "v")
	r.at = time.Unix(must.Get(strconv.ParseInt(seconds, 10, 64)), 0)
}

// native is the program for this machine, which writes the completions.
func (r *release) native() string { return filepath.Join(r.work, "native", "convo") }

// build builds the program with its version, commit and date, whatever GOFLAGS says.
func build(file string, env []string) {
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-tags", "urfave_cli_no_docs", "-ldflags", "-s -w -funcalign=8", "-o", file, ".")
	cmd.Env, cmd.Stderr = append(env, "CGO_ENABLED=0"), os.Stderr
	must.Do(cmd.Run())
}

// shared makes what is the same on each system: documents, manual, completions.
func (r *release) shared(dir string) {
	for _, name := range []string{"README.md", "CHANGELOG.md", "LICENSE", "NOTICE"} {
		put(filepath.Join(dir, name), must.Get(os.ReadFile(name)))
	}
	fmt.Println("write the manual and the completions")
	output("go", "run", "./scripts/man", "-date", r.at.UTC().Format(time.DateOnly), filepath.Join(dir, "man"))
	for shell, name := range map[string]string{"bash": "convo.bash", "zsh": "_convo", "fish": "convo.fish", "powershell": "convo.ps1"} {
		put(filepath.Join(dir, "completions", name), must.Get(exec.Command(r.native(), "completion", shell).Output()))
	}
}

// platform makes the archive of a system and, of Linux, the package for Debian.
func (r *release) platform(system, processor string) {
	name := fmt.Sprintf("convo_%s_%s_%s", r.version, system, processor)
	dir := filepath.Join(r.work, name)
	must.Do(os.CopyFS(dir, os.DirFS(filepath.Join(r.work, "shared"))))
	program, ending := "convo", ".tar.gz"
	if system == "windows" {
		program, ending = "convo.exe", ".zip"
	}
	fmt.Println("build", name+ending)
	build(filepath.Join(dir, program), append(os.Environ(), "GOOS="+system, "GOARCH="+processor))
	pack(filepath.Join(r.dir, name+ending), dir, name, r.at)
	if system == "linux" {
		r.debian(dir, processor)
	}
}

// checksums lists the files of a folder as sha256sum -c reads them.
func checksums(dir string) {
	var b strings.Builder
	for _, name := range below(dir) {
		data := must.Get(os.ReadFile(filepath.Join(dir, name)))
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(data), name)
	}
	put(filepath.Join(dir, "SHA256SUMS"), []byte(b.String()))
}

// put writes a file, and the folders above it.
func put(name string, data []byte) {
	must.Do(os.MkdirAll(filepath.Dir(name), 0o755))
	must.Do(os.WriteFile(name, data, 0o644))
}

func output(name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	return strings.TrimSpace(string(must.Get(cmd.Output())))
}
