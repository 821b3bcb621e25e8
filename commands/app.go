package commands

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"convo/providers"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"
)

// program is one run: the process's streams and surroundings, handed in.
type program struct {
	args           []string // without the program's name
	stdin, stdout  *os.File
	stderr         *os.File
	getenv         func(string) string
	terminal       func(*os.File) bool
	temps          temps
	parsed         *arguments // of the command that runs
	errorsAsJSON   bool
	quiet, verbose bool
	wire           bool // -vv

	commands func() []*cli.Command    // in the order that help shows them
	topics   []topic                  // pages of help that belong to no command
	page     func(name string) string // a page of another name, "" for none
}

// processProgram is the process as a program, still without commands.
func processProgram() *program {
	return &program{
		args:  os.Args[1:],
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		getenv: os.Getenv,
		terminal: func(f *os.File) bool {
			return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
		},
	}
}

// Main runs the process and returns its exit code.
func Main() int {
	p := processProgram()
	equip(p)
	return int(p.run())
}

// equip gives a program its commands and its pages of help.
func equip(p *program) {
	p.commands = func() []*cli.Command { return table(p) }
	p.topics = topics()
	p.page = func(name string) string {
		if r := ruleNamed(strings.ToUpper(name)); r != nil {
			return ruleHelp(r)
		}
		return ""
	}
}

// run runs the command that the arguments name and returns the exit code.
func (p *program) run() (code exitCode) {
	defer func() {
		if r := recover(); r != nil {
			code = p.bug(r)
		}
	}()
	if err := p.tellErrors("CONVO_ERRORS", p.getenv("CONVO_ERRORS")); err != nil {
		return p.end(err)
	}
	return p.end(p.dispatch())
}

// bug reports a panic: one line, and with -v the stack.
func (p *program) bug(r any) exitCode {
	p.temps.remove()
	stack := debug.Stack()
	if c, ok := r.(crash); ok {
		r, stack = c.value, c.stack
	}
	if isFault(r) {
		return p.end(&failure{code: exitOther, what: "the input was cut short while it was read"})
	}
	f := &failure{code: exitBug, what: fmt.Sprintf("bug: %v", r)}
	f.hint = "please report this with the command and " + version()
	f.report(p.stderr, p.errorsAsJSON)
	if p.verbose {
		_, _ = p.stderr.Write(stack)
	}
	return exitBug
}

// end reports an error and is the code that it leads to. Nothing is said to
// a reader of stdout that went away.
func (p *program) end(err error) exitCode {
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, syscall.EPIPE):
		return exitPipe
	}
	f := asFailure(err)
	if f.what != "" || f.usage != "" {
		f.report(p.stderr, p.errorsAsJSON)
	}
	return f.code
}

// dispatch finds the command and runs it.
func (p *program) dispatch() error {
	if len(p.args) == 0 && p.errorsAsJSON {
		return usageError("a command is needed").withHint("convo help lists the commands")
	}
	if len(p.args) == 0 {
		_, _ = fmt.Fprint(p.stderr, p.overview())
		return &failure{code: exitUsage}
	}
	name, rest := p.args[0], p.args[1:]
	switch name {
	case "-h", "--help", "-help":
		return p.show(p.overview())
	case "--version", "-version":
		return p.show("convo " + version() + "\n")
	}
	if strings.HasPrefix(name, "-") {
		return p.flagFirst(name)
	}
	cmd := commandNamed(p.commands(), name)
	if cmd == nil && len(rest) > 0 { // a command of two words
		cmd, rest = commandNamed(p.commands(), name+" "+rest[0]), rest[1:]
	}
	if cmd == nil {
		return p.unknownCommand(name)
	}
	return p.runCommand(cmd, rest)
}

