package main

import (
	"slices"
	"strings"
	"testing"
)

// The conversation that the judge's cases are about.
var conversation = []item{
	{kind: user, text: "When is high water?", at: "/messages/0/content/0"},
	{kind: reasoning, text: "The table says noon.", at: "/messages/1/content/0", soft: true},
	{kind: assistant, text: "I look twice.", at: "/messages/1/content/1"},
	{kind: call, text: "bash", args: `{"command":"ebb"}`, id: "a", at: "/messages/1/content/2"},
	{kind: call, text: "bash", args: `{"command":"flood"}`, id: "b", at: "/messages/1/content/3"},
	{kind: result, text: "six\n", id: "a", at: "/messages/2"},
	{kind: result, text: "noon", id: "b", at: "/messages/3"},
	{kind: image, text: "1234", at: "/messages/3/content/1"},
	{kind: assistant, text: "High water is at noon.", at: "/messages/4/content/0"},
}

// changed is the conversation as a request that a function changed.
func changed(change func([]item) []item) []item {
	return change(append(slices.Clone(conversation), item{kind: user, text: onward}))
}

// without leaves out the items at some places.
func without(places ...int) func([]item) []item {
	return func(items []item) (out []item) {
		for i, it := range items {
			if !slices.Contains(places, i) {
				out = append(out, it)
			}
		}
		return out
	}
}

// put places an item before the one at an index.
func put(i int, it item) func([]item) []item {
	return func(items []item) []item { return slices.Insert(items, i, it) }
}

// swap exchanges two items.
func swap(a, b int) func([]item) []item {
	return func(items []item) []item {
		items[a], items[b] = items[b], items[a]
		return items
	}
}

// set changes one item.
func set(i int, change func(*item)) func([]item) []item {
	return func(items []item) []item {
		change(&items[i])
		return items
	}
}

