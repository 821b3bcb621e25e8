package catalog

import (
	"errors"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"convo/conv/format"
)

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, vendor, model string // model "": none
		context             int
	}{
		{"anthropic/claude-sonnet-5", "anthropic", "claude-sonnet-5", 1000000},
		{"claude-sonnet-5", "anthropic", "claude-sonnet-5", 1000000},
		{"anthropic", "anthropic", "", 0},
		// A dated name is the same model, and is sent as it is.
		{"anthropic/claude-sonnet-4-5-20250929", "anthropic", "claude-sonnet-4-5-20250929", 200000},
		{"claude-sonnet-4-5@20250929", "anthropic", "claude-sonnet-4-5@20250929", 200000},
		{"openai/gpt-5.4-2026-03-05", "openai", "gpt-5.4-2026-03-05", 1050000},
		{"mistral/mistral-large-2512", "mistral", "mistral-large-2512", 262144},
		{"mistral/mistral-medium-latest", "mistral", "mistral-medium-latest", 262144},
		// The longest row wins: mini is not a version of gpt-5.4.
		{"openai/gpt-5.4-mini-2026-03-17", "openai", "gpt-5.4-mini-2026-03-17", 400000},
		// An id may contain a slash.
		{"groq/openai/gpt-oss-120b", "groq", "openai/gpt-oss-120b", 131072},
		{"groq/groq/compound", "groq", "groq/compound", 131072},
		// A vendor of others' models accepts any model, of which only the name
		// is known.
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
		"anthropic/claude-sonnet-4-9":  &UnknownModel{"anthropic", "claude-sonnet-4-9"}, // a version is not a date
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

// Every row is complete and unique.
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
		efforts := " none minimal low medium high xhigh max "
		for _, e := range strings.Fields(m.Efforts) {
			_, rest, known := strings.Cut(efforts, " "+e+" ")
			if efforts = " " + rest; !known || !m.Reasoning {
				t.Errorf("%s: effort %s is unknown, or out of order, or of a model that does not reason", name, e)
			}
		}
		if m.Input&(format.TextBlock|format.ThinkingBlock|format.ToolCallBlock) != 0 {
			t.Errorf("%s: input is more than media", name)
		}
	}
}

// Every vendor has an address and can be found. No row holds a secret.
func TestVendors(t *testing.T) {
	variable := regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
	seen := map[string]bool{}
	for i := range vendors {
		v := &vendors[i]
		if seen[v.Name] || v.Name != strings.ToLower(v.Name) || strings.ContainsAny(v.Name, "/ :") {
			t.Errorf("%q: twice, or no name", v.Name)
		}
		seen[v.Name] = true
		base, err := url.Parse(strings.NewReplacer("{", "", "}", "").Replace(v.BaseURL))
		switch {
		case err != nil || base.User != nil || base.RawQuery != "" || base.Fragment != "" || strings.HasSuffix(v.BaseURL, "/"):
			t.Errorf("%s: base URL %s", v.Name, v.BaseURL)
		case v.Local && (base.Scheme != "http" || base.Hostname() != "127.0.0.1" || base.Port() == ""):
			t.Errorf("%s is not on this machine: %s", v.Name, v.BaseURL)
		case !v.Local && (base.Scheme != "https" || base.Port() != ""):
			t.Errorf("%s: base URL %s", v.Name, v.BaseURL)
		}
		if !v.Local && len(v.KeyVars) == 0 {
			t.Errorf("%s: no variable has its key", v.Name)
		}
		for _, name := range append(v.AddressVars(), v.KeyVars...) {
			if !variable.MatchString(name) {
				t.Errorf("%s: %q is no name of a variable", v.Name, name)
			}
		}
		for _, h := range v.Headers {
			if h.Name == "" || h.Value == "" || strings.Contains(strings.ToLower(h.Name+h.Value), "bearer") {
				t.Errorf("%s: header %q", v.Name, h.Name)
			}
		}
		found, _, err := Find(v.Name)
		if err != nil || found != v {
			t.Errorf("%s is not found: %v", v.Name, err)
		}
		if v.Default != "" {
			if _, m, err := Find(v.Name + "/" + v.Default); err != nil || m.ID != v.Default {
				t.Errorf("%s: default model %s: %v", v.Name, v.Default, err)
			}
		}
		if _, m, err := Find(v.Name + "/some/new-model"); v.AnyModel != (err == nil && m.ID == "some/new-model") {
			t.Errorf("%s: any model: %v, %v", v.Name, m, err)
		}
	}
}

