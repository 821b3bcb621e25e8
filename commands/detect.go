package commands

import (
	"slices"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv/rawjson"

	"github.com/urfave/cli/v2"
)

const detectHelp = `Prints a line for each FILE: its format, how sure that is, and the fields that
show it. "own" means that only this format has something that the file has.
"could" means that the file fits other formats, too.

If convo knows a format but cannot read it, detect still names it. The exit
code is then 3, and also if several formats read a file differently.

examples:
  convo detect *.json
  convo detect -t json *.json | jq -r 'select(.format == "anthropic").file'
  curl -s "$url" | convo detect`

// detectCommand names the formats of files.
func detectCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "detect",
		Usage:       "print the format of a file, and what shows it",
		UsageText:   "convo detect [-t text|json] [FILE]…",
		Description: detectHelp,
		Flags: slices.Concat([]cli.Flag{
			reportFlag("text|json", "output for people or programs (default: text)"),
		}, inputFlags("no-input"), frame.MessageFlags()),
		Action: func(ctx *cli.Context) error { return detect(p, &frame.Flags{Context: ctx}) },
	}
}

// detect prints a line for each input.
func detect(p *frame.Program, flags *frame.Flags) error {
	as := flags.Choice("to", "text", "json")
	inputs, err := p.Inputs(flags.Args().Slice(), flags.Bool("no-input"))
	if flags.Fail(err); flags.Err != nil {
		return frame.Misused(flags.Command, flags.Err)
	}
	failed := 0
	for _, name := range inputs {
		d, err := pipe.DetectionOf(p, name)
		if err != nil {
			return err
		}
		if d.Known == nil {
			failed++
		}
		if err := show(p, d, as); err != nil {
			return err
		}
	}
	if failed > 0 {
		return &frame.Failure{Code: frame.ExitUnreadable}
	}
	return nil
}

func show(p *frame.Program, d *pipe.Detection, as string) error {
	if as == "text" {
		return p.Show(d.String())
	}
	w := rawjson.NewWriter(p.Stdout)
	d.WriteJSON(w)
	return w.Flush()
}
