package frame

import (
	"os/exec"
	"strings"
	"time"

	"convo/commands/internal/terminal"
)

// openers are the programs that open a page, by system.
func openers(system string) [][]string {
	switch system {
	case "darwin":
		return [][]string{{"open"}}
	case "windows":
		return [][]string{{"rundll32", "url.dll,FileProtocolHandler"}}
	default:
		return [][]string{{"xdg-open"}, {"wslview"}}
	}
}

// Opener is the command that opens a page for the user: BROWSER, or what the
// system has.
func (p *Program) Opener() (open func(file string) error, err error) {
	var candidates [][]string
	for _, line := range strings.Split(p.Getenv("BROWSER"), ":") {
		if words := strings.Fields(line); len(words) > 0 && p.System != "windows" {
			candidates = append(candidates, words)
		}
	}
	candidates = append(candidates, openers(p.System)...)
	for _, words := range candidates {
		if path, err := exec.LookPath(words[0]); err == nil {
			return func(file string) error { return started(path, words, file) }, nil
		}
	}
	failed := &Failure{Code: ExitOther, What: "no program opens pages: " + candidates[0][0] + " is not found"}
	return nil, failed.WithHint("set BROWSER, or write the page: convo transform -t html -o page.html FILE")
}

// openerWait is how long a program that opens a page may take to fail. A browser may
// run on.
const openerWait = 2 * time.Second

// started starts a program with a file, in place of %s or as its last argument.
func started(path string, words []string, file string) error {
	var args []string
	placed := false
	for _, w := range words[1:] {
		placed = placed || strings.Contains(w, "%s")
		args = append(args, strings.ReplaceAll(w, "%s", file))
	}
	if !placed {
		args = append(args, file)
	}
	cmd := exec.Command(path, args...)
	if err := cmd.Start(); err != nil {
		return FileFailure(ExitOther, words[0], err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			return FileFailure(ExitOther, words[0], err).WithHint("open %s in a browser", terminal.ShellFile(file))
		}
	case <-time.After(openerWait):
	}
	return nil
}
