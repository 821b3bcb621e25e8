// The command notice prints the file NOTICE: the licenses of all that a built
// convo contains.
//
//	go run ./scripts/notice >NOTICE
package main

import (
	"bufio"
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
	text, err := notice(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "notice:", err)
		os.Exit(1)
	}
	os.Stdout.Write(text)
}

// notice returns the text of NOTICE for the program in a directory.
func notice(dir string) ([]byte, error) {
	linked, err := linkedModules(dir)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("A built convo contains the works below, each under its own license.\n" +
		"The source of each module is public at its path, in the version that is named.\n" +
		"convo itself is under the license in the file LICENSE.\n" +
		"make notice writes this file.\n")
	for _, m := range linked {
		if err := m.write(&b); err != nil {
			return nil, err
		}
	}
	for _, o := range others {
		text, err := texts.ReadFile("texts/" + o.text)
		if err != nil {
			return nil, err
		}
		writePart(&b, o.name, text)
	}
	return b.Bytes(), nil
}

// linkedModules returns the modules that any build of convo links.
func linkedModules(dir string) ([]module, error) {
	const format = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}`
	var all []module
	for _, system := range systems {
		for _, t := range tags {
			cmd := exec.Command("go", "list", "-deps", "-tags", t, "-f", format, ".")
			cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), os.Stderr
			out, err := cmd.Output()
			if err != nil {
				return nil, fmt.Errorf("go list for %s: %w", system, err)
			}
			for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
				if words := strings.SplitN(lines.Text(), " ", 3); len(words) == 3 {
					all = append(all, module{words[0], words[1], words[2]})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return slices.Compact(all), nil
}

var licenseName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// write writes every license of a module.
func (m module) write(b *bytes.Buffer) error {
	entries, err := os.ReadDir(m.dir)
	if err != nil {
		return err
	}
	found := false
	for _, e := range entries {
		if e.IsDir() || !licenseName.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(m.dir, e.Name()))
		if err != nil {
			return err
		}
		writePart(b, m.path+" "+m.version+": "+e.Name(), text)
		found = true
	}
	if !found {
		return errors.New(m.path + " " + m.version + " has no license")
	}
	return nil
}

// writePart writes a license under a heading.
func writePart(b *bytes.Buffer, heading string, text []byte) {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	fmt.Fprintf(b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 78), heading, bytes.Trim(text, "\n"))
}
