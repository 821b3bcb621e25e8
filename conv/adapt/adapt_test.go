package adapt

import (
	"fmt"
	"math/rand"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

var strictRules = format.Format{Name: "strict", Capabilities: format.NativeCapabilities(), Rules: format.Rules{
	CallIDs: format.Alphabet{Word: true, Max: 16}, ToolNames: format.Alphabet{Word: true, Max: 64},
	AnswerCalls: true, OrderResults: true, GroupResults: true, FullText: true, FullMessages: true, TrimLast: true, TypedSchemas: true, MaxTokens: "4096",
}}

func nativeText(c *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.Native.Write(w, c)
	return string(w.Bytes())
}

// history is a conversation of one line a message: "user", "call a b",
// "result a".
func history(lines ...string) *conv.Conversation {
	c := &conv.Conversation{}
	for _, line := range lines {
		var word string
		var ids [3]string
		n, _ := fmt.Sscan(line, &word, &ids[0], &ids[1], &ids[2])
		switch word {
		case "user":
			c.Messages = append(c.Messages, conv.UserText("hello"))
		case "call":
			m := &conv.AssistantMessage{}
			for _, id := range ids[:n-1] {
				m.Content = append(m.Content, &conv.ToolCall{ID: id, Name: "run", Arguments: "{}"})
			}
			c.Messages = append(c.Messages, m)
		case "result":
			c.Messages = append(c.Messages, &conv.ToolResultMessage{ToolCallID: ids[0], Content: []conv.ToolResultContent{&conv.TextContent{Text: "result of " + ids[0]}}})
		case "answer":
			c.Messages = append(c.Messages, conv.AssistantText("done"))
		}
	}
	return c
}

// outline is a conversation as history takes it.
func outline(c *conv.Conversation) []string {
	var out []string
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			out = append(out, "user")
		case *conv.AssistantMessage:
			line := "call"
			for _, t := range m.ToolCalls() {
				line += " " + t.ID
			}
			if line == "call" {
				line = "answer"
			}
			out = append(out, line)
		case *conv.ToolResultMessage:
			line := "result " + m.ToolCallID
			if m.IsError {
				line = "error " + m.ToolCallID
			}
			out = append(out, line)
		}
	}
	return out
}

func TestAdaptPairsCallsAndResults(t *testing.T) {
	for _, test := range []struct {
		name    string
		in, out []string
	}{
		{"A6.4 a call without a result gets an error result", []string{"user", "call a", "user"}, []string{"user", "call a", "error a", "user"}},
		{"A6.4 also at the end", []string{"user", "call a b", "result b"}, []string{"user", "call a b", "error a", "result b"}},
		{"A6.4 a result without a call goes", []string{"result x", "user", "answer"}, []string{"user", "answer"}},
		{"A6.5 the last of two results stays", []string{"call a", "result a", "result a", "user"}, []string{"call a", "result a", "user"}},
		{"A6.6 a late result moves up", []string{"call a", "user", "result a", "answer"}, []string{"call a", "result a", "user", "answer"}},
		{"A6.7 results stand in the order of the calls", []string{"call a b c", "result c", "result a", "result b"}, []string{"call a b c", "result a", "result b", "result c"}},
		{"A6.3 an id used again is answered by the nearest result", []string{"call a", "result a", "user", "call a", "result a"}, []string{"call a", "result a", "user", "call a", "result a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := history(test.in...)
			before := nativeText(c)
			notes := &note.Notes{}
			got := outline(For(c, &strictRules, nil, notes))
			if fmt.Sprint(got) != fmt.Sprint(test.out) {
				t.Errorf("got %v, want %v", got, test.out)
			}
			if nativeText(c) != before {
				t.Error("Adapt changed its input")
			}
			if fmt.Sprint(test.in) != fmt.Sprint(test.out) && len(notes.List()) == 0 {
				t.Error("a change without a note")
			}
		})
	}
}

func TestAdaptGroupsTheResultsOfATurn(t *testing.T) {
	c := For(history("call a b", "result a", "result b", "call c", "result c"), &strictRules, nil, nil)
	a, b, single := conv.MetaOf(c.Messages[1]).Group, conv.MetaOf(c.Messages[2]).Group, conv.MetaOf(c.Messages[4]).Group
	if a == "" || a != b || single != "" {
		t.Errorf("groups %q, %q, %q", a, b, single)
	}
}

// Ids that must change stay different, answer their calls, and are the same
// in every run.
func TestAdaptRenamesIDsWithoutCollision(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	letters := []rune("ab|+/=é_-")
	alphabet := format.Alphabet{Word: true, Max: 16}
	for range 20_000 {
		ids := renaming{alphabet: &alphabet, taken: map[string]string{}}
		var given []string
		for range 6 {
			b := make([]rune, 1+r.Intn(40))
			for i := range b {
				b[i] = letters[r.Intn(len(letters))]
			}
			given = append(given, string(b))
			ids.reserve(string(b))
		}
		seen := map[string]string{}
		for _, id := range given {
			n := ids.of(id)
			if !alphabet.Admits(n) {
				t.Fatalf("%q became %q", id, n)
			}
			if old, ok := seen[n]; ok && old != id {
				t.Fatalf("%q and %q both became %q", old, id, n)
			}
			seen[n] = id
			if again := ids.of(id); again != n {
				t.Fatalf("%q became %q, then %q", id, n, again)
			}
		}
	}
}

func TestAdaptIsTheIdentityOnWhatIsRight(t *testing.T) {
	c := For(history("user", "call a b", "result a", "result b", "answer", "user"), &strictRules, nil, nil)
	notes := &note.Notes{}
	if again := For(c, &strictRules, nil, notes); nativeText(again) != nativeText(c) || len(notes.List()) > 0 {
		t.Errorf("changed once more: %v", notes.List())
	}
}

func TestAdaptCleans(t *testing.T) {
	c := &conv.Conversation{
		Messages: []conv.Message{
			conv.UserText(" \n"), conv.UserText("hi"),
			&conv.AssistantMessage{Content: []conv.AssistantContent{&conv.TextContent{}, &conv.TextContent{Text: "{ "}}},
		},
		Tools: []conv.ToolDefinition{{Name: "weather.now"}, {Name: "b", Parameters: `{"properties":{}}`}},
	}
	notes := &note.Notes{}
	got := nativeText(For(c, &strictRules, nil, notes))
	want := `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"assistant","content":[{"type":"text","text":"{"}]}],` +
		`"tools":[{"name":"weather_now","parameters":{"type":"object","properties":{}}},{"name":"b","parameters":{"type":"object","properties":{}}}],"request":{"maxTokens":4096,"extensions":{"":{"~unasked":4096}}}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if notes.Losses() != 0 {
		t.Errorf("losses: %v", notes.List())
	}
}
