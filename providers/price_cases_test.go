package providers

// answerWithCost is an answer of a vendor and what it costs in US dollars.
type answerWithCost struct {
	name, format, vendor, body, want string
	alone                            string // why genai-prices differs; "": it does not
}

// answersWithCosts are worked out by hand with the vendor's own arithmetic.
// Rates are dollars a million tokens, so tokens times rate are millionths of a
// dollar.
var answersWithCosts = []answerWithCost{
	{
		// 500×3 + 130×15 = 1500 + 1950 = 3450
		"input and output", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":500,"output_tokens":130}}`,
		"0.00345", "",
	},
	{
		// Cached tokens are not part of the input: 10×3 + 1000×0.30 +
		// 200×3.75 + 5×15 = 30 + 300 + 750 + 75 = 1155
		"cache read and written for five minutes", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":10,"cache_read_input_tokens":1000,"cache_creation_input_tokens":200,"cache_creation":{"ephemeral_5m_input_tokens":200,"ephemeral_1h_input_tokens":0},"output_tokens":5}}`,
		"0.001155", "",
	},
	{
		// A cache for an hour costs 6: 10×3 + 50×3.75 + 150×6 + 5×15 = 30 +
		// 187.5 + 900 + 75 = 1192.5
		"cache written for an hour", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":10,"cache_read_input_tokens":0,"cache_creation_input_tokens":200,"cache_creation":{"ephemeral_5m_input_tokens":50,"ephemeral_1h_input_tokens":150},"output_tokens":5}}`,
		"0.0011925", "",
	},
	{
		// With more than 200,000 tokens of input, cached or not, all rates are
		// higher: 1000×6 + 199001×0.60 + 10×22.50 = 6000 + 119400.6 + 225 =
		// 125625.6
		"a long context", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"cache_read_input_tokens":199001,"output_tokens":10}}`,
		"0.1256256", "",
	},
	{
		// 200,000 is not more: 1000×3 + 199000×0.30 + 10×15 = 3000 + 59700 +
		// 150 = 62850
		"a context that is just not long", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"cache_read_input_tokens":199000,"output_tokens":10}}`,
		"0.06285", "",
	},
	{
		// A batch costs half: (500×3 + 130×15) / 2 = 1725
		"a batch", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":500,"output_tokens":130,"service_tier":"batch"}}`,
		"0.001725", "it knows no batches",
	},
	{
		// Two searches at 10 a thousand: 500×3 + 130×15 + 2×10000 = 23450
		"searches of the web", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":500,"output_tokens":130,"server_tool_use":{"web_search_requests":2}}}`,
		"0.02345", "",
	},
	{
		// Opus 4.6 on servers in the USA: (100×5 + 10×25) × 1.1 = 825
		"servers in the USA", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":100,"output_tokens":10,"inference_geo":"us"}}`,
		"0.000825", "it does not see where servers are",
	},
	{
		// Cached tokens are part of the prompt: (1000−600)×2.50 + 600×1.25 + 20×10 = 1000 + 750 + 200 = 1950
		"cached tokens in the prompt", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-4o-2024-08-06","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":20,"total_tokens":1020,"prompt_tokens_details":{"cached_tokens":600}}}`,
		"0.00195", "",
	},
	{
		// Reasoning is part of the completion: 60×1.25 + 200×10 = 2075
		"reasoning in the completion", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-5-2025-08-07","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":60,"completion_tokens":200,"total_tokens":260,"completion_tokens_details":{"reasoning_tokens":192}}}`,
		"0.002075", "",
	},
	{
		// (60×1.25 + 200×10) / 2 = 1037.5
		"what may wait", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-5-2025-08-07","service_tier":"flex","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":60,"completion_tokens":200,"total_tokens":260}}`,
		"0.0010375", "it knows no flex",
	},
	{
		// A nano-dollar is a thousandth of a millionth, rounded once, half up:
		// 3×0.15 + 1×0.075 + 1×0.60 = 1.125
		"less than a thousandth of a cent", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-4o-mini-2024-07-18","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":4,"completion_tokens":1,"total_tokens":5,"prompt_tokens_details":{"cached_tokens":1}}}`,
		"0.000001125", "",
	},
	{
		// xAI counts reasoning outside the completion, as the total shows:
		// (401−305)×0.20 + 305×0.05 + (44+185)×0.50 = 19.2 + 15.25 + 114.5
		// = 148.95
		"reasoning beside the completion", "openai-chat-response", "xai",
		`{"id":"c1","object":"chat.completion","created":1770000000,"model":"grok-4-fast-reasoning","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":401,"completion_tokens":44,"total_tokens":630,"prompt_tokens_details":{"cached_tokens":305},"completion_tokens_details":{"reasoning_tokens":185}}}`,
		"0.00014895", "",
	},
	{
		// (272000−1000)×5 + 1000×0.50 + 100×22.50 = 1355000 + 500 + 2250 = 1357750
		"272,000 tokens are a long context", "openai-responses-response", "openai",
		`{"id":"resp_1","object":"response","created_at":1790000000,"status":"completed","model":"gpt-5.4-2026-03-05","output":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]}]}],"usage":{"input_tokens":272000,"input_tokens_details":{"cached_tokens":1000},"output_tokens":100,"output_tokens_details":{"reasoning_tokens":64},"total_tokens":272100}}`,
		"1.35775", "",
	},
	{
		// One token fewer costs less: (271999−1000)×2.50 + 1000×0.25 +
		// 100×15 = 677497.5 + 250 + 1500 = 679247.5
		"271,999 are none", "openai-responses-response", "openai",
		`{"id":"resp_1","object":"response","created_at":1790000000,"status":"completed","model":"gpt-5.4-2026-03-05","output":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]}]}],"usage":{"input_tokens":271999,"input_tokens_details":{"cached_tokens":1000},"output_tokens":100,"output_tokens_details":{"reasoning_tokens":64},"total_tokens":272099}}`,
		"0.6792475", "",
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
		// 60×1.10 + 93×4.40 = 66 + 409.2 = 475.2
		"a model that reasons", "openai-responses-response", "openai",
		`{"id":"resp_1","object":"response","created_at":1790000000,"status":"completed","model":"o4-mini-2025-04-16","output":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]}]}],"usage":{"input_tokens":60,"input_tokens_details":{"cached_tokens":0},"output_tokens":93,"output_tokens_details":{"reasoning_tokens":64},"total_tokens":153}}`,
		"0.0004752", "",
	},
	{
		// 57×0.10 + 10×0.40 = 5.7 + 4 = 9.7
		"tenths of a millionth", "openai-responses-response", "openai",
		`{"id":"resp_1","object":"response","created_at":1790000000,"status":"completed","model":"gpt-4.1-nano-2025-04-14","output":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]}]}],"usage":{"input_tokens":57,"input_tokens_details":{"cached_tokens":0},"output_tokens":10,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":67}}`,
		"0.0000097", "",
	},
	{
		// (200001−1)×2.50 + 1×0.25 + (10+5)×15 = 500000 + 0.25 + 225 = 500225.25
		"a long context of Gemini", "gemini-response", "google",
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":200001,"cachedContentTokenCount":1,"candidatesTokenCount":10,"thoughtsTokenCount":5,"totalTokenCount":200016},"modelVersion":"gemini-2.5-pro"}`,
		"0.50022525", "",
	},
	{
		// Before March 13: 200001×10 + 1×37.50 = 2000047.5
		"a price that has changed since", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":200001,"output_tokens":1}}`,
		"2.0000475", "",
	},
	{
		// 1842×5 + 52×25 = 9210 + 1300 = 10510
		"the same model with less", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1842,"output_tokens":52}}`,
		"0.01051", "",
	},
	{
		// 568×0.80 + 58×4 = 454.4 + 232 = 686.4
		"Haiku 3.5", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-3-5-haiku-20241022","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":568,"output_tokens":58}}`,
		"0.0006864", "",
	},
	{
		// 40×0.50 + 60×1 + 70×3 = 20 + 60 + 210 = 290
		"sound, of Gemini 3", "gemini-response", "google",
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":20,"thoughtsTokenCount":50,"totalTokenCount":170,"promptTokensDetails":[{"modality":"AUDIO","tokenCount":60},{"modality":"TEXT","tokenCount":40}]},"modelVersion":"gemini-3-flash-preview"}`,
		"0.00029", "",
	},
	{
		// A batch costs half: (100×2 + 10×8) / 2 = 140
		"a batch of OpenAI", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-4.1-2025-04-14","service_tier":"batch","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":100,"completion_tokens":10,"total_tokens":110}}`,
		"0.00014", "it knows no batches",
	},
	{
		// The hour's tokens are part of the written ones: 0×3 + 100×0.30 +
		// (1000−400)×3.75 + 400×6 + 2×15 = 30 + 2250 + 2400 + 30 = 4710
		"both caches", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":0,"cache_read_input_tokens":100,"cache_creation_input_tokens":1000,"cache_creation":{"ephemeral_5m_input_tokens":600,"ephemeral_1h_input_tokens":400},"output_tokens":2}}`,
		"0.00471", "",
	},
	{
		// 92×0.50 + 69×1.50 = 46 + 103.5 = 149.5
		"GPT-3.5", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-3.5-turbo-0125","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":92,"completion_tokens":69,"total_tokens":161}}`,
		"0.0001495", "",
	},
	{
		// 164×30 + 32×60 = 4920 + 1920 = 6840
		"GPT-4", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-4-0613","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":164,"completion_tokens":32,"total_tokens":196}}`,
		"0.00684", "",
	},
	{
		// 12×1 + 3000×0.10 + (500−200)×1.25 + 200×2 + 40×5 = 12 + 300 + 375 + 400 + 200 = 1287
		"Haiku with both caches", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-haiku-4-5-20251001","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":12,"cache_read_input_tokens":3000,"cache_creation_input_tokens":500,"cache_creation":{"ephemeral_5m_input_tokens":300,"ephemeral_1h_input_tokens":200},"output_tokens":40}}`,
		"0.001287", "",
	},
	{
		// 100×5 + 1000×0.50 + 20×25 + 3×10000 = 500 + 500 + 500 + 30000 = 31500
		"searches beside a cache", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-5-20251101","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":100,"cache_read_input_tokens":1000,"cache_creation_input_tokens":0,"output_tokens":20,"server_tool_use":{"web_search_requests":3}}}`,
		"0.0315", "",
	},
	{
		// 1000×0.25 + 100×1.25 = 250 + 125 = 375
		"Haiku 3", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-3-haiku-20240307","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"output_tokens":100}}`,
		"0.000375", "",
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
		// (100−60)×2.50 + 60×32 + (50−40)×10 + 40×64 = 100 + 1920 + 100 + 2560 = 4680
		"sound in and out", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-audio-2025-08-28","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":100,"completion_tokens":50,"total_tokens":150,"prompt_tokens_details":{"audio_tokens":60},"completion_tokens_details":{"audio_tokens":40}}}`,
		"0.00468", "",
	},
	{
		// (3000−2000)×1.75 + 2000×0.175 + 700×14 = 1750 + 350 + 9800 = 11900
		"GPT-5.2 with a cache", "openai-responses-response", "openai",
		`{"id":"resp_1","object":"response","created_at":1790000000,"status":"completed","model":"gpt-5.2-2025-12-11","output":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]}]}],"usage":{"input_tokens":3000,"input_tokens_details":{"cached_tokens":2000},"output_tokens":700,"output_tokens_details":{"reasoning_tokens":512},"total_tokens":3700}}`,
		"0.0119", "",
	},
	{
		// (10000−9000)×0.75 + 9000×0.075 + 100×4.50 = 750 + 675 + 450 = 1875
		"most of it cached", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-5.4-mini-2026-03-17","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":10000,"completion_tokens":100,"total_tokens":10100,"prompt_tokens_details":{"cached_tokens":9000}}}`,
		"0.001875", "",
	},
	{
		// Since June 2025: (2000−1500)×2 + 1500×0.50 + 250×8 = 1000 + 750 + 2000 = 3750
		"a price that was cut", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"o3-2025-04-16","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":2000,"completion_tokens":250,"total_tokens":2250,"prompt_tokens_details":{"cached_tokens":1500},"completion_tokens_details":{"reasoning_tokens":192}}}`,
		"0.00375", "",
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
	{
		// Two searches, and a page that was opened, which is free: 300×2 +
		// 50×8 + 2×10000 = 600 + 400 + 20000 = 21000
		"searches by OpenAI", "openai-responses-response", "openai",
		`{"id":"resp_1","object":"response","created_at":1790000000,"status":"completed","model":"gpt-4.1-2025-04-14","output":[{"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"tide"}},{"type":"web_search_call","id":"ws_2","status":"completed","action":{"type":"open_page","url":"https://tide.example"}},{"type":"web_search_call","id":"ws_3","status":"completed","action":{"type":"search","query":"wind"}},{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]}]}],"usage":{"input_tokens":300,"input_tokens_details":{"cached_tokens":0},"output_tokens":50,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":350}}`,
		"0.021", "it counts no calls of OpenAI's tools",
	},
	{
		// One search in the user's files at 2.50 a thousand: 300×2 + 50×8 +
		// 2500 = 3500
		"a search in files by OpenAI", "openai-responses-response", "openai",
		`{"id":"resp_1","object":"response","created_at":1790000000,"status":"completed","model":"gpt-4.1-2025-04-14","output":[{"type":"file_search_call","id":"fs_1","status":"completed","queries":["tide"],"results":null},{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]}]}],"usage":{"input_tokens":300,"input_tokens_details":{"cached_tokens":0},"output_tokens":50,"output_tokens_details":{"reasoning_tokens":0},"total_tokens":350}}`,
		"0.0035", "it counts no calls of OpenAI's tools",
	},
}
