package providers

// answersOfOthers are those of Google, of vendors that speak another one's protocol, and of
// servers of many models.
var answersOfOthers = []answerWithCost{
	{
		// xAI counts reasoning outside the completion, as the total shows:
		// (401−305)×0.20 + 305×0.05 + (44+185)×0.50 = 19.2 + 15.25 + 114.5
		// = 148.95
		"reasoning beside the completion", "openai-chat-response", "xai",
		`{"id":"c1","object":"chat.completion","created":1770000000,"model":"grok-4-fast-reasoning","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":401,"completion_tokens":44,"total_tokens":630,"prompt_tokens_details":{"cached_tokens":305},"completion_tokens_details":{"reasoning_tokens":185}}}`,
		"0.00014895", "",
	},
	{
		// Thoughts are not part of the candidates: (120−20)×0.30 + 20×0.03
		// + (30+70)×2.50 = 30 + 0.6 + 250 = 280.6
		"thoughts and a cache", "gemini-response", "google",
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":120,"cachedContentTokenCount":20,"candidatesTokenCount":30,"thoughtsTokenCount":70,"totalTokenCount":220},"modelVersion":"gemini-2.5-flash"}`,
		"0.0002806", "",
	},
	{
		// Audio costs 1: 40×0.30 + 80×1 + 10×2.50 = 12 + 80 + 25 = 117
		"sound", "gemini-response", "google",
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":120,"candidatesTokenCount":10,"totalTokenCount":130,"promptTokensDetails":[{"modality":"TEXT","tokenCount":40},{"modality":"AUDIO","tokenCount":80}]},"modelVersion":"gemini-2.5-flash"}`,
		"0.000117", "",
	},
	{
		// What the model's tools add to the prompt is input: (100+50)×1.25 +
		// 10×10 = 287.5
		"a prompt of tools", "gemini-response", "google",
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":100,"toolUsePromptTokenCount":50,"candidatesTokenCount":10,"totalTokenCount":160},"modelVersion":"gemini-2.5-pro"}`,
		"0.0002875", "",
	},
	{
		// At noon, in DeepSeek's day hours. Hits and misses add up to the
		// prompt: 100×0.27 + 900×0.07 + 50×1.10 = 27 + 63 + 55 = 145
		"cache hits of DeepSeek", "openai-chat-response", "deepseek",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"deepseek-chat","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":50,"total_tokens":1050,"prompt_cache_hit_tokens":900,"prompt_cache_miss_tokens":100}}`,
		"0.000145", "it does not see DeepSeek's own count of hits",
	},
	{
		// 300×0.15 + 700×0.075 + 40×0.60 = 45 + 52.5 + 24 = 121.5
		"Groq", "openai-chat-response", "groq",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"openai/gpt-oss-120b","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":40,"total_tokens":1040,"prompt_tokens_details":{"cached_tokens":700}}}`,
		"0.0001215", "",
	},
	{
		// Cerebras has no rate for cached tokens, which cost as input:
		// 1000×0.35 + 40×0.75 = 380
		"a cache without a rate", "openai-chat-response", "cerebras",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-oss-120b","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":40,"total_tokens":1040,"prompt_tokens_details":{"cached_tokens":512}}}`,
		"0.00038", "",
	},
	{
		// 120×0.50 + 30×1.50 = 105
		"Mistral", "openai-chat-response", "mistral",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"mistral-large-2512","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":120,"completion_tokens":30,"total_tokens":150}}`,
		"0.000105", "",
	},
	{
		// 10×0.30 + 90×0.03 + 20×0.375 + 30×1.20 = 3 + 2.7 + 7.5 + 36 = 49.2
		"MiniMax speaks Anthropic's protocol", "anthropic-response", "minimax",
		`{"id":"msg_1","type":"message","role":"assistant","model":"MiniMax-M2","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":10,"cache_read_input_tokens":90,"cache_creation_input_tokens":20,"output_tokens":30}}`,
		"0.0000492", "",
	},
	{
		// 850×0.60 + 150×0.15 + 40×2.50 = 510 + 22.5 + 100 = 632.5
		"Moonshot", "openai-chat-response", "moonshot",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"kimi-k2-0711-preview","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":40,"total_tokens":1040,"prompt_tokens_details":{"cached_tokens":150}}}`,
		"0.0006325", "",
	},
	{
		// 400×3 + 600×0.30 + 20×15 = 1200 + 180 + 300 = 1680
		"OpenRouter", "openai-chat-response", "openrouter",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"anthropic/claude-sonnet-4.5","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":20,"total_tokens":1020,"prompt_tokens_details":{"cached_tokens":600}}}`,
		"0.00168", "",
	},
	{
		// 700×1.40 + 300×0.26 + 50×4.40 = 980 + 78 + 220 = 1278
		"Z.ai", "openai-chat-response", "zai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"glm-5.3","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":50,"total_tokens":1050,"prompt_tokens_details":{"cached_tokens":300}}}`,
		"0.001278", "",
	},
	{
		// 800×0.60 + 200×0.10 + 10×3 = 480 + 20 + 30 = 530
		"Fireworks", "openai-chat-response", "fireworks",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"accounts/fireworks/models/kimi-k2p5","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":10,"total_tokens":1010,"prompt_tokens_details":{"cached_tokens":200}}}`,
		"0.00053", "",
	},
	{
		// 200,000 tokens are a long context at xAI: 199000×4 + 1000×0.60 +
		// 10×12 = 796000 + 600 + 120 = 796720
		"a long context of xAI", "openai-chat-response", "xai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"grok-4.5","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":200000,"completion_tokens":10,"total_tokens":200010,"prompt_tokens_details":{"cached_tokens":1000}}}`,
		"0.79672", "",
	},
	{
		// 199,999 are not: 198999×2 + 1000×0.30 + 10×6 = 397998 + 300 + 60 =
		// 398358
		"a context of xAI that is just not long", "openai-chat-response", "xai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"grok-4.5","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":199999,"completion_tokens":10,"total_tokens":200009,"prompt_tokens_details":{"cached_tokens":1000}}}`,
		"0.398358", "",
	},
	{
		// (200001−1)×2.50 + 1×0.25 + (10+5)×15 = 500000 + 0.25 + 225 = 500225.25
		"a long context of Gemini", "gemini-response", "google",
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":200001,"cachedContentTokenCount":1,"candidatesTokenCount":10,"thoughtsTokenCount":5,"totalTokenCount":200016},"modelVersion":"gemini-2.5-pro"}`,
		"0.50022525", "",
	},
	{
		// 40×0.50 + 60×1 + 70×3 = 20 + 60 + 210 = 290
		"sound, of Gemini 3", "gemini-response", "google",
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":20,"thoughtsTokenCount":50,"totalTokenCount":170,"promptTokensDetails":[{"modality":"AUDIO","tokenCount":60},{"modality":"TEXT","tokenCount":40}]},"modelVersion":"gemini-3-flash-preview"}`,
		"0.00029", "",
	},
	{
		// Cached audio costs 0.10: 50×0.30 + (150−100)×1 + 100×0.10 +
		// 10×2.50 = 15 + 50 + 10 + 25 = 100
		"sound in a cache", "gemini-response", "google",
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":200,"cachedContentTokenCount":100,"candidatesTokenCount":10,"totalTokenCount":210,"promptTokensDetails":[{"modality":"TEXT","tokenCount":50},{"modality":"AUDIO","tokenCount":150}],"cacheTokensDetails":[{"modality":"AUDIO","tokenCount":100}]},"modelVersion":"gemini-2.5-flash"}`,
		"0.0001", "",
	},
	{
		// (250000−50000)×4 + 50000×0.40 + (100+900)×18 = 800000 + 20000 + 18000 = 838000
		"a long context of Gemini 3", "gemini-response", "google",
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":250000,"cachedContentTokenCount":50000,"candidatesTokenCount":100,"thoughtsTokenCount":900,"totalTokenCount":251000},"modelVersion":"gemini-3-pro-preview"}`,
		"0.838", "",
	},
	{
		// As at OpenAI: 60×1.25 + 200×10 = 2075
		"Azure", "openai-chat-response", "azure-openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-5-2025-08-07","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":60,"completion_tokens":200,"total_tokens":260}}`,
		"0.002075", "",
	},
	{
		// At noon: 200×0.27 + 40×1.10 = 54 + 44 = 98
		"DeepSeek by day", "openai-chat-response", "deepseek",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"deepseek-chat","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":200,"completion_tokens":40,"total_tokens":240}}`,
		"0.000098", "",
	},
	{
		// (1000−900)×3 + 900×0.30 + 10×15 = 300 + 270 + 150 = 720
		"Kimi K3", "openai-chat-response", "moonshot",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"kimi-k3","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":10,"total_tokens":1010,"prompt_tokens_details":{"cached_tokens":900}}}`,
		"0.00072", "",
	},
	{
		// 1000×0.10 + 200×0.50 = 100 + 100 = 200
		"Baseten", "openai-chat-response", "baseten",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"openai/gpt-oss-120b","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":200,"total_tokens":1200}}`,
		"0.0002", "",
	},
	{
		// 20×1 + 30×1, and 12 a thousand requests: 20 + 30 + 12000 = 12050
		"a fee for the request", "openai-chat-response", "perplexity",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"sonar","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":20,"completion_tokens":30,"total_tokens":50}}`,
		"0.01205", "",
	},
}
