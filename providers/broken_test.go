package providers_test

// Histories that programs leave cut, doubled or shuffled must come out of Adapt
// as servers accept them. scripts/judge checks the same histories with the
// vendors' own types: see the histories flag.

import (
	"flag"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/conv/format"
)

var histories = flag.String("histories", "", "write the broken histories to `DIR`")

const brokenCount = 200

// broken returns so many histories, the same in each run: those of the corpus
// in turn, with messages deleted, doubled and moved. It skips those that a
// vendor refuses as they are.
func broken(t *testing.T) map[string]*conv.Conversation {
	all := corpus(t)
	refused := string(read(t, testdata+"refused.tsv"))
	var names []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if len(all[name].Messages) > 1 && !strings.Contains(refused, "/"+name+".json\t") {
			names = append(names, name)
		}
	}
	out := map[string]*conv.Conversation{}
	for i := range brokenCount {
		r := rand.New(rand.NewSource(int64(i)))
		name := names[i%len(names)]
		c := *all[name]
		c.Messages = slices.Clone(c.Messages)
		if more := all[names[r.Intn(len(names))]]; i >= len(names) {
			c.Messages = append(c.Messages, more.Messages...)
		}
		for range 1 + r.Intn(4) {
			c.Messages = damaged(c.Messages, r)
		}
		out[fmt.Sprintf("%03d-%s", i, name)] = &c
	}
	return out
}

// damaged returns messages with one deleted, doubled or moved.
func damaged(in []conv.Message, r *rand.Rand) []conv.Message {
	if len(in) == 0 {
		return in
	}
	i, j := r.Intn(len(in)), r.Intn(len(in))
	m := in[i]
	switch r.Intn(3) {
	case 0:
		return slices.Delete(in, i, i+1)
	case 1:
		return slices.Insert(in, j, m)
	default:
		return slices.Insert(slices.Delete(in, i, i+1), j, m)
	}
}

func TestBrokenHistories(t *testing.T) {
	runsWhole(t)
	all := broken(t)
	if *histories != "" {
		dump(t, *histories, all)
	}
	formats(t, func(t *testing.T, f *format.Format) {
		if f.Rules == (format.Rules{}) {
			return
		}
		for name, c := range all {
			before := native(c)
			fit := fit.To(adapt.For(c, f, nil, nil), f, nil)
			sent := decoded(t, f, written(f, fit), nil)
			if err := obeys(&f.Rules, sent); err != nil {
				t.Errorf("%s: %v\n%s", name, err, indent(native(sent)))
			}
			if native(c) != before {
				t.Errorf("%s: Adapt changed its input", name)
			}
		}
	})
}

