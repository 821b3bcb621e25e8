//go:build unix

package commands

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"

	"github.com/creack/pty"
)

func init() { programs["terminal"] = atTerminal }

// atTerminal is the program terminal of the scripts:
//
//	exec terminal [-stdin] KEYS PROGRAM ARG…
//
// It runs a program in a terminal of its own, /dev/tty, in which somebody types
// the file KEYS and Ctrl-D. The file tty becomes what the terminal showed. With
// -stdin, standard input is the terminal, too. Testscript's ttyin loses what it
// has not read when the program ends; this reads to the end.
func atTerminal() {
	code, err := inTerminal(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "terminal:", err)
		code = 125
	}
	os.Exit(code)
}

func inTerminal(args []string) (code int, err error) {
	isStdin := args[0] == "-stdin"
	if isStdin {
		args = args[1:]
	}
	keys, err := os.ReadFile(args[0])
	if err != nil {
		return 0, err
	}
	screen, tty, err := pty.Open()
	if err != nil {
		return 0, err
	}
	// First, so that their echo is not in the midst of what the program shows.
	if _, err := screen.Write(append(keys, 4)); err != nil {
		return 0, err
	}
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if isStdin {
		cmd.Stdin = tty
	}
	cmd.ExtraFiles = []*os.File{tty}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	_ = tty.Close()
	// It ends when no program has the terminal any more: Linux calls that EIO.
	var shown bytes.Buffer
	_, _ = io.Copy(&shown, screen)
	err = cmd.Wait()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() >= 0 {
		code, err = exit.ExitCode(), nil
	}
	return code, errors.Join(err, os.WriteFile("tty", shown.Bytes(), 0o666))
}
