// Package bedrock reads Converse of Amazon Bedrock: requests, answers, the events of a
// stream, and the log of a call.
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

import "convo/conv/format"

const (
	family   = "bedrock-converse"
	provider = "amazon-bedrock"
)

// Formats is requests and answers, and streams, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "bodies of Amazon Bedrock Converse",
		Detect: detect,
		Decode: decode,
	}, {
		Name:   family + "-stream",
		Family: family,
		About:  "stream of Amazon Bedrock Converse",
		Unit:   format.StreamUnit,
		Detect: func(p *format.Probe) format.Grade {
			return format.OwnIf(p.Form != format.FormText && p.Shows(
				"messageStart.role", "contentBlockDelta.delta", "contentBlockStart.start", "[].messageStart.role", "[].contentBlockDelta.delta"))
		},
		Decode: decodeStream,
	}}
}

// detect knows a request by its fields. Blocks of text alone could be of others.
func detect(p *format.Probe) format.Grade {
	switch {
	case !p.IsJSON():
	case p.Shows("messages & inferenceConfig", "messages & toolConfig", "messages & guardrailConfig", "messages & additionalModelRequestFields",
		"messages[].content[].toolUse.toolUseId", "messages[].content[].toolResult.toolUseId", "output.message.content & stopReason",
		"[].content[].toolUse.toolUseId", "input.inputBodyJson.messages & operation = Converse|ConverseStream"):
		return format.Own
	case p.Shows("messages[].role & messages[].content[].text & no messages[].content[].type", "[].role & [].content[].text & no [].content[].type"):
		return format.Could
	}
	return format.No
}
