package providers

import (
	"convo/conv"
	"convo/conv/tokens"
	"convo/providers/catalog"
)

// toolPrompt is what Anthropic's servers tell a model of how tools are called,
// where there are some: 346 tokens by docs.claude.com/agents-and-tools/tool-use,
// but answers of Claude 4.5 and 4.6 tell of about 490.
const toolPrompt = 490

// EstimateTokens is about how many tokens a call of the goal reads, for a
// conversation that was adapted to it.
func (g *Goal) EstimateTokens(c *conv.Conversation) int64 {
	n := tokens.Count(c, g.counter().Count)
	if g.Format.Family == "anthropic" && len(c.Tools) > 0 {
		n += toolPrompt
	}
	return n
}

// Tokenizer is the name of what counts the texts of an estimate: that of the
// goal's model, if this build has it; "" if they are estimated, too.
func (g *Goal) Tokenizer() string { return g.counter().Name }

func (g *Goal) counter() *tokens.Counter {
	if g.Target.Provider == "openai" || g.Target.Provider == "azure-openai" {
		if counter := tokens.Named(catalog.Tokenizer(g.Target.Model)); counter != nil {
			return counter
		}
	}
	return &tokens.Counter{Count: tokens.EstimateText}
}

// Room is how many tokens of an estimate a model can be sent, with a margin
// for the estimate and room for its longest answer, or for one of half of what
// it sees; 0 if that is not known, and for nil. Servers of OpenAI take no more
// input than what the longest answer leaves.
func (g *Goal) Room() int64 {
	if g == nil || g.model == nil {
		return 0
	}
	window, answer := int64(g.model.Context), int64(g.model.MaxOutput)
	margin := int64(10)
	if g.Format.Family == "anthropic" {
		margin = 25 // its newer tokenizers make up to a third more of a text than those before them
	}
	return (window - min(answer, window/2)) * (100 - margin) / 100
}

// Longest is how many tokens the longest answer of the goal's model has; 0 if
// that is not known.
func (g *Goal) Longest() int64 {
	if g.model == nil {
		return 0
	}
	return int64(g.model.MaxOutput)
}
