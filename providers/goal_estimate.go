package providers

import (
	"math"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/tokens"
	"convo/providers/catalog"
)

// toolPrompt is what Anthropic's servers add to a request with tools: 346
// tokens by docs.claude.com/agents-and-tools/tool-use, but the usage of Claude
// 4.5 and 4.6 shows about 490.
const toolPrompt = 490

// EstimateTokens estimates how many tokens a call of the target reads, for a
// conversation that was adapted to it.
func (g *Target) EstimateTokens(c *conv.Conversation) int64 { return g.estimate(c, g.counter().Count) }

// EstimateAgain does the same as EstimateTokens, faster for texts that are
// known.
func (g *Target) EstimateAgain(known tokens.Known, c *conv.Conversation) int64 {
	counter := g.counter()
	if counter.Name == "" {
		counter.Count = known.EstimateText
	}
	return g.estimate(c, counter.Count)
}

func (g *Target) estimate(c *conv.Conversation, text func(string) int64) int64 {
	n := tokens.Count(c, text)
	if g.Format.Family == "anthropic" && len(c.Tools) > 0 {
		n += toolPrompt
	}
	return n
}

// Tokenizer is the name of the target's tokenizer, if this build has it; "" if
// texts are estimated, too.
func (g *Target) Tokenizer() string { return g.counter().Name }

func (g *Target) counter() *tokens.Counter {
	if g.Model.Provider == "openai" || g.Model.Provider == "azure-openai" {
		if counter := tokens.Named(catalog.Tokenizer(g.Model.Model)); counter != nil {
			return counter
		}
	}
	return &tokens.Counter{Count: tokens.EstimateText}
}

// Room returns how many estimated tokens a model can be sent. It leaves a
// margin for the estimate, and room for the model's longest answer, or for one
// of half its context. 0: unknown, or the model is nil. OpenAI's servers take
// no more input than the longest answer leaves.
func (g *Target) Room() int64 {
	if g == nil || g.model == nil {
		return 0
	}
	window, answer := int64(g.model.Context), int64(g.model.MaxOutput)
	margin := int64(10)
	if g.Format.Family == "anthropic" {
		margin = 25 // its newer tokenizers make up to a third more tokens of a text
	}
	return (window - min(answer, window/2)) * (100 - margin) / 100
}

// AnswerLimit is what limits the length of an answer.
type AnswerLimit string

// The limits of an answer's length.
const (
	LimitRequest AnswerLimit = "request" // its limit of output tokens
	LimitModel   AnswerLimit = "model"   // the longest answer of the model
	LimitDefault AnswerLimit = "default" // the limit that a call sets where it must
	LimitNothing AnswerLimit = ""        // nothing that convo knows
)

// AllAnswers returns how many tokens the answers have together that a request asks
// for, all of which are paid for, if each has n. A number of answers that cannot
// be is more than any server gives. r may be nil.
func AllAnswers(r *conv.Request, n int64) int64 {
	if r == nil {
		return n
	}
	for _, field := range [][2]string{{"openai-chat", "n"}, {"gemini", "generationConfig.candidateCount"}} {
		raw := r.Extensions.Get(field[0], field[1])
		if raw == "" || raw == "null" {
			continue
		}
		answers, ok := conv.Number(raw).Int()
		if answers = max(answers, 1); !ok || n > math.MaxInt64/answers {
			return math.MaxInt64
		}
		n *= answers
	}
	return n
}

// AnswerTokens returns how many tokens the answer to a conversation, as it is
// sent, may have, and what limits it. A limit that is out of range is more than
// any answer has. g may be nil.
func (g *Target) AnswerTokens(sent *conv.Conversation) (n int64, by AnswerLimit) {
	if r := sent.Request; r != nil && r.MaxTokens != "" {
		n, ok := r.MaxTokens.Int()
		switch {
		case !ok:
			return math.MaxInt64, LimitRequest
		case g != nil && r.Extensions.Get(g.Format.Family, format.Unasked) != "":
			return n, LimitDefault
		}
		return n, LimitRequest
	}
	if g == nil || g.model == nil || g.model.MaxOutput == 0 {
		return 0, LimitNothing
	}
	return int64(g.model.MaxOutput), LimitModel
}
