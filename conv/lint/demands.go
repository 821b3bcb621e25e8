package lint

import (
	"strings"

	"convo/conv"
)

// demand is a rule of servers in general: what it is called for each of the
// families that have it, and whether a destination's rules ask for it.
type demand struct {
	number  string
	letters string // of the families that have the rule
	Rule
}

// targetRules are the rules of servers, by family.
func targetRules() []Rule {
	var all []Rule
	for _, row := range letters {
		for _, d := range demands() {
			if !strings.Contains(d.letters, row.letter) {
				continue
			}
			r := d.Rule
			r.ID = row.letter + d.number
			r.Title = row.servers + ": " + r.Title
			all = append(all, r)
		}
	}
	return all
}

// demands is the table of them.
func demands() []demand {
	const adapts = "convo transform --for MODEL does it"
	return []demand{
		{"001", "AORGUF", Rule{
			Severity: conv.Error, Title: "each tool call is answered right behind its answer", check: unansweredTurns, covers: "C002",
			Explain: "A call whose result is not there, or not yet, is refused. So is a history that ends in calls, but where a user interface answers them.",
			Source:  "issues qwen-code 606, litellm 28995 (Chat Completions); claude-code 5060 (Anthropic); langchain 27799, gemini-cli 4217 (Gemini); the Responses API: No tool output found", Fix: "convo transform --repair stub answers the calls, or moves their results to them",
		}},
		{"002", "AORGUF", Rule{
			Severity: conv.Error, Title: "each tool result answers a call of the answer before it", check: unaskedResults, covers: "C001",
			Explain: "A result of another turn, or of none, is refused.",
			Source:  "issues deepx-code 94 (Chat Completions), langchain 27799 (Gemini); Anthropic: unexpected tool_use_id; the Responses API: No tool call found", Fix: "convo transform --repair drop leaves such results out",
		}},
		{"003", "ARU", Rule{
			Severity: conv.Error, Title: "no two calls of a history have one id", check: repeatedCallIDs, covers: "C006",
			Explain: "Ids of all turns are compared.",
			Source:  "Anthropic Messages API: tool_use ids must be unique", Fix: adapts,
		}},
		{"004", "AORF", Rule{
			Severity: conv.Error, Title: "ids of calls have the characters and the length that servers take", check: strangeCallIDs,
			Explain: "Anthropic takes 64 letters, digits, _ and -; OpenAI 64 characters, in some accounts 40; Mistral nine letters and digits.",
			Source:  "Anthropic Messages API, the pattern of tool_use.id; issues openclaw 875, pydantic-ai 4389, autogen 6377, agentao 321 (OpenAI); gptel 1203, langchain 24668 (Mistral, code 3280)", Fix: adapts,
		}},
		{"005", "AORGF", Rule{
			Severity: conv.Error, Title: "names of tools have the characters and the length that servers take", check: strangeToolNames,
			Explain: "Letters, digits, _ and -, at most 64 or 128.",
			Source:  "the types of openai-go, anthropic-sdk-go and google.golang.org/genai", Fix: adapts,
		}},
		{"006", "A", Rule{
			Severity: conv.Error, Title: "no text is empty", check: emptyTexts,
			Explain: "Text blocks must be non-empty, and a user's more than white space.",
			Source:  "issue hermes 55092; Anthropic Messages API: text content blocks must be non-empty", Fix: adapts,
		}},
		{"007", "AG", Rule{
			Severity: conv.Error, Title: "no message is empty", check: voidMessages, covers: "C017",
			Explain: "All messages must have content, but the answer that the history ends in.",
			Source:  "issue hermes 55092 (Anthropic); Gemini API: contents.parts must not be empty", Fix: adapts,
		}},
		{"008", "A", Rule{
			Severity: conv.Error, Title: "an answer to be gone on with ends in no white space", check: spaceAtEnd,
			Explain: "A model goes on from the last character, and tokens begin with the space.",
			Source:  "issue hermes 55092; Anthropic Messages API: text content blocks must be non-empty", Fix: adapts,
		}},
		{"009", "AOG", Rule{
			Severity: conv.Error, Title: "the last message is no answer", check: answerLast,
			Explain: "The model goes on with no answer that was begun for it.",
			Source:  "the types of anthropic-sdk-go; issues crewAI 6973 (Gemini), rig 1130 (Mistral)", Fix: adapts,
		}},
		{"010", "AORGF", Rule{
			Severity: conv.Error, Title: "there is a message", check: noMessages,
			Explain: "A prompt alone, or nothing, is refused.",
			Source:  "the types of openai-go, anthropic-sdk-go and google.golang.org/genai", Fix: "convo prompt adds one",
		}},
		{"011", "AF", Rule{
			Severity: conv.Error, Title: "images and documents are of types that are taken", check: strangeMedia,
			Explain: "Images are JPEG, PNG, WebP or, for Anthropic, GIF; documents PDF.",
			Source:  "the types of anthropic-sdk-go", Fix: "convert the file",
		}},
		{"012", "A", Rule{
			Severity: conv.Error, Title: "there are no more than four marks for the cache", check: manyMarks,
			Explain: "A request with more cache_control than four is refused.",
			Source:  "Anthropic, prompt caching: up to 4 cache breakpoints", Fix: adapts,
		}},
		{"013", "AR", Rule{
			Severity: conv.Error, Title: "a tool's parameters are of type object", check: untypedSchemas,
			Explain: "The schema of the parameters must say type object at its top.",
			Source:  "the types of anthropic-sdk-go", Fix: adapts,
		}},
		{"014", "A", Rule{
			Severity: conv.Error, Title: "reasoning goes with no temperature, top k or forced call", check: unplainThinking,
			Explain: "With thinking on, temperature has to be 1, and tool choice auto or none.",
			Source:  "Anthropic, extended thinking: feature compatibility", Fix: adapts,
		}},
		{"015", "R", Rule{
			Severity: conv.Error, Title: "reasoning is followed by what it led to", check: idleReasoning,
			Explain: "A reasoning item without the item behind it is refused.",
			Source:  "issues openai-node 1567, vercel/ai 7099, inspect_ai 1990", Fix: adapts,
		}},
		{"016", "G", Rule{
			Severity: conv.Warning, Title: "results stand in the order of their calls", check: shuffledResults,
			Explain: "Calls need no ids, and where they have none results are told apart by their place.",
			Source:  "issues gemini-cli 4217, vscode 299295", Fix: adapts,
		}},
		{"017", "G", Rule{
			Severity: conv.Error, Title: "an answer with calls stands behind a user or results", check: callsFirst,
			Explain: "A function call turn comes right after a user turn or after a function response turn.",
			Source:  "issues gemini-cli 11814 and 26486", Fix: adapts,
		}},
		{"018", "G", Rule{
			Severity: conv.Error, Title: "no more texts to stop at than five", check: manyStops,
			Explain: "A sixth is refused.",
			Source:  "the types of google.golang.org/genai", Fix: adapts,
		}},
		{"019", "G", Rule{
			Severity: conv.Error, Title: "the first call of an answer is signed", check: unsignedCalls,
			Explain: "Gemini 3 refuses a function call of the running turn without its thought signature.",
			Source:  "issues dify-plugins 2088, ironclaw 1510; Gemini API, thought signatures", Fix: adapts,
		}},
		{"020", "O", Rule{
			Severity: conv.Error, Title: "no user speaks right behind a result", check: userBehindResult,
			Explain: "Mistral refuses the role user after the role tool.",
			Source:  "issues datapizza 98, pi-neuralwatt 12 (code 3230)", Fix: adapts,
		}},
		{"021", "OF", Rule{
			Severity: conv.Warning, Title: "ids of calls are no longer than 40", check: longCallIDs,
			Explain: "Many report a limit of 40, others one of 64.",
			Source:  "issues openclaw 875, pydantic-ai 4389, autogen 6377 (40); agentao 321 (64)", Fix: adapts,
		}},
		{"022", "A", Rule{
			Severity: conv.Error, Title: "the budget for reasoning is below the limit of tokens", check: wideBudgets,
			Explain: "Reasoning counts as output, so its budget must leave room for an answer, and be at least 1024.",
			Source:  "Anthropic, extended thinking: budget_tokens", Fix: "raise maxTokens, or lower the budget",
		}},
		{"023", "G", Rule{
			Severity: conv.Error, Title: "a thought signature is base64", check: unreadableSignatures,
			Explain: "The field is of bytes; what does not decode is refused.",
			Source:  "the types of google.golang.org/genai", Fix: adapts,
		}},
		{"024", "G", Rule{
			Severity: conv.Error, Title: "media have a MIME type", check: untypedMedia,
			Explain: "The type is not taken from the bytes.",
			Source:  "the types of google.golang.org/genai", Fix: "say the type",
		}},
		{"025", "G", Rule{
			Severity: conv.Error, Title: "a result has the name of the tool that was called", check: misnamedResults, covers: "C024",
			Explain: "A function response is matched to its call by the name.",
			Source:  "the types of google.golang.org/genai; issues gemini-cli 4217, vscode 299295", Fix: adapts,
		}},
		{"026", "A", Rule{
			Severity: conv.Error, Title: "reasoning is signed by Anthropic", check: unsignedReasoning, covers: "C022",
			Explain: "Reasoning without the signature that it came with, or with another's, is refused.",
			Source:  "Anthropic, extended thinking: preserving thinking blocks; issue claude-code 63221", Fix: adapts,
		}},
		{"031", "F", Rule{
			Severity: conv.Error, Title: "the last message is an answer", check: unlearnedEnd,
			Explain: "An example ends in what the model is to learn. Only examples for a grader end in what a user says.",
			Source:  "OpenAI, supervised fine-tuning: formatting your data", Fix: "convo transform --slice leaves out what is behind the last answer",
		}},
		{"032", "F", Rule{
			Severity: conv.Error, Title: "there is an answer to learn", check: nothingLearned,
			Explain: "From an example without an answer, or with no answer of a weight other than 0, nothing is learned.",
			Source:  "OpenAI, supervised fine-tuning: formatting your data", Fix: "leave the line out",
		}},
		{"033", "F", Rule{
			Severity: conv.Error, Title: "weights are 0 or 1, and of answers", check: strangeWeights,
			Explain: "An answer of weight 0 is read and not learned, one of weight 1 is learned. Nothing else has a weight.",
			Source:  "OpenAI, supervised fine-tuning: weight is 0 or 1", Fix: "say 0 or 1, and leave weight out of other messages",
		}},
		{"034", "F", Rule{
			Severity: conv.Error, Title: "each answer of a preference is one message of the assistant", check: unlikePreferences,
			Explain: "preferred_output and non_preferred_output are compared as one answer each.",
			Source:  "OpenAI, direct preference optimization: each output is one assistant message", Fix: "put what was said before into input.messages",
		}},
		{"035", "F", Rule{
			Severity: conv.Warning, Title: "a file has ten conversations", // found by File
			Explain: "A file with fewer is refused. One that is only part of what is uploaded may have any number.",
			Source:  "OpenAI, supervised fine-tuning: at least 10 examples", Fix: "put more lines into the file",
		}},
		{"036", "U", Rule{
			Severity: conv.Error, Title: "events stand in the order of the protocol", // found by Stream
			Explain: "A run starts and ends, what is told of was started before, and all is ended before the run is. Clients refuse anything else.",
			Source:  "the protocol, events; verifyEvents of @ag-ui/client", Fix: "convo transform -t ag-ui-events writes them in order",
		}},
		{"037", "O", Rule{
			Severity: conv.Error, Title: "an answer has content or calls", check: mutedAnswers, covers: "C017",
			Explain: "Mistral refuses an answer that says nothing and calls nothing.",
			Source:  "Mistral's servers: assistant message must have either content or tool_calls", Fix: adapts,
		}},
		{"038", "OR", Rule{
			Severity: conv.Warning, Title: "who asks for a JSON object says so", check: silentJSON,
			Explain: "A request for an answer of type json_object is refused if no message has the word JSON.",
			Source:  "OpenAI, structured outputs: JSON mode", Fix: "say in a message that the answer is JSON, or give a schema",
		}},
		{"039", "OR", Rule{
			Severity: conv.Error, Title: "the name of the answer's schema has the characters that servers take", check: strangeFormatNames,
			Explain: "Letters, digits, _ and -, at most 64.",
			Source:  "OpenAI, the reference of response_format", Fix: "rename the schema",
		}},
		{"040", "OR", Rule{
			Severity: conv.Error, Title: "metadata is no more than servers keep", check: wideMetadata,
			Explain: "16 pairs, with keys of 64 characters and values of 512.",
			Source:  "OpenAI, the reference of metadata", Fix: "leave some of it out",
		}},
		{"041", "U", Rule{
			Severity: conv.Info, Title: "what an agent is sent is for the agent", check: shownMessages,
			Explain: "Activities are for those who look on. Clients leave them out of what a run begins with, and agents pass over them.",
			Source:  "the protocol, activity messages: frontend only", Fix: "leave the message out",
		}},
	}
}
