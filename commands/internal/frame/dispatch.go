package frame

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"convo/providers"

	"github.com/urfave/cli/v2"
)

// dispatch finds the command and runs it.
func (p *Program) dispatch() error {
	if len(p.Args) == 0 && p.ErrorsAsJSON {
		return UsageError("no command").WithHint("run convo help for the commands")
	}
	if len(p.Args) == 0 {
		_, _ = fmt.Fprint(p.Stderr, p.Overview())
		return &Failure{Code: ExitUsage}
	}
	name, rest := p.Args[0], p.Args[1:]
	switch name {
	case "-h", "--help", "-help":
		return p.Show(p.Overview())
	case "--version", "-version":
		return p.Show(VersionLine(buildInfo()) + "\n")
	}
	if strings.HasPrefix(name, "-") {
		return p.flagFirst(name)
	}
	var cmd *cli.Command
	if len(rest) > 0 { // a command of two words
		if cmd = p.Command(name + " " + rest[0]); cmd != nil {
			rest = rest[1:]
		}
	}
	if cmd == nil {
		cmd = p.Command(name)
	}
	if cmd == nil {
		return p.unknownCommand(name)
	}
	return p.runCommand(cmd, rest)
}

// Command makes the command of a name; nil if there is none.
func (p *Program) Command(name string) *cli.Command {
	if name == "" {
		return nil
	}
	for _, c := range p.Commands(name) {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// flagFirst explains that flags come after the command.
func (p *Program) flagFirst(name string) error {
	for _, arg := range p.Args {
		if cmd := p.Command(arg); cmd != nil {
			return UsageError("flags come after the command: convo %s %s …", cmd.Name, name)
		}
	}
	return UsageError("unknown flag %s: flags come after the command", name).WithHint("run convo help for the commands")
}

func (p *Program) unknownCommand(name string) error {
	var names, longer []string
	for _, c := range p.Commands("") {
		names = append(names, c.Name)
		if strings.HasPrefix(c.Name, name+" ") {
			longer = append(longer, "convo "+c.Name)
		}
	}
	switch {
	case longer != nil && wantsHelp(nil, p.Args[1:]):
		return p.Explain(name)
	case longer != nil:
		return UsageError("%s needs a second word: %s", name, Either(longer)).WithHint("run convo help %s", name)
	}
	err := UsageError("unknown command %q", name)
	if hint := p.commandHint(name); hint != "" {
		return err.WithHint("%s", hint)
	}
	if near := providers.Nearest(name, names); len(near) > 0 {
		return err.WithHint("did you mean convo %s?", strings.Join(near, " or convo "))
	}
	return err.WithHint("run convo help for the commands")
}

// runCommand parses the flags of a command and runs it. The library gets the
// arguments in its own order, so it only checks values.
func (p *Program) runCommand(cmd *cli.Command, args []string) error {
	parsed, err := arrange(cmd.Flags, args)
	if wantsHelp(cmd.Flags, args) {
		return p.Show(CommandHelp(cmd))
	}
	p.Parsed, p.recurses = parsed, flagNamed(cmd.Flags, "recursive") != nil
	if err := cmp.Or(p.settleMessages(parsed), err); err != nil {
		return Misused(cmd, err)
	}
	argv := slices.Concat([]string{"convo", cmd.Name}, parsed.flags(), []string{"--"}, parsed.operands)
	return p.app(withFlags(cmd, parsed)).Run(argv)
}

// withFlags is a command with only the flags that were given. The work of the
// library grows with the square of their number, and each costs a regular
// expression. Other flags read as their zero values.
func withFlags(cmd *cli.Command, parsed *arguments) *cli.Command {
	given := *cmd
	given.Flags = nil
	for _, f := range cmd.Flags {
		name, _ := namesOf(f)
		if slices.ContainsFunc(parsed.Settings, func(s Setting) bool { return s.Name == name }) {
			given.Flags = append(given.Flags, f)
		}
	}
	return &given
}

// wantsHelp reports whether --help or -h stands among the flags.
func wantsHelp(table []cli.Flag, args []string) bool {
	for _, a := range args {
		if a == "--" {
			return false
		}
		if a == "--help" || a == "-h" || a == "-help" {
			return flagNamed(table, "h") == nil
		}
	}
	return false
}

// settleMessages sets how errors and notes are reported, before anything else
// can fail.
func (p *Program) settleMessages(a *arguments) error {
	if err := p.tellErrors("--errors", a.Last("errors")); err != nil {
		return err
	}
	p.Quiet = a.Last("quiet") == "true"
	p.Verbose = a.Last("verbose") == "true"
	p.Wire = a.Count("verbose") > 1
	return nil
}

// tellErrors sets how errors are reported; "" changes nothing.
func (p *Program) tellErrors(who, as string) error {
	switch as {
	case "":
	case "json", "text":
		p.ErrorsAsJSON = as == "json"
	default:
		return UsageError("%s %q: want text or json", who, as)
	}
	return nil
}

// app is the library's view of one command.
func (p *Program) app(cmd *cli.Command) *cli.App {
	cmd.HideHelp, cmd.HideHelpCommand = true, true
	return &cli.App{
		Name: "convo", HideHelp: true, HideHelpCommand: true, HideVersion: true,
		Writer: p.Stdout, ErrWriter: p.Stderr,
		DisableSliceFlagSeparator: true,
		ExitErrHandler:            func(*cli.Context, error) {},
		Commands:                  []*cli.Command{cmd},
	}
}

// Misused adds the usage of a command to an error of its command line. An error
// about the content of a file is returned as it is.
func Misused(cmd *cli.Command, err error) error {
	var f *Failure
	if !errors.As(err, &f) || f.Code != ExitUsage || f.File != "" {
		return err
	}
	shown := *f
	shown.usage = cmd.UsageText
	if shown.Hint == "" { // the usage may be that of a command that this one is a part of
		words := strings.Fields(cmd.UsageText)
		shown.Hint = "run convo help " + strings.Join(words[1:1+len(strings.Fields(cmd.Name))], " ")
	}
	return &shown
}
