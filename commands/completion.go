package commands

import (
	"slices"

	"convo/commands/internal/completion"
	"convo/commands/internal/frame"
	"convo/commands/internal/schemas"

	"github.com/urfave/cli/v2"
)

const completionHelp = `Prints a script that makes a shell complete the command lines of convo:
commands, flags and their values, formats, vendors, models, rules, sessions of
agents, and files. The script asks convo at each completion: a new convo needs
no new script.

Load it when the shell starts:

  ~/.bashrc                   source <(convo completion bash)
  ~/.zshrc, after compinit    source <(convo completion zsh)
  ~/.config/fish/config.fish  convo completion fish | source
  PowerShell's $PROFILE       convo completion powershell | Out-String |
                                Invoke-Expression

convo completion candidates WORD… prints what the last word can become; the
scripts call it. Each candidate is on a line, with its description after a tab.
A line :files or :folders says that paths fit, too.

examples:
  convo completion bash > ~/.local/share/bash-completion/completions/convo
  convo completion candidates --line "convo formats an"`

// completionCommand prints what shells need to complete command lines.
func completionCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "completion",
		Usage:       "print a script that completes command lines in a shell",
		UsageText:   "convo completion bash|zsh|fish|powershell",
		Description: completionHelp,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "line", Category: frame.GroupInput, Usage: "candidates: complete the command line `LINE`"},
			&cli.StringFlag{Name: "breaks", Category: frame.GroupInput, Usage: "candidates: print what follows the last of these `CHARACTERS`"},
		}, frame.MessageFlags()),
		Action: action(p, (&completion.Completer{Program: p, Operands: operandNames}).Run),
	}
}

// operandNames are the operands of commands that take names and not files.
func operandNames(command string) (all []completion.Candidate, ok bool) {
	switch command {
	case "formats", "schema":
		if command == "schema" {
			for _, name := range schemas.Own() {
				all = append(all, completion.Candidate{Word: name})
			}
		}
		formats, _ := formatsNamed(nil)
		for _, f := range formats {
			if command == "formats" || f.Shape != nil {
				all = append(all, completion.Candidate{Word: f.Name, About: f.About})
			}
		}
	case "models":
		for _, s := range catalogue() {
			all = append(all, completion.Candidate{Word: s.Name})
		}
	case "completion":
		all = completion.Shells()
	case "version":
	default:
		return nil, false
	}
	return all, true
}
