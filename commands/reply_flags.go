package commands

import (
	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

// schemaFlags are the flags about answers in JSON.
func schemaFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "schema", Category: frame.GroupRequest, Usage: "the answer must match a JSON Schema: a FILE, or in short, as `FILE|'name, age int'`"},
		&cli.StringFlag{Name: "schema-retries", Category: frame.GroupRequest, Usage: "if it does not, tell the model why and ask again, up to `N` times; default: 0"},
	}
}

// replyToolFlags are the flags of newToolLoop.
func replyToolFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.BoolFlag{Name: "run-tools", Category: frame.GroupTools, Usage: "run the tools that are called, convo-tool-NAME on PATH, and ask again, until no tool is called or a result says terminate"},
		&cli.StringFlag{Name: "max-steps", Category: frame.GroupTools, Usage: "ask up to `N` times; the calls of the last answer wait then; default: 10"},
	}, toolFlags(frame.GroupTools)...)
}
