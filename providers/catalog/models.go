package catalog

import "convo/conv"

// What models take beside text.
const (
	text  = conv.Blocks(0)
	sees  = conv.ImageBlock
	reads = conv.ImageBlock | conv.DocumentBlock
	omni  = conv.ImageBlock | conv.AudioBlock | conv.VideoBlock | conv.DocumentBlock
)

// models is the table of them, the current ones of each vendor first.
// Sources: the vendors' model pages (platform.claude.com/docs/en/models,
// developers.openai.com/api/docs/models, ai.google.dev/gemini-api/docs/models,
// docs.x.ai, api-docs.deepseek.com/quick_start/pricing, docs.mistral.ai,
// console.groq.com/docs/models), compared with the tables of the packages
// @pydantic/genai-prices 0.1.8 and @earendil-works/pi-ai 1.5.2, all as of
// November 2026.
var models = []Model{
	{"openai", "gpt-6.1-sol", reads, true, true, 1050000, 128000, 0, nil},
	{"openai", "gpt-6.1-terra", reads, true, true, 1050000, 128000, 0, nil},
	{"openai", "gpt-6-astra", reads, true, true, 1050000, 128000, 0, nil},
	{"openai", "gpt-6-sol", reads, true, true, 1050000, 128000, 0, nil},
	{"openai", "gpt-6-luna", reads, true, true, 1050000, 128000, 0, nil},
	{"openai", "gpt-5.5", reads, true, true, 1050000, 128000, 0, nil},
	{"openai", "gpt-5.4", reads, true, true, 1050000, 128000, 0, nil},
	{"openai", "gpt-5.4-mini", reads, true, true, 400000, 128000, 0, nil},
	{"openai", "gpt-5.4-nano", reads, true, true, 400000, 128000, 0, nil},
	{"openai", "gpt-5.1", reads, true, true, 400000, 128000, 0, nil},
	{"openai", "gpt-5", reads, true, true, 400000, 128000, 0, nil},
	{"openai", "gpt-5-mini", reads, true, true, 400000, 128000, 0, nil},
	{"openai", "o3-mini", text, true, true, 200000, 100000, 0, nil},
	{"openai", "gpt-4.1", reads, false, true, 1047576, 32768, 0, nil},
	{"openai", "gpt-4.1-mini", reads, false, true, 1047576, 32768, 0, nil},
	{"openai", "gpt-4o", reads, false, true, 128000, 16384, 0, nil},
	{"openai", "gpt-4o-mini", reads, false, true, 128000, 16384, 0, nil},

	{"anthropic", "claude-opus-5-5", reads, true, true, 1000000, 128000, 0, userLast},
	{"anthropic", "claude-sonnet-5-5", reads, true, true, 1000000, 128000, 0, userLast},
	{"anthropic", "claude-haiku-5-5", reads, true, true, 1000000, 128000, 0, userLast},
	{"anthropic", "claude-fable-5-2", reads, true, true, 1000000, 128000, 0, userLast},
	{"anthropic", "claude-opus-5", reads, true, true, 1000000, 128000, 0, userLast},
	{"anthropic", "claude-sonnet-5", reads, true, true, 1000000, 128000, 0, plainest},
	{"anthropic", "claude-opus-4-8", reads, true, true, 1000000, 128000, 0, userLast},
	{"anthropic", "claude-opus-4-6", reads, true, true, 1000000, 128000, 0, plainest},
	{"anthropic", "claude-sonnet-4-6", reads, true, true, 1000000, 128000, 0, plainest},
	{"anthropic", "claude-opus-4-5", reads, true, true, 200000, 64000, 0, promptOnly},
	{"anthropic", "claude-sonnet-4-5", reads, true, true, 200000, 64000, 0, promptOnly},
	{"anthropic", "claude-haiku-4-5", reads, true, true, 200000, 64000, 0, promptOnly},

	{"google", "gemini-3.8-flash", omni, true, true, 1048576, 65536, 0, nil},
	{"google", "gemini-3.7-flash", omni, true, true, 1048576, 65536, 0, nil},
	{"google", "gemini-3.5-flash-lite", omni, true, true, 1048576, 65536, 0, nil},
	{"google", "gemini-3.1-pro-preview", omni, true, true, 1048576, 65536, 0, nil},
	{"google", "gemini-3-flash-preview", omni, true, true, 1048576, 65536, 0, nil},
	{"google", "gemini-2.5-pro", omni, true, true, 1048576, 65536, 0, nil},
	{"google", "gemini-2.5-flash", omni, true, true, 1048576, 65536, 0, nil},

	{"xai", "grok-4.7", sees, true, true, 500000, 500000, 0, nil},
	{"xai", "grok-4.5", sees, true, true, 500000, 500000, 0, nil},
	{"xai", "grok-4.3", sees, true, true, 1000000, 30000, 0, nil},

	{"deepseek", "deepseek-flash", sees, true, true, 1000000, 384000, 0, nil},
	{"deepseek", "deepseek-v4-pro", text, true, true, 1000000, 384000, 0, nil},

	{"mistral", "mistral-large-4", sees, true, true, 1048576, 262144, 0, nil},
	{"mistral", "mistral-large", sees, false, true, 262144, 262144, 0, nil},
	{"mistral", "mistral-medium-3.5", sees, true, true, 262144, 262144, 0, nil},
	{"mistral", "mistral-medium", sees, true, true, 262144, 262144, 0, nil},
	{"mistral", "mistral-small", sees, true, true, 262144, 256000, 0, nil},
	{"mistral", "codestral", text, false, true, 256000, 8192, 0, nil},

	{"groq", "llama-3.3-70b-versatile", text, false, true, 131072, 32768, 0, nil},
	{"groq", "openai/gpt-oss-120b", text, true, true, 131072, 65536, 0, nil},
	{"groq", "openai/gpt-oss-20b", text, true, true, 131072, 65536, 0, nil},
	{"groq", "groq/compound", text, true, false, 131072, 8192, 0, nil},
}

// userLast: since Claude 4.6 no answer at the end is gone on with
// (migration guide; V-AN10).
func userLast(r *conv.Rules) { r.UserLast = true }

// promptOnly: before Claude Opus 4.8 there are no system messages but the
// leading one (build-with-claude/mid-conversation-system-messages).
func promptOnly(r *conv.Rules) { r.PromptOnly = true }

// plainest is both.
func plainest(r *conv.Rules) { userLast(r); promptOnly(r) }
