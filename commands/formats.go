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

// formatsCommand lists the formats or describes some of them.
func formatsCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:      "formats",
		Usage:     "list the formats, or show what one holds and loses",
		UsageText: "convo formats [-t text|json] [NAME]…",
		Description: `Lists the formats that convo reads and writes, one per line. With a NAME it
shows what that format can hold, what a conversation loses in it, and how convo
detects it.

examples:
  convo formats
  convo formats anthropic
  convo formats -t json | jq '.[] | {name, holds: .holds.features}'`,
		Flags: slices.Concat([]cli.Flag{
			reportFlag("text|json", "output for people or programs (default: text)"),
		}, inputFlags("compact"), frame.MessageFlags()),
		Action: func(ctx *cli.Context) error {
			return listFormats(p, &frame.Flags{Context: ctx}, ctx.Args().Slice())
		},
	}
}

// listFormats prints the table, or the named formats, as -t says.
func listFormats(p *frame.Program, flags *frame.Flags, names []string) error {
	as := flags.Choice("to", "text", "json")
	w := flags.JSON(p)
	kinds, err := kindsOf(names)
	if flags.Fail(err); flags.Err != nil {
		return frame.Misused(flags.Command, flags.Err)
	}
	if as == "json" {
		writeFormats(w, kinds)
		return w.Flush()
	}
	if len(names) == 0 {
		return p.Show(formatsTable(kinds))
	}
	return p.Show(formatPages(kinds))
}

// kindsOf is the part of the table with the formats of these names, in the
// order of the names; no names are the whole table.
func kindsOf(names []string) ([]providers.Kind, error) {
	if len(names) == 0 {
		return providers.Kinds(), nil
	}
	var found []providers.Kind
	for _, name := range names {
		f, err := providers.Lookup(name)
		if err != nil {
			return nil, frame.Misnamed("", err)
		}
		found = append(found, providers.Kind{Name: kindOf(f.Name), Formats: []conv.Format{*f}})
	}
	return found, nil
}

func kindOf(name string) string {
	for _, k := range providers.Kinds() {
		for i := range k.Formats {
			if k.Formats[i].Name == name {
				return k.Name
			}
		}
	}
	panic("commands: " + name + " is in no kind")
}

// formatsTable is the list for people: a line a format, below its kind.
func formatsTable(kinds []providers.Kind) string {
	var b strings.Builder
	for _, k := range kinds {
		fmt.Fprintf(&b, "%s:\n", k.Name)
		for i := range k.Formats {
			f := &k.Formats[i]
			fmt.Fprintf(&b, "  %-25s  %s%s\n", f.Name, f.About, exception(f))
		}
		b.WriteString("\n")
	}
	b.WriteString("convo formats NAME shows what a format holds and what it loses.\n")
	return b.String()
}

// exception says what convo cannot do with a format that it does with others.
func exception(f *conv.Format) string {
	switch {
	case f.Write == nil:
		return " (read only)"
	case f.Decode == nil:
		return " (write only)"
	case f.Detect == nil:
		return " (read with -f)"
	}
	return ""
}

// formatPages describes formats for people, a page each.
func formatPages(kinds []providers.Kind) string {
	var pages []string
	for _, k := range kinds {
		for i := range k.Formats {
			pages = append(pages, formatPage(k.Name, &k.Formats[i]))
		}
	}
	return strings.Join(pages, "\n")
}

// formatPage describes one format. A row without a text is left out.
func formatPage(kind string, f *conv.Format) string {
	h := &f.Holds
	scope, reasoning := "", ""
	if h.Scope == conv.Answer {
		scope = "one assistant message and nothing else"
	}
	if h.Assistant&conv.ThinkingBlock != 0 {
		reasoning = signaturePhrases[h.Thinking]
	}
	held, lost := heldAndLost(h)
	rows := [][2]string{
		{"kind", kind},
		{"read", readText(f)},
		{"write", writeText(f)},
		{"holds", scope},
		{"user", phrases(blockNames, h.User)},
		{"assistant", phrases(blockNames, h.Assistant)},
		{"tool result", phrases(blockNames, h.ToolResult)},
		{"system", phrases(blockNames, h.System)},
		{"images", phrases(sourceNames, h.Image)},
		{"audio", phrases(sourceNames, h.Audio)},
		{"video", phrases(sourceNames, h.Video)},
		{"documents", phrases(sourceNames, h.Document)},
		{"reasoning", reasoning},
		{"parameters", phrases(paramNames, h.Params)},
		{"also holds", held},
		{"loses", lost},
	}
	for _, o := range f.Options {
		rows = append(rows, [2]string{"option " + o.Name, o.About})
	}
	rows = slices.DeleteFunc(rows, func(row [2]string) bool { return row[1] == "" })
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", f.Name, f.About)
	frame.Columns(&b, rows)
	return b.String()
}

