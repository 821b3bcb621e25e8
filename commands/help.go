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
		{Name: "config", About: "the configuration file, and the order of settings", Text: func() string { return configText }},
		{Name: "environment", About: "the environment variables that convo reads", Text: environmentText},
		{Name: "exit-codes", About: "what each exit code means", Text: frame.ExitCodesText},
		{Name: "formats", About: "what a format is, and how convo detects it", Text: func() string { return formatsText }},
		{Name: "git", About: "conversations in git diff, git log and git difftool", Text: func() string { return gitText }},
		{Name: "keys", About: "where API keys come from, and where they never go", Text: func() string { return keysText }},
		{Name: "outputs", About: "where -o writes, and how one run writes several files", Text: func() string { return outputsText }},
		{Name: "pipelines", About: "commands joined into larger tasks", Text: func() string { return pipelinesText }},
		{Name: "where", About: "conditions that choose conversations, for transform, find and cost", Text: whereHelp},
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
			if ctx.NArg() > 1 && p.Command(name) == nil {
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

const configText = `convo needs no configuration. Its only setting is key_command: commands that
print the keys of vendors, as JSON in one file of the user:

  {"key_command": {"openai": "pass show openai"}}

The file is the one that CONVO_CONFIG names, or else

  Linux, macOS  $XDG_CONFIG_HOME/convo/config.json, ~/.config/convo/config.json
  Windows       %AppData%\convo\config.json

A command runs in sh -c (on Windows cmd /C) when its key is needed first, and
the first line that it prints is the key. convo reads no file of a project, so
no folder that you work in can set a key, a server or a command.

What counts first:

  1  a flag, such as -m or --prices
  2  what the conversation says: its model and parameters
  3  a variable of the environment, such as CONVO_MODEL
  4  the configuration file
  5  convo's own default

Limits combine: of --max-usd and CONVO_MAX_USD the lower one counts.

convo keeps one file of its own, the prices of convo models --refresh, in
~/.local/share/convo/prices.json (XDG_DATA_HOME; Windows: %LocalAppData%).

example:
  CONVO_CONFIG=ci.json convo reply -m openai/gpt-5.4-mini a.json
`

const pipelinesText = `Each command reads conversations and writes conversations, so commands join
with pipes. Files between them are plain JSON: keep, compare and commit them.

Ask, and ask again:

  convo prompt "Why is the sea salty?" | convo reply > chat.json
  convo prompt -i chat.json "And lakes?" && convo reply -i chat.json

Check before you pay:

  convo validate < chat.json | convo cost --estimate --max-usd 1 | convo reply

If a gate refuses, the pipe is empty, and prompt would start a new
conversation. --stdin conversation makes it fail instead:

  convo cost --max-usd 1 <chat.json | convo prompt --stdin conversation "More"

Go on with another model:

  convo transform --for anthropic/claude-sonnet-5 chat.json |
    convo prompt "Go on." | convo reply -m anthropic/claude-sonnet-5

Ask the same of every record of a table, four at once, and go on after an
interruption:

  convo prompt --each -T question.tmpl < rows.csv |
    convo reply -j 4 --resume answers.journal -o answers.jsonl

Let a model call tools, and run them in a step of their own:

  convo reply chat.json | convo tool run | convo reply

Make a page of a session, to share it:

  convo transform --redact secrets,paths codex:last -o session.html

Exit codes stop a pipeline where something is wrong, with set -o pipefail in
bash. See convo help exit-codes and convo help streams.

example:
  convo prompt "Hello." | convo reply -m echo: | convo show
`

const keysText = `convo looks for the key of a vendor in these places, in this order:

  --key-file FILE   a file that has only the key
  a variable        the vendor's own, such as OPENAI_API_KEY or
                    ANTHROPIC_API_KEY; convo models lists them. For
                    -m ACME/MODEL with --base-url it is ACME_API_KEY
  a command         that prints the key, set in the configuration file:
                    {"key_command": {"openai": "pass show openai"}}
                    in CONVO_CONFIG or ~/.config/convo/config.json, on
                    Windows %AppData%\convo\config.json

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
        terminal and stdout is not. On a terminal, work of more than a second
        shows how far it is: done, failed, rate, time left and cost.

For a document that cannot be read, nothing is written. In JSON Lines, the
lines before the failing one are still written. --on-error skip leaves the line
out, and --on-error emit writes {"error":…} in its place; -i takes neither.
A name after -o, -i or --report is always that of a file, never of a session.
Text is UTF-8, or UTF-16 with a byte order mark, as PowerShell writes it.

Input may be compressed with gzip. A file may have any size. In a pipe, a
device or compressed input, a value or line may have 1 GiB; in compressed input
also at most 100 times its compressed size, or 64 MiB if that is more. For
larger ones, write the text to a file and name that.

--shard I/N, of transform, validate, cost and reply, reads only the I-th of N
parts of each FILE of JSON Lines, so that several processes or machines share a
file. A part ends at a line end; nobody needs to know what the others do, and
the outputs together, in order, are that of one run. The file must not change
meanwhile. Lines in messages count from the beginning of the part.

examples:
  convo transform --on-error skip -t openai-chat < all.jsonl > good.jsonl
  convo transform --shard 3/8 -t openai-chat all.jsonl > 3.jsonl
  convo reply --shard 3/8 --resume 3.journal all.jsonl > 3.jsonl
`

const outputsText = `-o FILE writes to a temporary file next to FILE, and replaces FILE when all
went well. At any time FILE is complete: the old one or the new one. Only you
can read a new file; an existing one keeps its mode. A symbolic link is
followed. Other hard links to FILE, also with -i FILE, keep the old content. A
device or a pipe is written directly. An input is never an output.

The ending of FILE chooses the format if -t does not: .json and .jsonl are
conversation.json, .md is markdown, .html is html, .txt is text. In a report of
validate, .json, .sarif and .xml (junit) do the same, and in one of cost .json
and .csv.

transform, reply and prompt --each write several files if the name has one of
these:

  {name}    the name of the input without its ending; below a folder that is
            named with -r, its path there. Each input has a file
  {n}       the number of the conversation, from 1: each one has a file
  {id}      its id: each conversation has a file. / and other characters that
            file names cannot have become %2F and so on
  {title}   its title, in small letters with - for all but letters and digits:
            each conversation has a file. The second of a title has -2
  {format}  the name of the output format

FOLDER/, with a slash at its end, is short for FOLDER/{name} and the ending of
the format. With -t html, each conversation has a page there, and index.html
leads to all of them.

--attachments DIR of transform writes images, sounds and documents as files to
DIR, and each output names them by their paths from its own folder.

Folders are made as needed. If two outputs would have the same name, or an
output is also an input, convo says so and writes nothing. With {name}, each
file appears when its input ends. With {n}, {id} or {title}, all appear at the
end.

examples:
  convo transform -r chats -o 'out/{name}.md'
  convo transform -o 'pages/{name}-{n}.md' all.jsonl
  convo transform -t html -o site/ -r ~/.claude/projects
  convo transform --split turns -o '{id}-{n}.json' session.jsonl
  convo reply -j 8 -o 'answers/{id}.json' questions.jsonl
`

const gitText = `git diff compares lines, and a conversation in JSON may be a single line. Tell
git how to show conversations as text. In the file .gitattributes of a
repository, name the files:

  *.jsonl diff=convo

and once, for you, say how they become text, and what compares two of them:

  git config --global diff.convo.textconv "convo show --tools full"
  git config --global difftool.convo.cmd 'convo diff "$LOCAL" "$REMOTE"'

Then git diff, git log -p and git show compare what people and models said, by
lines. This compares by message and word instead, and arguments by path:

  git difftool --no-prompt --tool=convo HEAD~1

A file that only one side has is compared with an empty one. textconv is for
reading: git apply and git merge still work on the lines of the file.
`

// redactText is the help topic redact.
const redactText = `transform --redact WHAT replaces what should not be shared with placeholders,
everywhere in a conversation: text, reasoning, tool arguments and results, tool
definitions, parameters, metadata, custom messages, ids and URLs. Equal values
get the same placeholder, such as [secret:github-token:1], and different values
get different ones. Redacting again changes nothing. In JSON, string values and
keys are replaced, so it stays valid JSON.

secrets    API keys of about eighty vendors, recognised by their form; private
           keys; JSON Web Tokens; passwords in URLs and headers; signatures of
           URLs; and values of names such as password, secret, token or
           api_key that look like secrets. Base64 that contains one of these is
           replaced whole. The rule convo/secret of convo validate finds the
           same.
paths      user names in paths: /home/NAME, /Users/NAME, C:\Users\NAME and
           file: URLs. The rest of the path stays, and so do names of no
           person: runner, ubuntu, Public.
emails     email addresses, except those reserved for examples.
structure  all content. Text and arguments become their length, [text:120];
           JSON keys, order, roles, types, ids, and names of tools and models
           stay. A name that is a sentence or an address does not. Use it for
           bug reports.
FILE       your own rules, one per line: a regular expression (RE2), with an
           optional NAME: before it. The first group is replaced, or the whole
           match if there is no group. # starts a comment.

             # internal names
             customer: \bC-\d{4}\b
             project (\w+) is

Signed reasoning cannot be changed: it is dropped if something in it would be
replaced. Text and tool calls only lose their signature. -v lists each place
but never what it held. convo cannot recognise every secret: check what you
share.

example:
  convo transform --redact secrets,paths,rules.txt < a.json > to-share.json
`

const scriptText = `-m script:FILE answers from a file instead of asking a model. Use it to try or
test a pipeline: it needs no network, and the answers are always the same. They
are labelled provider "script" and model "script:" plus the name of the file.
A script is used only if -m, --fallback or CONVO_MODEL names it.

A turn is an assistant message of conversation.json; only content is required.
The file has one turn per line, or is a JSON array of turns, or a conversation,
whose answers are then repeated.

  {"content":"The tide is high at noon."}
  {"content":[{"type":"thinking","thinking":"Brest, then."},
              {"type":"toolCall","name":"tide","arguments":{"at":"Brest"}}]}

The first answer of a conversation is the first turn, the next answer is the
second. An answer that broke off is asked for again. After the last turn the
exit code is 12.

The field "script" of a turn says how it is delivered:

  delay       time before it: "250ms", "1.5s"
  piece       characters in each piece (default: whole blocks)
  pause       time between pieces
  cut         break the connection after this many characters
  status      fail with this HTTP status, 400 to 599; errorMessage is the
              message of the server
  retryAfter  the time after which the failing server says to retry

usage, stopReason and errorMessage are as in conversation.json, so
"stopReason":"length" is an answer that was cut short. Tool calls without an id
get one. A script is never retried: it would answer the same.

-m echo: answers with the text of the last user message.

examples:
  convo prompt "High or low?" | convo reply -m script:turns.jsonl
  convo prompt "High or low?" | convo reply -m echo: | convo prompt "Why?" |
    convo reply -m script:old-conversation.json -t text
`

const cassetteText = `--cassette FILE records requests and answers, and replays them later without a
network or a key. Use it for tests, for demonstrations that are always the
same, and for bulk runs that you pay for once.

  --cassette-mode replay  answer from the cassette (the default). If the
                          request is not in it, exit 12 and show where the
                          most similar recorded request differs
  --cassette-mode record  ask, and add the answer to the file
  --cassette-mode auto    answer from the cassette, or else ask and add the
                          answer

CONVO_CASSETTE and CONVO_CASSETTE_MODE set the same for every call.

Two requests are the same if method, path and body are the same. The order of
keys, the host, the API key and the fields metadata, user, safety_identifier,
prompt_cache_key and labels are ignored. If a request was recorded several
times, its answers are replayed in that order, and then the last one again.
Errors are recorded, too; auto asks again after a temporary one. Answers that
break off are not recorded.

The file is JSON Lines, one request with its answer per line, and streams are
kept in their pieces. You can read and edit it. convo only appends to it, and
ignores a last line that is cut off, as after a crash. The file has no keys and
no headers that identify you, but it has the conversations, so a new file gets
mode 0600.

examples:
  convo reply --cassette tides.jsonl --cassette-mode auto a.json
  CONVO_CASSETTE=tides.jsonl make test
`
