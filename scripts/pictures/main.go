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

	"convo/scripts/must"
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
	must.End("pictures", func() { draw(*convo, *examples, flag.Arg(0)) })
}

func draw(convo, examples, out string) {
	convo = must.Get(filepath.Abs(convo))
	for _, t := range terminals {
		var text string
		must.Named(t.name, func() { text = onTerminal(convo, t.command, examples) })
		svg := terminalSVG(t.command, text, t.lines)
		must.Do(os.WriteFile(filepath.Join(out, t.name+".svg"), []byte(svg), 0o644))
	}
	var said string
	must.Named("recording", func() { said = onTerminal(convo, strings.Join(recorded, "\n"), demo) })
	must.Do(os.WriteFile(filepath.Join(out, "pipeline.svg"), []byte(recording(recorded, said)), 0o644))
	dir := must.Get(os.MkdirTemp("", "convo-pictures-"))
	defer os.RemoveAll(dir)
	page := filepath.Join(dir, "page.html")
	if said, err := exec.Command(convo, "transform", "-q", "-t", "html", "-o", page, filepath.Join(examples, "tides.json")).CombinedOutput(); err != nil {
		must.Fail("%w: %s", err, said)
	}
	for _, p := range pages {
		must.Named(p.name, func() { screenshot(page, p.scheme, p.width, p.height, filepath.Join(out, p.name+".png")) })
	}
}

// onTerminal is what a command prints on a terminal.
func onTerminal(convo, command, dir string) string {
	shell := "stty cols " + strconv.Itoa(columns) + " rows 60; PATH=" + filepath.Dir(convo) + ":$PATH; " + command
	cmd := exec.Command("script", "-qec", shell, "/dev/null")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "TZ=UTC", "NO_COLOR=", "SHELL=/bin/sh")
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == 1 { // diff found something
		err = nil
	}
	must.Do(err)
	return string(out)
}

// screenshot takes the top of a page.
func screenshot(page, scheme string, width, height int, file string) {
	preferred := map[string]string{"dark": "0", "light": "1"}[scheme]
	address := (&url.URL{Scheme: "file", Path: page}).String()
	cmd := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=1000",
		"--blink-settings=primaryHoverType=2,availableHoverTypes=2,preferredColorScheme="+preferred, // with a mouse
		fmt.Sprintf("--window-size=%d,%d", width, height), "--screenshot="+file, address)
	cmd.Env = append(os.Environ(), "TZ=UTC") // pages show the time of where they are read
	if out, err := cmd.CombinedOutput(); err != nil {
		must.Fail("%w: %s", err, out)
	}
	smaller(file)
}
