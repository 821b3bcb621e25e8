// Package openaifinetune reads and writes OpenAI's training data, a
// conversation a line: an example, or a preference, which is a history with a
// preferred answer and another one.
//
// The rule of the room: its lines carry messages and tools of Chat Completions.
// What only training data has (the weights of answers, the answer that is not
// preferred, fields for graders) is residue of the family openai-finetune. All
// else is of the family openai-chat.
//
// Sources: the vendor's API reference and its guide to supervised fine-tuning.
package openaifinetune

import (
	"convo/conv/format"
	"convo/providers/openaichat"
)

const family = "openai-finetune"

// Formats is a line of training data.
func Formats() []format.Format {
	host := openaichat.Formats()[0]
	return []format.Format{{
		Name:     family,
		Family:   host.Family,
		About:    "OpenAI fine-tuning data: examples, preferences",
		Holds:    holds(host.Holds),
		Reduce:   reduce,
		Rules:    rules(host.Rules),
		History:  format.SpokenHistory,
		Detect:   detect,
		Decode:   decode,
		Branches: bothAnswers,
		Write:    write,
		Shape:    lineShape,
		Lint:     lintRules,
	}}
}

func holds(h format.Holds) format.Holds {
	h.Beside = family
	h.Params = format.ParallelCalls | format.LooseParams
	return h
}

// rules are what the check of an uploaded file refuses (supervised fine-tuning:
// formatting your data). The calls of the answer to learn need no results.
func rules(r format.Rules) format.Rules {
	r.OpenLast, r.StreamOptions = true, ""
	r.ImageTypes = " image/jpeg image/png image/webp "
	r.LonePrompt = false
	return r
}

// thread reads or writes one history. Its messages may have a weight.
func thread() *openaichat.Thread {
	return &openaichat.Thread{Guest: family, Fields: []string{"weight"}}
}

// detect recognizes lines with weights and without a model, and lines with two
// answers. Other lines are valid requests: nothing tells them apart.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && (p.Shows("input.messages is array & preferred_output", "input.messages is array & "+hintOther) ||
		!p.Has("model") && p.Shows("messages is array & messages[].weight")))
}

// The residue of a preference, a line of training data with two answers to one
// history. The conversation continues with the preferred answer.
const (
	hintPreference = "~preference"          // on the conversation: the line is a preference
	hintPreferred  = "~preferred"           // on the first message of the preferred answer
	hintOther      = "non_preferred_output" // on the conversation: the messages of the other answer
)
