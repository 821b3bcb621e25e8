package lint

import (
	"slices"

	"convo/conv/note"
)

// The rules that overWindow checks for each target.
const (
	contextOverflow = "convo/context-overflow"
	contextFull     = "convo/context-full"
)

// row is a rule of any conversation. Its check gets the whole run.
type row struct {
	Rule
	check func(*run)
}

// conversationRules are the rules of any conversation.
func conversationRules() []row {
	return slices.Concat([]row{{Rule: Unreadable()}}, callRules(), documentRules())
}

// Unreadable is the rule that reading itself checks.
func Unreadable() Rule {
	return Rule{
		ID: "convo/unreadable", Was: "C000", Severity: note.Error,
		Title:   "the input can be read as a conversation",
		Explain: "The file is missing or malformed, or convo does not know its format. convo exits 3.",
		Source:  "convo help exit-codes",
		Fix:     "name the format with -f; convo formats lists the formats",
	}
}

// callRules are the rules of tool calls and results.
func callRules() []row {
	return []row{
		{Rule: Rule{
			ID: "convo/orphan-result", Was: "C001", Severity: note.Error,
			Title:   "every tool result answers an earlier tool call",
			Explain: "Servers refuse a result without its call, and a model cannot use it.",
			Source:  "every protocol: the rules named orphan-result",
			Fix:     "convo transform --repair drop removes such results",
		}, check: orphanResults},
		{Rule: Rule{
			ID: "convo/unanswered-call", Was: "C002", Severity: note.Error,
			Title:   "every tool call has a result before the conversation goes on",
			Explain: "Servers refuse a history that goes on after an unanswered call. The calls of the last answer may still be open.",
			Source:  "every protocol: the rules named unanswered-call",
			Fix:     "convo transform --repair stub adds an error result, --repair drop removes the call",
		}, check: openCalls},
		{Rule: Rule{
			ID: "convo/repeated-result", Was: "C003", Severity: note.Error,
			Title:   "every tool call has only one result",
			Explain: "It is not clear which of several results counts.",
			Source:  "every protocol: one result answers one call",
			Fix:     "convo transform --repair drop keeps the first result",
		}, check: repeatedResults},
		{Rule: Rule{
			ID: "convo/late-result", Was: "C004", Severity: note.Warning,
			Title:   "a tool result comes right after the answer with its call",
			Explain: "Servers want the results before any other message.",
			Source:  "every protocol: the rules named unanswered-call",
			Fix:     "convo transform --repair stub moves results to their calls",
		}, check: lateResults},
		{Rule: Rule{
			ID: "convo/duplicate-call-id", Was: "C005", Severity: note.Error,
			Title:   "the tool calls of one answer have different ids",
			Explain: "A result names its call by the id.",
			Source:  "every protocol that has call ids",
			Fix:     "convo transform --for MODEL gives the calls new ids",
		}, check: idsInTurn},
		{Rule: Rule{
			ID: "convo/reused-call-id", Was: "C006", Severity: note.Info,
			Title:   "the tool calls of all answers have different ids",
			Explain: "Some servers count ids from the start in every answer. Others refuse a repeated id.",
			Source:  "the rules named reused-call-id",
			Fix:     "convo transform --for MODEL gives the calls new ids",
		}, check: idsInHistory},
		{Rule: Rule{
			ID: "convo/nameless-call", Was: "C007", Severity: note.Error,
			Title:   "every tool call names its tool",
			Explain: "A call without the name of a tool cannot be run.",
			Source:  "every protocol: a call has the name of its tool",
			Fix:     "add the name, or remove the call",
		}, check: namelessCalls},
		{Rule: Rule{
			ID: "convo/broken-arguments", Was: "C008", Severity: note.Warning,
			Title:   "the arguments of a tool call are a JSON object",
			Explain: "Models sometimes write invalid JSON, or are cut off in the middle. Some servers take it back as text, others refuse it.",
			Source:  "the types of the vendors' SDKs: arguments are an object",
			Fix:     "convo transform repairs what it can, for formats where arguments are an object",
		}, check: brokenArguments},
		{Rule: Rule{
			ID: "convo/mismatched-arguments", Was: "C009", Severity: note.Warning,
			Title:   "the arguments of a tool call match the schema of the tool",
			Explain: "The tool will fail, or do something else than intended.",
			Source:  "JSON Schema 2020-12 and earlier",
			Fix:     "answer the call with an error that says what is wrong",
		}, check: unfitArguments},
		{Rule: Rule{
			ID: "convo/undeclared-tool", Was: "C010", Severity: note.Warning,
			Title:   "every tool that is called is declared",
			Explain: "The model called a tool that it was not offered, or the definition was lost.",
			Source:  "every protocol: the request declares its tools",
			Fix:     "declare the tool",
		}, check: undeclaredTools},
		{Rule: Rule{
			ID: "convo/wrong-tool-name", Was: "C024", Severity: note.Warning,
			Title:   "a tool result names the tool of its call",
			Explain: "Some formats match results to calls by the name of the tool. There the result answers another call, or no call.",
			Source:  "every protocol whose results name the tool",
			Fix:     "use the name of the tool that was called",
		}, check: misnamedResults},
	}
}

