package lint

import "convo/conv"

// conversationRules are the rules of any conversation.
func conversationRules() []Rule {
	return []Rule{
		{
			ID: "C001", Severity: conv.Error, Title: "a tool result answers a call before it", check: orphanResults,
			Explain: "A result without its call is refused by every server, and no model knows what to make of it.",
			Source:  "every protocol: see A002, O002, R002, G002", Fix: "convo transform --repair drop leaves such results out",
		},
		{
			ID: "C002", Severity: conv.Error, Title: "a tool call has its result before the conversation goes on", check: openCalls,
			Explain: "Behind a call that nobody answered a history cannot be sent. Calls of the last answer may be open.",
			Source:  "every protocol: see A001, O001, R001, G001", Fix: "convo transform --repair stub answers such calls with an error, --repair drop leaves them out",
		},
		{
			ID: "C003", Severity: conv.Error, Title: "a tool call has one result", check: repeatedResults,
			Explain: "Which of several results is meant nobody can know.",
			Source:  "Anthropic Messages API: tool_use ids must be unique, and have one result", Fix: "convo transform --repair drop keeps the first",
		},
		{
			ID: "C004", Severity: conv.Warning, Title: "a tool result stands right behind the answer that called", check: lateResults,
			Explain: "Servers want results before anything else is said.",
			Source:  "issues qwen-code 606, litellm 28995 (Chat Completions), claude-code 5060 (Anthropic)", Fix: "convo transform --repair stub moves results to their calls",
		},
		{
			ID: "C005", Severity: conv.Error, Title: "the calls of an answer have different ids", check: idsInTurn,
			Explain: "A result names its call by the id.",
			Source:  "every protocol that has ids", Fix: "convo transform --for MODEL gives them new ones",
		},
		{
			ID: "C006", Severity: conv.Info, Title: "the calls of a conversation have different ids", check: idsInHistory,
			Explain: "Some servers count ids anew in each answer, others refuse that.",
			Source:  "Anthropic Messages API: tool_use ids must be unique, and have one result", Fix: "convo transform --for MODEL gives them new ones",
		},
		{
			ID: "C007", Severity: conv.Error, Title: "a tool call names its tool", check: namelessCalls,
			Explain: "Nobody can run a call of no tool.",
			Source:  "the types of openai-go: a function has a name", Fix: "name the tool, or leave the call out",
		},
		{
			ID: "C008", Severity: conv.Warning, Title: "arguments are a JSON object", check: brokenArguments,
			Explain: "Models write JSON that is none, or are cut off in it. Some servers take it back as text, others refuse it.",
			Source:  "the types of anthropic-sdk-go and google.golang.org/genai: arguments are an object", Fix: "convo transform mends what can be mended where the format has an object",
		},
		{
			ID: "C009", Severity: conv.Warning, Title: "arguments match the schema of their tool", check: unfitArguments,
			Explain: "A tool that is called so will fail, or do what nobody meant.",
			Source:  "JSON Schema 2020-12 and before", Fix: "answer the call with an error that says what is wrong",
		},
		{
			ID: "C010", Severity: conv.Warning, Title: "a tool that is called is declared", check: undeclaredTools,
			Explain: "The model called a tool that it was not offered, or the definition was lost.",
			Source:  "every protocol: tools are declared in the request", Fix: "declare the tool",
		},
		{
			ID: "C011", Severity: conv.Error, Title: "tools have different names", check: repeatedTools,
			Explain: "A call names its tool, so two of one name cannot be told apart; servers refuse them.",
			Source:  "Anthropic Messages API: tool names must be unique", Fix: "rename one of them",
		},
		{
			ID: "C012", Severity: conv.Error, Title: "a tool's parameters are a JSON Schema", check: brokenSchemas,
			Explain: "Servers compile the schema and refuse what is none.",
			Source:  "JSON Schema 2020-12 and before", Fix: "mend the schema at the place that the message names",
		},
		{
			ID: "C013", Severity: conv.Error, Title: "the tool that must be called is declared", check: unknownChoice,
			Explain: "Servers refuse a choice of a tool that the request does not have.",
			Source:  "every protocol: tools are declared in the request", Fix: "declare the tool, or choose another",
		},
		{
			ID: "C014", Severity: conv.Error, Title: "data is base64", check: brokenBase64,
			Explain: "An image whose data cannot be decoded is refused.",
			Source:  "RFC 4648", Fix: "encode the file again",
		},
		{
			ID: "C015", Severity: conv.Error, Title: "a MIME type is that of the bytes", check: mistakenTypes,
			Explain: "Servers look at the bytes and refuse an image that is said to be another.",
			Source:  "Anthropic Messages API: the image was specified using another media type", Fix: "say the type that the message names",
		},
		{
			ID: "C016", Severity: conv.Warning, Title: "media have data, an address or a handle", check: emptyMedia,
			Explain: "There is nothing to see.",
			Source:  "the types of openai-go: an image has an image_url or a file_id", Fix: "leave the block out",
		},
		{
			ID: "C017", Severity: conv.Warning, Title: "a message has content", check: emptyMessages,
			Explain: "Most servers refuse a message without content.",
			Source:  "Anthropic, Gemini, Bedrock: empty content is refused", Fix: "leave the message out; convo transform --for MODEL does",
		},
		{
			ID: "C018", Severity: conv.Error, Title: "messages have different ids", check: repeatedIDs,
			Explain: "What refers to a message, or shows it, goes by its id.",
			Source:  "AG-UI, @ag-ui/core: messages are told apart by their ids", Fix: "give one of them another id",
		},
		{
			ID: "C019", Severity: conv.Warning, Title: "a timestamp is in Unix milliseconds", check: strangeTimes,
			Explain: "A time of seconds is read as one of January 1970.",
			Source:  "the message model: timestamps are Unix milliseconds", Fix: "multiply by 1000",
		},
		{
			ID: "C020", Severity: conv.Info, Title: "messages stand in the order of their times", check: backwardTimes,
			Explain: "Clocks differ; or messages were moved.",
			Source:  "the message model: timestamps are Unix milliseconds", Fix: "sort the messages, if their order is wrong",
		},
		{
			ID: "C021", Severity: conv.Warning, Title: "a summary names an entry that is there", check: lostEntries,
			Explain: "Without it nobody knows from where on messages are sent.",
			Source:  "pi, the session format: an entry names its parent", Fix: "restore the entry, or leave firstKeptId out",
		},
		{
			ID: "C022", Severity: conv.Warning, Title: "a signature is of the provider that answered", check: foreignSignatures,
			Explain: "Servers verify signatures and refuse those of others.",
			Source:  "Anthropic, extended thinking: signatures are of the API that gave them", Fix: "convo transform --for MODEL leaves them out",
		},
		{
			ID: "C023", Severity: conv.Warning, Title: "no member is repeated", // found by decoding: FindingsOf
			Explain: "Of two values for a key some programs take the first, others the last.",
			Source:  "RFC 8259, 4", Fix: "leave one of them out",
		},
		{
			ID: "C024", Severity: conv.Warning, Title: "a result names the tool of its call", check: misnamedResults,
			Explain: "Where results go by the name of their tool, it answers another call, or none.",
			Source:  "the types of google.golang.org/genai", Fix: "name the tool that was called",
		},
		{
			ID: "C025", Severity: conv.Error, Title: "the model sees the whole conversation", // found by overWindow
			Explain: "With --for MODEL: more tokens than its context window are refused. They are estimated; this is said of a quarter more.",
			Source:  "the catalog: convo models tells the windows", Fix: "convo transform --for MODEL --trim auto",
		},
		{
			ID: "C026", Severity: conv.Warning, Title: "the model sees the whole conversation, and has room for an answer", // found by overWindow
			Explain: "With --for MODEL: what is left of the context window is the most that an answer can be. The tokens are estimated.",
			Source:  "the catalog: convo models tells the windows", Fix: "convo transform --for MODEL --trim auto",
		},
		{
			ID: "C027", Severity: conv.Warning, Title: "no secret stands in it", check: standingSecrets, Private: true,
			Explain: "Whoever gets the conversation can use the key, token or password: a model's vendor, a log, a bug report. It is not quoted here.",
			Source:  "what vendors say of the form of their keys; RFC 7519, RFC 7468, RFC 3986 3.2.1", Fix: "convo transform --redact secrets replaces it; then have its issuer revoke it",
		},
	}
}