func TestBase(t *testing.T) {
	for _, c := range []struct{ vendor, variable, value, want, from string }{
		{"openai", "", "", "https://api.openai.com/v1", ""},
		{"openai", "OPENAI_BASE_URL", "https://proxy.example/openai", "https://proxy.example/openai", "OPENAI_BASE_URL"},
		{"openai", "OPENAI_BASE_URL", " ", "https://api.openai.com/v1", ""},
		{"google", "GOOGLE_GEMINI_BASE_URL", "https://proxy.example/", "https://proxy.example/v1beta", "GOOGLE_GEMINI_BASE_URL"},
		{"google", "GOOGLE_GEMINI_BASE_URL", "https://proxy.example/v1", "https://proxy.example/v1", "GOOGLE_GEMINI_BASE_URL"},
		{"azure-openai", "", "", "", ""},
		{"azure-openai", "AZURE_RESOURCE_NAME", "acme", "https://acme.openai.azure.com/openai/v1", "AZURE_RESOURCE_NAME"},
		{"azure-openai", "AZURE_OPENAI_ENDPOINT", "https://acme.openai.azure.com/", "https://acme.openai.azure.com/openai/v1", "AZURE_OPENAI_ENDPOINT"},
		// The forms that Ollama accepts.
		{"ollama", "", "", "http://127.0.0.1:11434/v1", ""},
		{"ollama", "OLLAMA_HOST", "0.0.0.0", "http://127.0.0.1:11434/v1", "OLLAMA_HOST"},
		{"ollama", "OLLAMA_HOST", ":12345", "http://127.0.0.1:12345/v1", "OLLAMA_HOST"},
		{"ollama", "OLLAMA_HOST", "box:12345", "http://box:12345/v1", "OLLAMA_HOST"},
		{"ollama", "OLLAMA_HOST", "[::1]", "http://[::1]:11434/v1", "OLLAMA_HOST"},
		{"ollama", "OLLAMA_HOST", "[::]:12345", "http://127.0.0.1:12345/v1", "OLLAMA_HOST"},
		{"ollama", "OLLAMA_HOST", "http://box:12345/", "http://box:12345/v1", "OLLAMA_HOST"},
		{"ollama", "OLLAMA_HOST", "https://ollama.example", "https://ollama.example/v1", "OLLAMA_HOST"},
		{"vllm", "VLLM_HOST", "localhost:8001/v1/", "http://localhost:8001/v1", "VLLM_HOST"},
	} {
		got, from := vendorNamed(c.vendor).Base(only(c.variable, c.value))
		if got != c.want || from != c.from {
			t.Errorf("%s with %s=%s: %s by %q, want %s", c.vendor, c.variable, c.value, got, from, c.want)
		}
	}
}

func TestKey(t *testing.T) {
	both := func(name string) string {
		return map[string]string{"GEMINI_API_KEY": "one", "GOOGLE_API_KEY": "two"}[name]
	}
	if key, from := vendorNamed("google").Key(both); key != "one" || from != "GEMINI_API_KEY" {
		t.Errorf("%s of %s", key, from)
	}
	if key, from := vendorNamed("google").Key(only("GOOGLE_API_KEY", " two\n")); key != "two" || from != "GOOGLE_API_KEY" {
		t.Errorf("%s of %s", key, from)
	}
	if key, from := vendorNamed("openai").Key(both); key != "" || from != "" {
		t.Errorf("%s of %s", key, from)
	}
}

// The first vendor with a key is chosen, but not by a key that is often set for
// other purposes.
func TestUsual(t *testing.T) {
	for variable, want := range map[string]string{
		"MISTRAL_API_KEY": "mistral", "GOOGLE_API_KEY": "google", "GITHUB_TOKEN": "", "OLLAMA_API_KEY": "", "": "",
	} {
		v := Usual(only(variable, "k"))
		if v == nil && want != "" || v != nil && v.Name != want {
			t.Errorf("%s: %v, want %s", variable, v, want)
		}
	}
	every := func(string) string { return "k" }
	if v := Usual(every); v != &vendors[0] {
		t.Errorf("of all, %s", v.Name)
	}
}

// only is an environment with one variable.
func only(name, value string) func(string) string {
	return func(asked string) string {
		if asked == name {
			return value
		}
		return ""
	}
}
