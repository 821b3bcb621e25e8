package frame

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// named is a file that the command line or the environment names, and by what.
type named struct {
	by, file string
	written  bool
}

// fileFlags are the flags whose value is a file that is read.
var fileFlags = []string{"append", "attach", "file", "key-file", "prices", "receipt", "response", "schema", "template", "tools", "vars"}

// writtenFlags are the flags whose value is a file that is written. A journal
// and a cassette are both read and written.
var writtenFlags = []string{"in-place", "output", "report", "resume", "cassette"}

// Apart fails if a file that is written is also read for something else, by
// whatever name: what is in it would be lost.
func (p *Program) Apart() error {
	all := p.namedFiles()
	for i, out := range all {
		if !out.written {
			continue
		}
		for j, other := range all {
			if i != j && (j > i || !other.written) && SameFile(out.file, other.file) {
				return UsageError("%s and %s are the same file", out, other)
			}
		}
	}
	return nil
}

// ApartFrom does the same for operands and stdin. editing says that the output
// is what becomes of the input: then it may take the place of its only input.
func (p *Program) ApartFrom(operands []string, editing bool) error {
	for _, out := range p.namedFiles() {
		if !out.written {
			continue
		}
		edits := editing && (out.by == "-o" || out.by == "-i") && len(operands) < 2 && p.Parsed.OnErrorStops()
		for _, name := range operands {
			if name == "-" || edits || !SameFile(out.file, name) {
				continue
			}
			f := UsageError("%s is also an input", out)
			if out.by == "-o" && editing {
				return f.WithHint("write to another file")
			}
			return f
		}
		if !edits && p.isStdin(out.file) {
			return UsageError("%s is also stdin", out)
		}
	}
	return nil
}

// OnErrorStops reports whether a conversation that fails ends the run.
func (a *arguments) OnErrorStops() bool {
	how := a.Last("on-error")
	return how == "" || how == "stop"
}

// isStdin reports whether a name means the regular file that is stdin.
func (p *Program) isStdin(name string) bool {
	in, err := p.Stdin.Stat()
	if err != nil || !in.Mode().IsRegular() {
		return false
	}
	is, err := os.Stat(name)
	return err == nil && os.SameFile(in, is)
}

func (n named) String() string {
	if strings.HasPrefix(n.by, "-") {
		return n.by + " " + n.file
	}
	return n.by + " (" + n.file + ")"
}

// namedFiles are the files that flags and the environment name, and the files
// of the user.
func (p *Program) namedFiles() (all []named) {
	add := func(by, file string, written bool) {
		if file != "" && file != "-" {
			all = append(all, named{by, file, written})
		}
	}
	replays := !slices.Contains([]string{"record", "auto"}, p.CassetteMode())
	for _, s := range p.Parsed.Settings {
		by := flagText(s.Name)
		switch {
		case slices.Contains(writtenFlags, s.Name):
			add(shortFlag(by), s.Value, s.Name != "cassette" || !replays)
		case slices.Contains(fileFlags, s.Name):
			add(by, s.Value, false)
		case s.Name == "redact":
			for name := range strings.SplitSeq(s.Value, ",") {
				add(by, strings.TrimSpace(name), false)
			}
		case s.Name == "system" && strings.HasPrefix(s.Value, "@"):
			add(by, s.Value[1:], false)
		case s.Name == "model" || s.Name == "fallback":
			add(by, scriptOf(s.Value), false)
		}
	}
	if p.Parsed.Last("cassette") == "" {
		add("CONVO_CASSETTE", p.Getenv("CONVO_CASSETTE"), false)
	}
	add("CONVO_PRICES", p.Getenv("CONVO_PRICES"), false)
	add("CONVO_MODEL", scriptOf(p.Getenv("CONVO_MODEL")), false)
	add("the configuration file", p.SettingsFile(), false)
	add("the file of prices", p.DataFile("prices.json"), false)
	return all
}

// CassetteMode is the mode that was asked for, "" if none was.
func (p *Program) CassetteMode() string {
	return cmp.Or(p.Parsed.Last("cassette-mode"), p.Getenv("CONVO_CASSETTE_MODE"))
}

// scriptOf is the file of a model script:FILE; "" for other models.
func scriptOf(model string) string {
	file, isScript := strings.CutPrefix(strings.TrimSpace(model), "script:")
	if !isScript {
		return ""
	}
	return file
}

// shortFlag is a flag as people know it.
func shortFlag(text string) string {
	switch text {
	case "--output":
		return "-o"
	case "--in-place":
		return "-i"
	}
	return text
}

// SameFile reports whether two names mean one file, whether or not it exists.
// Devices and pipes are never the same: nothing in them is replaced.
func SameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	switch {
	case a == "" || b == "":
		return false
	case errA == nil && errB == nil:
		return infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
	case errA == nil || errB == nil:
		return false
	}
	fullA, errA := filepath.Abs(followed(a))
	fullB, errB := filepath.Abs(followed(b))
	return errA == nil && errB == nil && fullA == fullB
}
