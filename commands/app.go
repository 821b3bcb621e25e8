// Package commands is the table of commands. A file of a command describes its
// flags and makes options of them; the work is done by the rooms below
// internal.
//
//	internal/frame     the program: arguments, help, errors, input, output
//	internal/pipe      conversations on their way through a command
//	internal/request   parameters, tools and schemas that flags name
//	internal/chat      asking models and running tools: reply, tool
//	internal/turn      the message that prompt adds
//	internal/findings  what validate finds, and its reports
//	internal/prices    what models cost
//	internal/meter     what cost adds up, and its reports
//	internal/agents    the sessions of agents on this machine
//	internal/completion  what a word of a command line can become
//	internal/screen    conversations for people at a terminal
//	internal/stack     the stack of a run, taken in one piece
package commands

import (
	"convo/commands/internal/agents"
	"convo/commands/internal/findings"
	"convo/commands/internal/frame"
	_ "convo/commands/internal/stack" // takes the stack before others grow it

	"github.com/urfave/cli/v2"
)

// Main runs the process and returns its exit code.
func Main() int {
	p := frame.Process()
	equip(p)
	return int(p.Run())
}

// equip gives a program its commands and its pages of help.
func equip(p *frame.Program) {
	p.Commands = func(name string) []*cli.Command { return commandsNamed(p, name) }
	p.Topics = topics()
	p.Locate = func(operand string) (string, error) { return agents.Locate(p, operand) }
	p.Page = func(name string) string {
		if r := findings.RuleNamed(name); r != nil {
			return findings.RuleHelp(r)
		}
		return ""
	}
}

// makers make the commands, in the order that help shows them.
var makers = []struct {
	name string
	make func(*frame.Program) *cli.Command
}{
	{"prompt", promptCommand},
	{"reply", replyCommand},
	{"ask", askCommand},
	{"transform", transformCommand},
	{"validate", validateCommand},
	{"cost", costCommand},
	{"show", showCommand},
	{"diff", diffCommand},
	{"find", findCommand},
	{"tool list", toolListCommand},
	{"tool result", toolResultCommand},
	{"tool run", toolRunCommand},
	{"batch submit", batchSubmitCommand},
	{"batch status", batchStatusCommand},
	{"batch wait", batchWaitCommand},
	{"batch fetch", batchFetchCommand},
	{"batch cancel", batchCancelCommand},
	{"detect", detectCommand},
	{"sessions", sessionsCommand},
	{"sessions place", sessionsPlaceCommand},
	{"formats", formatsCommand},
	{"models", modelsCommand},
	{"schema", schemaCommand},
	{"completion", completionCommand},
	{"version", versionCommand},
	{"help", helpCommand},
}

// commandsNamed makes the command of a name, or with "" all of them.
func commandsNamed(p *frame.Program, name string) (made []*cli.Command) {
	for i := range makers {
		if name == "" || makers[i].name == name {
			made = append(made, makers[i].make(p))
		}
	}
	return made
}
