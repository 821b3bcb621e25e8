package commands

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"convo/providers"

	"github.com/urfave/cli/v2"
)

// topic is a page of help that belongs to no command.
type topic struct {
	name  string
	about string
	text  func() string
}

// topics is the table of them.
func topics() []topic {
	return []topic{
		{"cassette", "recording what is asked and answered, to answer it again", func() string { return cassetteText }},
		{"exit-codes", "what each exit code means", exitCodesText},
		{"formats", "what a format is, and how one is recognised", func() string { return formatsText }},
		{"keys", "where the keys of vendors come from, and where they never go", func() string { return keysText }},
		{"redact", "what transform --redact takes out, and your own rules", func() string { return redactText }},
		{"script", "models that are none: script:FILE and echo:", func() string { return scriptText }},
		{"streams", "how stdin, stdout and stderr are used", func() string { return streamsText }},
	}
}

// helpCommand explains commands and topics.
func (p *program) helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "explain a command or a topic",
		UsageText: "convo help [COMMAND|TOPIC]",
		Description: `Explains convo, a command, or a topic.

examples:
  convo help
  convo help transform
  convo help exit-codes`,
		Flags: messageFlags(),
		Action: func(ctx *cli.Context) error {
			name := strings.Join(ctx.Args().Slice(), " ")
			if ctx.NArg() > 1 && commandNamed(p.commands(), name) == nil {
				return misused(ctx.Command, usageError("help explains one thing at a time").withHint("convo help lists the commands and topics"))
			}
			return p.explain(name)
		},
	}
}

// explain shows the help for a name; "" is all of convo.
func (p *program) explain(name string) error {
	all := p.commands()
	if name == "" {
		return p.show(p.overview())
	}
	// A topic that shares its name with a command follows the command's page.
	var pages []string
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
		if c.Name == name || strings.HasPrefix(c.Name, name+" ") {
			pages = append(pages, commandHelp(c))
		}
	}
	for _, t := range p.topics {
		names = append(names, t.name)
		if t.name == name {
			pages = append(pages, t.text())
		}
	}
	if page := p.page(name); page != "" {
		pages = append(pages, page)
	}
	if len(pages) > 0 {
		return p.show(strings.Join(pages, "\n"))
	}
	err := usageError("no help for %q", name).withHint("convo help lists the commands and topics")
	if near := providers.Nearest(name, names); len(near) > 0 {
		return err.withHint("did you mean convo help %s?", strings.Join(near, " or "))
	}
	return err
}

// overview is the help for all of convo.
func (p *program) overview() string {
	var b strings.Builder
	b.WriteString(`convo: conversations with language models, from any format to any other

usage: convo COMMAND [FLAG]… [FILE]…

A conversation comes in on stdin or from a FILE and goes out on stdout; all
that there is to say about it goes to stderr.

commands:
`)
	rows := [][2]string{}
	for _, c := range p.commands() {
		rows = append(rows, [2]string{c.Name, c.Usage})
	}
	columns(&b, rows)
	b.WriteString("\ntopics:\n")
	rows = rows[:0]
	for _, t := range p.topics {
		rows = append(rows, [2]string{t.name, t.about})
	}
	columns(&b, rows)
	b.WriteString(`
examples:
  convo prompt "Why is the sea salty?"        begin a conversation
  convo transform request.json                any format as conversation.json
  convo transform -t anthropic request.json   as a request of that API
  convo reply -m openai/gpt-5.4-mini c.json   a model's answer behind it
  convo formats                               the formats there are

convo help COMMAND explains a command and its flags; convo --version prints the
version.
`)
	return b.String()
}

// commandHelp is the help for one command.
func commandHelp(c *cli.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "convo %s: %s\n\nusage: %s\n\n%s\n", c.Name, c.Usage, c.UsageText, c.Description)
	for _, group := range groupsOf(c.Flags) {
		fmt.Fprintf(&b, "\n%s:\n", group)
		var rows [][2]string
		for _, f := range c.Flags {
			if groupOf(f) == group {
				rows = append(rows, flagRow(f))
			}
		}
		columns(&b, rows)
	}
	return b.String()
}

// groupsOf is the groups of flags that there are, in their order.
func groupsOf(flags []cli.Flag) []string {
	var groups []string
	for _, g := range []string{groupMessage, groupAround, groupFork, groupAsked, groupRequest, groupCall, groupTools, groupInput, groupChange, groupModel, groupMeter, groupPrices, groupLimits, groupJudgement, groupMessages} {
		if slices.ContainsFunc(flags, func(f cli.Flag) bool { return groupOf(f) == g }) {
			groups = append(groups, g)
		}
	}
	return groups
}