func commandNamed(all []*cli.Command, name string) *cli.Command {
	for _, c := range all {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// flagFirst explains that flags belong behind the command.
func (p *program) flagFirst(name string) error {
	for _, arg := range p.args {
		if cmd := commandNamed(p.commands(), arg); cmd != nil {
			return usageError("flags come after the command: convo %s %s …", cmd.Name, name)
		}
	}
	return usageError("%s is no command", name).withHint("convo help lists the commands")
}

func (p *program) unknownCommand(name string) error {
	var names, longer []string
	for _, c := range p.commands() {
		names = append(names, c.Name)
		if strings.HasPrefix(c.Name, name+" ") {
			longer = append(longer, "convo "+c.Name)
		}
	}
	switch {
	case longer != nil && wantsHelp(nil, p.args[1:]):
		return p.explain(name)
	case longer != nil:
		return usageError("there are %s", either(longer)).withHint("convo help %s explains them", name)
	}
	err := usageError("unknown command %q", name)
	if near := providers.Nearest(name, names); len(near) > 0 {
		return err.withHint("did you mean convo %s?", strings.Join(near, " or convo "))
	}
	return err.withHint("convo help lists the commands")
}

// runCommand parses a command's flags and runs it. The library gets the
// arguments arranged, so that of its own rules only the checking of values
// is left.
func (p *program) runCommand(cmd *cli.Command, args []string) error {
	parsed, err := arrange(cmd.Flags, args)
	if wantsHelp(cmd.Flags, args) {
		return p.show(commandHelp(cmd))
	}
	p.parsed = parsed
	if err := cmp.Or(p.settleMessages(parsed), err); err != nil {
		return misused(cmd, err)
	}
	argv := slices.Concat([]string{"convo", cmd.Name}, parsed.flags, []string{"--"}, parsed.operands)
	return p.app(withFlags(cmd, parsed)).Run(argv)
}

// withFlags is a command with only those of its flags that were given: the
// library's work grows with the square of their number, and each costs a
// regular expression. The others read as their zero values.
func withFlags(cmd *cli.Command, parsed *arguments) *cli.Command {
	given := *cmd
	given.Flags = nil
	for _, f := range cmd.Flags {
		if slices.ContainsFunc(parsed.settings, func(s setting) bool { return s.name == f.Names()[0] }) {
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

// settleMessages sets how failures and notes are told, before anything else
// can fail.
func (p *program) settleMessages(a *arguments) error {
	if err := p.tellErrors("--errors", a.last("errors")); err != nil {
		return err
	}
	p.quiet = a.last("quiet") == "true"
	p.verbose = a.last("verbose") == "true"
	p.wire = a.count("verbose") > 1
	return nil
}

// tellErrors sets how failures are told; "" leaves it as it is.
func (p *program) tellErrors(who, as string) error {
	switch as {
	case "":
	case "json", "text":
		p.errorsAsJSON = as == "json"
	default:
		return usageError("%s %q: want text or json", who, as)
	}
	return nil
}

// app is the library's view of one command.
func (p *program) app(cmd *cli.Command) *cli.App {
	usage := func(c *cli.Context, err error, sub bool) error {
		return misused(cmd, usageError("%v", err))
	}
	cmd.HideHelp, cmd.HideHelpCommand, cmd.OnUsageError = true, true, usage
	return &cli.App{
		Name: "convo", HideHelp: true, HideHelpCommand: true, HideVersion: true,
		Writer: p.stdout, ErrWriter: p.stderr,
		DisableSliceFlagSeparator: true,
		OnUsageError:              usage,
		ExitErrHandler:            func(*cli.Context, error) {},
		CommandNotFound:           func(*cli.Context, string) {},
		Commands:                  []*cli.Command{cmd},
	}
}

// misused adds a command's synopsis to a failure of its command line, unless
// that is one only for what stands in a file.
func misused(cmd *cli.Command, err error) error {
	var f *failure
	if !errors.As(err, &f) || f.code != exitUsage || f.file != "" {
		return err
	}
	shown := *f
	shown.usage = cmd.UsageText
	if shown.hint == "" {
		shown.hint = "convo help " + cmd.Name + " explains it"
	}
	return &shown
}

// table is the table of commands, in the order that help shows them.
func table(p *program) []*cli.Command {
	return []*cli.Command{p.promptCommand(), p.replyCommand(), p.transformCommand(), p.validateCommand(), p.costCommand(), p.toolListCommand(), p.toolResultCommand(), p.toolRunCommand(), p.formatsCommand(), p.modelsCommand(), p.schemaCommand(), p.helpCommand()}
}

// show writes text that was asked for to stdout.
func (p *program) show(text string) error {
	_, err := p.stdout.WriteString(text)
	return err
}

// version is the version that the build recorded.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
