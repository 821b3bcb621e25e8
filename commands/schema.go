package commands

import (
	"slices"
	"strings"

	"convo/commands/internal/agents"
	"convo/commands/internal/findings"
	"convo/commands/internal/frame"
	"convo/commands/internal/meter"
	"convo/commands/internal/pipe"
	"convo/conv/rawjson"
	"convo/conv/shape"
	"convo/providers"

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
		UsageText:   "convo schema [" + strings.Join(append(ownSchemas(), "FORMAT"), "|") + "]",
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
			if err := writeSchema(w, flags.Args().First()); err != nil {
				return err
			}
			w.Text("\n")
			return w.Flush()
		}),
	}
}

// ownSchemas are the names of schemas of what is convo's own.
func ownSchemas() []string { return []string{"conversation", "events", "errors", "report"} }

// writeSchema writes the schema of a name; "" is the conversation.
func writeSchema(w *rawjson.Writer, name string) error {
	const id = "urn:convo:schema:"
	format := name
	switch name {
	case "errors":
		frame.FailureShape().Schema(w, id+name)
		return nil
	case "report":
		shape.SchemaOfAny(w, id+name, "What convo reports: findings of validate -t json, notes of transform --report, sums of cost -t json, a line of detect -t json, or of sessions -t jsonl.",
			findings.FindingsShape(), pipe.NotesShape(), meter.CostsShape(), pipe.DetectionShape(), agents.SessionShape())
		return nil
	case "", "conversation":
		name, format = "conversation", "convo"
	case "events":
		format = "ag-ui-events"
	}
	f, err := providers.Lookup(format)
	if err != nil || f.Shape == nil {
		return noSchema(name)
	}
	f.Shape().Schema(w, id+name)
	return nil
}

// noSchema says which names there are.
func noSchema(name string) error {
	names := ownSchemas()
	for _, f := range providers.Formats() {
		if f.Shape != nil {
			names = append(names, f.Name)
		}
	}
	err := frame.UsageError("unknown schema %q", name)
	if near := providers.Nearest(name, names); len(near) > 0 && !slices.Contains(names, name) {
		return err.WithHint("did you mean %s? known schemas: %s", near[0], strings.Join(names, ", "))
	}
	return err.WithHint("want one of: %s", strings.Join(names, ", "))
}
