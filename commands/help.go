package commands

import (
	"strings"

	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

// topics is the table of them.
func topics() []frame.Topic {
	return []frame.Topic{
		{Name: "cassette", About: "recording what is asked and answered, to answer it again", Text: func() string { return cassetteText }},
		{Name: "exit-codes", About: "what each exit code means", Text: frame.ExitCodesText},
		{Name: "formats", About: "what a format is, and how one is recognised", Text: func() string { return formatsText }},
		{Name: "keys", About: "where the keys of vendors come from, and where they never go", Text: func() string { return keysText }},
		{Name: "redact", About: "what transform --redact takes out, and your own rules", Text: func() string { return redactText }},
		{Name: "script", About: "models that are none: script:FILE and echo:", Text: func() string { return scriptText }},
		{Name: "streams", About: "how stdin, stdout and stderr are used", Text: func() string { return streamsText }},
	}
}

// helpCommand explains commands and topics.
func helpCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "explain a command or a topic",
		UsageText: "convo help [COMMAND|TOPIC]",
		Description: `Explains convo, a command, or a topic.

examples:
  convo help
  convo help transform
  convo help exit-codes`,
		Flags: frame.MessageFlags(),
		Action: func(ctx *cli.Context) error {
			name := strings.Join(ctx.Args().Slice(), " ")
			if ctx.NArg() > 1 && frame.CommandNamed(p.Commands(), name) == nil {
				return frame.Misused(ctx.Command, frame.UsageError("help explains one thing at a time").WithHint("convo help lists the commands and topics"))
			}
			return p.Explain(name)
		},
	}
}

const formatsText = `A format is one shape that a conversation has outside convo: a request to an
API, its response, a stream of one, the file of another tool. Where there is a
name such as anthropic, that is the request; anthropic-response is the answer
at rest and anthropic-stream the answer as it arrives.

convo formats lists them with what each can hold. What a format cannot hold is
left out or changed when a conversation is written in it, and named on stderr.

Options may follow the name in -t: +NAME turns one on, -NAME turns it off, as
in markdown-meta. convo formats FORMAT lists those of a format.

Without -f convo recognises the format by fields that only it has. If several
formats read the input as the same conversation, the first of the list is
taken. If they differ, or no format knows it, convo says so and exits 3: it
never guesses. convo detect FILE prints the format and what it was known by.

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