func TestCompare(t *testing.T) {
	loss := func(code, at string) []note {
		return []note{{Severity: "loss", Kind: "dropped", Code: code, At: at, What: "something"}}
	}
	for _, tt := range []struct {
		name   string
		change func([]item) []item
		notes  []note
		want   []string // what fails, in order; empty if nothing
	}{
		{"as it was", without(), nil, nil},
		{"without reasoning", without(1), nil, nil},
		{"a text is missing", without(2), nil, []string{"/messages/1/content/1 missing"}},
		{"a call is missing, and so its result", without(3), nil, []string{"/messages/1/content/2 missing", "/messages/2 missing with its call"}},
		{"a result is missing", without(6), nil, []string{"/messages/3 missing"}},
		{"an image is missing", without(7), nil, []string{"/messages/3/content/1 missing"}},
		{"the end is missing", without(8), nil, []string{"/messages/4/content/0 missing"}},
		{"a text twice", put(9, item{kind: assistant, text: "High water is at noon."}), nil, []string{"/messages/4/content/0 doubled (2 for 1)"}},
		{"a text within another", put(9, item{kind: assistant, text: "So: High water is at noon. Good."}), nil, []string{"/messages/4/content/0 doubled (2 for 1)"}},
		{"a call twice", put(4, conversation[3]), nil, []string{"/messages/2 missing", "/messages/1/content/2 doubled (2 for 1)"}},
		{"a result twice", put(6, conversation[5]), nil, []string{"/messages/2 doubled (2 for 1)"}},
		{"texts in another order", swap(2, 8), nil, []string{"/messages/1/content/2 out of order", "/messages/1/content/3 out of order", "/messages/3/content/1 out of order", "/messages/4/content/0 out of order"}},
		{"calls in another order", swap(3, 4), nil, []string{"/messages/1/content/3 out of order"}},
		{"results of one answer in another order", swap(5, 6), nil, nil},
		{"a result after the answer to it", swap(6, 8), nil, []string{"/messages/4/content/0 out of order"}},
		{"results of each other's call", func(items []item) []item {
			items[5].id, items[6].id = items[6].id, items[5].id
			return items
		}, nil, []string{`/messages/2 different ("noon")`, `/messages/3 different ("six\n")`}},
		{"other ids", func(items []item) []item {
			items[3].id, items[5].id = "call_1", "call_1"
			return items
		}, nil, nil},
		{"another argument", set(3, func(it *item) { it.args = `{"command":"ebb","x":1}` }), nil, []string{"/messages/1/content/2 missing", "/messages/2 missing with its call"}},
		{"another tool", set(3, func(it *item) { it.text = "shell" }), nil, []string{"/messages/1/content/2 missing", "/messages/2 missing with its call"}},
		{"another speaker", set(2, func(it *item) { it.kind = user }), nil, []string{"/messages/1/content/1 missing"}},
		{"more around it", func(items []item) []item {
			return append([]item{{kind: system, text: "Be brief."}, {kind: user, text: "<context>the harbour</context>"}}, items...)
		}, nil, nil},
		{"a noted image", without(7), loss("L-RESIMG", "/messages/3/content/1"), nil},
		{"a noted message", without(2), loss("L-ROLE", "/messages/1"), nil},
		{"a note about something else", without(2), loss("L-TIME", "/messages/1/content/1"), []string{"/messages/1/content/1 missing"}},
		{"a note about another place", without(2), loss("L-HISTORY", "/messages/10"), []string{"/messages/1/content/1 missing"}},
		{"a note does not allow copies", put(9, conversation[8]), loss("L-HISTORY", "/messages/4/content/0"), []string{"/messages/4/content/0 doubled (2 for 1)"}},
		{"a note that is no loss", without(7), []note{{Severity: "info", Code: "L-IMG", At: "/messages/3/content/1"}}, []string{"/messages/3/content/1 missing"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range compare(conversation, changed(tt.change), tt.notes).failed() {
				place, _, _ := strings.Cut(f.String(), ": ")
				got = append(got, place)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("fails with\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// A summary may be what the user says, an answer or an instruction, and an empty
// result may be said in words. Neither may be lost.
func TestCompareSummariesAndEmptyResults(t *testing.T) {
	want := []item{
		{kind: user, text: "They asked for the tides.", free: true},
		{kind: call, text: "bash", args: "{}", id: "a"},
		{kind: result, text: "", id: "a"},
		{kind: assistant, text: "Nothing is there."},
	}
	for _, by := range []kind{user, assistant, system} {
		got := slices.Clone(want)
		got[0] = item{kind: by, text: "Before:\nThey asked for the tides.\n"}
		got[2].text = "(no output)"
		if v := compare(want, got, nil); len(v.failed()) > 0 {
			t.Errorf("%s: %v", by, v.failed())
		}
		if v := compare(want, got[1:], nil); len(v.failed()) != 1 {
			t.Errorf("without the summary: %v", v.failed())
		}
		if v := compare(want, got[2:], nil); len(v.failed()) < 2 {
			t.Errorf("without the call: %v", v.failed())
		}
	}
}

func TestCompareShortTexts(t *testing.T) {
	want := []item{{kind: assistant, text: "High"}, {kind: assistant, text: "High water is at noon."}}
	if v := compare(want, want, nil); len(v.findings) > 0 {
		t.Errorf("equal: %v", v.findings)
	}
	if v := compare(want, want[1:], nil); len(v.failed()) != 1 || v.findings[0].what != "missing" {
		t.Errorf("without the short one: %v", v.findings)
	}
	if v := compare(want, []item{{kind: assistant, text: "High\n\nHigh water is at noon."}}, nil); len(v.findings) > 0 {
		t.Errorf("in one: %v", v.findings)
	}
}

func TestCompareAfterReasoning(t *testing.T) {
	want := []item{{kind: assistant, text: "I look."}}
	if v := compare(want, []item{{kind: assistant, text: "The table says noon.I look."}}, nil); len(v.findings) > 0 {
		t.Errorf("after reasoning: %v", v.findings)
	}
}

func TestCompareLooseCalls(t *testing.T) {
	want := []item{{kind: call, text: "bash", id: "a", soft: true}, {kind: result, text: "no", id: "a"}}
	for _, got := range [][]item{nil, want} {
		if v := compare(want, got, nil); len(v.findings) > 0 {
			t.Errorf("%v: %v", got, v.findings)
		}
	}
	if v := compare(want, want[:1], nil); len(v.failed()) != 1 {
		t.Errorf("without the result: %v", v.findings)
	}
}

func TestRead(t *testing.T) {
	history := []note{{Severity: "loss", Code: "L-HISTORY", Kind: "dropped", What: "history"}}
	if v := read(conversation, changed(without()), nil, ""); len(v.findings) > 0 {
		t.Errorf("equal: %v", v.findings)
	}
	if v := read(conversation, changed(without(0)), nil, `{"text":"When is high water?"}`); len(v.failed()) != 1 {
		t.Errorf("without a text: %v", v.findings)
	}
	if v := read(conversation, changed(without(0)), history, `{"text":"When is high water?"}`); len(v.failed()) != 0 || len(v.findings) != 1 {
		t.Errorf("without a text, noted: %v", v.findings)
	}
	if v := read(conversation, changed(without(5)), nil, `{"text":"noon"}`); len(v.failed()) != 0 || len(v.findings) != 1 {
		t.Errorf("without a result that the session does not hold: %v", v.findings)
	}
	twice := slices.Insert(slices.Clone(conversation), 8, conversation[6], conversation[7])
	if v := read(once(twice), conversation, nil, ""); len(v.findings) > 0 || len(once(twice)) != len(conversation) {
		t.Errorf("a result that was sent twice: %v", v.findings)
	}
	if v := read(conversation, twice, nil, ""); len(v.failed()) != 2 {
		t.Errorf("a result that was read twice: %v", v.findings)
	}
}

func TestCompareJoinsTexts(t *testing.T) {
	want := []item{{kind: user, text: "First, this."}, {kind: user, text: "Then, that."}}
	joined := []item{{kind: user, text: "First, this.\n\nThen, that.\n"}}
	if v := compare(want, joined, nil); len(v.findings) > 0 {
		t.Errorf("texts in one: %v", v.findings)
	}
	turned := []item{{kind: user, text: "Then, that.\nFirst, this."}}
	if v := compare(want, turned, nil); len(v.failed()) != 1 {
		t.Errorf("texts in one, turned: %v", v.findings)
	}
}

func TestCompareCountsRepeatedTexts(t *testing.T) {
	twice := []item{{kind: user, text: "And once more, please."}, {kind: assistant, text: "Yes."}, {kind: user, text: "And once more, please."}}
	if v := compare(twice, twice, nil); len(v.findings) > 0 {
		t.Errorf("equal: %v", v.findings)
	}
	if v := compare(twice, twice[:2], nil); len(v.failed()) != 1 {
		t.Errorf("one of two: %v", v.findings)
	}
}

func TestCompareCountsReasoning(t *testing.T) {
	v := compare(conversation, conversation, nil)
	if v.wanted != 8 || v.thoughts != 1 || v.ofAll != 1 {
		t.Errorf("%d wanted, %d of %d thoughts; want 8, 1 of 1", v.wanted, v.thoughts, v.ofAll)
	}
}

// TestCompareFindsEveryChange takes out, repeats and moves each item that must be
// there: none of it goes unnoticed.
func TestCompareFindsEveryChange(t *testing.T) {
	for i, it := range conversation {
		if it.soft {
			continue
		}
		changes := map[string][]item{
			"taken out": changed(without(i)),
			"repeated":  changed(put(i, it)),
			"at the end": changed(func(items []item) []item {
				return append(without(i)(items), it)
			}),
		}
		if i > 0 {
			changes["at the start"] = changed(func(items []item) []item {
				return append([]item{it}, without(i)(items)...)
			})
		}
		for name, got := range changes {
			last := i == len(conversation)-1
			if fails := len(compare(conversation, got, nil).failed()) > 0; fails == (last && name == "at the end") {
				t.Errorf("%s %q %s: fails %v", it.kind, it.text, name, fails)
			}
		}
	}
}

func TestSessionIDs(t *testing.T) {
	sessions := map[string]string{
		"claude":   `{"type":"mode","sessionId":"ID"}` + "\n" + `{"type":"user","sessionId":"ID"}`,
		"codex":    `{"type":"session_meta","payload":{"git":{"id":"no"},"session_id":"other","id":"ID"}}` + "\n{}",
		"gemini":   `{"sessionId":"ID","projectHash":"x"}`,
		"opencode": `{"messages":[{"id":"no"}],"info":{"id":"ID"}}`,
		"pi":       `{"type":"session","id":"ID"}` + "\n" + `{"type":"message","id":"no"}`,
	}
	for _, p := range programs {
		if id := p.id([]byte(sessions[p.name])); id != "ID" {
			t.Errorf("%s: the id is %q", p.name, id)
		}
		if id := p.id([]byte("no session")); id != "" {
			t.Errorf("%s: no session has the id %q", p.name, id)
		}
	}
}

// A summary that convo reads may be what the program sent as an answer.
func TestSummarySentAsAnAnswer(t *testing.T) {
	got := []item{{kind: user, text: "High water is at noon.", free: true}}
	if v := compare([]item{{kind: assistant, text: "High water is at noon."}}, got, nil); len(v.failed()) > 0 {
		t.Errorf("not found: %v", v.findings)
	}
	got[0].free = false
	if v := compare([]item{{kind: assistant, text: "High water is at noon."}}, got, nil); len(v.failed()) == 0 {
		t.Error("what a user says is taken for an answer")
	}
}
