package catalog

import "convo/conv/format"

// Media that models accept besides text.
const (
	text  = format.Blocks(0)
	sees  = format.ImageBlock
	reads = format.ImageBlock | format.DocumentBlock
	omni  = format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock
)

// Parameters that models refuse.
const (
	none = format.Params(0)
	// fixed: OpenAI's models that always reason accept no sampling parameters
	// (developers.openai.com/api/docs/guides/reasoning, latest-model).
	fixed = format.Temperature | format.TopP | format.Penalties
	// fixedStop: o3 and o4-mini accept no stop sequences either (reference of
	// chat completions, stop).
	fixedStop = fixed | format.StopSequences
	// adaptive: since Claude Opus 4.7 there are no sampling parameters and no
	// reasoning budget (platform.claude.com/docs/en/models, migration guide).
	adaptive = format.Temperature | format.TopP | format.TopK | format.ReasoningBudget
	// budgeted: before Claude Opus 4.5 and Gemini 3, reasoning has a budget and
	// no effort.
	budgeted = format.ReasoningEffort
	// grok: reasoning models (docs.x.ai/docs/guides/reasoning).
	grok = format.Penalties | format.StopSequences
)

// models is the table of models, the current ones of each vendor first.
// Sources: the vendors' model pages (platform.claude.com/docs/en/models,
// developers.openai.com/api/docs/models, ai.google.dev/gemini-api/docs/models,
// docs.x.ai, api-docs.deepseek.com/quick_start/pricing, docs.mistral.ai,
// console.groq.com/docs/models, platform.minimax.io, platform.moonshot.ai,
// docs.z.ai), compared with the tables of the packages @pydantic/genai-prices
// 0.1.8 and @earendil-works/pi-ai 1.5.2, all as of November 2026.
var models = []Model{
	{"openai", "gpt-6.1-sol", reads, true, "low medium high xhigh max", true, 1050000, 128000, fixed, nil},
	{"openai", "gpt-6.1-terra", reads, true, "none low medium high xhigh max", true, 1050000, 128000, none, whileReasoning},
	{"openai", "gpt-6-astra", reads, true, "low medium high xhigh max", true, 1050000, 128000, fixed, nil},
	{"openai", "gpt-6-sol", reads, true, "none low medium high xhigh max", true, 1050000, 128000, none, whileReasoning},
	{"openai", "gpt-6-luna", reads, true, "none low medium high xhigh max", true, 1050000, 128000, none, whileReasoning},
	{"openai", "gpt-5.6-sol", reads, true, "none low medium high xhigh max", true, 1050000, 128000, none, whileReasoning},
	{"openai", "gpt-5.6-terra", reads, true, "none low medium high xhigh max", true, 1050000, 128000, none, whileReasoning},
	{"openai", "gpt-5.6-luna", reads, true, "none low medium high xhigh max", true, 1050000, 128000, none, whileReasoning},
	{"openai", "gpt-5.5", reads, true, "none low medium high xhigh", true, 1050000, 128000, none, whileReasoning},
	{"openai", "gpt-5.4", reads, true, "none low medium high xhigh", true, 1050000, 128000, none, whileReasoning},
	{"openai", "gpt-5.4-mini", reads, true, "none low medium high xhigh", true, 400000, 128000, none, whileReasoning},
	{"openai", "gpt-5.4-nano", reads, true, "none low medium high xhigh", true, 400000, 128000, none, whileReasoning},
	{"openai", "gpt-5.3-codex", reads, true, "none low medium high xhigh", true, 400000, 128000, none, whileReasoning},
	{"openai", "gpt-5.2", reads, true, "none low medium high xhigh", true, 400000, 128000, none, whileReasoning},
	{"openai", "gpt-5.1", reads, true, "none low medium high", true, 400000, 128000, none, whileReasoning},
	{"openai", "gpt-5", reads, true, "minimal low medium high", true, 400000, 128000, fixed, nil},
	{"openai", "gpt-5-mini", reads, true, "minimal low medium high", true, 400000, 128000, fixed, nil},
	{"openai", "gpt-5-nano", reads, true, "minimal low medium high", true, 400000, 128000, fixed, nil},
	{"openai", "o3", reads, true, "low medium high", true, 200000, 100000, fixedStop, nil},
	{"openai", "o3-mini", text, true, "low medium high", true, 200000, 100000, fixed, nil},
	{"openai", "o4-mini", reads, true, "low medium high", true, 200000, 100000, fixedStop, nil},
	{"openai", "gpt-4.1", reads, false, "", true, 1047576, 32768, none, nil},
	{"openai", "gpt-4.1-mini", reads, false, "", true, 1047576, 32768, none, nil},
	{"openai", "gpt-4.1-nano", reads, false, "", true, 1047576, 32768, none, nil},
	{"openai", "gpt-4o", reads, false, "", true, 128000, 16384, none, nil},
	{"openai", "gpt-4o-mini", reads, false, "", true, 128000, 16384, none, nil},

	{"anthropic", "claude-opus-5-5", reads, true, "low medium high xhigh max", true, 1000000, 128000, adaptive, userLast},
	{"anthropic", "claude-sonnet-5-5", reads, true, "low medium high xhigh max", true, 1000000, 128000, adaptive, userLast},
	{"anthropic", "claude-haiku-5-5", reads, true, "low medium high xhigh max", true, 1000000, 128000, adaptive, userLast},
	{"anthropic", "claude-fable-5-2", reads, true, "low medium high xhigh max", true, 1000000, 128000, adaptive, userLast},
	{"anthropic", "claude-opus-5", reads, true, "low medium high xhigh max", true, 1000000, 128000, adaptive, userLast},
	{"anthropic", "claude-sonnet-5", reads, true, "low medium high xhigh max", true, 1000000, 128000, adaptive, plainest},
	{"anthropic", "claude-opus-4-8", reads, true, "low medium high xhigh max", true, 1000000, 128000, adaptive, userLast},
	{"anthropic", "claude-opus-4-7", reads, true, "low medium high xhigh max", true, 1000000, 128000, adaptive, plainest},
	{"anthropic", "claude-opus-4-6", reads, true, "low medium high max", true, 1000000, 128000, none, plainest},
	{"anthropic", "claude-sonnet-4-6", reads, true, "low medium high max", true, 1000000, 128000, none, plainest},
	{"anthropic", "claude-opus-4-5", reads, true, "low medium high", true, 200000, 64000, none, promptOnly},
	{"anthropic", "claude-sonnet-4-5", reads, true, "", true, 200000, 64000, budgeted, promptOnly},
	{"anthropic", "claude-haiku-4-5", reads, true, "", true, 200000, 64000, budgeted, promptOnly},

	{"google", "gemini-3.8-flash", omni, true, "low medium high", true, 1048576, 65536, none, nil},
	{"google", "gemini-3.7-flash", omni, true, "low medium high", true, 1048576, 65536, none, nil},
	{"google", "gemini-3.6-flash", omni, true, "minimal low medium high", true, 1048576, 65536, none, nil},
	{"google", "gemini-3.5-flash", omni, true, "minimal low medium high", true, 1048576, 65536, none, nil},
	{"google", "gemini-3.5-flash-lite", omni, true, "minimal low medium high", true, 1048576, 65536, none, nil},
	{"google", "gemini-3.1-pro-preview", omni, true, "low medium high", true, 1048576, 65536, none, nil},
	{"google", "gemini-3.1-flash-lite", omni, true, "minimal low medium high", true, 1048576, 65536, none, nil},
	{"google", "gemini-3-flash-preview", omni, true, "minimal low medium high", true, 1048576, 65536, none, nil},
	{"google", "gemini-2.5-pro", omni, true, "", true, 1048576, 65536, budgeted, nil},
	{"google", "gemini-2.5-flash", omni, true, "", true, 1048576, 65536, budgeted, nil},
	{"google", "gemini-2.5-flash-lite", omni, true, "", true, 1048576, 65536, budgeted, nil},

	{"xai", "grok-4.7", sees, true, "low medium high xhigh", true, 500000, 500000, grok, nil},
	{"xai", "grok-4.6", sees, true, "low medium high xhigh", true, 500000, 500000, grok, nil},
	{"xai", "grok-4.5", sees, true, "low medium high xhigh", true, 500000, 500000, grok, nil},
	{"xai", "grok-4.3", sees, true, "none low medium high xhigh", true, 1000000, 30000, grok, nil},

	{"deepseek", "deepseek-flash", sees, true, "low high max", true, 1000000, 384000, none, nil},
	{"deepseek", "deepseek-v4-pro", text, true, "high max", true, 1000000, 384000, none, nil},
	{"deepseek", "deepseek-v4-flash", text, true, "high max", true, 1000000, 384000, none, nil},

	{"mistral", "mistral-large-4", sees, true, "low medium high", true, 1048576, 262144, none, nil},
	{"mistral", "mistral-large", sees, false, "", true, 262144, 262144, none, nil},
	{"mistral", "mistral-medium-3.5", sees, true, "none high", true, 262144, 262144, none, nil},
	{"mistral", "mistral-medium", sees, true, "none high", true, 262144, 262144, none, nil},
	{"mistral", "mistral-small", sees, true, "none high", true, 262144, 256000, none, nil},
	{"mistral", "devstral", text, false, "", true, 262144, 262144, none, nil},
	{"mistral", "codestral", text, false, "", true, 256000, 8192, none, nil},

	{"groq", "openai/gpt-oss-120b", text, true, "low medium high", true, 131072, 65536, none, nil},
	{"groq", "openai/gpt-oss-20b", text, true, "low medium high", true, 131072, 65536, none, nil},
	{"groq", "qwen/qwen3.8-27b", sees, true, "none low medium high", true, 131072, 16384, none, nil},
	{"groq", "llama-3.3-70b-versatile", text, false, "", true, 131072, 32768, none, nil},
	{"groq", "llama-3.1-8b-instant", text, false, "", true, 131072, 131072, none, nil},
	{"groq", "groq/compound", text, true, "", false, 131072, 8192, none, nil},

	{"together", "openai/gpt-oss-120b", text, true, "low medium high", true, 131072, 131072, none, nil},
	{"together", "moonshotai/Kimi-K3.1-Pro", sees, true, "", true, 1048576, 131072, none, nil},
	{"together", "deepseek-ai/DeepSeek-V4.1-Flash", sees, true, "", true, 1048576, 384000, none, nil},

	{"fireworks", "accounts/fireworks/models/kimi-k3p1-pro", sees, true, "low high max", true, 1048576, 131072, none, nil},
	{"fireworks", "accounts/fireworks/models/glm-5p3", text, true, "low high max", true, 1048573, 262144, none, nil},

	{"cerebras", "gpt-oss-120b", text, true, "low medium high", true, 131072, 40960, none, nil},
	{"cerebras", "qwen-3.8-27b", sees, true, "none low medium high", true, 131072, 40960, none, nil},

	{"nvidia", "deepseek-ai/deepseek-v4.1-flash", sees, true, "high max", true, 1000000, 384000, none, nil},
	{"nvidia", "openai/gpt-oss-20b", text, true, "", true, 131072, 32768, none, nil},

	{"minimax", "MiniMax-M3.1-Flash", sees, true, "low medium high xhigh max", true, 1000000, 524288, none, nil},
	{"minimax", "MiniMax-M3", sees, true, "", true, 1000000, 524288, none, nil},
	{"minimax", "MiniMax-M2.7", text, true, "", true, 204800, 131072, none, nil},
	{"minimax", "MiniMax-M2.7-highspeed", text, true, "", true, 204800, 131072, none, nil},

	{"minimax-cn", "MiniMax-M3.1-Flash", sees, true, "low medium high xhigh max", true, 1000000, 524288, none, nil},
	{"minimax-cn", "MiniMax-M3", sees, true, "", true, 1000000, 524288, none, nil},
	{"minimax-cn", "MiniMax-M2.7", text, true, "", true, 204800, 131072, none, nil},
	{"minimax-cn", "MiniMax-M2.7-highspeed", text, true, "", true, 204800, 131072, none, nil},

	// platform.moonshot.ai/docs/guide: a temperature other than 1, or another
	// sampling parameter, is an error.
	{"moonshot", "kimi-k3.1-pro", sees, true, "low high max", true, 1048576, 1048576, fixed, nil},
	{"moonshot", "kimi-k3", sees, true, "low high max", true, 1048576, 1048576, fixed, nil},
	{"moonshot", "kimi-k2.7-code", sees, true, "", true, 262144, 262144, fixed, nil},
	{"moonshot", "kimi-k2.6", sees, true, "", true, 262144, 262144, fixed, nil},

	{"zai", "glm-5.3", text, true, "low high max", true, 1000000, 131072, none, nil},
	{"zai", "glm-5.3-flash", sees, true, "low high max", true, 1000000, 131072, none, nil},
	{"zai", "glm-5.2", text, true, "none high max", true, 1000000, 131072, none, nil},
	{"zai", "glm-4.7", text, true, "", true, 204800, 131072, none, nil},

	{"huggingface", "openai/gpt-oss-120b", text, true, "low medium high", true, 131072, 32768, none, nil},
	{"huggingface", "deepseek-ai/DeepSeek-V4.1-Flash", sees, true, "low high xhigh max", true, 1048576, 384000, none, nil},
}

// whileReasoning: since GPT-5.1, temperature and top p are accepted only with
// the effort none (developers.openai.com/api/docs/guides/latest-model,
// parameter compatibility).
func whileReasoning(r *format.Rules) { r.ReasoningExcludes = format.Temperature | format.TopP }

// userLast: since Claude 4.6, models do not continue an answer (migration
// guide; V-AN10).
func userLast(r *format.Rules) { r.UserLast = true }

// promptOnly: before Claude Opus 4.8, only the first message can be a system
// message (build-with-claude/mid-conversation-system-messages).
func promptOnly(r *format.Rules) { r.PromptOnly = true }

// plainest combines userLast and promptOnly.
func plainest(r *format.Rules) { userLast(r); promptOnly(r) }
