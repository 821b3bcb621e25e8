package lint

import "convo/conv/note"

// Adapts is the Fix of rules that adapting a conversation to a model obeys.
const Adapts = "convo transform --for MODEL does it"

// FormatRules completes the rules of a format: their ids begin with its name.
// was is the letter of their ids in older versions, "" for new formats.
//
//go:noinline
func FormatRules(format, was string, groups ...[]Rule) []Rule {
	var all []Rule
	for _, group := range groups {
		all = append(all, group...)
	}
	for i := range all {
		r := &all[i]
		r.ID = format + "/" + r.ID
		if was == "" {
			r.Was = ""
			continue
		}
		r.Was = was + r.Was
	}
	return all
}

// Because returns a rule with an explanation of the format's own.
func Because(explain string, r Rule) Rule {
	r.Explain = explain
	return r
}

// The functions below are rules of several formats, for [FormatRules]. Each
// takes its source, and some first take what the servers demand.

// UnansweredCalls wants each call's result right after its answer.
func UnansweredCalls(source string) Rule {
	return Rule{
		ID: "unanswered-call", Was: "001", Severity: note.Error, Check: unansweredCalls, Covers: "convo/unanswered-call", Source: source,
		Title:   "every tool call has its result right after its answer",
		Explain: "The servers refuse a call whose result is missing or comes later. A history may not end in calls.",
		Fix:     "convo transform --repair stub adds error results and moves late ones to their calls",
	}
}

// OrphanResults wants each result to answer a call of the answer before it.
func OrphanResults(source string) Rule {
	return Rule{
		ID: "orphan-result", Was: "002", Severity: note.Error, Check: strayResults, Covers: "convo/orphan-result", Source: source,
		Title:   "every tool result answers a call of the answer before it",
		Explain: "The servers refuse a result of an earlier turn, or of no call.",
		Fix:     "convo transform --repair drop removes such results",
	}
}

// ReusedCallIDs wants no call to have the id of a call in an earlier answer.
func ReusedCallIDs(source string) Rule {
	return Rule{
		ID: "reused-call-id", Was: "003", Severity: note.Error, Check: reusedCallIDs, Covers: "convo/reused-call-id", Source: source,
		Title:   "all tool calls of a history have different ids",
		Explain: "The servers compare the ids of all turns.",
		Fix:     Adapts,
	}
}

// InvalidCallIDs is about the characters and the length of call ids.
func InvalidCallIDs(explain, source string) Rule {
	return Rule{
		ID: "invalid-call-id", Was: "004", Severity: note.Error, Check: invalidCallIDs, Explain: explain, Source: source,
		Title: "call ids have the characters and the length that the servers allow",
		Fix:   Adapts,
	}
}

// LongCallIDs is about ids that only some servers accept.
func LongCallIDs(source string) Rule {
	return Rule{
		ID: "long-call-id", Was: "021", Severity: note.Warning, Check: longCallIDs, Source: source,
		Title:   "call ids have at most 40 characters",
		Explain: "Many reports name a limit of 40 characters, others one of 64.",
		Fix:     Adapts,
	}
}

// InvalidToolNames is about the characters and the length of tool names.
func InvalidToolNames(explain, source string) Rule {
	return Rule{
		ID: "invalid-tool-name", Was: "005", Severity: note.Error, Check: invalidToolNames, Explain: explain, Source: source,
		Title: "tool names have the characters and the length that the servers allow",
		Fix:   Adapts,
	}
}

// MisnamedResults wants each result to name the tool of its call.
func MisnamedResults(source string) Rule {
	return Rule{
		ID: "wrong-tool-name", Was: "025", Severity: note.Error, Check: otherNames, Covers: "convo/wrong-tool-name", Source: source,
		Title:   "every result names the tool of its call",
		Explain: "The servers match a result to its call by the name.",
		Fix:     Adapts,
	}
}

// EmptyMessages wants messages to have content.
func EmptyMessages(source string) Rule {
	return Rule{
		ID: "empty-message", Was: "007", Severity: note.Error, Check: blankMessages, Covers: "convo/empty-message", Source: source,
		Title:   "no message is empty",
		Explain: "All messages must have content. Only an answer at the end may be empty.",
		Fix:     Adapts,
	}
}

// AnswerLast wants no answer at the end, which a model would have to continue.
func AnswerLast(explain, source string) Rule {
	return Rule{
		ID: "answer-last", Was: "009", Severity: note.Error, Check: answerLast, Explain: explain, Source: source,
		Title: "the last message is not an answer",
		Fix:   Adapts,
	}
}

// NoMessages wants a message.
func NoMessages(explain, source string) Rule {
	return Rule{
		ID: "no-messages", Was: "010", Severity: note.Error, Check: noMessages, Explain: explain, Source: source,
		Title: "there is a message",
		Fix:   "convo prompt adds one",
	}
}

// UnsupportedMedia is about the MIME types of images and documents.
func UnsupportedMedia(explain, source string) Rule {
	return Rule{
		ID: "unsupported-media", Was: "011", Severity: note.Error, Check: unsupportedMedia, Explain: explain, Source: source,
		Title: "images and documents are of types that the servers read",
		Fix:   "convert the file",
	}
}

// UntypedParameters wants the parameters of tools to be of type object.
func UntypedParameters(source string) Rule {
	return Rule{
		ID: "untyped-parameters", Was: "013", Severity: note.Error, Check: untypedParameters, Source: source,
		Title:   "the parameters of a tool are of type object",
		Explain: "The schema of the parameters must have type object at its top.",
		Fix:     Adapts,
	}
}

// SilentJSON wants the word JSON in a request for a JSON object.
func SilentJSON(source string) Rule {
	return Rule{
		ID: "json-not-mentioned", Was: "038", Severity: note.Warning, Check: silentJSON, Source: source,
		Title:   "a request for a JSON object mentions JSON",
		Explain: "The servers refuse a request for a JSON object without a schema if no message has the word JSON.",
		Fix:     "ask for JSON in a message, or give a schema",
	}
}

// InvalidSchemaNames is about the name of the answer's schema.
func InvalidSchemaNames(source string) Rule {
	return Rule{
		ID: "invalid-schema-name", Was: "039", Severity: note.Error, Check: invalidSchemaNames, Source: source,
		Title:   "the name of the answer's schema has the characters that the servers allow",
		Explain: "Letters, digits, _ and -, at most 64.",
		Fix:     "rename the schema",
	}
}

// LargeMetadata is about the limits of the request's metadata.
func LargeMetadata(source string) Rule {
	return Rule{
		ID: "large-metadata", Was: "040", Severity: note.Error, Check: largeMetadata, Source: source,
		Title:   "metadata is within the limits of the servers",
		Explain: "At most 16 pairs, with keys of 64 and values of 512 characters.",
		Fix:     "remove some of it",
	}
}
