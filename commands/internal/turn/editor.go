package turn

import (
	"os"
	"os/exec"
	"runtime"
	"strings"

	"convo/commands/internal/frame"
)

// edited is text after the user edited it. Empty text means that the user gave
// up.
func edited(p *frame.Program, text string) (string, error) {
	command, err := editorCommand(p)
	if err != nil {
		return "", err
	}
	name, remove, err := p.Scratch(text)
	if err != nil {
		return "", err
	}
	defer remove()
	if err := runEditor(p, command, name); err != nil {
		return "", err
	}
	if text, err = frame.TextOf(name); err != nil {
		return "", err
	}
	if strings.TrimSpace(text) == "" {
		return "", &frame.Failure{Code: frame.ExitOther, What: "the text is empty, so nothing was done"}
	}
	return text, nil
}

// editorCommand is what the user writes with; by itself only where there is
// a terminal.
func editorCommand(p *frame.Program) (string, error) {
	for _, key := range []string{"VISUAL", "EDITOR"} {
		if command := p.Getenv(key); command != "" {
			return command, nil
		}
	}
	if !p.Terminal(p.Stdin) && !p.Stderr.Terminal {
		return "", frame.UsageError("-e: no editor: set VISUAL or EDITOR")
	}
	if runtime.GOOS == "windows" {
		return "notepad", nil
	}
	return "vi", nil
}

// runEditor waits for the editor, which gets the terminal even where stdin
// and stdout are pipes.
func runEditor(p *frame.Program, command, name string) error {
	cmd := exec.Command("sh", "-c", command+` "$1"`, "sh", name)
	if runtime.GOOS == "windows" {
		words := append(strings.Fields(command), name)
		cmd = exec.Command(words[0], words[1:]...)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.Stdin, p.Stdout.File, p.Stderr.File
	if !p.Terminal(p.Stdin) || !p.Stdout.Terminal {
		cmd.Stdin, cmd.Stdout = nil, p.Stderr.File
		if tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0); err == nil {
			defer tty.Close()
			cmd.Stdin, cmd.Stdout = tty, tty
		}
	}
	if err := cmd.Run(); err != nil {
		return (&frame.Failure{Code: frame.ExitOther, What: "the editor failed: " + err.Error()}).WithHint("the command was: %s FILE", command)
	}
	return nil
}
