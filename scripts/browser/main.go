// The command browser opens pages that convo wrote in a real browser: Chromium
// without a window. It checks that they load and run nothing, that search, folds
// and keys work, that all of a conversation is in its page, that colours can be
// told apart, and that they look as they did.
//
//	make e2e-browser
//	make e2e-browser BROWSERFLAGS=-update
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"convo/scripts/must"
)

// test opens pages and collects what is wrong with them.
type test struct {
	*chromium
	convo, dir, pictures string
	full                 string // the folder of whole pictures, to be looked at; "": none
	update               bool
	page                 string // that is looked at
	checks, failed       int
}

func main() {
	t := &test{}
	flag.StringVar(&t.convo, "convo", "bin/convo", "the `program` that writes the pages")
	flag.StringVar(&t.pictures, "pictures", "testdata/pages", "the `folder` of what pages look like")
	flag.StringVar(&t.full, "full", "", "a `folder` for pictures to look at")
	flag.BoolVar(&t.update, "update", false, "write what pages look like anew")
	flag.Parse()
	program := findChromium()
	if program == "" {
		fmt.Fprintln(os.Stderr, "browser: no Chromium here: install the package chromium, or name the program with CHROMIUM")
		os.Exit(2)
	}
	must.End("browser", func() { t.run(program) })
	fmt.Printf("browser: %d checks, %d failed\n", t.checks, t.failed)
	if t.failed > 0 {
		os.Exit(1)
	}
}

func (t *test) run(program string) {
	t.convo = must.Get(filepath.Abs(t.convo))
	t.dir = must.Get(os.MkdirTemp("", "convo-pages-"))
	defer os.RemoveAll(t.dir)
	t.chromium = start(program)
	defer t.close()
	source := must.Get(os.ReadFile(filepath.Join(t.pictures, "tide.json")))
	for _, step := range []func(string){t.usual, t.looks, t.hostile, t.large, t.odd, t.long, t.folder, t.diff} {
		if err := must.Try(func() { step(string(source)) }); err != nil {
			must.Fail("%s: %w", t.page, err)
		}
	}
}

// check counts a check, and says what is wrong if it does not hold.
func (t *test) check(holds bool, format string, args ...any) {
	t.checks++
	if !holds {
		t.failed++
		fmt.Printf("FAIL %s: %.600s\n", t.page, fmt.Sprintf(format, args...))
	}
}

// says checks what a script finds in the page.
func (t *test) says(script, want string) {
	var have json.RawMessage
	t.eval(script, &have)
	t.check(string(have) == want, "%s: %s, want %s", script, have, want)
}

// open writes the page of a conversation and opens it.
func (t *test) open(name, source string) {
	t.page = name
	file := filepath.Join(t.dir, name+".html")
	cmd := exec.Command(t.convo, "transform", "-q", "-t", "html", "-o", file)
	cmd.Stdin = strings.NewReader(source)
	if out, err := cmd.CombinedOutput(); err != nil {
		must.Fail("%w: %s", err, bytes.TrimSpace(out))
	}
	t.see(file)
}

// see opens a file, and checks that it does nothing of its own.
func (t *test) see(file string) {
	address := (&url.URL{Scheme: "file", Path: file}).String()
	t.visit(address)
	for _, trouble := range t.troubles(address) {
		t.check(false, "%s", trouble)
	}
	t.check(true, "")
}
