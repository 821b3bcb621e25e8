package commands

import (
	"strings"

	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

// topics are the pages of help that belong to no command.
func topics() []frame.Topic {
	return []frame.Topic{
		{Name: "cassette", About: "record requests and answers, and replay them", Text: func() string { return cassetteText }},
		{Name: "exit-codes", About: "what each exit code means", Text: frame.ExitCodesText},
		{Name: "formats", About: "what a format is, and how convo detects it", Text: func() string { return formatsText }},
		{Name: "keys", About: "where API keys come from, and where they never go", Text: func() string { return keysText }},
		{Name: "redact", About: "what transform --redact replaces, and your own rules", Text: func() string { return redactText }},
		{Name: "script", About: "stand-in models for tests: script:FILE and echo:", Text: func() string { return scriptText }},
		{Name: "streams", About: "how stdin, stdout and stderr are used", Text: func() string { return streamsText }},
	}
}

// helpCommand explains commands and topics.
func helpCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "explain a command or a topic",
		UsageText: "convo help [COMMAND|TOPIC|RULE]",
		Description: `Explains convo, a command, a topic, or a rule of convo validate.

examples:
  convo help
  convo help transform
  convo help exit-codes`,
		Flags: frame.MessageFlags(),
		Action: func(ctx *cli.Context) error {
			name := strings.Join(ctx.Args().Slice(), " ")
			if ctx.NArg() > 1 && frame.CommandNamed(p.Commands(), name) == nil {
				return frame.Misused(ctx.Command, frame.UsageError("help explains one command or topic at a time").WithHint("run convo help for the commands and topics"))
			}
			return p.Explain(name)
		},
	}
}

const formatsText = `A format is one shape of a conversation outside convo: a request to an API, its
response, a stream of events, or a file of another tool. A plain name such as
anthropic is the request, anthropic-response is the complete answer, and
anthropic-stream is the answer as it arrives.

convo formats lists the formats and what each can hold. What a format cannot
hold is dropped or changed on writing, and reported on stderr.

Options can follow the name in -t: +NAME turns one on, -NAME turns it off, as
in markdown-meta. convo formats NAME lists the options of a format.

Without -f, convo detects the format by fields that only this format has. If
several formats read the input as the same conversation, the first in the list
is used. If they read it differently, or no format fits, convo says so and
exits 3: it never guesses. convo detect FILE prints the format and the fields
that show it.

example:
  convo formats -t json | jq -r '.[] | select(.write) | .name'
`

const keysText = `convo looks for the key of a vendor in these places, in this order:

  --key-file FILE   a file that has only the key
  a variable        the vendor's own, such as OPENAI_API_KEY or
                    ANTHROPIC_API_KEY; convo models lists them. For
                    -m ACME/MODEL with --base-url it is ACME_API_KEY
  a command         that prints the key, set in the configuration file:
                    {"key_command": {"openai": "pass show openai"}}
                    in CONVO_CONFIG or ~/.config/convo/config.json

A key is never the value of a flag. A conversation cannot choose a key, a
server or a command. The key is sent only to the server that is asked: it does
not follow a redirect to another host, and it does not go over plain http to
another machine without --insecure. It is never printed, not even with -vv, and
not even if the server repeats it.

example:
  convo reply --key-file ~/.keys/openai -m openai/gpt-5.4-mini a.json
`

const streamsText = `stdin   One conversation, several, or JSON Lines. It is read if there is no
        FILE, or if a FILE is -, and never from a terminal. prompt takes other
        input as text.
stdout  The conversations and nothing else: indented if there is one and stdout
        is a terminal, else one per line. -o and -i write a file instead. On a
        terminal, prompt and reply show text; -t convo shows JSON.
stderr  What was lost (-v everything, -q nothing), and errors (--errors json
        for scripts). reply shows the text of the answer here if stderr is a
        terminal and stdout is not.

A document that cannot be read gives no output. In JSON Lines, the lines before
the failing one are still written. --on-error skip leaves the line out, and
--on-error emit writes {"error":…} in its place.

example:
  convo transform --on-error skip -t openai-chat < all.jsonl > good.jsonl
`
