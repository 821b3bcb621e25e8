package commands

import (
	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

// schemaFlags are the flags about answers in JSON.
func schemaFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "schema", Category: frame.GroupRequest, Usage: "require an answer that matches this JSON Schema: `FILE|'name, age int'`"},
		&cli.StringFlag{Name: "schema-retries", Category: frame.GroupRequest, Usage: "ask again up to `N` times if it does not (default: 0)"},
	}
}

// replyToolFlags are the flags of newToolLoop.
func replyToolFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.BoolFlag{Name: "run-tools", Category: frame.GroupTools, Usage: "run the tools that are called, and ask again"},
		&cli.StringFlag{Name: "max-steps", Category: frame.GroupTools, Usage: "ask up to `N` times with --run-tools (default: 10)"},
	}, toolFlags()...)
}
