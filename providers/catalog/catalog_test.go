package catalog

import (
	"errors"
	"testing"

	"convo/conv"
)

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, vendor, model string // model "" is none
		context             int
	}{
		{"anthropic/claude-sonnet-5", "anthropic", "claude-sonnet-5", 1000000},
		{"claude-sonnet-5", "anthropic", "claude-sonnet-5", 1000000},
		{"anthropic", "anthropic", "", 0},
		// A dated name is the same model, and stays what is sent.
		{"anthropic/claude-sonnet-4-5-20250929", "anthropic", "claude-sonnet-4-5-20250929", 200000},
		{"claude-sonnet-4-5@20250929", "anthropic", "claude-sonnet-4-5@20250929", 200000},
		{"openai/gpt-5.4-2026-03-05", "openai", "gpt-5.4-2026-03-05", 1050000},
		{"mistral/mistral-large-2512", "mistral", "mistral-large-2512", 262144},
		{"mistral/mistral-medium-latest", "mistral", "mistral-medium-latest", 262144},
		// The longest row wins: mini is no version of gpt-5.4.
		{"openai/gpt-5.4-mini-2026-03-17", "openai", "gpt-5.4-mini-2026-03-17", 400000},
		// An id may have a slash of its own.
		{"groq/openai/gpt-oss-120b", "groq", "openai/gpt-oss-120b", 131072},
		{"groq/groq/compound", "groq", "groq/compound", 131072},
		// A vendor of others' models takes any, of which nothing is known.
		{"openrouter/some/model:free", "openrouter", "some/model:free", 0},
	} {
		v, m, err := Find(c.name)
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case v.Name != c.vendor:
			t.Errorf("%s: vendor %s, want %s", c.name, v.Name, c.vendor)
		case m == nil && c.model != "" || m != nil && (m.ID != c.model || m.Context != c.context || m.Vendor != c.vendor):
			t.Errorf("%s: model %+v, want %s", c.name, m, c.model)
		}
	}
}

func TestFindFails(t *testing.T) {
	for name, want := range map[string]error{
		"":                             &UnknownVendor{""},
		"antropic":                     &UnknownVendor{"antropic"},
		"nobody/claude-sonnet-5":       &UnknownVendor{"nobody/claude-sonnet-5"},
		"anthropic/":                   &UnknownModel{"anthropic", ""},
		"openrouter/":                  &UnknownModel{"openrouter", ""},
		"anthropic/claude-sonet-5":     &UnknownModel{"anthropic", "claude-sonet-5"},
		"anthropic/claude-sonnet-4-9":  &UnknownModel{"anthropic", "claude-sonnet-4-9"}, // a version is no date
		"anthropic/claude-sonnet-5-x":  &UnknownModel{"anthropic", "claude-sonnet-5-x"},
		"anthropic/claude-sonnet-5-":   &UnknownModel{"anthropic", "claude-sonnet-5-"},
		"anthropic/claude-sonnet-5123": &UnknownModel{"anthropic", "claude-sonnet-5123"},
	} {
		_, _, err := Find(name)
		if err == nil || err.Error() != want.Error() {
			t.Errorf("%q: got %v, want %v", name, err, want)
		}
	}
	var model *UnknownModel
	if _, _, err := Find("xai/grok"); !errors.As(err, &model) || model.Vendor != "xai" {
		t.Errorf("got %#v", err)
	}
}

// Every row says all there is to say, and once.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range models {
		name := m.Vendor + "/" + m.ID
		if seen[name] {
			t.Errorf("%s: twice", name)
		}
		seen[name] = true
		if vendorNamed(m.Vendor) == nil {
			t.Errorf("%s: no such vendor", name)
		}
		if m.Context < 1000 || m.MaxOutput < 1000 || m.MaxOutput > m.Context {
			t.Errorf("%s: %d tokens, of them %d of output", name, m.Context, m.MaxOutput)
		}
		if m.Input&(conv.TextBlock|conv.ThinkingBlock|conv.ToolCallBlock) != 0 {
			t.Errorf("%s: input is more than media", name)
		}
	}
}
