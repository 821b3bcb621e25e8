package completion

import (
	"convo/commands/internal/frame"
)

// Run is convo completion: it prints the script of a shell, or what completes a
// command line.
func (x *Completer) Run(p *frame.Program, flags *frame.Flags) error {
	operands := flags.Args().Slice()
	if len(operands) > 0 && operands[0] == "candidates" {
		return x.candidates(p, flags, operands[1:])
	}
	if len(operands) != 1 {
		return frame.UsageError("name a shell: bash, zsh, fish or powershell")
	}
	for _, s := range scripts {
		if s.shell == operands[0] {
			return p.Show(s.text)
		}
	}
	return frame.UsageError("unknown shell %q: want bash, zsh, fish or powershell", operands[0])
}

// candidates prints what completes a line, or the last of some words.
func (x *Completer) candidates(p *frame.Program, flags *frame.Flags, words []string) error {
	line := flags.String("line")
	switch {
	case line != "" && len(words) > 0:
		return frame.UsageError("--line is the command line: remove the words")
	case line != "":
		if words = wordsOf(line); len(words) < 2 {
			return nil // the program's own name is typed
		}
		words = words[1:]
	case len(words) == 0:
		words = []string{""}
	}
	p.Quiet = true // of what is searched: the words being typed stand on the terminal
	l := x.of(words)
	if breaks := flags.String("breaks"); breaks != "" {
		l.afterBreak(words[len(words)-1], breaks)
	}
	return p.Show(l.lines())
}

// Shells are the shells that have a script.
func Shells() (all []Candidate) {
	for _, s := range scripts {
		all = append(all, Candidate{s.shell, ""})
	}
	return all
}
