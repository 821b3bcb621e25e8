package frame

import (
	"slices"
	"strings"
	"unicode/utf8"

	"convo/commands/internal/terminal"
	"convo/providers"

	"github.com/urfave/cli/v2"
)

// arguments is the command line after the command, in the order that the flag
// library needs. The library stops at the first operand, and it supports
// neither clusters with values nor the order of different flags.
type arguments struct {
	Settings []Setting // by the flags' first names
	operands []string
}

// Setting is a flag with its value.
type Setting struct{ Name, Value string }

// arrange sorts args by a command's flag table and returns the first mistake.
// It reads on after a mistake, because a later flag may choose how errors are
// reported.
func arrange(table []cli.Flag, args []string) (a *arguments, first error) {
	a = &arguments{}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		var err error
		switch {
		case arg == "--":
			a.operands = append(a.operands, args...)
			return a, first
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			a.operands = append(a.operands, arg)
		case strings.HasPrefix(arg, "--") || isLong(table, arg[1:]):
			args, err = a.long(table, strings.TrimLeft(arg, "-"), args)
		default:
			args, err = a.cluster(table, arg[1:], args)
		}
		if first == nil {
			first = err
		}
	}
	return a, first
}

// isLong reports whether -word is a long name with one dash.
func isLong(table []cli.Flag, word string) bool {
	name, _, _ := strings.Cut(word, "=")
	return len(name) > 1 && flagNamed(table, name) != nil
}

// long takes --name or --name=value.
func (a *arguments) long(table []cli.Flag, word string, rest []string) ([]string, error) {
	name, value, given := strings.Cut(word, "=")
	f := flagNamed(table, name)
	if f == nil {
		return rest, unknownFlag(table, "--"+name)
	}
	if !takesValue(f) {
		if !given {
			value = "true"
		} else if value != "true" && value != "false" {
			return rest, UsageError("--%s takes no value", name)
		}
		return rest, a.set(f, value)
	}
	if given {
		return rest, a.set(f, value)
	}
	return a.next(table, f, rest)
}

// cluster takes -abc, where a letter that takes a value takes what follows.
func (a *arguments) cluster(table []cli.Flag, letters string, rest []string) ([]string, error) {
	for i, letter := range letters {
		f := flagNamed(table, string(letter))
		if f == nil {
			return rest, unknownFlag(table, "-"+unknownPart(i, letters))
		}
		if takesValue(f) {
			if value := letters[i+len(string(letter)):]; value != "" {
				return rest, a.set(f, strings.TrimPrefix(value, "="))
			}
			return a.next(table, f, rest)
		}
		if err := a.set(f, "true"); err != nil {
			return rest, err
		}
	}
	return rest, nil
}

// unknownPart is the part of a cluster to report when the letter at i is
// unknown. If that is the first letter, it is the whole cluster, which may be a
// misspelled long name.
func unknownPart(i int, letters string) string {
	if i == 0 {
		return letters
	}
	_, n := utf8.DecodeRuneInString(letters[i:])
	return letters[i : i+n]
}

// next takes the value of a flag from the next argument. If that is a flag of
// the command, the value was forgotten.
func (a *arguments) next(table []cli.Flag, f cli.Flag, rest []string) ([]string, error) {
	first, _ := namesOf(f)
	name := flagText(first)
	if len(rest) == 0 {
		return nil, UsageError("%s needs a value", name)
	}
	value := rest[0]
	word, _, _ := strings.Cut(value, "=")
	if value == "--" || strings.HasPrefix(word, "-") && flagNamed(table, strings.TrimLeft(word, "-")) != nil {
		return rest, UsageError("%s needs a value, but %s is a flag", name, value).WithHint("if it is the value, write %s=%s", name, terminal.ShellWord(value))
	}
	return rest[1:], a.set(f, value)
}

// set takes a value. An empty value is an error: it usually comes from a
// variable of a script that is not set.
func (a *arguments) set(f cli.Flag, value string) error {
	name, _ := namesOf(f)
	if value == "" {
		return UsageError("the value of %s is empty", flagText(name))
	}
	a.Settings = append(a.Settings, Setting{name, value})
	return nil
}

// flags are the flags as --name=value.
func (a *arguments) flags() (all []string) {
	for _, s := range a.Settings {
		all = append(all, "--"+s.Name+"="+s.Value)
	}
	return all
}

// Last is the last value of a flag, "" if it was not given.
func (a *arguments) Last(name string) string {
	value := ""
	for _, s := range a.Settings {
		if s.Name == name {
			value = s.Value
		}
	}
	return value
}

// Count is how often a flag was given.
func (a *arguments) Count(name string) (n int) {
	for _, s := range a.Settings {
		if s.Name == name {
			n++
		}
	}
	return n
}

func flagNamed(table []cli.Flag, name string) cli.Flag {
	for _, f := range table {
		if first, others := namesOf(f); first == name || slices.Contains(others, name) {
			return f
		}
	}
	return nil
}

// namesOf is Names without the library's regular expression, which takes
// commas out of names: each run asks for the names of all flags.
func namesOf(f cli.Flag) (first string, others []string) {
	switch f := f.(type) {
	case *cli.StringFlag:
		return f.Name, f.Aliases
	case *cli.BoolFlag:
		return f.Name, f.Aliases
	case *cli.StringSliceFlag:
		return f.Name, f.Aliases
	}
	names := f.Names()
	return names[0], names[1:]
}

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return !ok || d.TakesValue()
}

// flagText is a flag as it is typed.
func flagText(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

const keyHint = "a key is never a flag, which other users can see: export OPENAI_API_KEY=…, or --key-file FILE; see convo help keys"

func unknownFlag(table []cli.Flag, text string) *Failure {
	var names []string
	for _, f := range visible(table) {
		for _, n := range f.Names() {
			names = append(names, flagText(n))
		}
	}
	err := UsageError("unknown flag %s", text)
	if hint := flagHint(table, strings.TrimLeft(text, "-")); hint != "" {
		return err.WithHint("%s", hint)
	}
	if near := providers.Nearest(text, names); len(text) > 2 && len(near) > 0 {
		return err.WithHint("did you mean %s?", strings.Join(near, " or "))
	}
	return err
}
