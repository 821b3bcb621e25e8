package catalog

import (
	"strings"
	"testing"

	"convo/conv/rawjson"

	"github.com/google/go-cmp/cmp"
)

// The list of genai-prices becomes a table: vendors have our names, conditions
// on names become patterns, and rates have dates and hours.
func TestImportPrices(t *testing.T) {
	list := `[
	{"id":"x-ai","name":"x","provider_match":{"contains":"grok"},"model_match":{"starts_with":"grok"},"fallback_model_providers":["azure"],"models":[
		{"id":"m","match":{"equals":"m"},"context_window":1,"prices":{"input_mtok":1,"output_mtok":2.5}},
		{"id":"steps","match":{"or":[{"starts_with":"Steps"},{"ends_with":"-steps"},{"starts_with":"Steps"}]},
			"prices":{"input_mtok":{"base":1,"tiers":[{"start":200000,"price":2}]},"web_searches_kcount":10}},
		{"id":"dated","match":{"and":[{"contains":"a"},{"contains":"b"}]},"prices":[{"prices":{"input_mtok":1}},
			{"constraint":{"start_date":"2026-03-13"},"prices":{"input_mtok":2}},
			{"constraint":{"type":"time_of_date","start_time":"00:30:00Z","end_time":"16:30:00+00:00"},"prices":{"input_mtok":3}}]},
		{"id":"exp","match":{"regex":"^exp-\\d{4}-\\d\\.5$"},"prices":{"input_mtok":1}},
		{"id":"head","match":{"regex":"^head-\\d"},"prices":{"input_mtok":1}},
		{"id":"gift:free","match":{"equals":"gift:free"},"prices":{}},
		{"id":"nothing","match":{"equals":"nothing"},"prices":{}},
		{"id":"pictures","match":{"equals":"pictures"},"prices":{"input_mtok":1,"output_image_mtok":3}},
		{"id":"voice-audio","match":{"equals":"voice-audio"},"prices":{"input_mtok":1}},
		{"id":"odd","match":{"regex":"^(a|b)"},"prices":{"input_mtok":1}},
		{"id":"late","match":{"equals":"late"},"prices":[{"constraint":{"weekday":1},"prices":{"input_mtok":1}}]},
		{"id":"morning","match":{"equals":"morning"},"prices":[{"constraint":{"start_time":"08:77:00Z","end_time":"09:00:00Z"},"prices":{"input_mtok":1}}]},
		{"id":"someday","match":{"equals":"someday"},"prices":[{"constraint":{"start_date":"soon"},"prices":{"input_mtok":1}}]},
		{"id":"star","match":{"contains":"*"},"prices":{"input_mtok":1}}]},
	{"id":"zai","models":[]}]`
	table, left, err := ImportPrices([]byte(list), "2026-11-21", "a list")
	if err != nil {
		t.Fatal(err)
	}
	want := `{"date":"2026-11-21","source":"a list","vendors":{"xai":{"names":["x-ai","*grok*"],"owns":["grok*"],"others":["azure-openai"],"models":[
{"id":"m","prices":[{"input":1,"output":2.5}]},
{"id":"steps","match":["steps*","*-steps"],"prices":[{"input":[1,200000,2],"searches":10}]},
{"id":"dated","match":["*a*b*"],"prices":[{"input":1},{"from":"2026-03-13","input":2},{"hours":"00:30-16:30","input":3}]},
{"id":"exp","match":["exp-####-#.5"],"prices":[{"input":1}]},
{"id":"head","match":["head-#*"],"prices":[{"input":1}]},
{"id":"gift:free","prices":[{"input":0,"output":0}]}]},
"zai":{"others":["zhipuai"],"models":[]}}}`
	if d := cmp.Diff(strings.ReplaceAll(want, "\n", ""), string(table)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff("xai/nothing xai/pictures xai/voice-audio xai/odd xai/late xai/morning xai/someday xai/star", strings.Join(left, " ")); d != "" {
		t.Error(d)
	}
	if _, err := ReadPrices(table); err != nil {
		t.Error(err)
	}
}

// A text that is neither a list nor a table is an error with a place. A table
// may have its own date and source.
func TestNewPrices(t *testing.T) {
	for text, want := range map[string]string{
		``:                        "offset 0",
		`{"message":"not found"}`: `a table of prices has no "message"`,
		`[]`:                      "no model has a price",
		`[{"models":[]}]`:         "want a list of vendors, each with an id and models",
		`["anthropic"]`:           "offset 1",
		`{"vendors":{}}`:          "no model has a price",
		`[{"id":"v","models":[{"id":"m","match":{"equals":"m"},"prices":{"input_mtok":"1"}}]}]`:       "offset",
		`[{"id":"v","models":[{"id":"m","match":{"equals":"m"},"prices":{"input_mtok":-1}}]}]`:        "offset 77: want an amount in dollars",
		`[{"id":"v","models":[{"id":"m","match":{"equals":"m"},"prices":{"input_mtok":{}}}]}]`:        "offset 77: want a rate with a base",
		`[{"id":"v","models":[{"id":"m","prices":{"input_mtok":{"base":1,"tiers":[{"start":1}]}}}]}]`: "offset 73: want a step with a price",
	} {
		if _, _, err := NewPrices([]byte(text), "2026-11-21", "s"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	const models = `"vendors":{"v":{"models":[{"id":"m","prices":[{"input":1}]}]}}}`
	for text, want := range map[string]string{
		`{` + models:                                   `{"date":"2026-11-21","source":"s",` + models,
		`{"date":"2020-01-01",` + models:               `{"date":"2020-01-01","source":"s",` + models,
		`{"date":"2020-01-01","source":"x", ` + models: `{"date":"2020-01-01","source":"x", ` + models,
		` [{"id":"v","models":[{"id":"m","match":{"equals":"m"},"prices":{"input_mtok":1}}]}] `: `{"date":"2026-11-21","source":"s",` + models,
	} {
		table, _, err := NewPrices([]byte(text), "2026-11-21", "s")
		if err != nil || string(table) != want {
			t.Errorf("%s: %s, %v", text, table, err)
		}
	}
}

// The embedded table equals one that is made from the same list.
func TestSizeOfBuiltInPrices(t *testing.T) {
	vendors, models := BuiltInPrices().Size()
	if vendors < 40 || models < 1500 {
		t.Errorf("%d models of %d vendors", models, vendors)
	}
}

func FuzzNewPrices(f *testing.F) {
	f.Add([]byte(`[{"id":"v","provider_match":{"regex":"^a\\d{2}$"},"models":[{"id":"m","match":{"and":[{"contains":"a"},{"regex":"^o[134]"}]},"prices":[{"constraint":{"start_time":"00:00:00Z"},"prices":{"input_mtok":{"base":1,"tiers":[{"start":1,"price":2}]}}}]}]}]`))
	f.Add([]byte(`{"vendors":{"v":{"models":[{"id":"m","prices":[{"input":1}]}]}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, _, err := NewPrices(data, "2026-11-21", "s")
		if err != nil {
			return
		}
		if _, err := ReadPrices(table); err != nil {
			t.Errorf("%s is no table: %v", table, err)
		}
		if err := rawjson.NewCursor(table).Err(); err != nil {
			t.Error(err)
		}
	})
}
