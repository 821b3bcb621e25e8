package providers

var answersOfOpenAI = []answerWithCost{
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
		// A batch costs half: (100×2 + 10×8) / 2 = 140
		"a batch of OpenAI", "openai-chat-response", "openai",
		`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-4.1-2025-04-14","service_tier":"batch","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":100,"completion_tokens":10,"total_tokens":110}}`,
		"0.00014", "it knows no batches",
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
