package providers

import "convo/conv"

// toolPrompt is what Anthropic's servers tell a model of how tools are called,
// where there are some: docs.claude.com/agents-and-tools/tool-use, the most of
// any model.
const toolPrompt = 346

// EstimateTokens is about how many tokens a call of the goal reads, for a
// conversation that was adapted to it.
func (g *Goal) EstimateTokens(c *conv.Conversation) int64 {
	n := conv.EstimateTokens(c)
	if g.Format.Family == "anthropic" && len(c.Tools) > 0 {
		n += toolPrompt
	}
	return n
}
