// The command pictures draws the pictures of the README and of docs: what convo
// prints on a terminal as SVG, and pages in Chromium as PNG.
//
//	make pictures
package main

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// columns is the width of the terminals.
const columns = 92

// terminals are the pictures of commands. Each runs where the examples lie.
var terminals = []struct {
	name, command string
	lines         int // the most that are drawn
}{
	{"show", "convo show --no-pager tides.json", 44},
	{"diff", "convo diff --no-pager tides.json tides-edited.json", 30},
}

// demo is where the answers of the recording lie.
const demo = "testdata/demo"

// pages are the pictures of pages: a width and a height in pixels.
var pages = []struct {
	name, scheme  string
	width, height int
}{
	{"page-light", "light", 1280, 1240},
	{"page-dark", "dark", 1280, 1240},
}

func main() {
	convo := flag.String("convo", "bin/convo", "the `program` to draw")
	examples := flag.String("examples", "testdata/pictures", "the `folder` of what it shows")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: pictures [-convo PROGRAM] [-examples FOLDER] FOLDER")
		os.Exit(2)
	}
	if err := draw(*convo, *examples, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

func draw(convo, examples, out string) error {
	convo, err := filepath.Abs(convo)
	if err != nil {
		return err
	}
	for _, t := range terminals {
		text, err := onTerminal(convo, t.command, examples)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		svg := terminalSVG(t.command, text, t.lines)
		if err := os.WriteFile(filepath.Join(out, t.name+".svg"), []byte(svg), 0o644); err != nil {
			return err
		}
	}
	said, err := onTerminal(convo, strings.Join(recorded, "\n"), demo)
	if err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	if err := os.WriteFile(filepath.Join(out, "pipeline.svg"), []byte(recording(recorded, said)), 0o644); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "convo-pictures-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	page := filepath.Join(dir, "page.html")
	if said, err := exec.Command(convo, "transform", "-q", "-t", "html", "-o", page, filepath.Join(examples, "tides.json")).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	for _, p := range pages {
		if err := screenshot(page, p.scheme, p.width, p.height, filepath.Join(out, p.name+".png")); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// onTerminal is what a command prints on a terminal.
func onTerminal(convo, command, dir string) (string, error) {
	shell := "stty cols " + strconv.Itoa(columns) + " rows 60; PATH=" + filepath.Dir(convo) + ":$PATH; " + command
	cmd := exec.Command("script", "-qec", shell, "/dev/null")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "TZ=UTC", "NO_COLOR=", "SHELL=/bin/sh")
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == 1 { // diff found something
		err = nil
	}
	return string(out), err
}

// screenshot takes the top of a page.
func screenshot(page, scheme string, width, height int, file string) error {
	preferred := map[string]string{"dark": "0", "light": "1"}[scheme]
	address := (&url.URL{Scheme: "file", Path: page}).String()
	cmd := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=1000",
		"--blink-settings=primaryHoverType=2,availableHoverTypes=2,preferredColorScheme="+preferred, // with a mouse
		fmt.Sprintf("--window-size=%d,%d", width, height), "--screenshot="+file, address)
	cmd.Env = append(os.Environ(), "TZ=UTC") // pages show the time of where they are read
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return smaller(file)
}
