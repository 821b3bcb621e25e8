package providers

import (
	"slices"
	"strings"
	"sync"

	"convo/conv/format"
	"convo/providers/catalog"
)

// UnknownFormat is the error of a name that is not a format.
type UnknownFormat struct {
	Name string
	Near []string // formats that may have been meant
}

func (e *UnknownFormat) Error() string { return `unknown format "` + e.Name + `"` }

// Hint says what may have been meant.
func (e *UnknownFormat) Hint() string {
	if meant := otherName(strings.ToLower(e.Name)); meant != "" {
		return meant
	}
	if _, _, err := catalog.Find(e.Name); err == nil && len(e.Near) == 0 {
		return e.Name + " is a model or a vendor, not a format: use --for " + e.Name
	}
	if models := modelsWith(e.Name); len(e.Near) == 0 && len(models) > 0 {
		return "a model is not a format: use --for " + models[0]
	}
	if len(e.Near) == 0 {
		return "run convo formats for the known formats"
	}
	return "did you mean " + strings.Join(e.Near, " or ") + "? run convo formats for all of them"
}

// otherName says what to use for a name that is not of a format, "" if that is
// unknown.
func otherName(name string) string {
	switch name {
	case "md":
		return "did you mean markdown?"
	case "txt":
		return "did you mean text?"
	case "claude", "anthropic-messages":
		return "did you mean anthropic, or claude-code for a session? run convo formats for all of them"
	case "openai", "chatgpt", "gpt":
		return "did you mean openai-chat or openai-responses? run convo formats for all of them"
	case "google", "vertex":
		return "did you mean gemini, or gemini-cli for a session? run convo formats for all of them"
	case "json":
		return "use convo, or the API's name, such as openai-chat; run convo formats for all of them"
	case "jsonl":
		return "use convo-lines, or the API's name, such as openai-finetune; run convo formats for all of them"
	}
	return ""
}

// UnknownOption is the error of an option that a format does not have.
type UnknownOption struct {
	Format string
	Option string   // with its sign
	Near   []string // names with options that may have been meant
	Known  []string // all options of the format
}

func (e *UnknownOption) Error() string {
	return "format " + e.Format + ` has no option "` + e.Option + `"`
}

// Hint says what may have been meant.
func (e *UnknownOption) Hint() string {
	switch {
	case len(e.Near) > 0:
		return "did you mean " + strings.Join(e.Near, " or ") + "?"
	case len(e.Known) > 0:
		return "options of " + e.Format + ": " + strings.Join(e.Known, ", ")
	}
	return e.Format + " has no options"
}

// Lookup finds a format by its name. Options may follow: +option turns one on
// and -option turns it off, as in ag-ui+encrypted-content. The error is an
// *UnknownFormat or an *UnknownOption.
func Lookup(name string) (*format.Format, error) {
	f := longestPrefix(name)
	if f == nil {
		return nil, unknownFormat(name)
	}
	for rest := name[len(f.Name):]; rest != ""; {
		o := optionAt(f, rest[1:])
		if o == nil {
			return nil, unknownOption(f, name, rest)
		}
		o.Set(f, rest[0] == '+')
		rest = rest[1+len(o.Name):]
	}
	return f, nil
}

// shared is Lookup for those who change nothing of a format.
func shared(name string) (*format.Format, error) {
	if f, ok := found.Load(name); ok {
		return f.(*format.Format), nil
	}
	f, err := Lookup(name)
	if err == nil {
		found.Store(name, f)
	}
	return f, err
}

// found are the formats that shared has found, by their names.
var found sync.Map

// longestPrefix finds the format whose name is name, or name up to the options.
// The longest name wins. nil: none.
func longestPrefix(name string) *format.Format {
	var longest string
	var in *row
	for _, k := range table {
		for i := range k.rows {
			for _, known := range k.rows[i].names {
				if rest, ok := strings.CutPrefix(name, known); ok && endsName(rest) && len(known) > len(longest) {
					longest, in = known, &k.rows[i]
				}
			}
		}
	}
	if in == nil {
		return nil
	}
	f := in.guarded()[slices.Index(in.names, longest)]
	return &f
}

// endsName reports whether the rest of a name can be options.
func endsName(rest string) bool { return rest == "" || rest[0] == '+' || rest[0] == '-' }

// optionAt finds the option whose name a text begins with, the longest if there
// are several.
func optionAt(f *format.Format, text string) (found *format.Option) {
	for i := range f.Options {
		o := &f.Options[i]
		if rest, ok := strings.CutPrefix(text, o.Name); ok && endsName(rest) && (found == nil || len(o.Name) > len(found.Name)) {
			found = o
		}
	}
	return found
}

func unknownFormat(name string) *UnknownFormat {
	var names []string
	for _, k := range table {
		for _, r := range k.rows {
			names = append(names, r.names...)
		}
	}
	return &UnknownFormat{Name: name, Near: Nearest(name, names)}
}

// unknownOption is the error of the options at rest in name. A text after a
// minus may be the rest of a misspelled format.
func unknownOption(f *format.Format, name, rest string) error {
	e := &UnknownOption{Format: f.Name, Option: rest}
	for _, o := range f.Options {
		e.Known = append(e.Known, o.Name)
	}
	sign, given := rest[:1], rest[1:]
	if i := strings.IndexByte(given, '+'); i >= 0 {
		given = given[:i]
		e.Option = sign + given
	}
	for _, near := range Nearest(given, e.Known) {
		e.Near = append(e.Near, strings.TrimSuffix(name, rest)+sign+near)
	}
	if unknown := unknownFormat(name); sign == "-" && e.Near == nil && (unknown.Near != nil || e.Known == nil) {
		return unknown
	}
	return e
}
