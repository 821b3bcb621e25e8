// The command notice prints the file NOTICE: the licenses of all that a built
// convo contains.
//
//	go run ./scripts/notice >NOTICE
package main

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"convo/scripts/must"
)

// texts are licenses of what is in the binary without being a module.
//
//go:embed texts
var texts embed.FS

// others are in every binary beside the modules.
var others = []struct {
	name, text string // of a file in texts
}{
	{"Go: the runtime and the standard library", "go"},
	{"Go: additional grant of patent rights", "go-patents"},
	{"genai-prices: prices of models (github.com/pydantic/genai-prices)", "genai-prices"},
	{"pi: prices of newer models (github.com/badlogic/pi-mono)", "pi"},
}

// tags are those of make build, and of the build that counts tokens exactly.
var tags = []string{"urfave_cli_no_docs", "urfave_cli_no_docs,tokens"}

// systems are those that convo is built for.
var systems = []string{"linux", "darwin", "windows"}

// module is a module of which packages are linked.
type module struct{ path, version, dir string }

func main() {
	must.End("notice", func() { os.Stdout.Write(notice(".")) })
}

// notice returns the text of NOTICE for the program in a directory.
func notice(dir string) []byte {
	var b bytes.Buffer
	b.WriteString("A built convo contains the works below, each under its own license.\n" +
		"The source of each module is public at its path, in the version that is named.\n" +
		"convo itself is under the license in the file LICENSE.\n" +
		"make notice writes this file.\n")
	for _, m := range linkedModules(dir) {
		m.write(&b)
	}
	for _, o := range others {
		writePart(&b, o.name, must.Get(texts.ReadFile("texts/"+o.text)))
	}
	return b.Bytes()
}

// linkedModules returns the modules that any build of convo links.
func linkedModules(dir string) []module {
	const format = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}`
	var all []module
	for _, system := range systems {
		for _, t := range tags {
			cmd := exec.Command("go", "list", "-deps", "-tags", t, "-f", format, ".")
			cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), os.Stderr
			out, err := cmd.Output()
			must.FailIf(err != nil, "go list for %s: %w", system, err)
			for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
				if words := strings.SplitN(lines.Text(), " ", 3); len(words) == 3 {
					all = append(all, module{words[0], words[1], words[2]})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return slices.Compact(all)
}

var licenseName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// write writes every license of a module.
func (m module) write(b *bytes.Buffer) {
	found := false
	for _, e := range must.Get(os.ReadDir(m.dir)) {
		if e.IsDir() || !licenseName.MatchString(e.Name()) {
			continue
		}
		writePart(b, m.path+" "+m.version+": "+e.Name(), must.Get(os.ReadFile(filepath.Join(m.dir, e.Name()))))
		found = true
	}
	must.FailIf(!found, "%s %s has no license", m.path, m.version)
}

// writePart writes a license under a heading.
func writePart(b *bytes.Buffer, heading string, text []byte) {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	fmt.Fprintf(b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 78), heading, bytes.Trim(text, "\n"))
}
