package commands

import (
	"fmt"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv/format"
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

// kindFormat is a format with its place in the table.
type kindFormat struct {
	kind string
	*format.Format
}

// listFormats prints the table, or the named formats, as -t says.
func listFormats(p *frame.Program, flags *frame.Flags, names []string) error {
	as := flags.Choice("to", "text", "json")
	w := flags.JSON(p)
	formats, err := formatsNamed(names)
	if flags.Fail(err); flags.Err != nil {
		return frame.Misused(flags.Command, flags.Err)
	}
	switch {
	case as == "json":
		w.BeginArray()
		for _, f := range formats {
			f.write(w)
		}
		w.EndArray()
		w.Text("\n")
		return w.Flush()
	case len(names) == 0:
		return p.Show(formatsTable(formats))
	}
	var pages []string
	for _, f := range formats {
		pages = append(pages, f.page())
	}
	return p.Show(strings.Join(pages, "\n"))
}

// formatsNamed are the formats of these names, in their order; without names
// the whole table.
func formatsNamed(names []string) (found []kindFormat, err error) {
	var all []kindFormat
	for _, k := range providers.Kinds() {
		for i := range k.Formats {
			all = append(all, kindFormat{k.Name, &k.Formats[i]})
		}
	}
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		f, err := providers.Lookup(name)
		if err != nil {
			return nil, frame.Misnamed("", err)
		}
		i := slices.IndexFunc(all, func(has kindFormat) bool { return has.Name == f.Name })
		found = append(found, kindFormat{all[i].kind, f})
	}
	return found, nil
}

// formatsTable is the list for people: a line a format, below its kind.
func formatsTable(formats []kindFormat) string {
	var b strings.Builder
	kind := ""
	for _, f := range formats {
		if f.kind != kind {
			if kind != "" {
				b.WriteString("\n")
			}
			kind = f.kind
			b.WriteString(kind + ":\n")
		}
		fmt.Fprintf(&b, "  %-25s  %s%s\n", f.Name, f.About, f.exception())
	}
	b.WriteString("\nconvo formats NAME shows what a format holds and what it loses.\n")
	return b.String()
}

// exception says what convo cannot do with a format that it does with others.
func (f kindFormat) exception() string {
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

// heldNames are the names of what a format holds in a place: as people read
// the place, and as programs do.
type heldNames struct {
	about, key string
	names      []string
}

func contentOf(h *format.Capabilities) []heldNames {
	return []heldNames{
		{"user", "user", named(blockNames, h.User)},
		{"assistant", "assistant", named(blockNames, h.Assistant)},
		{"tool result", "toolResult", named(blockNames, h.ToolResult)},
		{"system", "system", named(blockNames, h.System)},
		{"images", "image", named(sourceNames, h.Image)},
		{"audio", "audio", named(sourceNames, h.Audio)},
		{"video", "video", named(sourceNames, h.Video)},
		{"documents", "document", named(sourceNames, h.Document)},
	}
}

// page describes a format for people. A row without a text is left out.
func (f kindFormat) page() string {
	h := &f.Capabilities
	write, scope, reasoning := "yes", "", ""
	if f.Write == nil {
		write = "no"
	}
	if h.Scope == format.Answer {
		scope = "one assistant message and nothing else"
	}
	if h.Assistant&format.ThinkingBlock != 0 {
		reasoning = signaturePhrases[h.Thinking]
	}
	rows := [][2]string{{"kind", f.kind}, {"read", f.readText()}, {"write", write}, {"holds", scope}}
	for _, held := range contentOf(h) {
		rows = append(rows, [2]string{held.about, phrases(held.names)})
	}
	held, lost := heldAndLost(h)
	rows = append(rows, [][2]string{
		{"reasoning", reasoning}, {"parameters", phrases(named(paramNames, h.Params))}, {"also holds", held}, {"loses", lost},
	}...)
	for _, o := range f.Options {
		rows = append(rows, [2]string{"option " + o.Name, o.About})
	}
	rows = slices.DeleteFunc(rows, func(row [2]string) bool { return row[1] == "" })
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", f.Name, f.About)
	frame.Columns(&b, rows)
	return b.String()
}

func (f kindFormat) readText() string {
	unit := []string{"JSON documents or JSON Lines", "a whole file", "a stream"}[f.Unit]
	switch {
	case f.Decode == nil:
		return "no"
	case f.Detect == nil:
		return unit + ", with -f " + f.Name
	}
	return unit + ", recognised without -f"
}

// besideAnswers are the features that no assistant message has.
const besideAnswers = format.Developer | format.SystemPrompt | format.SpeakerName | format.Groups | format.GroupNames | format.ErrorFlags |
	format.ToolNames | format.PrivateDetails | format.Terminates | format.CustomMessages | format.Summaries | format.DocumentTitle | format.DocumentID |
	format.RunState | format.Tools | format.StrictTools

// heldAndLost names the features that a format holds, and what it loses.
func heldAndLost(h *format.Capabilities) (held, lost string) {
	features, params, expected := h.Features, h.Params|format.LooseParams, ^format.Features(0)
	if features&format.ArgumentTexts != 0 {
		features |= format.ArgumentSpaces | format.BrokenArguments
	}
	if h.Scope == format.Answer {
		params, expected = ^format.Params(0), expected&^besideAnswers
	}
	blocks := h.User | h.Assistant | h.ToolResult | h.System | format.OneString
	return phrases(named(featureNames, features&expected)),
		phrases(slices.Concat(named(blockNames, ^blocks), named(featureNames, expected&^features), named(paramNames, ^params)))
}

// write writes a format for programs.
func (f kindFormat) write(w *rawjson.Writer) {
	w.BeginObject()
	w.Field("name", f.Name)
	w.Field("kind", f.kind)
	w.Field("family", f.Family)
	w.Field("about", f.About)
	w.Field("unit", unitNames[f.Unit])
	w.BoolField("read", f.Decode != nil)
	w.BoolField("write", f.Write != nil)
	w.ObjectField("holds")
	h := &f.Capabilities
	w.Field("scope", scopeNames[h.Scope])
	for _, held := range contentOf(h) {
		w.StringsField(held.key, held.names)
	}
	w.Field("signatures", signatureNames[h.Thinking])
	w.StringsField("features", named(featureNames, h.Features))
	w.StringsField("params", named(paramNames, h.Params))
	w.EndObject()
	if len(f.Options) > 0 {
		w.ArrayField("options")
		for _, o := range f.Options {
			w.BeginObject()
			w.Field("name", o.Name)
			w.Field("about", o.About)
			w.EndObject()
		}
		w.EndArray()
	}
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
