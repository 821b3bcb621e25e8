package commands

import (
	"fmt"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"

	"github.com/urfave/cli/v2"
)

// formatsCommand lists the formats.
func formatsCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:      "formats",
		Usage:     "list the formats and what each can hold",
		UsageText: "convo formats [-t text|json]",
		Description: `Lists the formats that convo reads and writes, in the order in which they are
tried when a format is to be recognised, with what a conversation may have in
each.

examples:
  convo formats
  convo formats -t json | jq '.[] | {name, holds: .holds.features}'`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "to", Aliases: []string{"t"}, Category: frame.GroupInput, Usage: "for people or for programs: `text|json`"},
			&cli.BoolFlag{Name: "compact", Aliases: []string{"c"}, Category: frame.GroupInput, Usage: "JSON on one line, on a terminal too"},
		}, frame.MessageFlags()...),
		Action: func(ctx *cli.Context) error {
			if ctx.NArg() > 0 {
				return frame.Misused(ctx.Command, frame.UsageError("formats takes no operands"))
			}
			return listFormats(p, &frame.Flags{Context: ctx})
		},
	}
}

// listFormats prints the list as -t says.
func listFormats(p *frame.Program, flags *frame.Flags) error {
	as := flags.Choice("to", "text", "json")
	color := flags.Choice("color", "auto", "always", "never")
	if flags.Err != nil {
		return frame.Misused(flags.Command, flags.Err)
	}
	if as == "text" {
		return p.Show(formatsTable(providers.Formats()))
	}
	w := rawjson.NewWriter(&frame.Printer{Style: p.StyleOf(p.Stdout, color, flags.Bool("compact")), Out: p.Stdout})
	writeFormats(w, providers.Formats())
	return w.Flush()
}

// formatsTable is the list for people.
func formatsTable(all []conv.Format) string {
	var b strings.Builder
	wide := 0
	for _, f := range all {
		wide = max(wide, len(f.Name))
	}
	for i := range all {
		f := &all[i]
		fmt.Fprintf(&b, "%-*s  %-10s", wide, f.Name, directions(f))
		frame.Fold(&b, f.About, wide+12, wide+13)
		fmt.Fprintf(&b, "%*s", wide+12, "")
		frame.Fold(&b, "holds "+heldText(&f.Holds), wide+12, wide+13)
	}
	return b.String()
}

func directions(f *conv.Format) string {
	switch {
	case f.Write == nil:
		return "read"
	case f.Decode == nil:
		return "write"
	}
	return "read write"
}

// heldText is what a format holds, in words: what it lacks, if that is less.
func heldText(h *conv.Holds) string {
	held, lacking := split(h)
	var text string
	switch {
	case len(lacking) == 0:
		text = "everything"
	case len(lacking) < len(held):
		text = "everything but " + strings.Join(lacking, ", ")
	default:
		text = strings.Join(held, ", ")
	}
	if h.Scope == conv.Answer {
		return "one answer: " + text
	}
	return text
}

// split names what there is and what there is not.
func split(h *conv.Holds) (held, lacking []string) {
	blocks := h.User | h.Assistant | h.ToolResult | h.System
	held = slices.Concat(named(blockNames, blocks), named(featureNames, h.Features), named(paramNames, h.Params))
	lacking = slices.Concat(named(blockNames, ^blocks), named(featureNames, ^h.Features), named(paramNames, ^h.Params))
	for _, list := range [][]string{held, lacking} {
		for i := range list {
			list[i] = words(list[i])
		}
	}
	return held, lacking
}

// writeFormats writes the list for programs.
func writeFormats(w *rawjson.Writer, all []conv.Format) {
	w.BeginArray()
	for i := range all {
		f := &all[i]
		w.BeginObject()
		w.Field("name", f.Name)
		w.Field("family", f.Family)
		w.Field("about", f.About)
		w.Field("unit", unitNames[f.Unit])
		w.Key("read")
		w.Bool(f.Decode != nil)
		w.Key("write")
		w.Bool(f.Write != nil)
		w.Key("holds")
		writeHolds(w, &f.Holds)
		w.EndObject()
	}
	w.EndArray()
	w.Text("\n")
}

func writeHolds(w *rawjson.Writer, h *conv.Holds) {
	w.BeginObject()
	w.Field("scope", scopeNames[h.Scope])
	writeNames(w, "user", named(blockNames, h.User))
	writeNames(w, "assistant", named(blockNames, h.Assistant))
	writeNames(w, "toolResult", named(blockNames, h.ToolResult))
	writeNames(w, "system", named(blockNames, h.System))
	writeNames(w, "image", named(sourceNames, h.Image))
	writeNames(w, "audio", named(sourceNames, h.Audio))
	writeNames(w, "video", named(sourceNames, h.Video))
	writeNames(w, "document", named(sourceNames, h.Document))
	w.Field("signatures", signatureNames[h.Thinking])
	writeNames(w, "features", named(featureNames, h.Features))
	writeNames(w, "params", named(paramNames, h.Params))
	w.EndObject()
}

func writeNames(w *rawjson.Writer, key string, names []string) {
	w.Key(key)
	w.BeginArray()
	for _, n := range names {
		w.Str(n)
	}
	w.EndArray()
}

// named is the names of the bits that are set.
func named[B ~uint8 | ~uint16 | ~uint32 | ~uint64](names []string, bits B) []string {
	var out []string
	for i, n := range names {
		if bits&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return out
}
