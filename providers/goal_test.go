package providers

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/providers/catalog"
)

func TestGoalNamed(t *testing.T) {
	sonnet, err := TargetNamed("anthropic/claude-sonnet-4-5-20250929")
	if err != nil {
		t.Fatal(err)
	}
	target := sonnet.Model
	if sonnet.Format.Name != "anthropic" || target.Provider != "anthropic" || target.Model != "claude-sonnet-4-5-20250929" {
		t.Errorf("got %s, %+v", sonnet.Format.Name, target)
	}
	if !target.KnowsInput || target.Input != format.ImageBlock|format.DocumentBlock || target.NoReasoning || !target.Rules.PromptOnly {
		t.Errorf("got %+v", target)
	}

	// A vendor's rules are its protocol's, amended. The protocol's do not
	// change.
	mistral, err := TargetNamed("mistral")
	if err != nil {
		t.Fatal(err)
	}
	if r := mistral.Model.Rules; r.CallIDs.Max != 9 || r.Bridge == "" || !r.AnswerCalls || mistral.Format.Rules.Bridge != "" {
		t.Errorf("got %+v", r)
	}
	if mistral.Model.Model != "" || mistral.Model.KnowsInput {
		t.Errorf("a vendor alone: %+v", mistral.Model)
	}

	// A protocol alone has no target. anthropic is a vendor first.
	protocol, err := TargetNamed("openai-chat")
	if err != nil || protocol.Model.Provider != "" || protocol.Format.Name != "openai-chat" {
		t.Errorf("got %+v, %v", protocol, err)
	}
	if vendor, _ := TargetNamed("anthropic"); vendor.Model.Provider != "anthropic" {
		t.Errorf("got %+v", vendor)
	}

	// A vendor of others' models may have a model of which nothing is known.
	open, err := TargetNamed("openrouter/a/b")
	if err != nil || open.Model.KnowsInput || open.Model.NoReasoning || open.NoTools || open.Model.Model != "a/b" {
		t.Errorf("got %+v, %v", open, err)
	}
	if compound, _ := TargetNamed("groq/groq/compound"); !compound.NoTools {
		t.Error("compound takes no tools")
	}
}

// A vendor may take two formats. The second must be named.
func TestGoalsInTwoFormats(t *testing.T) {
	gpt, err := TargetNamed("openai/gpt-5.4")
	if err != nil || gpt.Format.Name != "openai-responses" || gpt.Model.Instructions != "" {
		t.Fatalf("got %+v, %v", gpt, err)
	}
	chat := gpt.In("openai-chat")
	if chat.Format.Name != "openai-chat" || chat.Model.Model != "gpt-5.4" || chat.Model.Rules.CallIDs.Max != 40 {
		t.Errorf("got %+v", chat)
	}
	if chat.Model.Instructions != conv.RoleDeveloper {
		t.Error("a model of openai that reasons is instructed by its developer")
	}
	for _, other := range []string{"anthropic", "openai-responses", ""} {
		if gpt.In(other) != gpt {
			t.Errorf("openai takes %q", other)
		}
	}
	if protocol, _ := TargetNamed("openai-responses"); protocol.In("openai-chat") != protocol {
		t.Error("a protocol is itself")
	}
}

func TestUnknownGoals(t *testing.T) {
	for name, hint := range map[string]string{
		"xai/":              "--for xai adapts to its protocol alone",
		"antropic":          "did you mean anthropic?",
		"opnai-chat":        "did you mean openai-chat?",
		"claude-sonnet-5.5": "claude-sonnet-5-5",
		"%":                 "want VENDOR/MODEL, a vendor (openai, anthropic,",
		"or":                "or a protocol (openai-chat, openai-responses, anthropic",
	} {
		_, err := TargetNamed(name)
		var unknown *UnknownTarget
		if !errors.As(err, &unknown) || !strings.Contains(unknown.Hint(), hint) {
			t.Errorf("%q: got %v, want the hint %q", name, err, hint)
			if unknown != nil {
				t.Log(unknown.Hint())
			}
		}
	}
}

