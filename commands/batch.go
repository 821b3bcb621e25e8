package commands

import (
	"slices"

	"convo/commands/internal/chat"
	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

// batchServerFlags say where the batches are.
func batchServerFlags() []cli.Flag {
	return append(serverFlags(), &cli.StringFlag{Name: "retry", Category: frame.GroupCall, Usage: "retry a failed call up to `N` times (default: 3)"})
}

const batchSubmitHelp = `Submits conversations as batches, at half the price of calls: to OpenAI,
Anthropic, Google and Mistral. Each conversation is adapted to the model as
convo reply does it. The answers come within a day: see convo batch wait and
convo batch fetch.

-o names the receipt, the only file that is needed later. It is written before
and after each call that changes something at the server, and its name is in
the id of each request. After any interruption, the same command goes on: it
looks at the server for a batch that may be made, and sends nothing twice.
Anthropic keeps no name of a batch. There the results of a batch that may be
ours must tell, so that the exit code is 75 until that batch has ended.

More requests than the vendor takes become several batches: 50,000 requests or
200 MB for OpenAI, 100,000 or 256 MB for Anthropic, 1,000,000 or 500 MB for
Mistral, and 20 MB for Google. With --max-usd, nothing is uploaded if the
answers could cost more.

examples:
  convo batch submit -m openai/gpt-5.4-mini -o receipt.json in.jsonl
  convo batch submit -m google/gemini-3.8-flash --max-usd 5 -o r.json in.jsonl
  convo batch wait r.json
  convo batch fetch --receipt r.json in.jsonl > out.jsonl`

// batchSubmitCommand submits conversations.
func batchSubmitCommand(p *frame.Program) *cli.Command {
	flags := []cli.Flag{
		&cli.StringFlag{Name: "max-usd", Category: frame.GroupCall, Usage: "exit 8 before anything is sent that could cost over `X` USD"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: frame.GroupInput, Usage: "write the receipt to `FILE`"},
		onErrorFlag(),
	}
	return &cli.Command{
		Name:        "batch submit",
		Usage:       "submit conversations as batches",
		UsageText:   "convo batch submit -m VENDOR/MODEL -o RECEIPT [FLAG]… [FILE]…",
		Description: batchSubmitHelp,
		Flags:       slices.Concat(askFlags(), batchServerFlags(), flags, sightFlags(frame.GroupRequest), inputFlags("from", "no-input"), frame.MessageFlags()),
		Action:      action(p, chat.Submit),
	}
}

const batchStatusHelp = `Prints the state of each batch of a receipt as a JSON object on one line: id,
state in the vendor's word, ended, requests and done.

examples:
  convo batch status receipt.json
  convo batch status receipt.json | jq -r .state`

// batchStatusCommand prints how far batches are.
func batchStatusCommand(p *frame.Program) *cli.Command {
	return receiptCommand(p, "status", "print the state of batches", batchStatusHelp, chat.BatchStatus)
}

const batchWaitHelp = `Waits until all batches of a receipt have ended, and prints their states as
convo batch status does. It asks ever less often, at most every five minutes.
If they have not ended after --timeout, the exit code is 75.

examples:
  convo batch wait receipt.json
  convo batch wait --timeout 2h receipt.json`

// batchWaitCommand waits for batches.
func batchWaitCommand(p *frame.Program) *cli.Command {
	return receiptCommand(p, "wait", "wait until batches have ended", batchWaitHelp, chat.BatchWait,
		&cli.StringFlag{Name: "timeout", Category: frame.GroupCall, Usage: "wait at most `TIME` (default: 24h)"},
		&cli.StringFlag{Name: "every", Category: frame.GroupCall, Usage: "ask again after `TIME`, later less often (default: 10s)"})
}

const batchCancelHelp = `Cancels the batches of a receipt that have not ended, and prints their states.
What is answered by then can be fetched, and costs money.

examples:
  convo batch cancel receipt.json`

// batchCancelCommand cancels batches.
func batchCancelCommand(p *frame.Program) *cli.Command {
	return receiptCommand(p, "cancel", "cancel batches", batchCancelHelp, chat.BatchCancel)
}

func receiptCommand(p *frame.Program, name, usage, help string, run func(*frame.Program, *frame.Flags) error, more ...cli.Flag) *cli.Command {
	return &cli.Command{
		Name:        "batch " + name,
		Usage:       usage,
		UsageText:   "convo batch " + name + " [FLAG]… RECEIPT",
		Description: help,
		Flags:       slices.Concat(more, batchServerFlags(), frame.MessageFlags()),
		Action:      action(p, run),
	}
}

const batchFetchHelp = `Appends the answers of batches to the conversations that were submitted, in
order. Give it the same conversations: each finds its answer by what it says.
The output and the exit codes are those of convo reply. --on-error skip leaves
out a conversation without an answer; emit writes an error object in its place.

Results that are missing, come twice or belong to no conversation are named.

examples:
  convo batch fetch --receipt receipt.json in.jsonl > out.jsonl
  convo batch fetch --receipt r.json --on-error emit in.jsonl > out.jsonl`

// batchFetchCommand joins answers to their conversations.
func batchFetchCommand(p *frame.Program) *cli.Command {
	flags := []cli.Flag{
		&cli.StringFlag{Name: "receipt", Category: frame.GroupInput, Usage: "fetch the batches of the receipt in `FILE`"},
		acceptFlag(),
		onErrorFlag(),
		exitStatusFlag(frame.GroupJudgement),
	}
	return &cli.Command{
		Name:        "batch fetch",
		Usage:       "append the answers of batches to their conversations",
		UsageText:   "convo batch fetch --receipt RECEIPT [FLAG]… [FILE]…",
		Description: batchFetchHelp,
		Flags:       slices.Concat(flags, batchServerFlags(), inputFlags("from", "to", "output", "no-input", "compact"), frame.MessageFlags()),
		Action:      action(p, chat.BatchFetch),
	}
}
