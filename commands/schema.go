package commands

import (
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/schemas"

	"github.com/urfave/cli/v2"
)

const schemaHelp = `Prints a JSON Schema (2020-12) of what convo reads or writes, for editors, for
other programs and for tests.

  conversation  conversation.json, convo's own format (the default)
  events        one event of -t ag-ui-events
  errors        an error, as --errors json writes it
  report        the JSON of validate, cost, detect, sessions and --report
  FORMAT        the body of a request, as the vendor's own servers accept it

examples:
  convo schema > conversation.schema.json
  convo schema errors
  convo schema anthropic | jq '."$defs".tool_result'`

// schemaCommand prints schemas.
func schemaCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "schema",
		Usage:       "print the JSON Schema of what convo reads and writes",
		UsageText:   "convo schema [" + strings.Join(append(schemas.Own(), "FORMAT"), "|") + "]",
		Description: schemaHelp,
		Flags:       append(inputFlags("compact"), frame.MessageFlags()...),
		Action: action(p, func(p *frame.Program, flags *frame.Flags) error {
			w := flags.JSON(p)
			if flags.NArg() > 1 {
				flags.Fail(frame.UsageError("schema takes only one name"))
			}
			if flags.Err != nil {
				return flags.Err
			}
			if err := schemas.Write(w, flags.Args().First()); err != nil {
				return err
			}
			w.Text("\n")
			return w.Flush()
		}),
	}
}
