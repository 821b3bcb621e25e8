package conv

import "convo/conv/rawjson"

// Rules are what a protocol's servers demand of a history beyond the shape
// that Holds describes: what breaks one is answered with an error. Package
// conv/adapt obeys them, and the rules of conv/lint name the sources. The zero
// value demands nothing. A vendor's own rules are a copy of its protocol's with
// some fields changed.
type Rules struct {
	CallIDs   Alphabet // of tool call ids
	ToolNames Alphabet

	// AnswerCalls: each call has its result behind the turn that made it,
	// and each result such a call.
	AnswerCalls bool
	// OpenLast: calls of an answer with nothing but results behind it may be
	// open: who reads the history will answer them.
	OpenLast bool
	// OrderResults: results stand in the order of their calls.
	OrderResults bool
	// GroupResults: the results of a turn are one wire message.
	GroupResults bool
	// UniqueIDs: no two calls have one id.
	UniqueIDs bool
	// UniqueInTurn: no two calls of an answer have one id.
	UniqueInTurn bool
	// DeclareTools: a history with calls has tool definitions.
	DeclareTools bool

	// OnePrompt: what instructs before the first turn is one prompt.
	OnePrompt bool
	// PromptOnly: nothing instructs behind the first turn; what does becomes
	// what the user says.
	PromptOnly bool
	// SomeMessage: there is a message beside the prompt. LonePrompt: a prompt
	// alone is taken, too.
	SomeMessage, LonePrompt bool
	// UserFirst: the first message is a user's.
	UserFirst bool
	// CallsBehindUser: an answer that calls tools stands behind a user's
	// message or results, so the first message is none.
	CallsBehindUser bool
	// UserLast: the last message is a user's or a result: no answer is gone
	// on with. It counts only for a Target that names a model.
	UserLast bool
	// GoOnMark is the member of an answer that, if it is true, asks to go on
	// with it in spite of UserLast; "": there is none.
	GoOnMark string
	// MergeUsers, MergeAnswers: no two messages of the role in a row. A user
	// message behind results is of their wire message, where there are groups.
	MergeUsers, MergeAnswers bool
	// Bridge is the answer to put between a result and a user's message
	// behind it; "": none is needed.
	Bridge string

	// PlainThinking: a request for reasoning with a budget sets no temperature
	// or top k and forces no call.
	PlainThinking bool
	// ReasoningExcludes are the parameters, of Temperature and TopP, that a
	// request for reasoning may not set.
	ReasoningExcludes Params
	// Efforts are the efforts of reasoning that are taken, the highest last,
	// each with a space before and behind it, and never beside a budget; "" is
	// all.
	Efforts string
	// LeastTokens is the lowest limit of output tokens that is taken; 0: any.
	LeastTokens int64
	// MaxStops is how many texts to stop at are taken; 0: any.
	MaxStops int
	// SignedReasoning: reasoning of the model's own that nobody signed is text.
	SignedReasoning bool
	// ItemIDs are the prefixes, each with a space before and after it, of the
	// ids of items that stand after the "|" in the id of a call. They are kept
	// for the model that made the item; "": the servers know no items.
	ItemIDs string
	// LedReasoning: reasoning is followed by what it led to in its answer.
	LedReasoning bool
	// ReasoningField is the field that each answer has reasoning in, be it
	// empty; "": none has to.
	ReasoningField string
	// UnsignedCall is the signature for the first call of an answer that has
	// none; "": calls need none. It counts only for a Target that names a
	// model.
	UnsignedCall string

	// OneText: the texts of an answer are one: a list of them is refused, or
	// imitated by the model.
	OneText bool
	// FullText: no text is empty or, from a user, only white space.
	FullText bool
	// FullMessages: no message is without content.
	FullMessages bool
	// FullAnswers: no answer is without words and calls.
	FullAnswers bool
	// FullErrors: an error result has text.
	FullErrors bool
	// TrimLast: an answer at the end, to be gone on with, ends in no white
	// space.
	TrimLast bool
	// NoNUL: no text has a NUL character.
	NoNUL bool
	// CacheMarks is how many marks for a cache a request may have; 0: any.
	CacheMarks int

	// ImageTypes and DocumentTypes are the MIME types that are taken, each
	// with a space before and behind it; "" is all.
	ImageTypes, DocumentTypes string
	// NamedFiles: a document that is given as data has a file name.
	NamedFiles bool
	// TypedSchemas: a tool has parameters of type object.
	TypedSchemas bool
	// StreamOptions are what a request for a stream says in stream_options for
	// the stream to tell its usage, as others do unasked; "": this one does.
	StreamOptions Raw
	// MaxTokens is the limit to ask for where the request names none and the
	// protocol demands one: a number that nobody else would ask for.
	MaxTokens Number
}

// Limit is the limit to ask for where a request names none: the protocol's,
// on top of a budget for reasoning, which counts as output.
func (x *Rules) Limit(r *Reasoning) Number {
	if r == nil {
		return x.MaxTokens
	}
	budget, _ := r.BudgetTokens.Int()
	usual, _ := x.MaxTokens.Int()
	return rawjson.NumberOf(usual + max(budget, 0))
}

// MarksGoOn reports whether an answer asks to go on with it, in the residue of
// the family of the servers.
func (r *Rules) MarksGoOn(m *AssistantMessage, family string) bool {
	return r.GoOnMark != "" && m.Extensions.Get(family, r.GoOnMark) == "true"
}
