package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// asked is a request with a prompt, after some rounds of calls.
func asked(prompt string, rounds int, tools ...string) *request {
	r := &request{protocol: "chat", model: "m", stream: true, tools: map[string]tool{}, items: []item{{kind: user, text: prompt}}}
	for range rounds {
		r.items = append(r.items, item{kind: call, text: "bash", id: "c"}, item{kind: result, id: "c"})
	}
	for _, name := range tools {
		r.tools[name] = tool{params: map[string]bool{"command": true, "path": true, "prompt": true}}
	}
	return r
}

func TestPlan(t *testing.T) {
	for _, tt := range []struct {
		prompt string
		rounds int
		tools  string
		calls  int
	}{
		{"When?", 0, "bash", 0},
		{"When? TOOL", 0, "bash", 1},
		{"When? TOOL", 1, "bash", 0},
		{"When? TOOL", 0, "other", 0},
		{"When? PAIR", 0, "Bash", 2},
		{"Try. FAIL", 0, "exec_command", 1},
		{"Look. LOOK", 0, "bash read", 1},
		{"Watch. STEPS 3", 2, "bash", 1},
		{"Watch. STEPS 3", 3, "bash", 0},
		{"Write. FILES", 2, "bash", 1},
		{"Write. FILES", 3, "bash", 0},
		{"Ask. AGENT", 0, "task", 1},
		{"Ask. AGENT", 0, "bash", 0},
	} {
		a := plan(asked(tt.prompt, tt.rounds, strings.Fields(tt.tools)...), 7)
		if len(a.calls) != tt.calls {
			t.Errorf("%q after %d rounds with %s: %d calls, want %d", tt.prompt, tt.rounds, tt.tools, len(a.calls), tt.calls)
		}
		for _, c := range a.calls {
			if c.id == "" || c.name == "" || !json.Valid([]byte(c.args)) {
				t.Errorf("%q: the call is %+v", tt.prompt, c)
			}
		}
	}
}

// TestStream reads what the server says in each protocol as far as the texts are
// concerned: all of them are there, and none if the answer hangs.
func TestStream(t *testing.T) {
	for _, protocol := range []string{"anthropic", "responses", "chat", "gemini"} {
		a := plan(asked("When? TOOL", 0, "bash"), 7)
		all := strings.Join(a.stream(protocol), "")
		for _, text := range []string{`"I"`, `" look 7."`, "call_0007_0", "tide-7", "Table 7 says noon"} {
			if !strings.Contains(all, text) {
				t.Errorf("%s has no %s:\n%s", protocol, text, all)
			}
		}
		a.hang = true
		if cut := strings.Join(a.stream(protocol), ""); !strings.Contains(cut, `"I"`) || strings.Contains(cut, "look 7.") {
			t.Errorf("%s, cut:\n%s", protocol, cut)
		}
		if rest := a.rest(protocol); !json.Valid(rest) || !strings.Contains(string(rest), "I look 7.") {
			t.Errorf("%s at rest: %s", protocol, rest)
		}
	}
}

// TestScenarios checks that every program has arguments for every step that it
// can play.
func TestScenarios(t *testing.T) {
	for _, s := range scenarios {
		for _, p := range programs {
			for i, step := range s.steps {
				if !s.playable(p) || step.own != nil {
					continue
				}
				if args := strings.Join(step.args(p, i == 0, []byte(`{"id":"ID"}`)), " "); !strings.Contains(args, step.prompt) {
					t.Errorf("%s, %s, step %d: %q", s.name, p.name, i, args)
				}
			}
		}
	}
}
