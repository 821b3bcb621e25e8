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
package commands

import (
	"convo/commands/internal/findings"
	"convo/commands/internal/frame"

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
	p.Commands = func() []*cli.Command { return table(p) }
	p.Topics = topics()
	p.Page = func(name string) string {
		if r := findings.RuleNamed(name); r != nil {
			return findings.RuleHelp(r)
		}
		return ""
	}
}

// table is the table of commands, in the order that help shows them.
func table(p *frame.Program) []*cli.Command {
	return []*cli.Command{promptCommand(p), replyCommand(p), transformCommand(p), validateCommand(p), costCommand(p), toolListCommand(p), toolResultCommand(p), toolRunCommand(p), detectCommand(p), formatsCommand(p), modelsCommand(p), schemaCommand(p), versionCommand(p), helpCommand(p)}
}
