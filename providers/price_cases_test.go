package providers

import "slices"

// answerWithCost is an answer of a vendor and what it costs in US dollars.
type answerWithCost struct {
	name, format, vendor, body, want string
	alone                            string // why genai-prices differs; "": it does not
}

// answersWithCosts are worked out by hand with the vendor's own arithmetic.
// Rates are dollars a million tokens, so tokens times rate are millionths of a
// dollar.
var answersWithCosts = slices.Concat(answersOfAnthropic, answersOfOpenAI, answersOfOthers)

var answersOfAnthropic = []answerWithCost{
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
		// The hour's tokens are part of the written ones: 0×3 + 100×0.30 +
		// (1000−400)×3.75 + 400×6 + 2×15 = 30 + 2250 + 2400 + 30 = 4710
		"both caches", "anthropic-response", "anthropic",
		`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":0,"cache_read_input_tokens":100,"cache_creation_input_tokens":1000,"cache_creation":{"ephemeral_5m_input_tokens":600,"ephemeral_1h_input_tokens":400},"output_tokens":2}}`,
		"0.00471", "",
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
}
