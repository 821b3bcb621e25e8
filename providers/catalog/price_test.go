package catalog

import (
	"slices"
	"strings"
	"testing"
	"time"

	"convo/conv"
)

func TestFindPrice(t *testing.T) {
	table := BuiltInPrices()
	for _, c := range []struct{ vendor, model, want string }{ // "": none
		{"anthropic", "claude-sonnet-4-5", "anthropic/claude-sonnet-4-5"},
		{"anthropic", "claude-sonnet-4-5-20250929", "anthropic/claude-sonnet-4-5"},
		{"anthropic", "Claude-Sonnet-4-5", "anthropic/claude-sonnet-4-5"},
		{"openai", "gpt-5-mini-2025-08-07", "openai/gpt-5-mini"},
		{"openai", "gpt-5-mini-20250807", "openai/gpt-5-mini"},
		{"openai", "gpt-5-mini-2031-01-01", "openai/gpt-5-mini"},
		{"google", "gemini-2.5-pro", "google/gemini-2.5-pro"},
		{"google", "models/gemini-2.5-pro", "google/gemini-2.5-pro"},
		{"google", "publishers/google/models/gemini-2.5-pro", "google/gemini-2.5-pro"},
		// Audio has a price of its own.
		{"google", "gemini-2.5-pro-preview-tts", "google/gemini-2.5-pro-tts"},
		{"mistral", "codestral", "mistral/codestral"},
		{"xai", "grok-4.5-20260708", "xai/grok-4.5"},
		{"anthropic", "claude-fable-5-2-20261101", "anthropic/claude-fable-5-2"},
		{"together", "openai/gpt-oss-120b", "huggingface_together/openai/gpt-oss-120b"},
		{"openrouter", "anthropic/claude-sonnet-4.5", "openrouter/anthropic/claude-sonnet-4.5"},
		{"groq", "openai/gpt-oss-120b", "groq/openai/gpt-oss-120b"},
		// Another name of a vendor.
		{"x-ai", "grok-4.5", "xai/grok-4.5"},
		{"amazon-bedrock", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "bedrock/regional.anthropic.claude-sonnet-4-5-20250929-v1:0"},
		// Azure's prices are OpenAI's.
		{"azure-openai", "gpt-5-2025-08-07", "openai/gpt-5"},
		// Without a vendor, the vendor in the name counts, then the vendor
		// whose model it is.
		{"", "claude-opus-4-6", "anthropic/claude-opus-4-6"},
		{"", "anthropic/claude-opus-4-6", "anthropic/claude-opus-4-6"},
		{"", "o3-mini", "openai/o3-mini"},
		{"", "models/gemini-2.5-pro", "google/gemini-2.5-pro"},
		// An unknown model has no price; it is not free.
		{"", "my-model", ""},
		{"", "", ""},
		{"anthropic", "gpt-5", ""},
		{"nobody", "claude-opus-4-6", ""},
		{"openai", "gpt-5-minimal", ""},
	} {
		got := ""
		if p := table.Find(c.vendor, c.model); p != nil {
			got = p.Vendor + "/" + p.ID
		}
		if got != c.want {
			t.Errorf("%s %s: %s, want %s", c.vendor, c.model, got, c.want)
		}
	}
}

// Models on this machine are free.
func TestLocalModelsAreFree(t *testing.T) {
	p := BuiltInPrices().Find("ollama", "any:7b")
	cost, unknown := p.At(time.Time{}).Cost(&conv.Usage{Input: 1e6, Output: 1e6}, Terms{Percent: 100})
	if !p.Free || cost == nil || cost.Total != "0" {
		t.Errorf("%+v costs %+v: %s", p, cost, unknown)
	}
}

