package commands

import (
	"cmp"
	"strings"
)

// The names of the values and bits of format.Capabilities, in their order; a test
// compares them with the source.
var (
	unitNames      = []string{"document", "session", "stream"}
	scopeNames     = []string{"whole", "answer"}
	blockNames     = []string{"text", "image", "audio", "video", "document", "thinking", "toolCall", "oneString"}
	sourceNames    = []string{"data", "url", "file", "text", "mediaName", "mediaDetail", "mediaType"}
	signatureNames = []string{"any", "field", "own", "free", "no"}
	featureNames   = []string{
		"developer", "systemPrompt", "messageID", "speakerName", "timestamps", "groups",
		"encryptedValues", "origin", "models", "responseIDs", "responseDetails", "usages", "costs",
		"stopReasons", "errorMessages", "errorFlags", "toolNames", "privateDetails", "refusals",
		"textSignatures", "callSignatures", "redactedThinking", "argumentTexts", "callKinds",
		"blockOrder", "customMessages", "summaries", "branchSummaries", "documentTitle", "runState", "tools",
		"strictTools", "loneSurrogates", "milliseconds", "foreignResidue",
		"groupNames", "usageTotals", "brokenArguments", "redactedTexts", "localFiles",
		"argumentSpaces",
		"documentID", "lateNames", "trees", "hostedTools",
		"protocols", "terminates", "sessions",
	}
	paramNames = []string{
		"model", "maxTokens", "temperature", "topP", "topK", "seed", "penalties", "stopSequences",
		"toolChoices", "responseSchemas", "responseFormats", "reasoningEffort", "reasoningBudget",
		"streaming", "endUser", "parallelCalls", "looseParams",
	}
)

// signaturePhrases says, for each of signatureNames, which reasoning is held.
var signaturePhrases = []string{
	"signed or not",
	"unsigned, in a field such as reasoning_content",
	"only with its provider's signature",
	"with its provider's signature or none",
	"without its signature",
}

// namedPhrases are what people read for a name that words does not explain.
var namedPhrases = []struct{ name, phrase string }{
	{"document", "documents"},
	{"image", "images"},
	{"thinking", "reasoning"},
	{"toolCall", "tool calls"},
	{"oneString", "as one string"},
	{"data", "base64"},
	{"url", "URL"},
	{"file", "file id"},
	{"mediaName", "file name"},
	{"mediaDetail", "detail"},
	{"mediaType", "MIME type"},
	{"developer", "developer messages"},
	{"messageID", "message ids"},
	{"speakerName", "speaker names"},
	{"groups", "grouping of tool results"},
	{"encryptedValues", "encrypted values of messages"},
	{"origin", "provider of responses"},
	{"models", "model of a response"},
	{"responseDetails", "request ids and diagnostics"},
	{"usages", "token usage"},
	{"errorFlags", "error flags of tool results"},
	{"toolNames", "tool names in tool results"},
	{"privateDetails", "private details of tool results"},
	{"textSignatures", "signatures of text"},
	{"callSignatures", "signatures of tool calls"},
	{"redactedThinking", "redacted reasoning"},
	{"argumentTexts", "tool arguments as written"},
	{"callKinds", "kinds of tool calls"},
	{"blockOrder", "order of text and tool calls"},
	{"documentTitle", "conversation title"},
	{"tools", "tool definitions"},
	{"strictTools", "strict flag of tools"},
	{"loneSurrogates", "text that is not valid UTF-8"},
	{"milliseconds", "fractions of a second"},
	{"foreignResidue", "unknown fields of other formats"},
	{"usageTotals", "token totals and audio tokens"},
	{"brokenArguments", "tool arguments that are not JSON objects"},
	{"redactedTexts", "text of redacted reasoning"},
	{"localFiles", "file: URLs"},
	{"argumentSpaces", "white space in tool arguments"},
	{"documentID", "conversation id"},
	{"lateNames", "models and ids of a stream's end"},
	{"trees", "messages that are no longer sent"},
	{"hostedTools", "hosted tools and citations of other vendors"},
	{"protocols", "protocol of responses"},
	{"terminates", "terminate flag of tool results"},
	{"sessions", "directory and times of a session"},
	{"topP", "top_p"},
	{"topK", "top_k"},
	{"toolChoices", "tool choice"},
	{"responseSchemas", "response schema"},
	{"responseFormats", "response format"},
	{"parallelCalls", "parallel tool calls"},
	{"looseParams", "parallel tool calls without tool choice"},
}

// phraseOf is the phrase for a name, "" if there is none.
func phraseOf(name string) string {
	for _, named := range namedPhrases {
		if named.name == name {
			return named.phrase
		}
	}
	return ""
}

// phrases lists names as people read them.
func phrases(names []string) string {
	var all []string
	for _, name := range names {
		all = append(all, cmp.Or(phraseOf(name), words(name)))
	}
	return strings.Join(all, ", ")
}

// words is a name in words: systemPrompt is system prompt.
func words(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c >= 'A' && c <= 'Z' && i > 0 && (name[i-1] < 'A' || name[i-1] > 'Z') {
			b.WriteByte(' ')
		}
		b.WriteByte(c)
	}
	return strings.ToLower(b.String())
}