func groupOf(f cli.Flag) string {
	if c, ok := f.(cli.CategorizableFlag); ok {
		return c.GetCategory()
	}
	return ""
}

// flagRow is a flag as help lists it: -f, --from FORMAT. The name of its
// value stands between back quotes in its usage; a choice is not said twice.
func flagRow(f cli.Flag) [2]string {
	name := f.Names()[0]
	text := "    " + flagText(name)
	if names := f.Names(); len(names) > 1 {
		text = flagText(names[1]) + ", " + flagText(name)
	}
	usage := f.(cli.DocGenerationFlag).GetUsage()
	if parts := strings.SplitN(usage, "`", 3); len(parts) == 3 {
		text += " " + parts[1]
		if !strings.Contains(parts[1], "|") {
			parts[0] += parts[1]
		}
		usage = strings.TrimSuffix(parts[0]+parts[2], ": ")
	}
	return [2]string{text, usage}
}

// columns writes rows of a name and a text, folded to 79 columns.
func columns(b *strings.Builder, rows [][2]string) {
	wide := 0
	for _, r := range rows {
		if n := utf8.RuneCountInString(r[0]); n <= 26 {
			wide = max(wide, n)
		}
	}
	for _, r := range rows {
		fmt.Fprintf(b, "  %-*s", wide, r[0])
		at := max(utf8.RuneCountInString(r[0]), wide) + 2
		if at > wide+2 {
			fmt.Fprintf(b, "\n%*s", wide+2, "")
			at = wide + 2
		}
		fold(b, "  "+r[1], at, wide+3)
	}
}

// fold writes text from column at on, broken at blanks before column 79 and
// indented from the second line on.
func fold(b *strings.Builder, text string, at, indent int) {
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

// exitCodesText is the table of exit codes.
func exitCodesText() string {
	var b strings.Builder
	b.WriteString("The exit code tells a script how it went:\n\n")
	var rows [][2]string
	for _, row := range exitTable {
		rows = append(rows, [2]string{fmt.Sprintf("%3d %s", row.code, row.name), row.meaning})
	}
	columns(&b, rows)
	b.WriteString(`
Only 75 is worth trying again without changing anything.

examples:
  convo transform --strict -t anthropic a.json > b.json || echo "failed: $?"
  until convo reply -i a.json; [ $? -ne 75 ]; do sleep 60; done
`)
	return b.String()
}

const formatsText = `A format is one shape that a conversation has outside convo: a request to an
API, its response, a stream of one, the file of another tool. Where there is a
name such as anthropic, that is the request; anthropic-response is the answer
at rest and anthropic-stream the answer as it arrives.

convo formats lists them with what each can hold. What a format cannot hold is
left out or changed when a conversation is written in it, and named on stderr.

Without -f the format is recognised by members that only it has. If several
formats read the input as the same conversation, the first of the list is
taken. If they differ, or none knows it, convo says so and exits 3: it never
guesses.

example:
  convo formats -t json | jq -r '.[] | select(.write) | .name'
`

const keysText = `A key is taken from, the first that there is:

  --key-file FILE   a file with the key and nothing else
  a variable        the vendor's own, such as OPENAI_API_KEY or
                    ANTHROPIC_API_KEY; convo models names them. For ACME/MODEL
                    at a --base-url it is ACME_API_KEY
  a command         of the user's file, which prints it:
                    {"key_command": {"openai": "pass show openai"}}
                    in CONVO_CONFIG or ~/.config/convo/config.json

It is never a flag's value, and no document can name a key, an address or a
command. It goes to the server that is asked and nowhere else: not to another
host that the server sends us to, not over plain http to another machine (but
--insecure), and into no output, at any verbosity, whatever a server quotes.

example:
  convo reply --key-file ~/.keys/openai -m openai/gpt-5.4-mini a.json
`

const streamsText = `stdin   one conversation, several, or JSON Lines; read only if no FILE is
        named, and never from a terminal. - names it among the FILEs. prompt
        takes what is no conversation as text.
stdout  the conversations and nothing else: one a line if there are several or
        if it is not a terminal, else indented. -o and -i write a file instead.
        On a terminal prompt and reply show text for people; -t convo all.
stderr  what was lost (-v everything, -q nothing) and what failed (--errors
        json for scripts). While reply's stdout is no terminal and stderr is
        one, the answer's text runs over it.

A document that cannot be read gives no output. Of JSON Lines the lines before
it were written; --on-error skip leaves it out, --on-error emit puts an
{"error":…} in its place.

example:
  convo transform --on-error skip -t openai-chat < all.jsonl > good.jsonl
`
