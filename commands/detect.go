package commands

import (
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv/rawjson"

	"github.com/urfave/cli/v2"
)

const detectHelp = `Prints the format of each FILE, how sure that is, and what it was known by, one
line for each. "own" means that the file has something that only this format
has, "could" that it also fits other formats.

A file that convo cannot read is named if its shape is known. Then, and if
several formats read a file differently, the exit code is 3.

examples:
  convo detect *.json
  convo detect -t json *.json | jq -r 'select(.format == "anthropic").file'
  curl -s "$url" | convo detect`

// detectCommand names the formats of files.
func detectCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:        "detect",
		Usage:       "print the format of a file, and what it was known by",
		UsageText:   "convo detect [-t text|json] [FILE]…",
		Description: detectHelp,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "to", Aliases: []string{"t"}, Category: frame.GroupInput, Usage: "for people or for programs: `text|json`"},
			&cli.BoolFlag{Name: "no-input", Aliases: []string{"n"}, Category: frame.GroupInput, Usage: "never read stdin"},
		}, frame.MessageFlags()...),
		Action: func(ctx *cli.Context) error { return detect(p, &frame.Flags{Context: ctx}) },
	}
}

// detect prints a line for each input.
func detect(p *frame.Program, flags *frame.Flags) error {
	as := flags.Choice("to", "text", "json")
	err := flags.Err
	var inputs []string
	if err == nil {
		inputs, err = p.Inputs(flags.Args().Slice(), flags.Bool("no-input"))
	}
	if err != nil {
		return frame.Misused(flags.Command, err)
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
