package providers

import (
	"strings"
	"testing"
	"time"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/catalog"
)

// What answers cost, as worked out by hand.
func TestCostsOfAnswers(t *testing.T) {
	for _, c := range answersWithCosts {
		got := costIn(t, c.format, c.vendor, c.body)
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// pricedAt is a day on which prices are known.
var pricedAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// costIn returns what an answer costs by the prices of that day.
func costIn(t *testing.T, format, vendor, body string) string {
	t.Helper()
	f, err := Lookup(format)
	if err != nil {
		t.Fatal(err)
	}
	for doc, err := range f.Decode([]byte(body), &note.Notes{}) {
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		m := doc.Messages[len(doc.Messages)-1].(*conv.AssistantMessage)
		price := catalog.BuiltInPrices().Find(vendor, m.Model)
		if price == nil {
			return "no price of " + vendor + "/" + m.Model
		}
		terms, unknown := catalog.TermsOf(m)
		if unknown != "" {
			return unknown
		}
		cost, unknown := price.At(pricedAt).Cost(m.Usage, terms)
		if cost == nil {
			return unknown
		}
		return string(cost.Total)
	}
	return "no answer"
}

// The parts of a cost add up to its total, to the nano-dollar, whatever the
// rounding.
func TestPartsOfACostAddUp(t *testing.T) {
	table, err := catalog.ReadPrices([]byte(`{"vendors":{"*":{"models":[{"id":"m","prices":[
		{"input":0.0375,"output":0.0005,"cacheRead":0.0125,"cacheWrite":0.0333}]}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	rates := table.Find("anyone", "m").At(time.Time{})
	for n := range int64(200) {
		u := &conv.Usage{Input: n, Output: 3 * n, CacheRead: 7 * n % 11, CacheWrite: 5 * n % 13}
		cost, unknown := rates.Cost(u, catalog.Terms{Percent: 100})
		if cost == nil {
			t.Fatal(u, unknown)
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

// An answer without a known price has no cost.
func TestCostsThatAreNotKnown(t *testing.T) {
	answer := func(usage string) string {
		return `{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1` + usage + `}}`
	}
	for want, body := range map[string]string{
		"service_tier priority":             answer(`,"service_tier":"priority"`),
		"speed fast":                        answer(`,"speed":"fast"`),
		"no price of anthropic/claude-none": strings.Replace(answer(""), "claude-sonnet-4-5", "claude-none", 1),
		"the usage does not add up":         strings.Replace(answer(""), `"input_tokens":1`, `"input_tokens":-1`, 1),
	} {
		if got := costIn(t, "anthropic-response", "anthropic", body); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
