package providers_test

import (
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/edit"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/tokens"
	"convo/providers"
)

// Every conversation of the corpus, trimmed to the minimum and less far, can be
// carried by every format like any other: it reads back equal, and calls and
// results are paired.
func TestTrimmedIsCarriedByEveryFormat(t *testing.T) {
	var trimmed []*conv.Conversation
	for name, c := range corpus(t) {
		all := tokens.Estimate(c)
		for _, most := range []int64{all * 9 / 10, all / 2, all / 5} {
			out, err := edit.Trim(c, most, tokens.Known.Estimate, nil)
			if err != nil {
				continue
			}
			if n := tokens.Estimate(out); n > most {
				t.Errorf("%s: %d tokens, want %d at most", name, n, most)
			}
			if len(out.OpenCalls()) > len(c.OpenCalls()) {
				t.Errorf("%s: calls have lost their results", name)
			}
			trimmed = append(trimmed, out)
		}
	}
	if len(trimmed) < 10 {
		t.Fatalf("only %d could be trimmed", len(trimmed))
	}
	formats(t, func(t *testing.T, f *format.Format) {
		for _, c := range trimmed {
			fit := fit.To(adapt.For(c, f, nil, nil), f, nil)
			if back := decoded(t, f, written(f, fit), nil); native(back) != native(fit) {
				t.Errorf("reads back different: %s", diff(native(fit), native(back)))
			}
		}
	})
}

// What a model can be sent leaves room for its longest answer, and a margin.
func TestRoom(t *testing.T) {
	for name, want := range map[string]int64{
		"openai/gpt-5":                244800, // (400000 − 128000) × 0.9
		"anthropic/claude-sonnet-4-5": 102000, // (200000 − 64000) × 0.75
		"anthropic":                   0,
		"openai-chat":                 0,
		"openrouter/any/model":        0,
	} {
		target, err := providers.TargetNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := target.Room(); got != want {
			t.Errorf("%s: room for %d tokens, want %d", name, got, want)
		}
	}
	if (*providers.Target)(nil).Room() != 0 {
		t.Error("room for nobody knows whom")
	}
	for _, m := range []string{"mistral/codestral", "groq/openai/gpt-oss-120b", "openai/gpt-4o"} {
		target, _ := providers.TargetNamed(m)
		if target.Room() < 10000 {
			t.Errorf("%s: room for %d tokens", m, target.Room())
		}
	}
}