// documentRules are the rules of messages, media, tools and the request.
func documentRules() []row {
	return []row{
		{Rule: Rule{
			ID: "convo/duplicate-tool", Was: "C011", Severity: note.Error,
			Title:   "all tools have different names",
			Explain: "A call names its tool, so tools of one name cannot be kept apart. Servers refuse them.",
			Source:  "every protocol: a call has the name of its tool",
			Fix:     "rename one of them",
		}, check: repeatedTools},
		{Rule: Rule{
			ID: "convo/broken-schema", Was: "C012", Severity: note.Error,
			Title:   "the parameters of a tool are a JSON Schema",
			Explain: "Servers compile the schema and refuse an invalid one.",
			Source:  "JSON Schema 2020-12 and earlier",
			Fix:     "correct the schema at the place that the message names",
		}, check: brokenSchemas},
		{Rule: Rule{
			ID: "convo/undeclared-choice", Was: "C013", Severity: note.Error,
			Title:   "the tool that the model must call is declared",
			Explain: "Servers refuse a tool choice that names an undeclared tool.",
			Source:  "every protocol: the request declares its tools",
			Fix:     "declare the tool, or choose another",
		}, check: unknownChoice},
		{Rule: Rule{
			ID: "convo/broken-base64", Was: "C014", Severity: note.Error,
			Title:   "the data of media is base64",
			Explain: "Servers refuse an image that they cannot decode.",
			Source:  "RFC 4648",
			Fix:     "encode the file again",
		}, check: brokenBase64},
		{Rule: Rule{
			ID: "convo/wrong-mime-type", Was: "C015", Severity: note.Error,
			Title:   "the MIME type of media matches the data",
			Explain: "Servers look at the data and refuse an image with the wrong type.",
			Source:  "servers' errors: the image was specified using another media type",
			Fix:     "use the type that the message names",
		}, check: mistakenTypes},
		{Rule: Rule{
			ID: "convo/empty-media", Was: "C016", Severity: note.Warning,
			Title:   "media have data, a URL or a file id",
			Explain: "There is nothing to see or hear.",
			Source:  "every protocol: media have a source",
			Fix:     "remove the block",
		}, check: emptyMedia},
		{Rule: Rule{
			ID: "convo/empty-message", Was: "C017", Severity: note.Warning,
			Title:   "every message has content",
			Explain: "Most servers refuse a message without content.",
			Source:  "the rules named empty-message",
			Fix:     "remove the message; convo transform --for MODEL does",
		}, check: emptyMessages},
		{Rule: Rule{
			ID: "convo/duplicate-message-id", Was: "C018", Severity: note.Error,
			Title:   "all messages have different ids",
			Explain: "Programs that show a message, or refer to it, find it by its id.",
			Source:  "the protocols of user interfaces: messages are identified by their ids",
			Fix:     "give one of them another id",
		}, check: repeatedIDs},
		{Rule: Rule{
			ID: "convo/implausible-timestamp", Was: "C019", Severity: note.Warning,
			Title:   "timestamps are in Unix milliseconds",
			Explain: "A time in seconds is read as January 1970.",
			Source:  "the message model: timestamps are Unix milliseconds",
			Fix:     "multiply by 1000",
		}, check: strangeTimes},
		{Rule: Rule{
			ID: "convo/impossible-number", Severity: note.Error,
			Title:   "token counts and costs are possible",
			Explain: "A negative number, or one that is out of range, makes sums too low. convo cost reads it as unknown.",
			Source:  "the message model: tokens are counted, costs are US dollars",
			Fix:     "correct the number, or remove the usage",
		}, check: impossibleNumbers},
		{Rule: Rule{
			ID: "convo/backward-timestamp", Was: "C020", Severity: note.Info,
			Title:   "messages are in the order of their timestamps",
			Explain: "Clocks differ, or a message was moved.",
			Source:  "the message model: timestamps are Unix milliseconds",
			Fix:     "sort the messages, if their order is wrong",
		}, check: backwardTimes},
		{Rule: Rule{
			ID: "convo/dangling-summary", Was: "C021", Severity: note.Warning,
			Title:   "the first message that a summary keeps exists",
			Explain: "Without it, it is not clear which messages a model still sees.",
			Source:  "the session formats that have summaries",
			Fix:     "restore the message, or remove firstKeptId",
		}, check: lostEntries},
		{Rule: Rule{
			ID: "convo/missing-parent", Severity: note.Warning,
			Title:   "the message that a parent names exists",
			Explain: "The message follows the one before it instead, and may be on the wrong branch.",
			Source:  "conversation.json: parent is the id of a message",
			Fix:     "restore the message, or remove parent",
		}, check: missingParents},
		{Rule: Rule{
			ID: "convo/circular-parent", Severity: note.Warning,
			Title:   "no message follows itself",
			Explain: "A circle of parents has no first message. It is cut where a parent comes after its message.",
			Source:  "conversation.json: the messages are a tree",
			Fix:     "remove the parent, or name an earlier message",
		}, check: circularParents},
		{Rule: Rule{
			ID: "convo/foreign-signature", Was: "C022", Severity: note.Warning,
			Title:   "a signature comes from the provider that gave the answer",
			Explain: "Servers verify signatures and refuse those of other providers.",
			Source:  "vendors' documentation of reasoning: only the API that issued a signature accepts it",
			Fix:     "convo transform --for MODEL removes them",
		}, check: foreignSignatures},
		{Rule: Rule{
			ID: "convo/duplicate-field", Was: "C023", Severity: note.Warning, Note: duplicateField,
			Title:   "no JSON object has a field twice",
			Explain: "Some programs take the first value, others the last.",
			Source:  "RFC 8259, section 4",
			Fix:     "remove one of them",
		}},
		{Rule: Rule{
			ID: contextOverflow, Was: "C025", Severity: note.Error,
			Title:   "the conversation fits into the context window of the model",
			Explain: "Only with --for MODEL. Servers refuse more tokens than the window has. The number is an estimate, so it is an error only if it is a quarter over the window, and else a warning.",
			Source:  "the catalog: convo models lists the windows",
			Fix:     "convo transform --for MODEL --trim auto",
		}},
		{Rule: Rule{
			ID: contextFull, Was: "C026", Severity: note.Warning,
			Title:   "the context window of the model has room for an answer",
			Explain: "Only with --for MODEL. The answer has to fit into what the conversation leaves of the window. The number of tokens is an estimate.",
			Source:  "the catalog: convo models lists the windows",
			Fix:     "convo transform --for MODEL --trim auto",
		}},
		{Rule: Rule{
			ID: "convo/secret", Was: "C027", Severity: note.Warning, Private: true,
			Title:   "no text contains a secret",
			Explain: "Everybody who gets the conversation can use the key, token or password: a vendor, a log, a bug report. Reports do not quote it.",
			Source:  "the forms of keys that vendors publish; RFC 7519, RFC 7468, RFC 3986 section 3.2.1",
			Fix:     "convo transform --redact secrets replaces it; then have its issuer revoke it",
		}, check: standingSecrets},
	}
}
