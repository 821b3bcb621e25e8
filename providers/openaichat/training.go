package openaichat

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// training is the family of what only training data has: the weights of
// answers, the answer that is not preferred, members of a line that graders
// want.
const training = "openai-finetune"

// trainingFormat is a line of training data: an example, messages and tools
// as in a request, or a preference, a history with a preferred answer and
// another one.
func trainingFormat() conv.Format {
	return conv.Format{
		Name:     training,
		Family:   family,
		About:    "OpenAI fine-tuning data: examples, preferences",
		Holds:    trainingHolds(),
		Rules:    trainingRules(),
		Detect:   detectTraining,
		Decode:   decodeTraining,
		Branches: bothAnswers,
		Write:    writeTraining,
		Shape:    trainingShape,
	}
}

func trainingHolds() conv.Holds {
	h := requestHolds
	h.Beside = training
	h.Params = conv.ToolChoices | conv.LooseParams
	h.Limits = conv.TrainingLine
	return h
}

// trainingRules are what the checks of an uploaded file refuse (OpenAI,
// supervised fine-tuning: formatting your data). The calls of the answer that is learned need no results.
func trainingRules() conv.Rules {
	r := rules
	r.OpenLast, r.AnswerLast, r.StreamOptions = true, true, ""
	r.ImageTypes = " image/jpeg image/png image/webp "
	r.FewestLines, r.LonePrompt = 10, false
	return r
}

// detectTraining claims lines with weights, which ask no model, or with two
// answers. Others are requests as they stand: nothing tells them apart.
func detectTraining(p *conv.Probe) bool {
	if p.Form != conv.FormJSON && p.Form != conv.FormLines {
		return false
	}
	if p.HasKind("input.messages", rawjson.Array) {
		return p.Has("preferred_output") || p.Has(conv.NotPreferred)
	}
	return p.HasKind("messages", rawjson.Array) && p.Has("messages[].weight") && !p.Has("model")
}