func dump(t *testing.T, dir string, all map[string]*conv.Conversation) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, c := range all {
		if err := os.WriteFile(filepath.Join(dir, name+".json"), []byte(native(c)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// obeys returns what breaks the rules in a history, nil if nothing does. It
// checks them in another way than Adapt.
func obeys(rules *format.Rules, c *conv.Conversation) error {
	open, seen, last, names := []string(nil), map[string]bool{}, conv.Role(""), map[string]string{}
	for i, m := range c.Messages {
		role := conv.RoleOf(m)
		r, isResult := m.(*conv.ToolResultMessage)
		if !isResult && len(open) > 0 && rules.AnswerCalls {
			return fmt.Errorf("messages[%d]: %q before the results of %v", i, role, open)
		}
		if isResult && rules.AnswerCalls {
			at := slices.Index(open, r.ToolCallID)
			if at < 0 || at > 0 && rules.OrderResults {
				return fmt.Errorf("messages[%d]: result of %q where %v are open", i, r.ToolCallID, open)
			}
			if r.ToolName != "" && r.ToolName != names[r.ToolCallID] {
				return fmt.Errorf("messages[%d]: result of tool %q for a call of %q", i, r.ToolName, names[r.ToolCallID])
			}
			open = slices.Delete(open, at, at+1)
			if more := len(open) > 0; more && rules.GroupResults && c.Messages[i+1:] != nil && conv.MetaOf(c.Messages[i+1]).Group != r.Group {
				return fmt.Errorf("messages[%d]: results in several messages", i)
			}
		}
		if a, ok := m.(*conv.AssistantMessage); ok {
			if rules.UniqueInTurn {
				clear(seen)
			}
			for _, call := range a.ToolCalls() {
				if seen[call.ID] && (rules.UniqueIDs || rules.UniqueInTurn) {
					return fmt.Errorf("messages[%d]: the id %q again", i, call.ID)
				}
				if !fits(&rules.CallIDs, call.ID) {
					return fmt.Errorf("messages[%d]: the id %q", i, call.ID)
				}
				seen[call.ID] = true
				open, names[call.ID] = append(open, call.ID), call.Name
			}
			if len(a.Content) == 0 && rules.FullMessages && len(a.Extensions) == 0 {
				return fmt.Errorf("messages[%d]: it is empty", i)
			}
		}
		if u, ok := m.(*conv.UserMessage); ok && len(u.Content) == 0 && rules.FullMessages {
			return fmt.Errorf("messages[%d]: it is empty", i)
		}
		if role == last && (rules.MergeAnswers && role == conv.RoleAssistant || rules.MergeUsers && role == conv.RoleUser) {
			return fmt.Errorf("messages[%d]: %q twice", i, role)
		}
		last = role
	}
	switch {
	case len(open) > 0 && rules.AnswerCalls && !rules.OpenLast:
		return fmt.Errorf("no results of %v", open)
	case len(c.Messages) == 0 && rules.SomeMessage:
		return fmt.Errorf("no message")
	case rules.UserFirst && len(c.Messages) > 0 && conv.RoleOf(c.Messages[0]) == conv.RoleAssistant:
		return fmt.Errorf("an answer is first")
	}
	return nil
}

// fits reports whether an id is in an alphabet.
func fits(a *format.Alphabet, id string) bool {
	if *a == (format.Alphabet{}) {
		return true
	}
	if id == "" || len(id) < a.Min || a.Max > 0 && len(id) > a.Max {
		return false
	}
	for i, c := range id {
		letter, digit := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z', c >= '0' && c <= '9'
		also := slices.Contains([]rune(a.Also), c)
		switch {
		case a.Composite && c == '|',
			a.Letter && i == 0 && !letter && c != '_',
			a.Alnum && !letter && !digit,
			a.Word && !letter && !digit && c != '_' && c != '-' && !also:
			return false
		}
	}
	return true
}

// Different ids stay different in every protocol, and each becomes one that its
// protocol accepts, the same in each run.
func TestLawIDsNeverCollide(t *testing.T) {
	runsWhole(t)
	t.Parallel()
	sets := 100_000
	alphabets := map[string]format.Alphabet{"nine": {Alnum: true, Min: 9, Max: 9}, "letter first": {Word: true, Letter: true, Also: ".:", Max: 64}}
	formats(t, func(_ *testing.T, f *format.Format) {
		if f.Rules.CallIDs != (format.Alphabet{}) {
			alphabets[f.Name] = f.Rules.CallIDs
		}
	})
	for name, alphabet := range alphabets {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewSource(7))
			for range sets {
				ids := randomIDs(r)
				once, twice := adapt.Rename(ids, &alphabet), adapt.Rename(ids, &alphabet)
				given := map[string]string{}
				for i, id := range once {
					if old, ok := given[id]; ok && old != ids[i] {
						t.Fatalf("%q and %q both became %q", old, ids[i], id)
					}
					given[id] = ids[i]
					if !fits(&alphabet, id) {
						t.Fatalf("%q became %q", ids[i], id)
					}
					if fits(&alphabet, ids[i]) && id != ids[i] {
						t.Fatalf("%q need not have become %q", ids[i], id)
					}
				}
				if !slices.Equal(once, twice) {
					t.Fatalf("%q became %q, then %q", ids, once, twice)
				}
			}
		})
	}
}

