package commands

import (
	"convo/commands/internal/chat"
	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

const replyHelp = `Asks a model for the next message of each conversation and appends it. Where
the output is a file or a pipe, that is the conversation, once it is complete,
and the text runs over stderr meanwhile if that is a terminal. On a terminal
the text itself is the output. An answer that breaks off is kept as far as it
came, with exit code 6 or that of the signal; asked again, it is replaced.

The model is the one of -m, else the one that the conversation names or that
answered last, else CONVO_MODEL, else a usual one of the first vendor whose key
is set. Keys are in the vendors' own variables (OPENAI_API_KEY and so on). The
history is adapted to the model as transform --for does; what is stored stays
as it was. -p, --tools and the like are for this call only: convo prompt
records them.

local: is the first model of the Ollama, llama.cpp, LM Studio or vLLM that
answers on this machine, where OLLAMA_HOST, LLAMA_CPP_HOST, LMSTUDIO_HOST,
VLLM_HOST or the usual port say; local:MODEL is a certain one.

--run-tools runs the tools that the model calls and asks it again: the programs
convo-tool-NAME on PATH, which convo help tool run tells about. --schema asks
for JSON, checks the answer, whatever the model promises, and exits 7 if it is
something else; -t data writes the JSON alone.

-t text writes the answer's text alone, as it comes, and a format of streams
its events, each at once. --dry-run shows the request that would be sent and
--response takes an answer from elsewhere, so that anything can send it.

JSON Lines are answered in order, up to -j at once; a server that says when to
come again is left alone until then. With --resume FILE each answer is on the
disk before it is used: whatever ends the run, the same command begun again
asks only for what is missing and writes all of the output.

examples:
  convo reply -m openai/gpt-5.4-mini a.json > b.json
  convo prompt "Why is the sea salty?" | convo reply | convo prompt "Sure?"
  convo prompt "Check that." < b.json | convo reply -m mistral/mistral-large-4
  convo reply -i chat.json
  convo reply -t text -p temperature=0 --max-tokens 200 < a.json
  convo reply --schema 'name, year int' -t data < a.json | jq .year
  convo reply -i a.json --tools tools.json --run-tools --allow-tool 'git-*'
  convo reply -m acme-7b --base-url http://localhost:8000/v1 < a.json
  convo reply -m local: a.json
  convo reply -m xai/grok-4.7 --fallback mistral/mistral-large-4 a.json
  convo reply -t anthropic-stream < a.json
  convo reply -j 8 --on-error skip --resume run.journal in.jsonl > out.jsonl
  convo reply --samples 5 -p temperature=1 a.json > five.jsonl
  convo reply --cassette tides.jsonl a.json     # see convo help cassette
  convo reply -m script:turns.jsonl a.json      # see convo help script
  convo reply --dry-run -t curl -m openai/gpt-5.4 a.json > call.sh
  sh call.sh | convo reply --response - -m openai/gpt-5.4 a.json`

// replyCommand asks models.
func replyCommand(p *frame.Program) *cli.Command {
	flags := append([]cli.Flag{
		&cli.StringFlag{Name: "model", Aliases: []string{"m"}, Category: frame.GroupAsked, Usage: "ask `VENDOR/MODEL`"},
		&cli.StringSliceFlag{Name: "fallback", Category: frame.GroupAsked, Usage: "ask `VENDOR/MODEL` if the one before cannot be reached, is overloaded or does not exist; in the order given"},
		&cli.StringFlag{Name: "base-url", Category: frame.GroupAsked, Usage: "the server is at `URL`, written as the vendor's own SDK takes it: https://host/v1"},
		&cli.StringFlag{Name: "protocol", Category: frame.GroupAsked, Usage: "it speaks `FORMAT`, such as anthropic; default: the vendor's, or what the URL looks like"},
		&cli.StringFlag{Name: "key-file", Category: frame.GroupAsked, Usage: "the key is in `FILE`; default: in the vendor's variable"},
		&cli.BoolFlag{Name: "insecure", Category: frame.GroupAsked, Usage: "allow plain http to other machines"},

		&cli.StringSliceFlag{Name: "param", Aliases: []string{"p"}, Category: frame.GroupRequest, Usage: "set a parameter of the request: `K=V`, such as temperature=0.2"},
		&cli.StringFlag{Name: "max-tokens", Category: frame.GroupRequest, Usage: "the answer has at most `N` tokens"},
		&cli.StringFlag{Name: "effort", Category: frame.GroupRequest, Usage: "reason so much: `EFFORT`, such as low or high"},
		&cli.StringSliceFlag{Name: "tools", Category: frame.GroupRequest, Usage: "the model may call the tools of `FILE`, a JSON list in the shape of any API"},
		&cli.StringFlag{Name: "tool-choice", Category: frame.GroupRequest, Usage: "whether it may, must not or must call one, or the one of a name: `auto|none|required|NAME`"},
		schemaFlags()[0], schemaFlags()[1],
		&cli.BoolFlag{Name: "drop-params", Category: frame.GroupRequest, Usage: "leave out parameters that the model does not take"},
		&cli.StringFlag{Name: "adapt", Category: frame.GroupRequest, Usage: "adapt the history to the model: `auto|off`"},

		&cli.BoolFlag{Name: "no-stream", Category: frame.GroupCall, Usage: "ask for the answer in one piece"},
		&cli.StringFlag{Name: "retry", Category: frame.GroupCall, Usage: "try up to `N` times more while nothing was answered; default: 3"},
		&cli.StringFlag{Name: "max-usd", Category: frame.GroupCall, Usage: "make no call that could bring what this run costs over `X` dollars: exit 8"},
		&cli.StringFlag{Name: "timeout", Category: frame.GroupCall, Usage: "wait for `TIME` for an answer to begin, or with --no-stream for all of it; default: 120s"},
		&cli.StringFlag{Name: "idle-timeout", Category: frame.GroupCall, Usage: "wait for `TIME` in mid-answer; default: 60s"},
		&cli.BoolFlag{Name: "dry-run", Category: frame.GroupCall, Usage: "send nothing and show the request; -t curl as a command, -t json as JSON"},
		&cli.StringFlag{Name: "response", Category: frame.GroupCall, Usage: "send nothing; the answer is in `FILE`, as a server sent it, whole or streamed"},
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Category: frame.GroupCall, Usage: "make up to `N` calls at once; default: 1"},
		&cli.StringFlag{Name: "samples", Category: frame.GroupCall, Usage: "ask `N` times, for as many conversations"},
		&cli.StringFlag{Name: "resume", Category: frame.GroupCall, Usage: "keep the answers in `FILE`, and ask only for those that it has not"},
		&cli.StringFlag{Name: "cassette", Category: frame.GroupCall, Usage: "the answers were recorded in `FILE`, or will be: convo help cassette"},
		&cli.StringFlag{Name: "cassette-mode", Category: frame.GroupCall, Usage: "answer from the cassette, or ask and record, or ask what is missing and record that: `replay|record|auto`"},

		&cli.StringSliceFlag{Name: "accept", Category: frame.GroupJudgement, Usage: "an answer that ended so is none that failed: `length,refusal,filter`"},
		&cli.StringFlag{Name: "on-error", Category: frame.GroupJudgement, Usage: "what a conversation without an answer does: end the run, be left out, become an error object: `stop|skip|emit`"},
		&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Category: frame.GroupJudgement, Usage: "exit 9 if the answer calls tools"},
	}, append(replyToolFlags(), inputFlags()...)...)
	return &cli.Command{
		Name:        "reply",
		Usage:       "ask a model for the next message",
		UsageText:   "convo reply [FLAG]… [FILE]…",
		Description: replyHelp,
		Flags:       append(flags, frame.MessageFlags()...),
		Action: func(ctx *cli.Context) error {
			if err := chat.Run(p, &frame.Flags{Context: ctx}); err != nil {
				return frame.Misused(ctx.Command, err)
			}
			return nil
		},
	}
}
