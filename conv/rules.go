package conv

// Rules are what a protocol's servers demand of a history beyond the shape
// that Holds describes: what breaks one is answered with an error. [Adapt]
// obeys them. The zero value demands nothing. Sources: formats.md parts 4, 5.
type Rules struct {
	CallIDs   Alphabet // of tool call ids
	ToolNames Alphabet

	// AnswerCalls: each call has its result behind the turn that made it,
	// and each result such a call.
	AnswerCalls bool
	// GroupResults: the results of a turn are one wire message.
	GroupResults bool
	// UniqueIDs: no two calls have one id.
	UniqueIDs bool
	// OnePrompt: what instructs before the first turn is one prompt.
	OnePrompt bool
	// SomeMessage: there is a message beside the prompt.
	SomeMessage bool
	// PlainThinking: a request for reasoning with a budget sets no temperature
	// or top k and forces no call.
	PlainThinking bool
	// FullText: no text is empty or, from a user, only white space.
	FullText bool
	// FullMessages: no message is without content.
	FullMessages bool
	// TrimLast: an answer at the end, to be gone on with, ends in no white
	// space.
	TrimLast bool
	// ImageTypes and DocumentTypes are the MIME types that are taken, each
	// with a space before and behind it; "" is all.
	ImageTypes, DocumentTypes string
	// TypedSchemas: a tool has parameters of type object.
	TypedSchemas bool
	// MaxTokens is the limit to ask for where the request names none and the
	// protocol demands one.
	MaxTokens Number
}

// Alphabet is which characters a name may have and how many. The zero value
// admits every name.
type Alphabet struct {
	Word bool // only a-z A-Z 0-9 _ -
	Max  int  // bytes; 0: no limit
}

// admits reports whether s is a name in a.
func (a Alphabet) admits(s string) bool {
	if a.Max > 0 && len(s) > a.Max || a != (Alphabet{}) && s == "" {
		return false
	}
	if a.Word {
		for i := range len(s) {
			if !isWord(s[i]) {
				return false
			}
		}
	}
	return true
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '-'
}
