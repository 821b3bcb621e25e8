package commands

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// edited is text after the user wrote on it. Nothing left means that the
// user does not want to.
func (p *program) edited(text string) (string, error) {
	command, err := p.editorCommand()
	if err != nil {
		return "", err
	}
	name, remove, err := p.scratch(text)
	if err != nil {
		return "", err
	}
	defer remove()
	if err := p.runEditor(command, name); err != nil {
		return "", err
	}
	if text, err = textOf(name); err != nil {
		return "", err
	}
	if strings.TrimSpace(text) == "" {
		return "", &failure{code: exitOther, what: "the text is empty: nothing was done"}
	}
	return text, nil
}

// editorCommand is what the user writes with; by itself only where there is
// a terminal.
func (p *program) editorCommand() (string, error) {
	for _, key := range []string{"VISUAL", "EDITOR"} {
		if command := p.getenv(key); command != "" {
			return command, nil
		}
	}
	if !p.terminal(p.stdin) && !p.terminal(p.stderr) {
		return "", usageError("-e: there is no terminal, and neither VISUAL nor EDITOR names an editor")
	}
	if runtime.GOOS == "windows" {
		return "notepad", nil
	}
	return "vi", nil
}

// scratch makes a file of text. It goes when remove is called, or when the
// program ends.
func (p *program) scratch(text string) (name string, remove func(), err error) {
	p.temps.watch.Do(p.watchSignals)
	p.temps.mu.Lock() // so that a signal finds the file in the list
	defer p.temps.mu.Unlock()
	f, err := os.CreateTemp("", "convo-*.md")
	if err != nil {
		return "", nil, err
	}
	name = f.Name()
	p.temps.list(name)
	if text != "" {
		_, err = io.WriteString(f, text+"\n")
	}
	remove = func() { _ = p.temps.settle(name, func() error { return os.Remove(name) }) }
	return name, remove, errors.Join(err, f.Close())
}

// runEditor waits for the editor, which gets the terminal even where stdin
// and stdout are pipes.
func (p *program) runEditor(command, name string) error {
	cmd := exec.Command("sh", "-c", command+` "$1"`, "sh", name)
	if runtime.GOOS == "windows" {
		words := append(strings.Fields(command), name)
		cmd = exec.Command(words[0], words[1:]...)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.stdin, p.stdout, p.stderr
	if !p.terminal(p.stdin) || !p.terminal(p.stdout) {
		cmd.Stdin, cmd.Stdout = nil, p.stderr
		if tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0); err == nil {
			defer tty.Close()
			cmd.Stdin, cmd.Stdout = tty, tty
		}
	}
	if err := cmd.Run(); err != nil {
		return (&failure{code: exitOther, what: "the editor failed: " + err.Error()}).withHint("it was run as: %s FILE", command)
	}
	return nil
}
