package chat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// toolPrefix begins the names of the programs that are tools.
const toolPrefix = "convo-tool-"

const (
	toolTimeout = 30 * time.Second // unless --timeout says more
	toolGrace   = time.Second      // between SIGTERM and SIGKILL
	mostOutput  = 32 << 20         // bytes on stdout; who writes more is ended
	mostText    = 256 << 10        // of them as text; the rest is cut
	mostTail    = 4 << 10          // bytes of stderr in the result of a failure
)

// Toolbox runs the programs that are tools.
type Toolbox struct {
	p       *frame.Program
	allowed frame.Globs // of names; none allows each
	passed  []string    // variables with keys that tools get all the same
	timeout time.Duration
	mu      sync.Mutex // of stderr
}

// toolRun is what a run of a tool gave.
type toolRun struct {
	stdout  []byte
	tail    string // of stderr
	failure string // why it is no success; "" for one
	remark  string // the same for people; "" if it is the same
	stopped bool   // by the end of everything, not by itself
}

// Allows reports whether a tool may be run.
func (t *Toolbox) Allows(name string) bool {
	return t.allowed == nil || t.allowed.Match(name)
}

// programOf is the path of the program of a tool. It is looked for on PATH
// and nowhere else; a name that means something to a file system is none.
func programOf(name string) (string, error) {
	for _, r := range name {
		if r != '_' && r != '-' && r != '.' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return "", fmt.Errorf("%q is not the name of a tool", frame.Shortened(name))
		}
	}
	path, err := exec.LookPath(toolPrefix + name)
	if name == "" || err != nil {
		return "", &noTool{name}
	}
	return path, nil
}

// noTool is the error of a tool without a program. The model only learns that
// it is missing.
type noTool struct{ name string }

func (e *noTool) Error() string { return fmt.Sprintf("no tool %q", frame.Shortened(e.name)) }

// forPeople says which program was looked for, and where.
func (e *noTool) forPeople(path string) string {
	for _, dir := range filepath.SplitList(path) {
		file := filepath.Join(dir, toolPrefix+e.name)
		info, err := os.Stat(file)
		switch {
		case err != nil || !info.Mode().IsRegular():
		case runtime.GOOS == "windows":
			return file + " cannot be run: its name needs an ending such as .exe or .bat"
		default:
			return file + " cannot be run: chmod +x " + file
		}
	}
	return "no program " + toolPrefix + frame.Shortened(e.name) + " on PATH (" + frame.Shortened(path) + ")"
}

// launch is how a program of a tool is run.
type launch struct {
	path, name string
	args, env  []string
	stdin      string
}

// run runs a program to its end, or until ctx ends or its time has passed.
// Nothing that it started is left, as far as the system shows it.
func (t *Toolbox) run(ctx context.Context, l launch) *toolRun {
	limited, cancel := context.WithTimeoutCause(ctx, t.timeout, errors.New("timed out after "+t.timeout.String()))
	defer cancel()
	cmd := exec.CommandContext(limited, l.path, l.args...)
	env, mark := t.environment(l.env)
	cmd.Env, cmd.Stdin = env, strings.NewReader(l.stdin)
	out := &limitedOutput{most: mostOutput, full: cancel}
	errs := &toolStderr{box: t, name: l.name, tail: pipe.Tail{Most: mostTail, Mark: "…\n"}}
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = out, errs, toolGrace
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		return &toolRun{failure: "cannot be run: " + frame.FileFailure(frame.ExitOther, "", err).What}
	}
	err := cmd.Wait()
	killGroup(cmd)
	killMarked(mark)
	errs.end()
	r := &toolRun{stdout: out.kept, tail: errs.tail.String()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		r.failure, r.stopped = "interrupted", true
	case out.over:
		r.failure = fmt.Sprintf("wrote more than %d MiB", mostOutput>>20)
	case limited.Err() != nil:
		r.failure = context.Cause(limited).Error()
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		// What it left running in the background held its output open.
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		r.failure = fmt.Sprintf("exit code %d", exit.ExitCode())
	default:
		r.failure = err.Error()
	}
	return r
}

// call is the run of the tool that a call names: arguments on stdin.
func (t *Toolbox) call(ctx context.Context, call *conv.ToolCall) *toolRun {
	path, err := programOf(call.Name)
	if err != nil {
		run := &toolRun{failure: err.Error()}
		if none := (*noTool)(nil); errors.As(err, &none) {
			run.remark = none.forPeople(t.p.Getenv("PATH"))
		}
		return run
	}
	switch call.Mended() {
	case rawjson.Partial, rawjson.Broken:
		return &toolRun{failure: "the arguments are not a JSON object, so the tool was not run"}
	}
	return t.run(ctx, launch{
		path: path, name: call.Name, stdin: string(record.ArgumentsOf(call)) + "\n",
		env: []string{"CONVO_TOOL_CALL_ID=" + withoutNUL(call.ID), "CONVO_TOOL_NAME=" + call.Name},
	})
}

func withoutNUL(s string) string { return strings.ReplaceAll(s, "\x00", "") }

// limitedOutput keeps what is written; nothing if that is too much.
type limitedOutput struct {
	kept []byte
	most int
	over bool
	full func()
}

func (l *limitedOutput) Write(b []byte) (int, error) {
	if l.kept = append(l.kept, b...); l.over || len(l.kept) > l.most {
		l.kept, l.over = nil, true
		l.full()
	}
	return len(b), nil
}

// toolStderr keeps the end of what a tool says on stderr and, with -v, passes
// it on, each line with the tool's name.
type toolStderr struct {
	box  *Toolbox
	name string
	line []byte
	tail pipe.Tail
}

func (s *toolStderr) Write(b []byte) (int, error) {
	_, _ = s.tail.Write(b)
	if s.box.p.Verbose {
		s.line = append(s.line, b...)
		for {
			i := bytes.IndexByte(s.line, '\n')
			if i < 0 {
				break
			}
			s.pass(string(s.line[:i]))
			s.line = s.line[i+1:]
		}
	}
	return len(b), nil
}

// end passes on a last line without an end.
func (s *toolStderr) end() {
	if len(s.line) > 0 {
		s.pass(string(s.line))
	}
}

func (s *toolStderr) pass(line string) {
	s.box.mu.Lock()
	defer s.box.mu.Unlock()
	_, _ = io.WriteString(s.box.p.Stderr, toolPrefix+s.name+": "+terminal.Printable(strings.TrimSuffix(line, "\r"))+"\n")
}

// NewToolbox reads the flags of toolFlags.
func NewToolbox(p *frame.Program, flags *frame.Flags) *Toolbox {
	return &Toolbox{p: p, allowed: flags.Globs("allow-tool"), passed: variablesPassed(flags), timeout: flags.Timeout("tool-timeout", toolTimeout)}
}

// Answered is c with the results of its pending calls.
func (t *Toolbox) Answered(ctx context.Context, c *conv.Conversation, jobs int) *conv.Conversation {
	return withResults(c, t.answers(ctx, c.PendingCalls(), jobs))
}

// StillWaiting is the verdict of -e on a number of calls.
func StillWaiting(flags *frame.Flags, n int) error {
	if n == 0 || !flags.Bool("exit-status") {
		return nil
	}
	return &frame.Failure{Code: frame.ExitPending}
}
