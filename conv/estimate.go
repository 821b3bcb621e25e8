package conv

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// Tokens that an estimate takes for what it cannot count.
const (
	imageTokens   = 1600 // the most that Anthropic asks for one
	mediaTokens   = 3000 // sound, a film, a document with its pages
	messageTokens = 4    // what frames a message
	toolTokens    = 12   // what frames a tool
)

// EstimateTokens is about how many tokens a model reads of a conversation:
// its system prompt, its tools, the schema of the answer, and every message
// but those that a compaction stands for.
func EstimateTokens(c *Conversation) int64 {
	n := EstimateText(c.SystemPrompt) + estimateFormat(c.Request) + estimateTools(c.Tools)
	for _, m := range c.Compacted() {
		n += estimateMessage(m)
	}
	return n
}

func estimateTools(tools []ToolDefinition) (n int64) {
	for i := range tools {
		t := &tools[i]
		n += toolTokens + EstimateText(t.Name) + EstimateText(t.Description) + EstimateText(string(t.Parameters)) + EstimateText(string(t.Raw))
	}
	return n
}

// estimateFormat is of what a request, which may be nil, says of the answer.
func estimateFormat(r *Request) int64 {
	if r == nil || r.ResponseFormat == nil {
		return 0
	}
	f := r.ResponseFormat
	return EstimateText(f.Name) + EstimateText(f.Description) + EstimateText(string(f.Schema))
}

func estimateMessage(m Message) int64 {
	switch m := m.(type) {
	case *UserMessage:
		return messageTokens + estimateBlocks(m.Content)
	case *AssistantMessage:
		return messageTokens + estimateBlocks(m.Content)
	case *ToolResultMessage:
		return messageTokens + estimateBlocks(m.Content)
	case *SystemMessage:
		return messageTokens + estimateBlocks(m.Content)
	case *BranchSummary:
		return messageTokens + EstimateText(m.Text())
	case *CompactionSummary:
		return messageTokens + EstimateText(m.Text())
	case *CustomMessage: // never goes to a model
		return 0
	}
	panic(fmt.Sprintf("conv: no estimate of %T", m))
}

func estimateBlocks[B Block](blocks []B) (n int64) {
	for _, b := range blocks {
		n += estimateBlock(b)
	}
	return n
}

func estimateBlock(b Block) int64 {
	switch x := b.(type) {
	case *TextContent:
		return EstimateText(x.Text)
	case *ThinkingContent:
		return EstimateText(x.Thinking)
	case *ToolCall:
		return messageTokens + EstimateText(x.Name) + EstimateText(string(x.Arguments))
	case *ImageContent:
		return imageTokens
	case *AudioContent, *VideoContent:
		return mediaTokens
	case *DocumentContent:
		if x.Text != "" {
			return EstimateText(x.Text)
		}
		return mediaTokens
	case *Opaque:
		return EstimateText(string(x.Raw))
	}
	panic(fmt.Sprintf("conv: no estimate of %T", b))
}

// EstimateText is about how many tokens a text is: words by their letters,
// numbers by three digits, signs one by one, a space with the word behind it.
func EstimateText(s string) int64 {
	n := 0
	for i := 0; i < len(s); {
		kind, end := runAt(s, i)
		count := utf8.RuneCountInString(s[i:end])
		switch kind {
		case asciiRun:
			n += (count + 7) / 8
			if count > 24 { // no word, but a key or base64
				n += count / 4
			}
		case letterRun:
			n += (count + 2) / 3
		case digitRun:
			n += (count + 2) / 3
		case spaceRun:
			if count > 1 || s[i] == '\n' || end < len(s) && s[end]-'0' <= 9 {
				n++
			}
		case signRun:
			n += (count + 2) / 3
		case wideRun:
			n += count
		}
		i = end
	}
	return int64(n)
}

// runKind is what a stretch of text is made of.
type runKind int

const (
	asciiRun  runKind = iota // letters of English
	letterRun                // letters of others that are written with spaces
	digitRun
	spaceRun
	signRun
	wideRun // ideographs, emoji
)

// runAt is the stretch of one kind that begins at i.
func runAt(s string, i int) (kind runKind, end int) {
	r, size := utf8.DecodeRuneInString(s[i:])
	kind, end = runOf(r), i+size
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if runOf(r) != kind {
			break
		}
		end += size
	}
	return kind, end
}

func runOf(r rune) runKind {
	switch {
	case r|0x20 >= 'a' && r|0x20 <= 'z':
		return asciiRun
	case r >= '0' && r <= '9':
		return digitRun
	case r == ' ' || r == '\n' || r == '\t' || r == '\r':
		return spaceRun
	case r < 0x80:
		return signRun
	case r >= 0x2e80 || !unicode.IsLetter(r) && !unicode.IsMark(r):
		return wideRun
	default:
		return letterRun
	}
}
