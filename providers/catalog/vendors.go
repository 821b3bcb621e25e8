package catalog

import "convo/conv"

// vendors is the table of them. Source: the vendors' API references and
// formats.md 5.2-5.7, read in November 2026.
var vendors = []Vendor{
	{Name: "openai", Protocol: "openai-chat", Developer: true},
	{Name: "anthropic", Protocol: "anthropic"},
	{Name: "google", Protocol: "gemini"},
	{Name: "xai", Protocol: "openai-chat", Amend: anyIDs},
	{Name: "deepseek", Protocol: "openai-chat", Amend: deepseek},
	{Name: "mistral", Protocol: "openai-chat", Amend: mistral},
	{Name: "groq", Protocol: "openai-chat", Amend: anyIDs},
	{Name: "openrouter", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true},
}

// anyIDs: servers that are compatible with OpenAI's take ids of calls of any
// shape, their own among them (A6.2).
func anyIDs(r *conv.Rules) { r.CallIDs = conv.Alphabet{} }

// deepseek: an answer of a model that reasons is refused without its
// reasoning, which may be empty (A5.5).
func deepseek(r *conv.Rules) {
	anyIDs(r)
	r.ReasoningField = "reasoning_content"
}

// mistral: ids are nine letters and digits (error 3280), a user does not
// speak right behind a result (3230), and nobody goes on with an answer that
// is not marked for it (V-MI1, V-MI2, V-MI4).
func mistral(r *conv.Rules) {
	r.CallIDs = conv.Alphabet{Alnum: true, Min: 9, Max: 9}
	r.Bridge = "Understood."
	r.UserLast = true
}