// A price applies from its day on, or in its hours. The first applies before
// all others.
func TestPriceAt(t *testing.T) {
	table, err := ReadPrices([]byte(`{"vendors":{"v":{"models":[
		{"id":"dated","prices":[{"input":1},{"from":"2026-03-13","input":2},{"from":"2026-06-01","input":[3,10,30]}]},
		{"id":"hours","prices":[{"input":1},{"hours":"16:30-00:30","input":2}]}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ model, at, want string }{
		{"dated", "2020-01-01T00:00:00Z", "1"},
		{"dated", "2026-03-12T23:59:59Z", "1"},
		{"dated", "2026-03-13T00:00:00Z", "2"},
		{"dated", "2026-03-13T01:00:00+02:00", "1"}, // days are UTC
		{"dated", "2031-01-01T00:00:00Z", "3"},
		{"hours", "2026-03-13T16:29:59Z", "1"},
		{"hours", "2026-03-13T16:30:00Z", "2"},
		{"hours", "2026-03-13T00:29:59Z", "2"},
		{"hours", "2026-03-13T00:30:00Z", "1"},
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := table.Find("v", c.model).At(at).Dollars()[0].Input; string(got) != c.want {
			t.Errorf("%s at %s: %s, want %s", c.model, c.at, got, c.want)
		}
	}
}

// An invalid table is an error with a place.
func TestReadPricesFails(t *testing.T) {
	model := func(price string) string {
		return `{"vendors":{"v":{"models":[{"id":"m","prices":[` + price + `]}]}}}`
	}
	for text, want := range map[string]string{
		`[]`:                                   "offset 0: ",
		`{"prices":[]}`:                        `offset 10: a table of prices has no "prices"`,
		`{"vendors":{"v":{}}}`:                 "offset 16: a vendor without models",
		`{"vendors":{"v":{"models":[{}]}}}`:    "offset 27: a model without an id or without prices",
		model(`{"inputs":1}`):                  `a price has no "inputs"`,
		model(`{"input":-1}`):                  "want an amount in dollars",
		model(`{"input":"1"}`):                 "want a number",
		model(`{"input":1e300}`):               "want an amount in dollars",
		model(`{"input":[1,2]}`):               "want a rate and, for each step, tokens and a rate",
		model(`{"input":[]}`):                  "want a rate and, for each step, tokens and a rate",
		model(`{"from":"tomorrow"}`):           `"tomorrow": want a day such as 2026-03-13`,
		model(`{"hours":"12"}`):                `"12": want hours of a day such as 00:30-16:30`,
		model(`{"input":1}`) + "x":             "offset",
		model(`{"input":1`):                    "offset",
		`{"vendors":{"v":{"models":[{"id":1}]`: "offset",
	} {
		if _, err := ReadPrices([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// The whole embedded table can be read. Each model is found by its own name,
// unless an earlier model matches the name.
func TestBuiltInPrices(t *testing.T) {
	built := BuiltInPrices()
	if _, err := time.Parse(time.DateOnly, built.Date); err != nil || built.Source == "" {
		t.Errorf("prices of %s by %s", built.Date, built.Source)
	}
	if _, err := ReadPrices(built.text); err != nil {
		t.Fatal(err)
	}
	models := 0
	for i := range built.vendors {
		v := &built.vendors[i]
		c := built.modelsOf(v)
		for range c.Elements {
			p := readPrice(c)
			models++
			for _, r := range p.rates {
				if !r.input.set && !r.output.set {
					t.Errorf("%s/%s: no rate", v.name, p.ID)
				}
			}
			for _, pattern := range p.match {
				if strings.ToLower(pattern) != pattern {
					t.Errorf("%s/%s: %s is not in small letters", v.name, p.ID, pattern)
				}
			}
		}
	}
	if len(built.vendors) < 40 || models < 1400 {
		t.Errorf("%d models of %d vendors", models, len(built.vendors))
	}
}

// Every model that convo lists has a price, except these: their price is not
// published, or depends on who serves them. A new row of models.go needs a
// price.
func TestListedModelsHavePrices(t *testing.T) {
	without := strings.Fields(`
		mistral/devstral groq/groq/compound nvidia/deepseek-ai/deepseek-v4.1-flash nvidia/openai/gpt-oss-20b
		huggingface/openai/gpt-oss-120b huggingface/deepseek-ai/DeepSeek-V4.1-Flash`)
	for _, m := range Models() {
		name := m.Vendor + "/" + m.ID
		if found := BuiltInPrices().Find(m.Vendor, m.ID) != nil; found == slices.Contains(without, name) {
			t.Errorf("%s: has a price: %v", name, found)
		}
	}
}

func FuzzReadPrices(f *testing.F) {
	f.Add([]byte(`{"date":"2026-01-01","vendors":{"v":{"names":["*v"],"models":[{"id":"m","match":["m*","!m-#"],"prices":[{"from":"2026-03-13","input":[1,2,3]}]}]}}}`))
	f.Add([]byte(`{"vendors":{"*":{"models":[{"id":"m","prices":[{"hours":"00:00-12:00","output":0.1}]}]}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := ReadPrices(data)
		if err != nil {
			return
		}
		if p := table.Find("v", "m"); p != nil {
			p.At(time.Time{}).Cost(&conv.Usage{Input: 5, Output: 7, CacheRead: 1}, Terms{Percent: 50, Searches: 1})
		}
	})
}

// A cost is the sum of its parts, to the nano-dollar.
func TestCostOfParts(t *testing.T) {
	if got, want := *costOf(1_500_000_000, 1, 0, 0), (conv.UsageCost{Input: "1.5", Output: "0.000000001", CacheRead: "0", CacheWrite: "0", Total: "1.500000001"}); got != want {
		t.Errorf("want %v, got %v", want, got)
	}
}
