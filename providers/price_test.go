package providers

import (
	"strings"
	"testing"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/catalog"
)

// What answers cost, worked by hand: rates are dollars for a million tokens,
// so that tokens times rate are millionths of a dollar.
func TestCostsOfAnswers(t *testing.T) {
	for _, c := range []struct{ name, format, vendor, body, want string }{
		{
			// 500×3 + 130×15 = 1500 + 1950 = 3450
			"input and output", "anthropic-response", "anthropic",
			`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":500,"output_tokens":130}}`,
			"0.00345",
		},
		{
			// Cached tokens are beside the input: 10×3 + 1000×0.30 + 200×3.75 + 5×15 = 30 + 300 + 750 + 75 = 1155
			"cache read and written for five minutes", "anthropic-response", "anthropic",
			`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":10,"cache_read_input_tokens":1000,"cache_creation_input_tokens":200,"cache_creation":{"ephemeral_5m_input_tokens":200,"ephemeral_1h_input_tokens":0},"output_tokens":5}}`,
			"0.001155",
		},
		{
			// An hour costs 6: 10×3 + 50×3.75 + 150×6 + 5×15 = 30 + 187.5 + 900 + 75 = 1192.5
			"cache written for an hour", "anthropic-response", "anthropic",
			`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":10,"cache_read_input_tokens":0,"cache_creation_input_tokens":200,"cache_creation":{"ephemeral_5m_input_tokens":50,"ephemeral_1h_input_tokens":150},"output_tokens":5}}`,
			"0.0011925",
		},
		{
			// Over 200,000 in, cached or not, all is dearer: 1000×6 + 199001×0.60 + 10×22.50 = 6000 + 119400.6 + 225 = 125625.6
			"a long context", "anthropic-response", "anthropic",
			`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"cache_read_input_tokens":199001,"output_tokens":10}}`,
			"0.1256256",
		},
		{
			// 200,000 in is not over: 1000×3 + 199000×0.30 + 10×15 = 3000 + 59700 + 150 = 62850
			"a context that is just not long", "anthropic-response", "anthropic",
			`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"cache_read_input_tokens":199000,"output_tokens":10}}`,
			"0.06285",
		},
		{
			// A batch is half: (500×3 + 130×15) / 2 = 1725
			"a batch", "anthropic-response", "anthropic",
			`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":500,"output_tokens":130,"service_tier":"batch"}}`,
			"0.001725",
		},
		{
			// Two searches at 10 for a thousand: 500×3 + 130×15 + 2×10000 = 23450
			"searches of the web", "anthropic-response", "anthropic",
			`{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":500,"output_tokens":130,"server_tool_use":{"web_search_requests":2}}}`,
			"0.02345",
		},
		{
			// Opus 4.6 by servers in the USA: (100×5 + 10×25) × 1.1 = 825
			"servers in the USA", "anthropic-response", "anthropic",
			`{"id":"msg_1","type":"message","role":"assistant","model":"claude-opus-4-6","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":100,"output_tokens":10,"inference_geo":"us"}}`,
			"0.000825",
		},
		{
			// Cached tokens are part of the prompt: (1000−600)×2.50 + 600×1.25 + 20×10 = 1000 + 750 + 200 = 1950
			"cached tokens in the prompt", "openai-chat-response", "openai",
			`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-4o-2024-08-06","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":20,"total_tokens":1020,"prompt_tokens_details":{"cached_tokens":600}}}`,
			"0.00195",
		},
		{
			// Reasoning is part of the completion: 60×1.25 + 200×10 = 2075
			"reasoning in the completion", "openai-chat-response", "openai",
			`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-5-2025-08-07","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":60,"completion_tokens":200,"total_tokens":260,"completion_tokens_details":{"reasoning_tokens":192}}}`,
			"0.002075",
		},
		{
			// (60×1.25 + 200×10) / 2 = 1037.5
			"what may wait", "openai-chat-response", "openai",
			`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-5-2025-08-07","service_tier":"flex","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":60,"completion_tokens":200,"total_tokens":260}}`,
			"0.0010375",
		},
		{
			// A nano-dollar is a thousandth of a millionth, rounded once, half up:
			// 1×0.0375 is none of GPT-4o mini's rates, but 3×0.15 + 1×0.075 + 1×0.60 = 1.125
			"less than a thousandth of a cent", "openai-chat-response", "openai",
			`{"id":"c1","object":"chat.completion","created":1790000000,"model":"gpt-4o-mini-2024-07-18","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":4,"completion_tokens":1,"total_tokens":5,"prompt_tokens_details":{"cached_tokens":1}}}`,
			"0.000001125",
		},
		{
			// xAI counts reasoning beside the completion, as the total says:
			// (401−305)×0.20 + 305×0.05 + (44+185)×0.50 = 19.2 + 15.25 + 114.5 = 148.95
			"reasoning beside the completion", "openai-chat-response", "xai",
			`{"id":"c1","object":"chat.completion","created":1770000000,"model":"grok-4-fast-reasoning","choices":[{"index":0,"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":401,"completion_tokens":44,"total_tokens":630,"prompt_tokens_details":{"cached_tokens":305},"completion_tokens_details":{"reasoning_tokens":185}}}`,
			"0.00014895",
		},
		{
			// (272000−1000)×5 + 1000×0.50 + 100×22.50 = 1355000 + 500 + 2250 = 1357750
			"272,000 tokens are a long context", "openai-responses-response", "openai",
			`{"id":"resp_1","object":"response","created_at":1790000000,"status":"completed","model":"gpt-5.4-2026-03-05","output":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]}]}],"usage":{"input_tokens":272000,"input_tokens_details":{"cached_tokens":1000},"output_tokens":100,"output_tokens_details":{"reasoning_tokens":64},"total_tokens":272100}}`,
			"1.35775",
		},
		{
			// One token fewer is none: (271999−1000)×2.50 + 1000×0.25 + 100×15 = 677497.5 + 250 + 1500 = 679247.5
			"271,999 are none", "openai-responses-response", "openai",
			`{"id":"resp_1","object":"response","created_at":1790000000,"status":"completed","model":"gpt-5.4-2026-03-05","output":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]}]}],"usage":{"input_tokens":271999,"input_tokens_details":{"cached_tokens":1000},"output_tokens":100,"output_tokens_details":{"reasoning_tokens":64},"total_tokens":272099}}`,
			"0.6792475",
		},
		{
			// Thoughts are beside the candidates: (120−20)×0.30 + 20×0.03 + (30+70)×2.50 = 30 + 0.6 + 250 = 280.6
			"thoughts and a cache", "gemini-response", "google",
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":120,"cachedContentTokenCount":20,"candidatesTokenCount":30,"thoughtsTokenCount":70,"totalTokenCount":220},"modelVersion":"gemini-2.5-flash"}`,
			"0.0002806",
		},
		{
			// Sound costs 1: 40×0.30 + 80×1 + 10×2.50 = 12 + 80 + 25 = 117
			"sound", "gemini-response", "google",
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":120,"candidatesTokenCount":10,"totalTokenCount":130,"promptTokensDetails":[{"modality":"TEXT","tokenCount":40},{"modality":"AUDIO","tokenCount":80}]},"modelVersion":"gemini-2.5-flash"}`,
			"0.000117",
		},
		{
			// What the model's tools put into the prompt is input: (100+50)×1.25 + 10×10 = 287.5
			"a prompt of tools", "gemini-response", "google",
			`{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":100,"toolUsePromptTokenCount":50,"candidatesTokenCount":10,"totalTokenCount":160},"modelVersion":"gemini-2.5-pro"}`,
			"0.0002875",
		},
	} {
		got := costIn(t, c.format, c.vendor, c.body)
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		// Who made the model is known without being told.
		if got := costIn(t, c.format, "", c.body); got != c.want {
			t.Errorf("%s, of a vendor that is not named: %s, want %s", c.name, got, c.want)
		}
	}
}

