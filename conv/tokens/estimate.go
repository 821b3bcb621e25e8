package tokens

import (
	"fmt"
	"unicode"
	"unicode/utf8"

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
	case *conv.UserMessage:
		return messageTokens + countBlocks(text, m.Content)
	case *conv.AssistantMessage:
		return messageTokens + countBlocks(text, m.Content)
	case *conv.ToolResultMessage:
		return messageTokens + countBlocks(text, m.Content)
	case *conv.SystemMessage:
		return messageTokens + countBlocks(text, m.Content)
	case *conv.BranchSummary:
		return messageTokens + text(m.Text())
	case *conv.CompactionSummary:
		return messageTokens + text(m.Text())
	default: // custom messages of all types never go to a model
		return 0
	}
}

// EstimateMessage is what [Estimate] says of one message.
func EstimateMessage(m conv.Message) int64 { return counting(EstimateText).message(m) }

func countBlocks[B conv.Block](text counting, blocks []B) (n int64) {
	for _, b := range blocks {
		n += text.block(b)
	}
	return n
}

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

// EstimateText is about how many tokens a text is: words by their letters,
// numbers by three digits, signs one by one, a space with the word after it.
func EstimateText(s string) int64 {
	n, looked := 0, 0
	for i := 0; i < len(s); {
		if i >= looked {
			if looked = i + wordChars(s[i:]); isNoise(s[i:looked]) {
				n += (looked - i) * 2 / 3
				i = looked
				continue
			}
		}
		kind, end, count := runAt(s, i)
		switch kind {
		case asciiRun:
			n += estimateWord(s[i:end])
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

// wordChars is how many letters and digits of ASCII a text begins with.
func wordChars(s string) (n int) {
	for n < len(s) && charClass[s[n]] != 0 {
		n++
	}
	return n
}

// isNoise reports whether letters and digits are no words, but a key, a hash
// or base64: they change between small, capital and digit all the time.
func isNoise(s string) bool {
	if len(s) < 16 {
		return false
	}
	changes := 0
	for i := 1; i < len(s); i++ {
		if charClass[s[i]] != charClass[s[i-1]] {
			changes++
		}
	}
	return changes*3 >= len(s)
}

// charClass is 1 for a small letter, 2 for a capital, 3 for a digit, 0 else. A
// constant costs nothing at start-up.
const charClass = "" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x03\x03\x03\x03\x03\x03\x03\x03\x03\x03\x00\x00\x00\x00\x00\x00" +
	"\x00\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02" +
	"\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x00\x00\x00\x00\x00" +
	"\x00\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01" +
	"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"

// estimateWord is of letters: a word, or a part of camelCase, of base64.
func estimateWord(s string) int {
	switch capitals := len(s) >= 2 && s[0] < 'a' && s[1] < 'a'; {
	case capitals: // no word that is often written so
		return (len(s) + 2) / 3
	case len(s) > 24: // no word at all
		return (len(s)+7)/8 + len(s)/4
	default:
		return (len(s) + 7) / 8
	}
}

// runKind is what a stretch of text is made of.
type runKind int

const (
	asciiRun  runKind = iota // letters of English
	letterRun                // letters of others that are written with spaces
	digitRun
	spaceRun
	signRun
	wideRun  // ideographs, emoji
	otherRun // a letterRun or a wideRun
)

// runAt is the stretch of one kind that begins at i, and its characters. A
// capital after a small letter begins another.
func runAt(s string, i int) (kind runKind, end, count int) {
	if kind, end = runKind(kindOf[s[i]]), i+1; kind == otherRun {
		return wideRunAt(s, i)
	}
	if kind != asciiRun {
		for end < len(s) && runKind(kindOf[s[end]]) == kind {
			end++
		}
		return kind, end, end - i
	}
	for end < len(s) && runKind(kindOf[s[end]]) == asciiRun && (s[end-1] < 'a' || s[end] >= 'a') {
		end++
	}
	return kind, end, end - i
}

// wideRunAt is runAt beyond ASCII.
func wideRunAt(s string, i int) (kind runKind, end, count int) {
	r, size := utf8.DecodeRuneInString(s[i:])
	kind, end, count = runOf(r), i+size, 1
	for end < len(s) && s[end] >= utf8.RuneSelf {
		if r, size = utf8.DecodeRuneInString(s[end:]); runOf(r) != kind {
			break
		}
		end, count = end+size, count+1
	}
	return kind, end, count
}

// kindOf is the runKind of what begins with a byte; otherRun beyond ASCII.
const kindOf = "" +
	"\x04\x04\x04\x04\x04\x04\x04\x04\x04\x03\x03\x04\x04\x03\x04\x04" +
	"\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04" +
	"\x03\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04\x04" +
	"\x02\x02\x02\x02\x02\x02\x02\x02\x02\x02\x04\x04\x04\x04\x04\x04" +
	"\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x04\x04\x04\x04" +
	"\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x04\x04\x04\x04" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06" +
	"\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06\x06"

// runOf is the kind of a character beyond ASCII.
func runOf(r rune) runKind {
	if r >= 0x2e80 || !unicode.IsLetter(r) && !unicode.IsMark(r) {
		return wideRun
	}
	return letterRun
}
