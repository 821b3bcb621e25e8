package tokens

import (
	"fmt"

	"convo/conv"
)

// Tokens that an estimate takes for what it cannot count.
const (
	imageTokens   = 1600 // the most that a vendor counts for one
	mediaTokens   = 3000 // sound, a film, a document with its pages
	messageTokens = 4    // what frames a message
	toolTokens    = 12   // what frames a tool
)

// Estimate is about how many tokens a model reads of a conversation:
// its system prompt, its tools, the schema of the answer, and every message
// but those that a compaction stands for.
func Estimate(c *conv.Conversation) int64 { return Count(c, EstimateText) }

// Count is [Estimate] with another count of texts. What frames
// them, and media, are estimated as ever.
func Count(c *conv.Conversation, text func(string) int64) int64 {
	count := counting(text)
	n := text(c.SystemPrompt) + count.format(c.Request) + count.tools(c.Tools)
	for _, m := range c.Compacted() {
		n += count.message(m)
	}
	return n
}

// counting is how the tokens of a text are counted.
type counting func(string) int64

func (text counting) tools(tools []conv.ToolDefinition) (n int64) {
	for i := range tools {
		t := &tools[i]
		n += toolTokens + text(t.Name) + text(t.Description) + text(string(t.Parameters)) + text(string(t.Raw))
	}
	return n
}

// format is of what a request, which may be nil, says of the answer.
func (text counting) format(r *conv.Request) int64 {
	if r == nil || r.ResponseFormat == nil {
		return 0
	}
	f := r.ResponseFormat
	return text(f.Name) + text(f.Description) + text(string(f.Schema))
}

func (text counting) message(m conv.Message) int64 {
	switch m := m.(type) {
	case *conv.UserMessage, *conv.AssistantMessage, *conv.ToolResultMessage, *conv.SystemMessage:
		n := int64(messageTokens)
		for b := range conv.BlocksOf(m) {
			n += text.block(b)
		}
		return n
	case *conv.BranchSummary:
		return messageTokens + text(m.Text())
	case *conv.CompactionSummary:
		return messageTokens + text(m.Text())
	default: // custom messages of all types never go to a model
		return 0
	}
}

// Known is the estimates of texts that were estimated before, for who estimates
// a conversation again and again. It keeps the texts; nil knows and keeps none.
type Known map[string]int64

// EstimateText does the same as the function, faster for a text that is known.
func (k Known) EstimateText(s string) int64 {
	const short = 64 // not worth a search
	if len(s) < short || k == nil {
		return EstimateText(s)
	}
	n, ok := k[s]
	if !ok {
		n = EstimateText(s)
		k[s] = n
	}
	return n
}

// Estimate does the same as the function.
func (k Known) Estimate(c *conv.Conversation) int64 { return Count(c, k.EstimateText) }

// EstimateMessage does the same as the function.
func (k Known) EstimateMessage(m conv.Message) int64 { return counting(k.EstimateText).message(m) }

// EstimateMessage is what [Estimate] says of one message.
func EstimateMessage(m conv.Message) int64 { return counting(EstimateText).message(m) }

func (text counting) block(b conv.Block) int64 {
	switch x := b.(type) {
	case *conv.TextContent:
		return text(x.Text)
	case *conv.ThinkingContent:
		return text(x.Thinking)
	case *conv.ToolCall:
		return messageTokens + text(x.Name) + text(string(x.Arguments))
	case *conv.ImageContent:
		return imageTokens
	case *conv.AudioContent, *conv.VideoContent:
		return mediaTokens
	case *conv.DocumentContent:
		if x.Text != "" {
			return text(x.Text)
		}
		return mediaTokens
	case *conv.Opaque:
		return text(string(x.Raw))
	}
	panic(fmt.Sprintf("conv: no estimate of %T", b))
}
