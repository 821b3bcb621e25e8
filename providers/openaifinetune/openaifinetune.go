// Package openaifinetune reads and writes OpenAI's training data, a
// conversation a line: an example, or a preference, which is a history with a
// preferred answer and another one.
//
// The rule of the room: its lines carry messages and tools of Chat Completions. A
// preference is a pair of package training. What else only training data has (the
// weights of answers, columns for graders) is residue of the family training. All else
// is of the family openai-chat.
//
// Sources: the vendor's API reference and its guides to supervised, preference and
// reinforcement fine-tuning.
package openaifinetune

import (
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/training"
	"convo/providers/openaichat"
)

const family = "openai-finetune"

// Formats is a line of training data.
func Formats() []format.Format {
	host := openaichat.Formats()[0]
	return []format.Format{{
		Name:         family,
		Family:       host.Family,
		About:        "OpenAI fine-tuning data: examples, preferences",
		Capabilities: holds(host.Capabilities),
		Reduce:       reduce,
		Rules:        rules(host.Rules),
		History:      format.SpokenHistory,
		Detect:       detect,
		Decode:       decode,
		Branches:     training.Branches(decode),
		Write:        write,
		Shape:        lineShape,
		Lint:         lintRules,
	}}
}

func holds(h format.Capabilities) format.Capabilities {
	h.GuestFamily = training.Family
	h.Features |= format.Trees
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
	return &openaichat.Thread{Guest: training.Family, Fields: []string{training.Weight}}
}

// detect recognizes lines with weights or columns for graders and without a model, and
// lines with two answers. Arguments are never objects. Other lines are valid requests: nothing tells them apart.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && (p.Shows("input.messages is array & preferred_output", "input.messages is array & "+fieldOther) ||
		!p.Has("model") && !p.HasKind("messages[].tool_calls[].function.arguments", rawjson.Object) && p.Shows("messages is array & messages[].weight", "messages is array & "+gradeColumns[0], "messages is array & "+gradeColumns[1])))
}

// fieldOther is the field with the other answer of a preference.
const fieldOther = "non_preferred_output"

// The hints of a preference.
const (
	hintInput   = "~input"                 // what its input has besides: no tools
	hintNoOther = "~-non_preferred_output" // it has no other answer
)

// noTools is an input that has no tools.
const noTools = `{"tools":[]}`
