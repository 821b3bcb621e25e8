// Package completion says what a word of a command line can become. The scripts
// for shells ask convo for it at each key, so they know nothing of commands and
// never grow old.
package completion

import (
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"

	"github.com/urfave/cli/v2"
)

// Candidate is a word that fits, and what it is.
type Candidate struct{ Word, About string }

// Names of what a shell completes by itself.
const (
	files   = ":files"
	folders = ":folders"
)

// Completer knows what completes command lines.
type Completer struct {
	Program *frame.Program
	// Operands are those of a command, if not files. ok is false for files.
	Operands func(command string) (all []Candidate, ok bool)
}

// list collects candidates that begin as a word does.
type list struct {
	begin  string // of a word, as it is typed
	before string // what of the word stands before each candidate
	all    []Candidate
	paths  string // files, folders or ""
}

// add takes a word that fits, unless a shell reads more than a word in it: bash
// and PowerShell put it into the line as it is, and an id of a session may be any
// text.
func (l *list) add(word, about string) {
	plain := strings.ReplaceAll(word, "=", "")
	if strings.HasPrefix(word, l.begin) && terminal.ShellWord(plain) == plain {
		l.all = append(l.all, Candidate{l.before + word, about})
	}
}

func (l *list) addAll(some []Candidate) {
	for _, c := range some {
		l.add(c.Word, c.About)
	}
}

// lines are the candidates, one a line, and what else fits.
func (l *list) lines() string {
	var b strings.Builder
	for _, c := range l.all {
		b.WriteString(c.Word)
		if c.About != "" {
			b.WriteString("\t" + oneLine(c.About))
		}
		b.WriteString("\n")
	}
	if l.paths != "" {
		b.WriteString(l.paths + "\n")
	}
	return b.String()
}

// oneLine is text that a shell can show beside a word.
func oneLine(text string) string {
	const most = 72
	text = terminal.Printable(strings.Join(strings.Fields(text), " "))
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// of completes the last of the words after the program's name.
func (x *Completer) of(words []string) *list {
	l := &list{begin: words[len(words)-1]}
	cmd, rest := x.command(words)
	if cmd == nil {
		x.commands(l, words[:len(words)-1])
		return l
	}
	if len(words) == 2 { // sessions is a command, and sessions place, too
		x.commands(l, words[:1])
	}
	c := frame.CursorAt(cmd.Flags, rest)
	l.begin, l.before = c.Word, c.Before
	switch {
	case c.Flag != nil:
		x.values(l, cmd, c.Flag)
	case c.IsFlag:
		for _, f := range c.Free(cmd.Flags) {
			for _, s := range frame.Spellings(f) {
				if len(s) > 2 || c.Word == s {
					l.add(s, frame.FlagUsage(f))
				}
			}
		}
		l.add("--help", "explain the command")
	default:
		x.operands(l, cmd.Name, c)
	}
	return l
}

// command finds the command of a line and the words after it; nil if its name is
// what is typed.
func (x *Completer) command(words []string) (*cli.Command, []string) {
	if len(words) > 2 {
		if cmd := x.Program.Command(words[0] + " " + words[1]); cmd != nil {
			return cmd, words[2:]
		}
	}
	if len(words) > 1 {
		if cmd := x.Program.Command(words[0]); cmd != nil {
			return cmd, words[1:]
		}
	}
	return nil, nil
}

// commands are the names of commands after the words of one that are there.
func (x *Completer) commands(l *list, before []string) {
	start := ""
	if len(before) > 0 {
		start = strings.Join(before, " ") + " "
	}
	seen := map[string]bool{}
	for _, c := range x.Program.Commands("") {
		name, ok := strings.CutPrefix(c.Name, start)
		word, more, _ := strings.Cut(name, " ")
		if !ok || seen[word] {
			continue
		}
		seen[word] = true
		about := c.Usage
		if more != "" {
			about = c.Name + ", …"
		}
		l.add(word, about)
	}
	if start == "" && strings.HasPrefix(l.begin, "-") {
		l.add("--help", "list the commands and the topics")
		l.add("--version", "print the version")
	}
}

// operands complete what is no flag.
func (x *Completer) operands(l *list, command string, c *frame.Cursor) {
	switch command {
	case "prompt": // text
		return
	case "sessions":
		l.paths = folders
		return
	case "help":
		if len(c.Operands) > 0 {
			x.commands(l, c.Operands)
			return
		}
		x.commands(l, nil)
		for _, t := range x.Program.Topics {
			l.add(t.Name, t.About)
		}
		if strings.Contains(l.begin, "/") {
			rules(l)
		}
		return
	}
	if all, ok := x.Operands(command); ok {
		l.addAll(all)
		return
	}
	l.paths = files
	x.sessions(l)
}
