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
// its system prompt, its tools and every message.
func EstimateTokens(c *Conversation) int64 {
	n := EstimateText(c.SystemPrompt)
	for i := range c.Tools {
		t := &c.Tools[i]
		n += toolTokens + EstimateText(t.Name) + EstimateText(t.Description) + EstimateText(string(t.Parameters)) + EstimateText(string(t.Raw))
	}
	for _, m := range c.Messages {
		n += messageTokens
		switch m := m.(type) {
		case *UserMessage:
			n += estimateBlocks(m.Content)
		case *AssistantMessage:
			n += estimateBlocks(m.Content)
		case *ToolResultMessage:
			n += estimateBlocks(m.Content)
		case *SystemMessage:
			n += estimateBlocks(m.Content)
		case *BranchSummary:
			n += EstimateText(m.Text())
		case *CompactionSummary:
			n += EstimateText(m.Text())
		case *CustomMessage: // never goes to a model
			n -= messageTokens
		default:
			panic(fmt.Sprintf("conv: no estimate of %T", m))
		}
	}
	return n
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
