package frame

// ExitCode is what the process ends with. The numbers are a promise.
type ExitCode int

// The exit codes.
const (
	ExitOK         ExitCode = 0
	ExitOther      ExitCode = 1
	ExitUsage      ExitCode = 2
	ExitUnreadable ExitCode = 3
	ExitInvalid    ExitCode = 4
	ExitLoss       ExitCode = 5
	ExitIncomplete ExitCode = 6
	ExitSchema     ExitCode = 7
	ExitBudget     ExitCode = 8
	ExitPending    ExitCode = 9
	ExitAuth       ExitCode = 10
	ExitRejected   ExitCode = 11
	ExitOffline    ExitCode = 12
	ExitPartial    ExitCode = 13
	exitBug        ExitCode = 70
	ExitTemporary  ExitCode = 75
	ExitInterrupt  ExitCode = 130
	ExitQuit       ExitCode = 131
	exitPipe       ExitCode = 141
	ExitTerminated ExitCode = 143
)

// exitTable names the codes for --errors json and explains them for
// `convo help exit-codes`.
var exitTable = []struct {
	code    ExitCode
	name    string
	meaning string
}{
	{ExitOK, "ok", "done"},
	{ExitOther, "other", "any other failure, such as a file that cannot be written or a --verify that found a difference; of diff: something differs; of find: nothing matches"},
	{ExitUsage, "usage", "the command line is wrong, or there is no input and stdin is a terminal; of diff and find: any other failure"},
	{ExitUnreadable, "unreadable", "the input cannot be read as a conversation: missing, malformed, or of an unknown or ambiguous format"},
	{ExitInvalid, "invalid", "the conversation can be read but is not valid"},
	{ExitLoss, "loss", "--strict: something would be lost, so nothing was written"},
	{ExitIncomplete, "incomplete", "the answer is incomplete: too long, refused, filtered or cut off; it was written"},
	{ExitSchema, "schema", "the answer does not match the schema; it was written"},
	{ExitBudget, "budget", "over the limit of money, tokens or output"},
	{ExitPending, "pending", "tool calls have no result yet"},
	{ExitAuth, "auth", "no key, a key that was refused, or no credit"},
	{ExitRejected, "rejected", "the provider rejected the request"},
	{ExitOffline, "offline", "the network is needed but turned off, or the cassette or script has no answer"},
	{ExitPartial, "partial", "some conversations of many failed; the others were written"},
	{exitBug, "bug", "a bug in convo: please report it"},
	{ExitTemporary, "temporary", "a temporary failure: try again later"},
	{ExitInterrupt, "interrupted", "interrupted (SIGINT)"},
	{ExitQuit, "quit", "quit (SIGQUIT, Ctrl-\\)"},
	{exitPipe, "closed", "the reader of the output closed it (SIGPIPE); nothing is reported"},
	{ExitTerminated, "terminated", "terminated (SIGTERM, or SIGHUP as a terminal is closed)"},
}

// String is the code's name.
func (c ExitCode) String() string {
	for _, row := range exitTable {
		if row.code == c {
			return row.name
		}
	}
	panic("commands: no name for an exit code")
}

// retryable reports whether the same command may succeed later.
func (c ExitCode) retryable() bool { return c == ExitTemporary }
