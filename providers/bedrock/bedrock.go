// Package bedrock reads Converse of Amazon Bedrock: requests, answers, the events of a
// stream, and the log of a call. It writes requests.
//
//	{"messages":[{"role":"user","content":[{"text":"When is high water?"}]}],"inferenceConfig":{"maxTokens":200}}
//	{"output":{"message":{"role":"assistant","content":[{"text":"At 14:20."}]}},"stopReason":"end_turn","usage":{"inputTokens":9,"outputTokens":5}}
//
// The rule of the room: a block has one field, which says what it is. The results in a
// message become messages of their own. The events of a stream are put together, and read
// as one answer.
//
// The facts are those of the public types of the SDKs of AWS.
package bedrock

import (
	"strings"

	"convo/conv"
	"convo/conv/format"
)

// Wire is the protocol that answers of these servers came by.
const Wire conv.Protocol = "bedrock-converse-stream"

const (
	family   = "bedrock-converse"
	provider = "amazon-bedrock"
)

// Formats is the request, the answer, the stream and the log of a call. All but the first
// are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:         family,
		Family:       family,
		Protocol:     Wire,
		About:        "request of Amazon Bedrock Converse",
		Capabilities: holds,
		Rules:        rules,
		History:      format.SentHistory,
		Detect:       detect,
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	}, {
		Name:         family + "-response",
		Family:       family,
		Protocol:     Wire,
		About:        "answer of Amazon Bedrock Converse",
		Capabilities: format.Capabilities{Scope: format.Answer},
		Detect:       format.Shows("output.message.content & stopReason"),
		Decode:       decode,
	}, {
		Name:         family + "-stream",
		Family:       family,
		Protocol:     Wire,
		About:        "stream of Amazon Bedrock Converse",
		Unit:         format.StreamUnit,
		Capabilities: format.Capabilities{Scope: format.Answer},
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.Form != format.FormText && p.Shows(
				"messageStart.role", "contentBlockDelta.delta", "contentBlockStart.start", "[].messageStart.role", "[].contentBlockDelta.delta"))
		},
		Decode: decodeStream,
	}, {
		Name:   family + "-log",
		Family: family,
		About:  "log of a call of Bedrock Converse",
		Detect: format.Shows("input.inputBodyJson.messages & operation = Converse|ConverseStream"),
		Decode: decodeLog,
	}}
}

// holds is what a request can carry.
var holds = format.Capabilities{
	Reads:      format.Reads{Media: func(m *conv.Media) bool { return m.FileID == "" || strings.HasPrefix(m.FileID, "s3://") }},
	User:       files | format.TextBlock,
	Assistant:  files | format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
	ToolResult: files&^format.AudioBlock | format.TextBlock,
	System:     format.TextBlock,
	Image:      sources,
	Audio:      sources,
	Video:      sources,
	Document:   sources | format.TextSource | format.MediaName,
	Thinking:   format.FreeSignature, Signed: format.IsPlainSignature,
	Provider: provider,
	Features: format.SystemPrompt | format.Groups | format.ErrorFlags | format.RedactedThinking | format.BlockOrder | format.Tools | format.StrictTools,
	Params: format.Model | format.MaxTokens | format.Temperature | format.TopP | format.TopK | format.StopSequences |
		format.ToolChoices | format.ResponseSchemas | format.ResponseFormats | format.ReasoningBudget,
}

const (
	files   = format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock
	sources = format.DataSource | format.FileSource | format.MediaType
)

// rules are the limits that the API's servers enforce.
var rules = format.Rules{
	CallIDs:     format.Alphabet{Word: true, Max: 64},
	ToolNames:   format.Alphabet{Word: true, Max: 64},
	AnswerCalls: true, GroupResults: true, UniqueIDs: true, DeclareTools: true, TypedSchemas: true,
	OnePrompt: true, PromptOnly: true, SomeMessage: true, UserFirst: true, MergeUsers: true, MergeAnswers: true,
	PlainThinking: true, FullText: true, FullMessages: true, FullErrors: true, TrimLast: true, NamedFiles: true, FileNames: " -()[]",
	ImageTypes: " image/png image/jpeg image/gif image/webp ", DocumentTypes: documents,
}

// hintForm is on a text: what it stood in.
const hintForm = "~form"

// detect knows a request by its fields. Blocks of text alone could be of others.
func detect(p *format.Probe) format.Grade {
	switch {
	case !p.IsJSON():
	case p.Shows("messages & inferenceConfig", "messages & toolConfig", "messages & guardrailConfig", "messages & additionalModelRequestFields",
		"messages[].content[].toolUse.toolUseId", "messages[].content[].toolResult.toolUseId",
		"[].content[].toolUse.toolUseId"):
		return format.Own
	case p.Shows("messages[].role & messages[].content[].text & no messages[].content[].type", "[].role & [].content[].text & no [].content[].type"):
		return format.Could
	}
	return format.No
}
