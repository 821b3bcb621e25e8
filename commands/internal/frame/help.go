package frame

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"convo/providers"

	"github.com/urfave/cli/v2"
)

// Topic is a page of help that belongs to no command.
type Topic struct {
	Name  string
	About string
	Text  func() string
}

// Explain shows the help for a name; "" is all of convo.
func (p *Program) Explain(name string) error {
	all := p.Commands("")
	if name == "" {
		return p.Show(p.Overview())
	}
	// A topic that shares its name with a command follows the command's page.
	var pages []string
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
		if c.Name == name || strings.HasPrefix(c.Name, name+" ") {
			pages = append(pages, CommandHelp(c))
		}
	}
	for _, t := range p.Topics {
		names = append(names, t.Name)
		if t.Name == name {
			pages = append(pages, t.Text())
		}
	}
	if page := p.Page(name); page != "" {
		pages = append(pages, page)
	}
	if len(pages) > 0 {
		return p.Show(strings.Join(pages, "\n"))
	}
	err := UsageError("no help for %q", name).WithHint("run convo help for the commands and topics")
	if near := providers.Nearest(name, names); len(near) > 0 {
		return err.WithHint("did you mean convo help %s?", strings.Join(near, " or "))
	}
	return err
}

// Overview is the help for all of convo.
func (p *Program) Overview() string {
	var b strings.Builder
	b.WriteString(`convo: convert, extend, check and price conversations with language models

usage: convo COMMAND [FLAG]… [FILE]…

convo reads conversations from FILEs or stdin and writes them to stdout. What
it has to report about them goes to stderr.

commands:
`)
	rows := [][2]string{}
	for _, c := range p.Commands("") {
		rows = append(rows, [2]string{c.Name, c.Usage})
	}
	Columns(&b, rows)
	b.WriteString("\ntopics:\n")
	rows = rows[:0]
	for _, t := range p.Topics {
		rows = append(rows, [2]string{t.Name, t.About})
	}
	Columns(&b, rows)
	b.WriteString(`
examples:
  convo prompt "Why is the sea salty?"        start a conversation
  convo transform request.json                read any format
  convo transform -t anthropic request.json   convert it to another API
  convo reply -m openai/gpt-5.4-mini c.json   append a model's answer
  convo formats                               list the formats

convo help COMMAND explains a command and its flags.
`)
	return b.String()
}

// CommandHelp is the help for one command.
func CommandHelp(c *cli.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "convo %s: %s\n\nusage: %s\n\n%s\n", c.Name, c.Usage, c.UsageText, c.Description)
	for _, group := range optionGroups(c) {
		fmt.Fprintf(&b, "\n%s:\n", group.Name)
		var rows [][2]string
		for _, o := range group.Options {
			rows = append(rows, o.row())
		}
		Columns(&b, rows)
	}
	return b.String()
}

// visible are the flags that help shows, without older spellings.
func visible(flags []cli.Flag) (shown []cli.Flag) {
	for _, f := range flags {
		if v, ok := f.(cli.VisibleFlag); !ok || v.IsVisible() {
			shown = append(shown, f)
		}
	}
	return shown
}

// optionGroups are the flags of a command that help shows, by group, in the order of
// the groups.
func optionGroups(c *cli.Command) []OptionGroup {
	var groups []OptionGroup
	flags := visible(c.Flags)
	for _, name := range []string{GroupMessage, GroupAround, GroupFork, GroupAsked, GroupRequest, GroupCall, GroupTools, GroupShown, GroupSearch, GroupInput, GroupChange, GroupModel, GroupMeter, GroupPrices, GroupLimits, GroupJudgement, GroupMessages} {
		group := OptionGroup{Name: name}
		for _, f := range flags {
			if GroupOf(f) == name {
				spellings := Spellings(f)
				slices.Reverse(spellings) // the short one first
				group.Options = append(group.Options, Option{spellings, ValueName(f), FlagUsage(f)})
			}
		}
		if group.Options != nil {
			groups = append(groups, group)
		}
	}
	return groups
}

// GroupOf is the group that help shows a flag in.
func GroupOf(f cli.Flag) string {
	if c, ok := f.(cli.CategorizableFlag); ok {
		return c.GetCategory()
	}
	return ""
}

// row is a flag as help lists it: -f, --from FORMAT.
func (o *Option) row() [2]string {
	text := strings.Join(o.Spellings, ", ")
	if len(o.Spellings) == 1 {
		text = "    " + text
	}
	if o.Value != "" {
		text += " " + o.Value
	}
	return [2]string{text, o.About}
}

// FlagUsage is what help says about a flag. The name of its value is a part of
// that, but a choice such as a|b is not: it already stands next to the flag.
func FlagUsage(f cli.Flag) string {
	parts := strings.Split(f.(cli.DocGenerationFlag).GetUsage(), "`")
	if len(parts) == 3 && strings.Contains(parts[1], "|") {
		parts[1] = ""
	}
	return strings.TrimSuffix(strings.Join(parts, ""), ": ")
}

// Columns writes rows of a name and a text, folded to 79 columns.
func Columns(b *strings.Builder, rows [][2]string) {
	const most, usual = 26, 20
	wide := 0
	for _, r := range rows {
		if n := utf8.RuneCountInString(r[0]); n <= most {
			wide = max(wide, n)
		}
	}
	wide = cmp.Or(wide, usual) // every name may be long
	for _, r := range rows {
		fmt.Fprintf(b, "  %-*s", wide, r[0])
		at := max(utf8.RuneCountInString(r[0]), wide) + 2
		if at > wide+2 {
			fmt.Fprintf(b, "\n%*s", wide+2, "")
			at = wide + 2
		}
		Fold(b, "  "+r[1], at, wide+3)
	}
}

// Fold writes text from column at on, broken at blanks before column 79 and
// indented from the second line on.
func Fold(b *strings.Builder, text string, at, indent int) {
	b.WriteString(" ")
	at++
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if at+1+n > 79 {
			fmt.Fprintf(b, "\n%*s", indent, "")
			at = indent
		}
		b.WriteString(" " + word)
		at += 1 + n
	}
	b.WriteString("\n")
}

// ExitCodesText is the table of exit codes.
func ExitCodesText() string {
	var b strings.Builder
	b.WriteString("The exit code tells a script what happened:\n\n")
	var rows [][2]string
	for _, row := range exitTable {
		rows = append(rows, [2]string{fmt.Sprintf("%3d %s", row.code, row.name), row.meaning})
	}
	Columns(&b, rows)
	b.WriteString(`
Only after 75 can the same command succeed later.

examples:
  convo transform --strict -t anthropic a.json > b.json || echo "failed: $?"
  until convo reply -i a.json; [ $? -ne 75 ]; do sleep 60; done
`)
	return b.String()
}
