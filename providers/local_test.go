package providers_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"convo/providers"
)

// Lists of models as the servers send them.
const (
	ollamaList   = `{"object":"list","data":[{"id":"nomic-embed-text:latest","object":"model","created":1,"owned_by":"library"},{"id":"llama3.2:latest","object":"model","created":1,"owned_by":"library"}]}`
	llamacppList = `{"models":[{"name":"tide.gguf"}],"object":"list","data":[{"id":"tide.gguf","object":"model","created":1,"owned_by":"llamacpp","meta":{"n_params":1}}]}`
	vllmList     = `{"object":"list","data":[{"id":"acme/harbour","object":"model","owned_by":"vllm","max_model_len":4096}]}`
	otherList    = `{"object":"list","data":[{"id":"m-1","object":"model","owned_by":"acme"}]}`
)

// machine is an environment with the four servers at addresses that no process is
// given, except the given ones.
func machine(t *testing.T, servers map[string]string) func(string) string {
	t.Helper()
	env := map[string]string{}
	for i, name := range []string{"OLLAMA_HOST", "LLAMA_CPP_HOST", "LMSTUDIO_HOST", "VLLM_HOST"} {
		env[name] = fmt.Sprintf("127.0.0.1:%d", 1+i)
	}
	for name, value := range servers {
		env[name] = value
	}
	return func(name string) string { return env[name] }
}

// models is a server that answers GET /v1/models.
func models(t *testing.T, list string) string {
	return server(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != "GET" || r.URL.Path != "/v1/models" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		fmt.Fprint(w, list)
	})
}

func find(t *testing.T, name string, getenv func(string) string) (*providers.LocalModel, error) {
	t.Helper()
	return providers.FindLocal(t.Context(), providers.NewClient(providers.Limits{}), name, getenv)
}

func TestFindLocal(t *testing.T) {
	all := machine(t, map[string]string{"OLLAMA_HOST": models(t, ollamaList), "LLAMA_CPP_HOST": models(t, llamacppList), "VLLM_HOST": models(t, vllmList)})
	for name, test := range map[string]struct {
		ask    string
		getenv func(string) string
		want   string // vendor, model
	}{
		"the first that there is, of its first model to talk to": {"local:", all, "ollama llama3.2:latest"},
		"a model of any of them":                                 {"local:tide.gguf", all, "llama.cpp tide.gguf"},
		"a name with a slash":                                    {"local:acme/harbour", all, "vllm acme/harbour"},
		"a name without its tag":                                 {"local:llama3.2", all, "ollama llama3.2:latest"},
		"one where another is usual is known by its answer":      {"local:", machine(t, map[string]string{"LLAMA_CPP_HOST": models(t, vllmList)}), "vllm acme/harbour"},
		"one of another make is what is usual there":             {"local:", machine(t, map[string]string{"LMSTUDIO_HOST": models(t, otherList)}), "lmstudio m-1"},
		"one without models is passed over": {
			"local:", machine(t, map[string]string{"OLLAMA_HOST": models(t, `{"object":"list","data":null}`), "VLLM_HOST": models(t, vllmList)}), "vllm acme/harbour",
		},
		"what is no server of models is passed over": {
			"local:", machine(t, map[string]string{"LLAMA_CPP_HOST": models(t, "<html>"), "LMSTUDIO_HOST": models(t, `[]`), "VLLM_HOST": models(t, vllmList)}), "vllm acme/harbour",
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := find(t, test.ask, test.getenv)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Vendor + " " + m.Model; got != test.want || !strings.HasPrefix(m.BaseURL, "http://127.0.0.1:") || !strings.HasSuffix(m.BaseURL, "/v1") {
				t.Errorf("%s at %s, want %s", got, m.BaseURL, test.want)
			}
		})
	}
}

// A server that hangs delays the rest only shortly, and one that needs a key
// says so. All four addresses are named.
func TestFindNoLocal(t *testing.T) {
	t.Parallel()
	hangs := server(t, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	keyed := server(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
	getenv := machine(t, map[string]string{
		"OLLAMA_HOST": hangs, "LMSTUDIO_HOST": "http://me:sk-planted@box.example:1234", "VLLM_HOST": keyed,
	})
	_, err := providers.FindLocal(t.Context(), providers.NewClient(providers.Limits{Whole: 3 * time.Second}), "local:", getenv)
	var none *providers.NoLocal
	if !errors.As(err, &none) || len(none.Tried) != 4 {
		t.Fatalf("%v", err)
	}
	for _, part := range []string{
		"no model server answers on this machine: ollama at http://127.0.0.1:",
		"/v1 (OLLAMA_HOST): no answer within 3s; llama.cpp at http://127.0.0.1:",
		"/v1 (LLAMA_CPP_HOST): nothing listens there: connection refused; lmstudio at http://box.example:1234/v1 (LMSTUDIO_HOST): plain http to box.example:1234",
		"/v1 (VLLM_HOST): it needs a key: VLLM_API_KEY",
	} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("no %q in %v", part, err)
		}
	}
	if strings.Contains(err.Error(), "planted") || !strings.Contains(none.Hint(), "ollama serve") {
		t.Errorf("%v, %s", err, none.Hint())
	}
}

func TestFindLocalWithoutTheModel(t *testing.T) {
	_, err := find(t, "local:llama9", machine(t, map[string]string{"OLLAMA_HOST": models(t, ollamaList)}))
	var none *providers.NoLocal
	if !errors.As(err, &none) || !strings.HasPrefix(err.Error(), "no server on this machine has the model llama9: ollama at") {
		t.Fatal(err)
	}
	if none.Hint() != "these servers have nomic-embed-text:latest, llama3.2:latest" {
		t.Error(none.Hint())
	}
}

// Each key that is set is sent only to its own server.
func TestFindLocalShowsItsKey(t *testing.T) {
	var shown string
	url := server(t, func(w http.ResponseWriter, r *http.Request) {
		shown = r.Header.Get("Authorization")
		fmt.Fprint(w, vllmList)
	})
	env := machine(t, map[string]string{"VLLM_HOST": url, "VLLM_API_KEY": "sk-planted"})
	if _, err := find(t, "local:", env); err != nil || shown != "Bearer sk-planted" {
		t.Errorf("%q, %v", shown, err)
	}
}

func TestFindLocalGivesUpWhenToldTo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	url := server(t, func(w http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() })
	_, err := providers.FindLocal(ctx, providers.NewClient(providers.Limits{}), "local:", machine(t, map[string]string{"OLLAMA_HOST": url}))
	var failed *providers.WireError
	if !errors.As(err, &failed) || failed.Error() != "aborted" {
		t.Error(err)
	}
}
