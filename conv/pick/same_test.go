package pick

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
)

// ask is a conversation with a call and its result.
const ask = `{"convo":1,"systemPrompt":"Be brief.","messages":[` +
	`{"role":"user","content":"High water?"},` +
	`{"role":"assistant","content":[{"type":"thinking","thinking":"Brest."},{"type":"toolCall","id":"c1","name":"tide","arguments":{"at":"Brest"}}]},` +
	`{"role":"toolResult","toolCallId":"c1","toolName":"tide","content":[{"type":"text","text":"12:04"}]},` +
	`{"role":"assistant","content":[{"type":"text","text":"At noon."}]}],` +
	`"tools":[{"name":"tide","description":"Tells tides.","parameters":{"type":"object"}}]}`

func sumOf(t *testing.T, text string) Sum {
	t.Helper()
	native := format.Native()
	for c, err := range native.Decode([]byte(text), nil) {
		if err != nil {
			t.Fatal(err)
		}
		return SumOf(c)
	}
	t.Fatal("no conversation")
	return Sum{}
}

// A Sum is that of what a model sees, and of nothing else.
func TestSum(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		same           bool
	}{
		{"id of the conversation", `"convo":1,`, `"convo":1,"id":"x","title":"Tides",`, true},
		{"id and time of a message", `"role":"user",`, `"role":"user","id":"m1","timestamp":1767225600000,`, true},
		{"model, usage and stop reason", `"content":[{"type":"text","text":"At noon."}]`, `"content":[{"type":"text","text":"At noon."}],"provider":"openai","model":"gpt-5","stopReason":"stop","usage":{"input":1,"output":2}`, true},
		{"ids of calls", `"c1"`, `"call_77"`, true},
		{"one text as a string", `"content":"High water?"`, `"content":[{"type":"text","text":"High water?"}]`, true},
		{"a message that is no longer sent", `{"role":"user","content":"High`, `{"role":"user","content":"Low water?","excluded":true},{"role":"user","content":"High`, true},
		{"an entry of a program", `{"role":"user","content":"High`, `{"role":"custom","customType":"note","content":"hi"},{"role":"user","content":"High`, true},
		{"instructions", `Be brief.`, `Be long.`, false},
		{"text", `High water?`, `High water!`, false},
		{"role", `"role":"user"`, `"role":"developer"`, false},
		{"reasoning", `Brest.`, `Brest, then.`, false},
		{"name of a call", `"name":"tide","arguments"`, `"name":"tides","arguments"`, false},
		{"arguments", `{"at":"Brest"}`, `{"at":"Brest","day":1}`, false},
		{"result", `12:04`, `12:05`, false},
		{"a failed result", `"toolName":"tide",`, `"toolName":"tide","isError":true,`, false},
		{"description of a tool", `Tells tides.`, `Tells the tides.`, false},
		{"parameters of a tool", `{"type":"object"}`, `{"type":"object","properties":{}}`, false},
		{"text cut elsewhere", `{"type":"text","text":"At noon."}`, `{"type":"text","text":"At "},{"type":"text","text":"noon."}`, false},
	} {
		changed := strings.ReplaceAll(ask, c.old, c.new)
		if changed == ask {
			t.Fatalf("%s: nothing changed", c.name)
		}
		if got := sumOf(t, changed) == sumOf(t, ask); got != c.same {
			t.Errorf("%s: same is %v", c.name, got)
		}
	}
}

// A long text counts to its end, and where a text ends counts, too.
func TestSumOfLongTexts(t *testing.T) {
	of := func(texts ...string) Sum {
		var list []conv.Message
		for _, s := range texts {
			list = append(list, &conv.UserMessage{Content: []conv.UserContent{&conv.TextContent{Text: s}}})
		}
		return SumOf(conv.NewConversation(list...))
	}
	seen := map[Sum]int{}
	for n := digestSize - 40; n < digestSize+40; n++ {
		long := strings.Repeat("x", n)
		for _, s := range []Sum{of(long), of(long + "y"), of(long, "y"), of("y", long)} {
			if seen[s]++; seen[s] > 1 {
				t.Fatalf("two conversations with texts of about %d bytes have one sum", n)
			}
		}
	}
}

// Shares are spread over all numbers from 0 to 1.
func TestShare(t *testing.T) {
	const all = 4000
	below := 0
	for i := range all {
		s := SumOf(conv.NewConversation(&conv.UserMessage{Content: []conv.UserContent{&conv.TextContent{Text: strings.Repeat("a", i)}}})).Share()
		if s < 0 || s >= 1 {
			t.Fatalf("share %v", s)
		}
		if s < 0.25 {
			below++
		}
	}
	if below < all/5 || below > all*3/10 {
		t.Errorf("%d of %d are below 0.25", below, all)
	}
}
