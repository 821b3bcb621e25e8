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
)

const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	only := flag.String("platforms", platforms, "systems and processors")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: dist [-platforms OS/ARCH,…] DIR")
		os.Exit(2)
	}
	if err := dist(flag.Arg(0), strings.Split(*only, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// release is what all archives share.
type release struct {
	dir     string // where the archives go
	work    string // where they are made
	version string
	at      time.Time
}

func dist(dir string, platforms []string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "convo-dist-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r := &release{dir: dir, work: work}
	if err := r.describe(); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	fmt.Println("convo", r.version)
	if err := r.shared(filepath.Join(work, "shared")); err != nil {
		return err
	}
	for _, p := range platforms {
		system, processor, _ := strings.Cut(p, "/")
		if err := r.platform(system, processor); err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
	}
	return checksums(dir)
}

// describe builds the program for this machine, and finds the version that it
// states and the time of the commit.
func (r *release) describe() error {
	fmt.Println("build the program for this machine")
	if err := build(r.native(), os.Environ()); err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(r.native())
	if err != nil {
		return err
	}
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		if seconds, err = output("git", "log", "-1", "--format=%ct"); err != nil {
			return err
		}
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	r.version, r.at = strings.TrimPrefix(info.Main.Version, "v"), time.Unix(n, 0)
	return err
}

// native is the program for this machine, which writes the completions.
func (r *release) native() string { return filepath.Join(r.work, "native", "convo") }

// build builds the program with its version, commit and date, whatever GOFLAGS says.
func build(file string, env []string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-tags", "urfave_cli_no_docs", "-ldflags", "-s -w -funcalign=8", "-o", file, ".")
	cmd.Env, cmd.Stderr = append(env, "CGO_ENABLED=0"), os.Stderr
	return cmd.Run()
}

// shared makes what is the same on each system: documents, manual, completions.
func (r *release) shared(dir string) error {
	for _, name := range []string{"README.md", "CHANGELOG.md", "LICENSE", "NOTICE"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := put(filepath.Join(dir, name), data); err != nil {
			return err
		}
	}
	fmt.Println("write the manual and the completions")
	if _, err := output("go", "run", "./scripts/man", "-date", r.at.UTC().Format(time.DateOnly), filepath.Join(dir, "man")); err != nil {
		return err
	}
	for shell, name := range map[string]string{"bash": "convo.bash", "zsh": "_convo", "fish": "convo.fish", "powershell": "convo.ps1"} {
		script, err := exec.Command(r.native(), "completion", shell).Output()
		if err != nil {
			return err
		}
		if err := put(filepath.Join(dir, "completions", name), script); err != nil {
			return err
		}
	}
	return nil
}

// platform makes the archive of a system and, of Linux, the package for Debian.
func (r *release) platform(system, processor string) error {
	name := fmt.Sprintf("convo_%s_%s_%s", r.version, system, processor)
	dir := filepath.Join(r.work, name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(r.work, "shared"))); err != nil {
		return err
	}
	program, ending := "convo", ".tar.gz"
	if system == "windows" {
		program, ending = "convo.exe", ".zip"
	}
	fmt.Println("build", name+ending)
	if err := build(filepath.Join(dir, program), append(os.Environ(), "GOOS="+system, "GOARCH="+processor)); err != nil {
		return err
	}
	if err := pack(filepath.Join(r.dir, name+ending), dir, name, r.at); err != nil {
		return err
	}
	if system == "linux" {
		return r.debian(dir, processor)
	}
	return nil
}

// checksums lists the files of a folder as sha256sum -c reads them.
func checksums(dir string) error {
	files, err := below(dir)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, name := range files {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(data), name)
	}
	return put(filepath.Join(dir, "SHA256SUMS"), []byte(b.String()))
}

// put writes a file, and the folders above it.
func put(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

func output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}
