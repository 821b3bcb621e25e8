// Package frame is the program around every command: its arguments, its help,
// its errors and exit codes, its signals, what it reads and what it writes.
//
// stdout is the product and nothing else; every message goes to stderr as
// "convo: PLACE: what", in lower case, with a hint as a second line. What is
// printed of names and keys from outside has its control characters escaped,
// and what goes to a terminal is escaped in one place: Stream.
// No escape sequence goes to a stream that is no terminal unless the user
// asks for it. Nothing waits without saying so.
package frame

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"convo/commands/internal/disk"
	"convo/commands/internal/terminal"
)

// Program is one run: the process's streams and surroundings, handed in.
type Program struct {
	Args           []string // without the program's name
	Stdin          *os.File
	Stdout, Stderr *terminal.Stream
	Getenv         func(string) string
	System         string // as runtime.GOOS names it
	Terminal       func(*os.File) bool
	temps          temps
	disk           disk.Changes
	Parsed         *arguments // of the command that runs
	recurses       bool       // it has -r for folders
	Shard          Shard      // of each FILE that is read
	ErrorsAsJSON   bool
	Quiet, Verbose bool
	Wire           bool // -vv
	OneIsResult    bool // exit code 1 is what the command found: a failure is 2

	// Commands makes the command of a name, if there is one; of "" all
	// commands, in the order that help shows them.
	Commands func(name string) []*cli.Command
	// Locate finds the file that an operand such as codex:last stands for, ""
	// if it is no such name. Nil: there are no such names.
	Locate func(operand string) (file string, err error)

	Topics []Topic                  // help topics
	Page   func(name string) string // the help for another name, "" for none
}

// Process is the process as a program, still without commands.
func Process() *Program {
	p := &Program{
		Args:     os.Args[1:],
		Stdin:    os.Stdin,
		Stdout:   terminal.NewStream(os.Stdout, isTerminal(os.Stdout)),
		Stderr:   terminal.NewStream(os.Stderr, isTerminal(os.Stderr)),
		Getenv:   os.Getenv,
		System:   runtime.GOOS,
		Terminal: isTerminal,
	}
	p.watchQuit()
	return p
}

func isTerminal(f *os.File) bool {
	return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
}

// Run runs the command that the arguments name and returns the exit code.
func (p *Program) Run() (code ExitCode) {
	defer func() {
		if r := recover(); r != nil {
			code = p.bug(r)
		}
		_, _ = p.Stdout.End(), p.Stderr.End()
	}()
	if err := p.tellErrors("CONVO_ERRORS", p.Getenv("CONVO_ERRORS")); err != nil {
		return p.End(err)
	}
	return p.End(p.dispatch())
}

// bug reports a panic: one line, and with -v the stack.
func (p *Program) bug(r any) ExitCode {
	p.temps.remove()
	stack := debug.Stack()
	if c, ok := r.(Crash); ok {
		r, stack = c.Value, c.Stack
	}
	if isFault(r) {
		return p.End(&Failure{Code: ExitOther, What: "the input file became shorter during reading"})
	}
	f := &Failure{Code: exitBug, What: fmt.Sprintf("bug: %v", r)}
	f.Hint = "please report this with the command and " + Version()
	f.Report(p.Stderr, p.ErrorsAsJSON)
	if p.Verbose {
		_, _ = p.Stderr.Write(stack)
	}
	return exitBug
}

// End reports an error and returns its exit code. A closed stdout is not
// reported.
func (p *Program) End(err error) ExitCode {
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, ErrLeft):
		return ExitOK
	case errors.Is(err, syscall.EPIPE):
		return exitPipe
	}
	f := AsFailure(err)
	if p.OneIsResult && f.Code == ExitOther && f.What != "" {
		troubled := *f
		troubled.Code = ExitUsage
		f = &troubled
	}
	if f.What != "" || f.usage != "" {
		f.Report(p.Stderr, p.ErrorsAsJSON)
	}
	return f.Code
}

// Show writes text to stdout.
func (p *Program) Show(text string) error {
	_, err := io.WriteString(p.Stdout, text)
	return err
}

// Version is the version that the build recorded.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func buildInfo() *debug.BuildInfo {
	info, _ := debug.ReadBuildInfo()
	return info
}

// VersionLine is the version with the commit and the date of a build, as far as it
// recorded them; nil is nothing.
func VersionLine(info *debug.BuildInfo) string {
	var commit, date string
	line := "convo " + Version()
	if info == nil {
		return line
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case "vcs.time":
			date, _, _ = strings.Cut(s.Value, "T")
		}
	}
	if commit != "" {
		line += " (" + strings.TrimSuffix(commit+", "+date, ", ") + ")"
	}
	return line
}

// Note writes a line to stderr, unless --quiet forbids it.
func (p *Program) Note(format string, args ...any) {
	if !p.Quiet {
		p.Say(fmt.Sprintf(format, args...))
	}
}

// OnCrash is deferred by a goroutine that may panic: it passes the panic to the one
// that waits for it.
func OnCrash(tell func(crash any)) {
	if value := recover(); value != nil {
		tell(Crash{Value: value, Stack: debug.Stack()})
	}
}

// Crash is a panic of another goroutine, with its stack.
type Crash struct {
	Value any
	Stack []byte
}

// isFault reports whether a panic comes from reading a mapped file that became
// shorter.
func isFault(r any) bool {
	_, ok := r.(interface{ Addr() uintptr })
	return ok
}

// Online is nil if the network may be used. Otherwise the error says what
// cannot be done.
func (p *Program) Online(what string) error {
	why := ""
	switch value := p.Getenv("CONVO_OFFLINE"); {
	case p.Parsed.Last("offline") == "true":
		why = "--offline"
	case value != "" && value != "0" && value != "false":
		why = "CONVO_OFFLINE"
	default:
		return nil
	}
	return &Failure{Code: ExitOffline, What: why + ": " + what}
}

// Say writes a line to stderr.
func (p *Program) Say(text string) {
	_, _ = io.WriteString(p.Stderr, "convo: "+terminal.Printable(text)+"\n")
}

// Width is the number of columns of stdout, 0 if it is not a terminal.
func (p *Program) Width() int { return p.Stdout.Width(p.Getenv("COLUMNS")) }

// StyleOf decides the style of what goes to a stream. Only a terminal is
// given colour and indentation by itself.
func (p *Program) StyleOf(stream *terminal.Stream, color string, compact bool) terminal.Style {
	tty := stream.Terminal
	return terminal.Style{Pretty: tty && !compact, Color: p.Colored(tty, color)}
}

// Colored is the rule of --color, NO_COLOR, FORCE_COLOR and the terminal, in
// this order.
func (p *Program) Colored(tty bool, flag string) bool {
	force := p.Getenv("FORCE_COLOR")
	switch {
	case flag == "always":
		return true
	case flag == "never" || p.Getenv("NO_COLOR") != "":
		return false
	case force != "":
		return force != "0"
	}
	return tty && p.Getenv("TERM") != "dumb"
}
