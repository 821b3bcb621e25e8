package format

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// Rules are what a protocol's servers require of a history beyond the shape that
// Capabilities describes. Servers answer with an error if a rule is broken. Package
// conv/adapt follows them, and the rules of conv/lint name their sources. The
// zero value requires nothing. A vendor's own rules are a copy of its protocol's
// with some fields changed.
type Rules struct {
	CallIDs      Alphabet // of tool call ids
	ToolNames    Alphabet
	SpeakerNames Alphabet // of messages

	// AnswerCalls: each call has its result after the turn that made it, and each
	// result has such a call.
	AnswerCalls bool
	// OpenLast: calls of the last answer may be open if only results follow it:
	// the reader of the history will answer them.
	OpenLast bool
	// OrderResults: results have the order of their calls.
	OrderResults bool
	// GroupResults: the results of a turn are one wire message.
	GroupResults bool
	// UniqueIDs: no two calls have the same id.
	UniqueIDs bool
	// UniqueInTurn: no two calls of an answer have the same id.
	UniqueInTurn bool
	// DeclareTools: a history with calls has tool definitions.
	DeclareTools bool

	// OnePrompt: all instructions before the first turn are one prompt.
	OnePrompt bool
	// PromptOnly: no instruction comes after the first turn. Later instructions
	// become user text.
	PromptOnly bool
	// SomeMessage: the conversation has a message, not only a prompt. LonePrompt:
	// a prompt without messages is also allowed.
	SomeMessage, LonePrompt bool
	// UserFirst: the first message is a user's.
	UserFirst bool
	// CallsBehindUser: an answer with tool calls comes after a user message or
	// results, so it is never the first message.
	CallsBehindUser bool
	// UserLast: the last message is a user's or a result. The model does not
	// continue an answer. The rule only applies to a Target that names a model.
	UserLast bool
	// GoOnMark is the field of an answer that, if true, asks the model to continue
	// it in spite of UserLast; "": there is no such field.
	GoOnMark string
	// MergeUsers, MergeAnswers: no two messages of the role are adjacent. A user
	// message after results belongs to their wire message, if there are groups.
	MergeUsers, MergeAnswers bool
	// Bridge is the answer to insert between a result and a user message; "": none
	// is needed.
	Bridge string

	// PlainThinking: a request for reasoning with a budget sets no temperature
	// or top k and forces no call.
	PlainThinking bool
	// ReasoningExcludes are the parameters, of Temperature and TopP, that a
	// request for reasoning may not set.
	ReasoningExcludes Params
	// Efforts are the allowed reasoning efforts, the highest last, each with a
	// space before and after it. Servers refuse them with a budget. "" allows all.
	Efforts string
	// LeastTokens is the lowest limit of output tokens allowed; 0: any.
	LeastTokens int64
	// MaxStops is how many stop texts are allowed; 0: any number.
	MaxStops int
	// SignedReasoning: the model's own unsigned reasoning becomes text.
	SignedReasoning bool
	// ItemIDs are the prefixes, each with a space before and after it, of the item
	// ids that follow the "|" in the id of a call. Only the model that made an item
	// gets its id; "": the servers know no items.
	ItemIDs string
	// LedReasoning: in its answer, something follows the reasoning.
	LedReasoning bool
	// ReasoningField is the field in which each answer has reasoning, which may be
	// empty; "": there is no such field.
	ReasoningField string
	// UnsignedCall is the signature for the first call of an answer without one;
	// "": calls need none. It only applies to a Target that names a model.
	UnsignedCall string

	// FullText: no text is empty, and no user text is only white space.
	FullText bool
	// FullMessages: no message is empty.
	FullMessages bool
	// FullAnswers: no answer lacks both text and calls.
	FullAnswers bool
	// FullErrors: an error result has text.
	FullErrors bool
	// TrimLast: a last answer for the model to continue does not end in white
	// space.
	TrimLast bool
	// NoNUL: no text has a NUL character.
	NoNUL bool
	// CacheMarks is how many cache marks a request may have; 0: any number.
	CacheMarks int

	// ImageTypes and DocumentTypes are the allowed MIME types, each with a space
	// before and after it; "" allows all.
	ImageTypes, DocumentTypes string
	// NamedFiles: a document with data has a file name.
	NamedFiles bool
	// FileNames are the characters that the names of documents may have besides letters
	// and digits, each name once; "" allows all.
	FileNames string
	// TypedSchemas: a tool has parameters of type object.
	TypedSchemas bool
	// StreamOptions is the value of stream_options that makes a stream report its
	// usage; "": it does so anyway.
	StreamOptions conv.Raw
	// MaxTokens is the limit for a request without one, if the protocol requires
	// a limit: a number that nobody else would ask for.
	MaxTokens conv.Number
}

