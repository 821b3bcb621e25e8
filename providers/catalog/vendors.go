package catalog

import (
	"convo/conv/format"
	"convo/providers/internal/protocol"
)

// vendors is the table of vendors. If no model is named, the first vendor whose
// key is set is asked. Sources: the vendors' API references and SDKs
// (addresses, names of variables, headers), read in November 2026.
var vendors = []Vendor{
	{
		Name: "openai", Protocol: "openai-responses", Also: "openai-chat", Developer: true, Default: "gpt-5.4-mini",
		BaseURL: "https://api.openai.com/v1", BaseVars: []string{"OPENAI_BASE_URL"},
		KeyVars: []string{"OPENAI_API_KEY"},
	},
	{
		Name: "anthropic", Protocol: "anthropic", Default: "claude-sonnet-5-5",
		BaseURL: "https://api.anthropic.com", BaseVars: []string{"ANTHROPIC_BASE_URL"},
		KeyVars: []string{"ANTHROPIC_API_KEY"},
	},
	{ // ai.google.dev/gemini-api/docs/api-key: either variable; since 2.5 no model accepts penalties
		Name: "google", Protocol: "gemini", Default: "gemini-3.8-flash",
		BaseURL: "https://generativelanguage.googleapis.com/v1beta", HostVars: []string{"GOOGLE_GEMINI_BASE_URL"},
		KeyVars: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"}, Refuses: format.Penalties,
	},
	{
		Name: "openrouter", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Default: "openrouter/auto",
		BaseURL: "https://openrouter.ai/api/v1", BaseVars: []string{"OPENROUTER_BASE_URL"},
		KeyVars: []string{"OPENROUTER_API_KEY"},
	},
	{
		Name: "deepseek", Protocol: "openai-chat", Amend: reasoned, Default: "deepseek-flash",
		Refuses: format.ResponseSchemas,
		BaseURL: "https://api.deepseek.com/v1", BaseVars: []string{"DEEPSEEK_BASE_URL"},
		KeyVars: []string{"DEEPSEEK_API_KEY"},
	},
	{ // unknown fields are an error (422, extra_forbidden), and its seed is random_seed
		Name: "mistral", Protocol: "openai-chat", Amend: mistral, Default: "mistral-medium-3.5",
		Limit: "max_tokens", NoUsage: true, Refuses: format.Seed | format.EndUser,
		BaseURL: "https://api.mistral.ai/v1", BaseVars: []string{"MISTRAL_BASE_URL"},
		KeyVars: []string{"MISTRAL_API_KEY"},
	},
	{
		Name: "groq", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Default: "openai/gpt-oss-120b",
		BaseURL: "https://api.groq.com/openai/v1",
		KeyVars: []string{"GROQ_API_KEY"},
	},
	{
		Name: "xai", Protocol: "openai-chat", Also: "openai-responses", Amend: anyIDs, Default: "grok-4.5",
		BaseURL: "https://api.x.ai/v1", BaseVars: []string{"XAI_BASE_URL"},
		KeyVars: []string{"XAI_API_KEY"},
	},
	{
		Name: "together", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Default: "openai/gpt-oss-120b",
		BaseURL: "https://api.together.ai/v1", BaseVars: []string{"TOGETHER_BASE_URL"},
		KeyVars: []string{"TOGETHER_API_KEY"},
	},
	{
		Name: "fireworks", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Default: "accounts/fireworks/models/glm-5p3",
		BaseURL: "https://api.fireworks.ai/inference/v1", BaseVars: []string{"FIREWORKS_BASE_URL"},
		KeyVars: []string{"FIREWORKS_API_KEY"},
	},
	{
		Name: "cerebras", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Default: "gpt-oss-120b",
		BaseURL: "https://api.cerebras.ai/v1",
		KeyVars: []string{"CEREBRAS_API_KEY"}, Refuses: format.Penalties,
	},
	{
		Name: "nvidia", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Default: "openai/gpt-oss-20b",
		BaseURL: "https://integrate.api.nvidia.com/v1", BaseVars: []string{"NVIDIA_BASE_URL"},
		KeyVars: []string{"NVIDIA_API_KEY"},
	},
	{ // platform.minimax.io/docs/api-reference/text-anthropic-api: only there is reasoning separate from text
		Name: "minimax", Protocol: "anthropic", AnyModel: true, Default: "MiniMax-M3",
		BaseURL: "https://api.minimax.io/anthropic",
		KeyVars: []string{"MINIMAX_API_KEY"},
	},
	{ // platform.minimaxi.com/docs/api-reference/text-anthropic-api: the same models, for China
		Name: "minimax-cn", Protocol: "anthropic", AnyModel: true, Default: "MiniMax-M3",
		BaseURL: "https://api.minimaxi.com/anthropic",
		KeyVars: []string{"MINIMAX_CN_API_KEY"},
	},
	{
		Name: "moonshot", Protocol: "openai-chat", Amend: reasoned, AnyModel: true, Default: "kimi-k3",
		BaseURL: "https://api.moonshot.ai/v1", BaseVars: []string{"MOONSHOT_BASE_URL"},
		KeyVars: []string{"MOONSHOT_API_KEY"},
	},
	{
		Name: "zai", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Default: "glm-5.3-flash",
		BaseURL: "https://api.z.ai/api/paas/v4", BaseVars: []string{"ZAI_BASE_URL"},
		KeyVars: []string{"ZAI_API_KEY"},
	},
	{
		Name: "huggingface", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Default: "openai/gpt-oss-120b",
		BaseURL: "https://router.huggingface.co/v1",
		KeyVars: []string{"HF_TOKEN"},
	},
	{ // learn.microsoft.com/azure/foundry/openai/api-version-lifecycle: models have the names of their deployments
		Name: "azure-openai", Protocol: "openai-chat", Also: "openai-responses", AnyModel: true, Limit: "max_completion_tokens",
		BaseURL: "https://{AZURE_RESOURCE_NAME}.openai.azure.com/openai/v1", HostVars: []string{"AZURE_OPENAI_ENDPOINT"},
		KeyVars: []string{"AZURE_OPENAI_API_KEY"}, Auth: protocol.Header{Name: "Api-Key"},
	},
	{ // docs.github.com/rest/models/inference; a token needs the permission models: read
		Name: "github-models", Protocol: "openai-chat", AnyModel: true,
		BaseURL: "https://models.github.ai/inference",
		KeyVars: []string{"GITHUB_MODELS_TOKEN", "GITHUB_TOKEN"}, Unasked: true,
		Headers: []protocol.Header{{Name: "X-GitHub-Api-Version", Value: "2022-11-28"}},
	},
	{
		Name: "ollama", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Local: true,
		BaseURL: "http://127.0.0.1:11434/v1", HostVars: []string{"OLLAMA_HOST"},
		KeyVars: []string{"OLLAMA_API_KEY"},
	},
	{
		Name: "llama.cpp", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Local: true,
		BaseURL: "http://127.0.0.1:8080/v1", HostVars: []string{"LLAMA_CPP_HOST"},
		KeyVars: []string{"LLAMA_API_KEY"},
	},
	{
		Name: "lmstudio", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Local: true,
		BaseURL: "http://127.0.0.1:1234/v1", HostVars: []string{"LMSTUDIO_HOST"},
		KeyVars: []string{"LM_API_TOKEN"},
	},
	{
		Name: "vllm", Protocol: "openai-chat", Amend: anyIDs, AnyModel: true, Local: true,
		BaseURL: "http://127.0.0.1:8000/v1", HostVars: []string{"VLLM_HOST"},
		KeyVars: []string{"VLLM_API_KEY"},
	},
}

// anyIDs: servers compatible with OpenAI's accept call ids of any form, also of
// other vendors (A6.2).
func anyIDs(r *format.Rules) { r.CallIDs = format.Alphabet{} }

// reasoned: an answer of a reasoning model needs its reasoning, which may be
// empty (A5.5).
func reasoned(r *format.Rules) {
	anyIDs(r)
	r.ReasoningField = "reasoning_content"
}

// mistral: ids are nine letters and digits (error 3280). A user message may not
// follow a tool result (3230). Only an answer that is marked for it is
// continued (V-MI1, V-MI2, V-MI4). An answer has text or tool calls (V-MI6).
func mistral(r *format.Rules) {
	r.CallIDs = format.Alphabet{Alnum: true, Min: 9, Max: 9}
	r.Bridge = "Understood."
	r.UserLast, r.GoOnMark, r.FullAnswers = true, "prefix", true
}
