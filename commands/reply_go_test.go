package commands

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// The error of a call from Go is the message of convo reply, and so is its hint.
func TestErrorsInGoAreTheCommands(t *testing.T) {
	const model = "deepseek/deepseek-flash"
	hi, open := conv.Prompt("hi"), conv.NewConversation(conv.UserText("hi"), &conv.AssistantMessage{Content: []conv.AssistantContent{&conv.ToolCall{ID: "c1", Name: "tides"}}})
	const begun = `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"High"},"finish_reason":null}]}` + "\n\n"
	for _, test := range []struct {
		name, key string
		c         *conv.Conversation
		status    int
		body      string
		hints     bool
	}{
		{"no key", "", hi, 200, "", true},
		{"a refused key", "sk-1", hi, 401, `{"error":{"message":"Incorrect API key: sk-1","code":"invalid_api_key"}}`, true},
		{"no credit", "sk-1", hi, 402, `{"error":{"message":"Insufficient Balance"}}`, true},
		{"no such model", "sk-1", hi, 404, `{"error":{"message":"no such model"}}`, true},
		{"too long", "sk-1", hi, 400, `{"error":{"message":"maximum context length is 9 tokens","code":"context_length_exceeded"}}`, true},
		{"rejected", "sk-1", hi, 400, `{"error":{"message":"temperature: too hot"}}`, true},
		{"busy", "sk-1", hi, 503, `{"error":{"message":"come back later"}}`, true},
		{"a page", "sk-1", hi, 200, "<html>", true},
		{"nothing", "sk-1", hi, 200, "", true},
		{"cut off", "sk-1", hi, 200, begun, true},
		{"failed on the way", "sk-1", hi, 200, begun + `data: {"error":{"message":"upstream died","code":502}}` + "\n\n", true},
		{"no message", "sk-1", &conv.Conversation{}, 200, "", false},
		{"open calls", "sk-1", open, 200, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Should-Retry", "false")
				w.WriteHeader(test.status)
				fmt.Fprint(w, test.body)
			}))
			defer server.Close()
			variables := map[string]string{"DEEPSEEK_API_KEY": test.key, "DEEPSEEK_BASE_URL": server.URL + "/v1"}
			_, err := providers.Complete(t.Context(), model, test.c, providers.CallOptions{Getenv: func(name string) string { return variables[name] }})
			var failed *providers.AskError
			if !errors.As(err, &failed) {
				t.Fatal(err)
			}
			said := strings.TrimPrefix(commandSays(t, model, variables, test.c), "convo: ")
			lines := strings.Split(said, "\nconvo: hint: ")
			// the command may say in addition what became of a partial answer, or
			// which of its flags help
			text := strings.TrimPrefix(err.Error(), model+": ")
			if got := strings.TrimPrefix(strings.TrimPrefix(lines[0], "<stdin>:1:1: "), model+": "); got != text && !strings.HasPrefix(got, text+"; the partial answer is kept") {
				t.Errorf("Go says %q, the command %q", text, got)
			}
			if hint := strings.Join(lines[1:], ""); test.hints && (failed.Hint() == "" && hint != "" || !strings.HasPrefix(hint, failed.Hint())) {
				t.Errorf("Go hints %q, the command %q", failed.Hint(), hint)
			}
		})
	}
}

// commandSays is what convo reply prints on stderr.
func commandSays(t *testing.T, model string, variables map[string]string, c *conv.Conversation) string {
	t.Helper()
	w := rawjson.NewWriter(nil)
	conv.Native.Write(w, c)
	cmd := exec.Command("convo", "reply", "-m", model)
	var stderr strings.Builder
	cmd.Stdin, cmd.Stderr = bytes.NewReader(w.Bytes()), &stderr
	cmd.Env = append(cmd.Environ(), "HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
	for name, value := range variables {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	if err := cmd.Run(); err == nil {
		t.Error("the command succeeds")
	}
	return strings.TrimSuffix(stderr.String(), "\n")
}
