package commands

import (
	"strings"
)

// The names of the values and bits of conv.Holds, in their order; a test
// compares them with the source.
var (
	unitNames      = []string{"document", "session", "stream"}
	scopeNames     = []string{"whole", "answer"}
	blockNames     = []string{"text", "image", "audio", "video", "document", "thinking", "toolCall"}
	sourceNames    = []string{"data", "url", "file", "text", "mediaName", "mediaDetail", "mediaType"}
	signatureNames = []string{"any", "field", "own", "free", "no", "itemSigned", "freeItemSigned"}
	featureNames   = []string{
		"developer", "systemPrompt", "messageID", "speakerName", "timestamps", "groups",
		"encryptedValues", "origin", "models", "responseIDs", "responseDetails", "usages", "costs",
		"stopReasons", "errorMessages", "errorFlags", "toolNames", "privateDetails", "refusals",
		"textSignatures", "callSignatures", "redactedThinking", "argumentTexts", "callKinds",
		"blockOrder", "customMessages", "summaries", "documentMeta", "runState", "tools",
		"strictTools", "loneSurrogates", "milliseconds", "foreignResidue",
		"groupNames", "usageTotals", "brokenArguments", "severalTexts", "redactedTexts", "localFiles",
		"argumentSpaces",
		"mentions", "documentID", "everyID", "customCalls",
	}
	paramNames = []string{
		"model", "maxTokens", "temperature", "topP", "topK", "seed", "penalties", "stopSequences",
		"toolChoices", "responseSchemas", "responseFormats", "reasoningEffort", "reasoningBudget",
		"streaming", "endUser", "looseParams",
	}
)

// words is a name as people write it: systemPrompt is system prompt.
func words(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c >= 'A' && c <= 'Z' && i > 0 && (name[i-1] < 'A' || name[i-1] > 'Z') {
			b.WriteByte(' ')
		}
		b.WriteByte(c)
	}
	text := strings.ToLower(b.String())
	for _, initials := range []string{"id", "p", "k"} {
		if strings.HasSuffix(text, " "+initials) {
			text = text[:len(text)-len(initials)] + strings.ToUpper(initials)
		}
	}
	return strings.ReplaceAll(text, " ids", " IDs")
}
