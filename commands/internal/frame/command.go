package frame

import (
	"slices"
	"strings"
)

// Command is one of convo's commands: what help says about it, the flags it
// takes, and what it does.
type Command struct {
	Name        string // one word or two
	Usage       string // a line about it
	UsageText   string // how it is called
	Description string
	Flags       []*Flag
	Action      func(*Flags) error
}

// Flag is a flag of a command.
type Flag struct {
	Name     string
	Aliases  []string
	Category string // the group that help shows it in
	Usage    string // the name of its value stands between back quotes
	Switch   bool   // it takes no value
	Hidden   bool   // help does not show it
}

// Names are all names of a flag, its own first.
func (f *Flag) Names() []string { return append([]string{f.Name}, f.Aliases...) }

// is reports whether a flag has a name.
func (f *Flag) is(name string) bool { return f.Name == name || slices.Contains(f.Aliases, name) }

// Flags are the flags and operands that a command was called with. It keeps the
// first error that is found in them.
type Flags struct {
	Command *Command
	Others  []string // values of --to that are not formats
	Err     error

	given *arguments
}

// Args are the operands.
func (r *Flags) Args() []string { return r.given.operands }

// IsSet reports whether a flag was given.
func (r *Flags) IsSet(flag string) bool { return r.given.Count(flag) > 0 }

// String is the last value of a flag, "" if it was not given.
func (r *Flags) String(flag string) string { return r.given.Last(flag) }

// Strings are the values of a flag that can be given several times, without
// spaces around them.
func (r *Flags) Strings(flag string) (all []string) {
	for _, s := range r.given.Settings {
		if s.Name == flag {
			all = append(all, strings.TrimSpace(s.Value))
		}
	}
	return all
}

// Bool reports whether a switch is on.
func (r *Flags) Bool(flag string) bool { return r.String(flag) == "true" }
