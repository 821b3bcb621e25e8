package commands

import (
	"slices"

	"convo/commands/internal/chat"
	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

const replyHelp = `Asks a model for the next message of each conversation and appends it. On a
terminal it prints the text of the answer. To a file or a pipe it writes the
complete conversation, and shows the text on stderr meanwhile if that is a
terminal. If an answer breaks off, the part that arrived is kept: the exit code
is 6 or that of the signal, and the next reply replaces it.

The model is, in this order: -m, the model that the conversation names or that
answered last, CONVO_MODEL, or the default model of the first vendor whose key
is set. Keys are read from the vendors' own variables, such as OPENAI_API_KEY:
see convo help keys. For the call, the history is adapted to the model as
transform --for does it; --project, --repair, --thinking and --compaction work
as there. -p, --tools and the like apply only to this call; convo prompt
records them.

-m local: asks the first model of a server on this machine: Ollama, llama.cpp,
LM Studio or vLLM, at its usual port or at the address in OLLAMA_HOST,
LLAMA_CPP_HOST, LMSTUDIO_HOST or VLLM_HOST. -m local:MODEL names the model.
Without --protocol, the URL of --base-url shows which protocol its server
speaks.

--run-tools runs the tools that the model calls, and asks again until it calls
no tool or a result says terminate. Tools are programs on PATH named
convo-tool-NAME: see convo help tool run. --schema asks for JSON and checks the
answer: if it does not match, the exit code is 7. -t data writes only the JSON.

-t text writes only the text of the answer, as it arrives. -t with a stream
format writes events as they arrive. --dry-run shows the request that would be
sent, and --response reads the answer, so that any other program can send it.

JSON Lines are answered in order, up to -j at once. --rpm and --tpm limit calls
and tokens a minute, all calls together. Tokens are estimated; when an answer
says how many it had, those count. If a server says to wait, or that nothing is
left of its limits, no call is made until then.

--resume FILE saves each answer to disk: after any interruption,
the same command asks only for the missing answers and writes the whole output.
--on-error skip leaves out a conversation without an answer; emit writes an
error object in its place. If a run with -o or -i fails, FILE is not replaced,
and the answers that came are in FILE.partial, in order. With -i, conversations
that already end with an answer do not change.

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
	flags := []cli.Flag{
		&cli.StringFlag{Name: "schema-retries", Category: frame.GroupRequest, Usage: "ask again up to `N` times if it does not (default: 0)"},
		&cli.StringSliceFlag{Name: "fallback", Category: frame.GroupAsked, Usage: "ask `VENDOR/MODEL` if the model before is unavailable"},

		&cli.BoolFlag{Name: "no-stream", Category: frame.GroupCall, Usage: "ask for the answer in one piece"},
		&cli.StringFlag{Name: "retry", Category: frame.GroupCall, Usage: "retry up to `N` times before an answer begins (default: 3)"},
		&cli.StringFlag{Name: "max-usd", Category: frame.GroupCall, Usage: "exit 8 before a call that could take the run over `X` USD"},
		&cli.StringFlag{Name: "timeout", Category: frame.GroupCall, Usage: "wait `TIME` for an answer to begin (default: 120s)"},
		&cli.StringFlag{Name: "idle-timeout", Category: frame.GroupCall, Usage: "wait `TIME` for a line or 1 KiB of an answer (default: 60s)"},
		&cli.StringFlag{Name: "max-event", Category: frame.GroupCall, Usage: "refuse an event of a stream above `SIZE` (default: 64MB)"},
		&cli.StringFlag{Name: "max-answer", Category: frame.GroupCall, Usage: "refuse an answer above `SIZE`, unpacked (default: 256MB)"},
		&cli.BoolFlag{Name: "dry-run", Category: frame.GroupCall, Usage: "show the request and do not send it (-t curl or json)"},
		&cli.StringFlag{Name: "response", Category: frame.GroupCall, Usage: "read the server's answer from `FILE` and send nothing"},
		&cli.StringFlag{Name: "jobs", Aliases: []string{"j"}, Category: frame.GroupCall, Usage: "make up to `N` calls at once (default: 1)"},
		&cli.StringFlag{Name: "rpm", Category: frame.GroupCall, Usage: "make up to `N` calls a minute"},
		&cli.StringFlag{Name: "tpm", Category: frame.GroupCall, Usage: "send and get up to `N` tokens a minute, such as 200k"},
		&cli.StringFlag{Name: "samples", Category: frame.GroupCall, Usage: "ask `N` times and write N conversations"},
		&cli.StringFlag{Name: "resume", Category: frame.GroupCall, Usage: "keep answers in `FILE` and ask only for missing ones"},
		&cli.StringFlag{Name: "cassette", Category: frame.GroupCall, Usage: "record or replay answers in `FILE` (convo help cassette)"},
		&cli.StringFlag{Name: "cassette-mode", Category: frame.GroupCall, Usage: "what to do with the cassette (default: replay): `replay|record|auto`"},

		acceptFlag(),
		onErrorFlag(),
		exitStatusFlag(frame.GroupJudgement),
		shardFlag(),
	}
	return &cli.Command{
		Name:        "reply",
		Usage:       "ask a model for the next message",
		UsageText:   "convo reply [FLAG]… [FILE]…",
		Description: replyHelp,
		Flags:       slices.Concat(askFlags(), serverFlags(), flags, sightFlags(frame.GroupRequest), replyToolFlags(), inputFlags(), frame.MessageFlags()),
		Action:      action(p, chat.Run),
	}
}
