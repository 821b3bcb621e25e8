package commands

// exitCode is what the process ends with. The numbers are a promise.
type exitCode int

// The exit codes.
const (
	exitOK         exitCode = 0
	exitOther      exitCode = 1
	exitUsage      exitCode = 2
	exitUnreadable exitCode = 3
	exitInvalid    exitCode = 4
	exitLoss       exitCode = 5
	exitIncomplete exitCode = 6
	exitSchema     exitCode = 7
	exitBudget     exitCode = 8
	exitPending    exitCode = 9
	exitAuth       exitCode = 10
	exitRejected   exitCode = 11
	exitOffline    exitCode = 12
	exitPartial    exitCode = 13
	exitBug        exitCode = 70
	exitTemporary  exitCode = 75
	exitInterrupt  exitCode = 130
	exitPipe       exitCode = 141
	exitTerminated exitCode = 143
)

// exitTable names the codes for --errors json and explains them for
// `convo help exit-codes`.
var exitTable = []struct {
	code    exitCode
	name    string
	meaning string
}{
	{exitOK, "ok", "done"},
	{exitOther, "other", "any other failure: a file that cannot be written, a --verify that found a difference"},
	{exitUsage, "usage", "the command line is wrong, or a document is needed and stdin is a terminal"},
	{exitUnreadable, "unreadable", "not readable as a conversation: missing, malformed, unknown or ambiguous format"},
	{exitInvalid, "invalid", "readable, but not valid"},
	{exitLoss, "loss", "something would be lost and --strict forbids it; nothing was written"},
	{exitIncomplete, "incomplete", "the answer is incomplete: too long, refused, filtered or cut off; it was written"},
	{exitSchema, "schema", "the answer does not match the schema; it was written"},
	{exitBudget, "budget", "over the budget, of money or of tokens"},
	{exitPending, "pending", "tool calls wait for their results"},
	{exitAuth, "auth", "no key, a key that was refused, or no credit"},
	{exitRejected, "rejected", "the provider rejected the request"},
	{exitOffline, "offline", "the network was needed and is off, or no recording was found"},
	{exitPartial, "partial", "some conversations of many failed; the others were written"},
	{exitBug, "bug", "a bug in convo: please report it"},
	{exitTemporary, "temporary", "a temporary failure: try again"},
	{exitInterrupt, "interrupted", "interrupted (SIGINT)"},
	{exitPipe, "closed", "the reader of the output went away (SIGPIPE); nothing is said"},
	{exitTerminated, "terminated", "terminated (SIGTERM)"},
}

// String is the code's name.
func (c exitCode) String() string {
	for _, row := range exitTable {
		if row.code == c {
			return row.name
		}
	}
	panic("commands: no name for an exit code")
}

// retryable reports whether the same command may succeed later.
func (c exitCode) retryable() bool { return c == exitTemporary }
