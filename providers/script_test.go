package providers_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

func script(t *testing.T, text string) *providers.Script {
	t.Helper()
	s, err := providers.ReadScript("tides.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The answer of a turn in conversation.json, without its head.
func answerJSON(m *conv.AssistantMessage) string {
	w := rawjson.NewWriter(nil)
	conv.Native.WriteMessage(w, m)
	return string(w.Bytes())
}

// Each answer in a conversation moves the script on by one.
func TestScriptCountsAnswers(t *testing.T) {
	lines := `{"content":"one"}` + "\n" + `{"role":"assistant","content":[{"type":"text","text":"two"}]}` + "\n"
	for form, text := range map[string]string{
		"lines":          lines,
		"an array":       "[" + strings.Replace(strings.TrimSpace(lines), "\n", ",\n", 1) + "]",
		"one by one":     "{\n\"content\":\"one\"}\n\n{\n\"content\":\"two\"}",
		"a conversation": `{"convo":1,"messages":[{"role":"user","content":"?"},{"role":"assistant","content":"one","provider":"acme","model":"m-1","responseModel":"m-1-0101","protocol":"anthropic-messages"},{"role":"assistant","content":"two"}]}`,
	} {
		t.Run(form, func(t *testing.T) {
			s := script(t, text)
			c := conv.Prompt("?")
			for _, want := range []string{"one", "two"} {
				m, err := s.Reply(t.Context(), c, nil)
				if err != nil {
					t.Fatal(err)
				}
				const label = `"provider":"script","model":"script:tides.json","stopReason":"stop"`
				if got := answerJSON(m); !strings.Contains(got, label) || m.Text() != want {
					t.Errorf("got %s", got)
				}
				c.Messages = append(c.Messages, m, conv.UserText("and?"))
			}
			_, err := s.Reply(t.Context(), c, nil)
			var miss *providers.Miss
			if !errors.As(err, &miss) || miss.What != "the script ends: it has 2 turns, and the conversation has 2 answers" {
				t.Error(err)
			}
		})
	}
}

// The answer that replaces a failed one is the same turn.
func TestScriptRepeatsWhatFailed(t *testing.T) {
	s := script(t, `{"content":"high water","script":{"cut":4}}{"content":"low water"}`)
	c := conv.Prompt("?")
	for range 2 {
		m, err := s.Reply(t.Context(), c, nil)
		var failed *providers.WireError
		if !errors.As(err, &failed) || failed.What != "the connection broke" || m.Text() != "high" || m.StopReason != conv.StopAborted {
			t.Fatal(m, err)
		}
		c.Messages = append(c.Messages[:1], m)
	}
	c.Messages = append(c.Messages, conv.UserText("go on"))
	if m, err := s.Reply(t.Context(), c, nil); err != nil || m.Text() != "low water" {
		t.Error(m, err)
	}
}

// Thinking, calls, usage and stop reasons are those of conversation.json.
func TestScriptTurnsAreMessages(t *testing.T) {
	for text, want := range map[string]string{
		`{"content":[{"type":"thinking","thinking":"hm","thinkingSignature":"s"},{"type":"toolCall","name":"tide","arguments":{"at":"Brest"}},{"type":"toolCall","id":"own","name":"tide","arguments":{}}],"usage":{"input":12,"output":3}}`://
		`{"role":"assistant","content":[{"type":"thinking","thinking":"hm","thinkingSignature":"s"},{"type":"toolCall","id":"call_1_1","name":"tide","arguments":{"at":"Brest"}},{"type":"toolCall","id":"own","name":"tide","arguments":{}}],"provider":"script","model":"script:tides.json","usage":{"input":12,"output":3,"cacheRead":0,"cacheWrite":0,"totalTokens":0},"stopReason":"toolUse"}`,
		`{"content":"so","stopReason":"length","script":{"piece":1}}`://
		`{"role":"assistant","content":[{"type":"text","text":"so"}],"provider":"script","model":"script:tides.json","stopReason":"length"}`,
		`{"content":"so","errorMessage":"upstream died"}`://
		`{"role":"assistant","content":[{"type":"text","text":"so"}],"provider":"script","model":"script:tides.json","stopReason":"error","errorMessage":"upstream died"}`,
		`{"content":[{"type":"toolCall","name":"tide","arguments":{},"argumentsText":"{\"at\": "}],"stopDetail":{"raw":"tool_use"}}`://
		`{"role":"assistant","content":[{"type":"toolCall","id":"call_1_1","name":"tide","arguments":{},"argumentsText":"{\"at\": "}],"provider":"script","model":"script:tides.json","stopReason":"toolUse","stopDetail":{"raw":"tool_use"},"diagnostics":[{"type":"tool_arguments_recovered","details":{"toolCallId":"call_1_1","toolName":"tide","mode":"partial"}}]}`,
	} {
		m, err := script(t, text).Reply(t.Context(), conv.Prompt("?"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := answerJSON(m); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// A script is as slow as it says, in as many pieces.
func TestScriptDelivers(t *testing.T) {
	s := script(t, `{"content":[{"type":"thinking","thinking":"hm…","thinkingSignature":"sig"},{"type":"text","text":"tides"}],"script":{"delay":"2s","pause":"10ms","piece":2}}`)
	var waits []time.Duration
	s.Wait = func(_ context.Context, d time.Duration) { waits = append(waits, d) }
	var said []string
	m, err := s.Reply(t.Context(), conv.Prompt("?"), func(e conv.Event) { said = append(said, string(e.Type)+" "+e.Delta+e.Signature) })
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"start ", "thinking_start ", "thinking_delta hm", "thinking_delta …sig", "thinking_end ",
		"text_start ", "text_delta ti", "text_delta de", "text_delta s", "text_end ", "done ",
	}
	if !slices.Equal(said, want) {
		t.Errorf("told %q", said)
	}
	if !slices.Equal(waits, []time.Duration{2 * time.Second, 10e6, 10e6, 10e6, 10e6}) {
		t.Errorf("waited %v", waits)
	}
	if m.Text() != "tides" || m.Thinking() != "hm…" {
		t.Errorf("answered %s", answerJSON(m))
	}
}

func TestScriptCuts(t *testing.T) {
	for cut, want := range map[string]string{"0": "", "1": "h", "4": "hm…t", "8": "hm…tides", "99": "hm…tides"} {
		s := script(t, `{"content":[{"type":"thinking","thinking":"hm…"},{"type":"text","text":"tides"}],"script":{"piece":2,"cut":`+cut+`}}`)
		m, err := s.Reply(t.Context(), conv.Prompt("?"), nil)
		if err == nil || err.Error() != "the connection broke" || m.Thinking()+m.Text() != want || (m == nil) != (cut == "0") {
			t.Errorf("cut at %s: %s, %v", cut, answerJSON(m), err)
		}
	}
}

// A script fails as a server does.
func TestScriptFails(t *testing.T) {
	for _, test := range []struct{ turn, what string }{
		{`{"script":{"status":429,"retryAfter":"1.5s"},"errorMessage":"Rate limit reached"}`, "Rate limit reached"},
		{`{"script":{"status":401}}`, "Unauthorized"},
		{`{"script":{"status":400},"errorMessage":"{\"error\":{\"message\":\"prompt is too long\",\"type\":\"invalid_request_error\"}}"}`, "prompt is too long (invalid_request_error)"},
	} {
		_, err := script(t, test.turn).Reply(t.Context(), conv.Prompt("?"), nil)
		var failed *providers.CallError
		if !errors.As(err, &failed) || failed.Error() != test.what {
			t.Errorf("%s: %v", test.turn, err)
		} else if failed.Status == 429 && failed.RetryAfter != 1500*time.Millisecond {
			t.Errorf("retry after %v", failed.RetryAfter)
		}
	}
}

func TestScriptGivesUpWhenToldTo(t *testing.T) {
	s := script(t, `{"content":"high water","script":{"piece":4,"pause":"1h"}}`)
	ctx, cancel := context.WithCancel(t.Context())
	s.Wait = func(ctx context.Context, d time.Duration) {
		if d == time.Hour {
			cancel()
			<-ctx.Done()
		}
	}
	m, err := s.Reply(ctx, conv.Prompt("?"), nil)
	var failed *providers.WireError
	if !errors.As(err, &failed) || failed.What != "aborted" || m.Text() != "high" || m.StopReason != conv.StopAborted {
		t.Error(answerJSON(m), err)
	}
}

// An invalid script is an error with its place.
func TestScriptsThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "offset 0: a script without a turn",
		`{"convo":1,"messages":[]}`:     "offset 0: a script without a turn",
		`{"content":"a"}` + "\n" + `{}`: "offset 16: a turn without content, status or errorMessage",
		`{"role":"user","content":""}`:  "offset 0: want an assistant message",
		`"text"`:                        "offset 0: want a message, got a string",
		"{\"content\":\"a\"}\n{\"content\":\"b\",\"script\":{\"speed\":1}}": "offset 16: script: unknown field \"speed\"; known fields: delay, pause, piece, cut, status, retryAfter",
		`{"content":"a","script":{"delay":"soon"}}`:                         "offset 0: script: want a time such as 250ms or 1.5s, got \"soon\"",
		`{"content":"a","script":{"delay":"-1s"}}`:                          "offset 0: script: want a time such as 250ms or 1.5s, got \"-1s\"",
		`{"content":"a","script":{"piece":-1}}`:                             "offset 0: script: not a count: -1",
		`{"content":"a","script":{"status":200}}`:                           "offset 0: script: want the status of an error, 400 to 599",
		`{"content":[{"type":"video"}]}`:                                    "offset 12: video is not allowed in a message of role assistant",
	} {
		if _, err := providers.ReadScript("x", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestEcho(t *testing.T) {
	c := conv.NewConversation(conv.UserText("one"), conv.UserWith("two", &conv.ImageContent{URL: "x:"}), conv.AssistantText("no"), conv.ToolResult("1", "tide", "9 m"))
	var a conv.Assembler
	m, err := providers.Echo{}.Reply(t.Context(), c, a.Add)
	const want = `{"role":"assistant","content":[{"type":"text","text":"two"}],"provider":"echo","model":"echo:","stopReason":"stop"}`
	if err != nil || answerJSON(m) != want || answerJSON(a.Message()) != want {
		t.Errorf("%s, %v", answerJSON(m), err)
	}
	if _, err := (providers.Echo{}).Reply(t.Context(), conv.NewConversation(), nil); err == nil {
		t.Error("there is nothing to echo")
	}
}

// FuzzScript: a script is refused with a place, or each of its turns is an
// answer or a failure.
func FuzzScript(f *testing.F) {
	f.Add([]byte(`{"content":"a…","script":{"delay":"1s","pause":"1ms","piece":1,"cut":1}}` + "\n" + `{"errorMessage":"no","script":{"status":500,"retryAfter":"1s"}}`))
	f.Add([]byte(`{"convo":1,"messages":[{"role":"user","content":""},{"role":"assistant","content":[{"type":"toolCall","name":"t","arguments":{}}]}]}`))
	f.Add([]byte(`[{"content":[{"type":"thinking","thinking":"a","thinkingSignature":"b"}]}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := providers.ReadScript("x", data)
		if err != nil {
			var at *rawjson.Error
			if !errors.As(err, &at) || at.Offset < 0 || at.Offset > len(data) {
				t.Fatalf("no place: %v", err)
			}
			return
		}
		c := conv.Prompt("?")
		for {
			m, err := s.Reply(t.Context(), c, nil)
			var miss *providers.Miss
			switch {
			case errors.As(err, &miss):
				return
			case err == nil && m.Provider != "script":
				t.Fatalf("not labelled: %+v", m)
			}
			c.Messages = append(c.Messages, conv.AssistantText(""))
		}
	})
}