// costIn is what an answer costs by the prices of a day on which they are
// known.
func costIn(t *testing.T, format, vendor, body string) string {
	t.Helper()
	f, err := Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	for doc, err := range f.Decode([]byte(body), &conv.Notes{}) {
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		m := doc.Messages[len(doc.Messages)-1].(*conv.AssistantMessage)
		price := catalog.BuiltInPrices().Find(vendor, m.Model)
		if price == nil {
			return "no price of " + vendor + "/" + m.Model
		}
		percent, unknown := catalog.TermsOf(m)
		if unknown != "" {
			return unknown
		}
		cost, ok := price.At(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)).Cost(m.Usage, percent)
		if !ok {
			return "no sum"
		}
		return string(cost.Total)
	}
	return "no answer"
}

// The parts of a cost add up to its total, to the nano-dollar, whatever is
// rounded.
func TestPartsOfACostAddUp(t *testing.T) {
	table, err := catalog.ReadPrices([]byte(`{"vendors":{"*":{"models":[{"id":"m","prices":[
		{"input":0.0375,"output":0.0005,"cacheRead":0.0125,"cacheWrite":0.0333}]}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	rates := table.Find("anyone", "m").At(time.Time{})
	for n := range int64(200) {
		u := &conv.Usage{Input: n, Output: 3 * n, CacheRead: 7 * n % 11, CacheWrite: 5 * n % 13}
		cost, ok := rates.Cost(u, 100)
		if !ok {
			t.Fatal(u)
		}
		sum := int64(0)
		for _, part := range []conv.Number{cost.Input, cost.Output, cost.CacheRead, cost.CacheWrite} {
			nano, _ := part.Nano()
			if nano < 0 {
				t.Errorf("%d: a part is %s", n, part)
			}
			sum += nano
		}
		// In ten-thousandths of a nano-dollar: 37.5, 0.5, 12.5 and 33.3 nano-dollars a token.
		exact := 375000*u.Input + 5000*u.Output + 125000*u.CacheRead + 333000*u.CacheWrite
		if want := (exact + 5000) / 10000; sum != want || cost.Total != rawjson.NumberOfNano(want) {
			t.Errorf("%d: parts of %d, total %s, want %d", n, sum, cost.Total, want)
		}
	}
}

// An answer whose price cannot be known costs nothing that could be said.
func TestCostsThatAreNotKnown(t *testing.T) {
	answer := func(usage string) string {
		return `{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1` + usage + `}}`
	}
	for want, body := range map[string]string{
		"service_tier priority":             answer(`,"service_tier":"priority"`),
		"speed fast":                        answer(`,"speed":"fast"`),
		"no price of anthropic/claude-none": strings.Replace(answer(""), "claude-sonnet-4-5", "claude-none", 1),
		"no sum":                            strings.Replace(answer(""), `"input_tokens":1`, `"input_tokens":-1`, 1),
	} {
		if got := costIn(t, "anthropic-response", "anthropic", body); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