// randomIDs are ids that are likely to collide.
func randomIDs(r *rand.Rand) []string {
	letters := []rune("ab|+/=.é_-")
	ids := make([]string, 2+r.Intn(3))
	var b [60]rune
	for i := range ids {
		n := 1 + r.Intn(4)
		if r.Intn(4) == 0 {
			n = 36 + r.Intn(24)
		}
		for j := range n {
			b[j] = letters[r.Intn(len(letters))]
			if n > 20 && j > 3 && j < n-2 {
				b[j] = 'x'
			}
		}
		ids[i] = string(b[:n])
	}
	return ids
}

// No operation changes its input.
func TestLawNothingChangesItsInput(t *testing.T) {
	runsWhole(t)
	all := corpus(t)
	for name, c := range broken(t) {
		all[name] = c
	}
	target := &format.TargetModel{
		Provider: "p", Model: "m", KnowsInput: true, NoReasoning: true, Instructions: conv.RoleDeveloper,
		Thinking: format.ThinkingText, Repair: format.RepairDrop, Prefill: format.PrefillDrop, Project: []conv.Projection{sayCustom},
	}
	strict := *target
	strict.Rules = &format.Rules{
		CallIDs: format.Alphabet{Alnum: true, Min: 9, Max: 9}, AnswerCalls: true, OrderResults: true, GroupResults: true,
		UniqueIDs: true, DeclareTools: true, OnePrompt: true, PromptOnly: true, SomeMessage: true, UserFirst: true, CallsBehindUser: true,
		UserLast: true, MergeUsers: true, MergeAnswers: true, Bridge: "Done.", PlainThinking: true, LedReasoning: true,
		ReasoningField: "reasoning_content", UnsignedCall: "skip", FullText: true, FullMessages: true, FullErrors: true,
		TrimLast: true, NoNUL: true, CacheMarks: 1, TypedSchemas: true, MaxTokens: "1",
	}
	formats(t, func(t *testing.T, f *format.Format) {
		for name, c := range all {
			before := native(c)
			for _, target := range []*format.TargetModel{nil, {}, target, &strict} {
				fit.To(adapt.For(c, f, target, nil), f, nil)
			}
			if native(c) != before {
				t.Fatalf("%s: Adapt changed its input:\n%s", name, diff(before, native(c)))
			}
		}
	})
	for name, c := range all {
		before := native(c)
		for _, policy := range []format.RepairPolicy{format.RepairStub, format.RepairDrop, format.RepairError} {
			_, _ = adapt.Repair(c, policy, nil)
		}
		adapt.Flatten(c, nil)
		adapt.Thinking(c, format.ThinkingDrop, nil)
		adapt.Thinking(c, format.ThinkingText, nil)
		if native(c) != before {
			t.Fatalf("%s: its input was changed:\n%s", name, diff(before, native(c)))
		}
	}
}

// A history for a model with many demands meets all of them.
func TestBrokenHistoriesForAStrictVendor(t *testing.T) {
	rules := format.Rules{
		CallIDs: format.Alphabet{Alnum: true, Min: 9, Max: 9}, ToolNames: format.Alphabet{Word: true, Max: 64},
		AnswerCalls: true, OrderResults: true, UniqueIDs: true, SomeMessage: true, UserFirst: true, MergeUsers: true, MergeAnswers: true,
		Bridge: "Done.", FullText: true, FullMessages: true,
	}
	chat := lookup(t, "openai-chat")
	for name, c := range broken(t) {
		fit := fit.To(adapt.For(c, chat, &format.TargetModel{Provider: "strict", Model: "m", Rules: &rules}, nil), chat, nil)
		if err := obeys(&rules, decoded(t, chat, written(chat, fit), nil)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