// Limit returns the limit for a request without one: the protocol's, plus the
// budget for reasoning, which counts as output.
func (x *Rules) Limit(r *conv.Reasoning) conv.Number {
	if r == nil {
		return x.MaxTokens
	}
	budget, _ := r.BudgetTokens.Int()
	usual, _ := x.MaxTokens.Int()
	return rawjson.NumberOf(usual + max(budget, 0))
}

// MarksGoOn reports whether an answer asks the model to continue it, in the
// residue of the servers' family.
func (r *Rules) MarksGoOn(m *conv.AssistantMessage, family string) bool {
	return r.GoOnMark != "" && m.Extensions.Get(family, r.GoOnMark) == "true"
}

// Alphabet says which characters a name may have, and how many. The zero value
// allows every name.
type Alphabet struct {
	Word      bool   // only a-z A-Z 0-9 _ - and the characters of Also
	Also      string // ASCII characters that are allowed with Word
	Alnum     bool   // only a-z A-Z 0-9
	Letter    bool   // the first is a letter or _
	Composite bool   // no "|": the id of an item follows it
	Min, Max  int    // bytes; 0: no limit
}

// Admits reports whether the alphabet allows the name s.
func (a *Alphabet) Admits(s string) bool {
	if a.Max > 0 && len(s) > a.Max || len(s) < a.Min || s == "" && *a != (Alphabet{}) {
		return false
	}
	if a.Composite && strings.IndexByte(s, '|') >= 0 || a.Letter && !isLetter(s[0]) {
		return false
	}
	if a.Word || a.Alnum {
		words := a.words()
		for i := range len(s) {
			if !words.has(s[i]) {
				return false
			}
		}
	}
	return true
}

// Has reports whether an alphabet of words has this character.
func (a *Alphabet) Has(c byte) bool {
	words := a.words()
	return words.has(c)
}

// words are the characters of a word.
func (a *Alphabet) words() charSet {
	if a.Alnum {
		return charSet{digits, letters}
	}
	set := charSet{digits | 1<<'-', letters | 1<<('_'-64)}
	for i := range len(a.Also) {
		set[a.Also[i]>>6&1] |= 1 << (a.Also[i] & 63)
	}
	return set
}

// charSet is a set of ASCII characters: bit c&63 of the word c>>6 is for c.
type charSet [2]uint64

const (
	digits  = 1<<('9'+1) - 1<<'0'
	letters = 1<<('Z'+1-64) - 1<<('A'-64) + 1<<('z'+1-64) - 1<<('a'-64)
)

func (s *charSet) has(c byte) bool { return c < 128 && s[c>>6&1]>>(c&63)&1 != 0 }

// Begins reports whether a name may begin with this character, as far as Letter
// decides that.
func (a *Alphabet) Begins(c byte) bool { return !a.Letter || isLetter(c) }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }

// LintRule is one thing that must be true of a conversation. Package conv/lint has
// the rules for any conversation, [Format.Lint] the rules of one vendor's
// servers.
type LintRule struct {
	// ID is the name of the format whose servers require it, and the mistake:
	// ag-ui/empty-text. It never changes.
	ID       string
	Was      string        // the ID of older versions, which still works; "": none
	Severity note.Severity // Error, Warning or Info
	Title    string        // what must be true, in a line
	Explain  string        // why, and what happens otherwise
	Source   string        // the source
	Fix      string        // what to do about it
	Private  bool          // reports do not show the place
	Covers   string        // the ID of a rule of any conversation, which is not reported beside this one

	// A rule has exactly one of these.
	Check func(*LintSubject)      // reports what is wrong with a conversation
	Note  func(*note.Note) string // what is wrong if decoding noted this; "": nothing
	Lines func(count int) string  // what is wrong with a file of so many conversations; "": nothing
	Flaw  shape.Sort              // of texts that are not of the format's Shape
}

// LintSubject is a conversation as the Check of a rule gets it.
type LintSubject struct {
	*conv.Conversation
	Whole   *conv.Conversation // with the messages that are not sent
	History []conv.Message     // the messages that a model may see
	Format  *Format            // the format whose servers will get it
	Target  *TargetModel       // the model that will get it; nil: any
	Rules   Rules              // what the servers require

	// Report records a mistake of a node. It never quotes the conversation.
	Report func(n *conv.Node, message string)
}

// Reportf records a mistake of a node.
func (s *LintSubject) Reportf(n *conv.Node, format string, args ...any) {
	s.Report(n, fmt.Sprintf(format, args...))
}