// A model that the catalog lacks goes by the rules of its vendor, as a call of it does.
func TestModelsThatTheCatalogLacks(t *testing.T) {
	for name, doubt := range map[string]string{
		"anthropic/claude-sonet-5":  "convo does not know the model anthropic/claude-sonet-5; did you mean anthropic/claude-sonnet-5?",
		"xai/claude-sonnet-5":       "convo does not know the model xai/claude-sonnet-5; see convo models",
		"anthropic/claude-sonnet-5": "",
		"anthropic":                 "",
		"openrouter/some/model":     "",
	} {
		target, err := TargetNamed(name)
		if err != nil || target.Doubt() != doubt {
			t.Errorf("%s: got %q, %v, want %q", name, target.Doubt(), err, doubt)
		}
	}
	unlisted, _ := TargetNamed("mistral/mistral-huge-9")
	called, err := Address{Model: "mistral/mistral-huge-9"}.Endpoint(func(string) string { return "" })
	if err != nil || !reflect.DeepEqual(*unlisted.Model.Rules, *called.Target.Model.Rules) || unlisted.Model.Model != "mistral-huge-9" {
		t.Errorf("%v: a goal by rules that are not those of a call", err)
	}
}

// Each vendor speaks a protocol that this build can write and call. So is its
// other protocol.
func TestVendorsSpeakProtocols(t *testing.T) {
	for _, name := range catalog.Vendors() {
		v, _, _ := catalog.Find(name)
		for _, id := range []string{v.Protocol, v.Also} {
			if id == "" {
				continue
			}
			f, err := Lookup(id)
			if err != nil || f.Write == nil || f.Rules == (format.Rules{}) || ProtocolOf(id) == nil {
				t.Errorf("%s speaks %s: %v", name, id, err)
			}
		}
	}
}

// Parameters that a model refuses, or that its protocol lacks, are known before
// a call.
func TestUnsupportedParameters(t *testing.T) {
	high, none := &conv.Reasoning{Effort: "high"}, &conv.Reasoning{Effort: "none"}
	for _, test := range []struct {
		model   string
		request *conv.Request
		want    string
	}{
		{"openai/gpt-4o", &conv.Request{Temperature: "0.5", MaxTokens: "9"}, ""},
		{"openai/gpt-4o", &conv.Request{Reasoning: high}, "reasoning"},
		{"openai/o3", &conv.Request{Temperature: "0.5", Reasoning: high}, "temperature"},
		{"openai/gpt-5.4", &conv.Request{Temperature: "0.5"}, ""},
		{"openai/gpt-5.4", &conv.Request{Temperature: "0.5", Reasoning: none}, ""},
		{"openai/gpt-5.4", &conv.Request{Temperature: "0.5", Reasoning: high}, "temperature"},
		{"anthropic/claude-sonnet-4-5", &conv.Request{Temperature: "0.5", TopK: "5"}, ""},
		{"anthropic/claude-sonnet-4-5", &conv.Request{Reasoning: high}, "reasoning.effort"},
		{"anthropic/claude-sonnet-5-5", &conv.Request{TopK: "5", Seed: "7", Reasoning: &conv.Reasoning{Effort: "high", BudgetTokens: "2048"}}, "topK seed reasoning.budgetTokens"},
		{"google/gemini-3.8-flash", &conv.Request{PresencePenalty: "1", TopK: "5"}, "presencePenalty"},
		{"mistral/mistral-large-4", &conv.Request{Seed: "1", User: "u", TopP: "1"}, "seed user"},
		{"xai/grok-4.7", &conv.Request{Stop: []string{"."}}, "stop"},
		{"openrouter/a/b", &conv.Request{Temperature: "0.5", Reasoning: high}, ""},
		{"anthropic", nil, ""},
	} {
		g, err := TargetNamed(test.model)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(g.Unsupported(test.request), " "); got != test.want {
			t.Errorf("%s: unsupported %q, want %q", test.model, got, test.want)
		}
	}
	if f, _ := Lookup("gemini"); f.Capabilities.Params&format.Penalties == 0 {
		t.Error("what Google's models refuse, its protocol still says")
	}
}
