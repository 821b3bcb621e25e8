package commands

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"

	"github.com/urfave/cli/v2"
)

// Every command has help, an example and flags that say what they do.
func TestCommandsExplainThemselves(t *testing.T) {
	p, _, _ := frametest.Program(t)
	equip(p)
	for _, c := range p.Commands("") {
		if found := p.Command(c.Name); found == nil || found.Usage != c.Usage {
			t.Errorf("%s is not made by its name", c.Name)
		}
		if c.Usage == "" || c.UsageText == "" || !strings.Contains(c.Description, "examples:\n  convo "+c.Name) {
			t.Errorf("%s lacks a usage or an example", c.Name)
		}
		letters := map[string]bool{}
		for _, f := range c.Flags {
			for _, n := range f.Names() {
				if letters[n] {
					t.Errorf("%s: %s is two flags", c.Name, n)
				}
				letters[n] = true
			}
			usage := frame.FlagUsage(f)
			if v, ok := f.(cli.VisibleFlag); ok && v.IsVisible() && !strings.Contains(frame.CommandHelp(c), "--"+f.Names()[0]) {
				t.Errorf("%s: help does not show --%s", c.Name, f.Names()[0])
			}
			if frame.GroupOf(f) == "" || usage == "" {
				t.Errorf("%s: %s is not explained", c.Name, f.Names()[0])
			}
			if n := utf8.RuneCountInString(usage); n >= 60 || strings.HasSuffix(usage, ":") || strings.HasSuffix(usage, " as") {
				t.Errorf("%s: the help of --%s has %d characters or ends with : or as: %s", c.Name, f.Names()[0], n, usage)
			}
		}
		fitsInColumns(t, frame.CommandHelp(c))
	}
	fitsInColumns(t, p.Overview())
	formats, err := formatsNamed(nil)
	if err != nil {
		t.Fatal(err)
	}
	fitsInColumns(t, formatsTable(formats))
	for _, topic := range topics() {
		fitsInColumns(t, topic.Text())
	}
}

func fitsInColumns(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 79 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
}

// What a flag does stands in a column of its own, its value has a name, and the lines of
// a paragraph are filled.
func TestHelpIsSetInColumns(t *testing.T) {
	p, _, _ := frametest.Program(t)
	equip(p)
	heading := regexp.MustCompile(`^[a-z, ]+:$`)
	for _, c := range p.Commands("") {
		for _, f := range c.Flags {
			if _, ok := f.(*cli.StringFlag); ok && frame.ValueName(f) == "" {
				t.Errorf("%s: the value of --%s has no name", c.Name, f.Names()[0])
			}
		}
		table, before := false, ""
		for line := range strings.Lines(shownOnTerminal(t, false, append([]string{"help"}, strings.Fields(c.Name)...)...)) {
			line = strings.TrimSuffix(line, "\n")
			text := strings.TrimLeft(line, " ")
			table = heading.MatchString(line) && line != "examples:" || table && line != ""
			if n := len(line) - len(text); table && n > 0 && n < 10 && !strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "convo ") {
				t.Errorf("%s: the text of a flag begins at column %d: %s", c.Name, n, line)
			}
			first, _, _ := strings.Cut(line, " ")
			if before != "" && first != "" && len(before) < 60 && len(before)+1+len(first) < 60 && !strings.HasSuffix(before, ":") {
				t.Errorf("%s: a line ends early: %s", c.Name, before)
			}
			if before = line; table || text != line {
				before = ""
			}
		}
	}
}