func readText(f *conv.Format) string {
	unit := []string{"JSON documents or JSON Lines", "a whole file", "a stream"}[f.Unit]
	switch {
	case f.Decode == nil:
		return "no"
	case f.Detect == nil:
		return unit + ", with -f " + f.Name
	}
	return unit + ", recognised without -f"
}

func writeText(f *conv.Format) string {
	if f.Write == nil {
		return "no"
	}
	return "yes"
}

// besideAnswers are the features that no assistant message has.
const besideAnswers = conv.Developer | conv.SystemPrompt | conv.SpeakerName | conv.Groups | conv.GroupNames | conv.ErrorFlags |
	conv.ToolNames | conv.PrivateDetails | conv.CustomMessages | conv.Summaries | conv.DocumentTitle | conv.DocumentID |
	conv.RunState | conv.Tools | conv.StrictTools

// heldAndLost names the features that a format holds, and what it loses.
func heldAndLost(h *conv.Holds) (held, lost string) {
	features, params, expected := h.Features, h.Params|conv.LooseParams, ^conv.Features(0)
	if features&conv.ArgumentTexts != 0 {
		features |= conv.ArgumentSpaces | conv.BrokenArguments
	}
	if h.Scope == conv.Answer {
		params, expected = ^conv.Params(0), expected&^besideAnswers
	}
	blocks := h.User | h.Assistant | h.ToolResult | h.System
	lists := []string{
		phrases(blockNames, ^(blocks | conv.OneString)),
		phrases(featureNames, expected&^features),
		phrases(paramNames, ^params),
	}
	lists = slices.DeleteFunc(lists, func(list string) bool { return list == "" })
	return phrases(featureNames, features&expected), strings.Join(lists, ", ")
}

// writeFormats writes the list for programs.
func writeFormats(w *rawjson.Writer, kinds []providers.Kind) {
	w.BeginArray()
	for _, k := range kinds {
		for i := range k.Formats {
			writeFormat(w, k.Name, &k.Formats[i])
		}
	}
	w.EndArray()
	w.Text("\n")
}

func writeFormat(w *rawjson.Writer, kind string, f *conv.Format) {
	w.BeginObject()
	w.Field("name", f.Name)
	w.Field("kind", kind)
	w.Field("family", f.Family)
	w.Field("about", f.About)
	w.Field("unit", unitNames[f.Unit])
	w.BoolField("read", f.Decode != nil)
	w.BoolField("write", f.Write != nil)
	w.Key("holds")
	writeHolds(w, &f.Holds)
	if len(f.Options) > 0 {
		writeOptions(w, f.Options)
	}
	w.EndObject()
}

// writeOptions writes what may follow the name of a format.
func writeOptions(w *rawjson.Writer, options []conv.Option) {
	w.ArrayField("options")
	for _, o := range options {
		w.BeginObject()
		w.Field("name", o.Name)
		w.Field("about", o.About)
		w.EndObject()
	}
	w.EndArray()
}

func writeHolds(w *rawjson.Writer, h *conv.Holds) {
	w.BeginObject()
	w.Field("scope", scopeNames[h.Scope])
	w.StringsField("user", named(blockNames, h.User))
	w.StringsField("assistant", named(blockNames, h.Assistant))
	w.StringsField("toolResult", named(blockNames, h.ToolResult))
	w.StringsField("system", named(blockNames, h.System))
	w.StringsField("image", named(sourceNames, h.Image))
	w.StringsField("audio", named(sourceNames, h.Audio))
	w.StringsField("video", named(sourceNames, h.Video))
	w.StringsField("document", named(sourceNames, h.Document))
	w.Field("signatures", signatureNames[h.Thinking])
	w.StringsField("features", named(featureNames, h.Features))
	w.StringsField("params", named(paramNames, h.Params))
	w.EndObject()
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
