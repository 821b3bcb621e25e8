package view_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/view"
)

func call(arguments string) *conv.ToolCall {
	return &conv.ToolCall{ID: "c", Name: "t", Arguments: conv.Raw(arguments)}
}

func TestACallIsOneLine(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"description":"say hello","command":"echo hello"}`: "echo hello",
		`{"command":["bash","-lc","ls -l | wc"]}`:            "ls -l | wc",
		`{"command":["ls","-l"]}`:                            "ls -l",
		`{"file_path":"/a/b.go","limit":20}`:                 "/a/b.go",
		`{"command":"a\nb\nc"}`:                              "a (+2 lines)",
		`{"command":"","path":"x"}`:                          "x",
		`{"city":"Oslo"}`:                                    `{"city":"Oslo"}`,
		`{}`:                                                 "{}",
	} {
		if have := view.Doing(call(arguments)); have != want {
			t.Errorf("%s: %q, not %q", arguments, have, want)
		}
	}
}

func TestEditsOfEachAgent(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"file_path":"f","old_string":"a","new_string":"b"}`:                                  "[{a b}]",
		`{"filePath":"f","oldString":"","newString":"b"}`:                                      "[{ b}]",
		`{"path":"f","edits":[{"oldText":"a","newText":"b"},{"oldText":"c","newText":"d"},3]}`: "[{a b} {c d}]",
		`{"old_string":"a"}`: "[]",
		`{"edits":"none"}`:   "[]",
	} {
		if have := fmt.Sprint(view.EditsOf(call(arguments))); have != want {
			t.Errorf("%s: %s, not %s", arguments, have, want)
		}
	}
}

func TestCutSaysHowMuch(t *testing.T) {
	text := ""
	for i := range 20 {
		text += fmt.Sprintf("line %d\n", i)
	}
	head, tail, left := view.Cut(text, 2, 3)
	if head != "line 0\nline 1" || tail != "line 17\nline 18\nline 19" || left != 15 {
		t.Errorf("%q %q %d", head, tail, left)
	}
	if head, tail, left := view.Cut("a\nb\nc\n", 1, 1); head != "a\nb\nc" || tail != "" || left != 0 {
		t.Errorf("%q %q %d", head, tail, left)
	}
	for n, want := range map[int]string{0: "0 lines", 1: "1 line", 999: "999 lines", 1234567: "1,234,567 lines"} {
		if have := view.Count(n, "line"); have != want {
			t.Errorf("%q, not %q", have, want)
		}
	}
}

// Applying the steps to one list gives the other, and what is equal in both is
// never more than the longest common part.
func TestCompareLeadsFromOneToTheOther(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		a, b := letters(random), letters(random)
		var have []byte
		same, atA, atB := 0, 0, 0
		for _, s := range view.Compare(a, b) {
			if s.A != atA || s.B != atB || s.N <= 0 {
				t.Fatalf("%s to %s: step %+v at %d %d", a, b, s, atA, atB)
			}
			switch s.Change {
			case view.Same:
				if !slices.Equal(a[s.A:s.A+s.N], b[s.B:s.B+s.N]) {
					t.Fatalf("%s to %s: %+v is not the same", a, b, s)
				}
				have = append(have, a[s.A:s.A+s.N]...)
				same += s.N
				atA, atB = atA+s.N, atB+s.N
			case view.Removed:
				atA += s.N
			case view.Added:
				have = append(have, b[s.B:s.B+s.N]...)
				atB += s.N
			}
		}
		if string(have) != string(b) || atA != len(a) || same != longest(a, b) {
			t.Fatalf("%s to %s: %s, %d of %d the same", a, b, have, same, longest(a, b))
		}
	}
}

func letters(random *rand.Rand) []byte {
	list := make([]byte, random.IntN(9))
	for i := range list {
		list[i] = 'a' + byte(random.IntN(3))
	}
	return list
}

// longest is the length of the longest common subsequence.
func longest(a, b []byte) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				table[i+1][j+1] = table[i][j] + 1
			} else {
				table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
			}
		}
	}
	return table[len(a)][len(b)]
}

func TestListsThatHaveNothingInCommonAreComparedInTime(t *testing.T) {
	a, b := make([]int, 200_000), make([]int, 200_000)
	for i := range a {
		a[i], b[i] = i, -i-1
	}
	if steps := view.Compare(a, b); len(steps) != 2 || steps[0].N != len(a) || steps[1].N != len(b) {
		t.Errorf("%d steps", len(steps))
	}
}

func TestAResultBelongsToItsCall(t *testing.T) {
	first, second := call(`{}`), call(`{"n":2}`)
	c := conv.NewConversation(
		&conv.AssistantMessage{Content: []conv.AssistantContent{first}},
		&conv.ToolResultMessage{ToolCallID: "c"},
		&conv.ToolResultMessage{ToolCallID: "c"},
		&conv.AssistantMessage{Content: []conv.AssistantContent{second}},
		&conv.ToolResultMessage{ToolCallID: "c"},
	)
	results, calls := view.ResultsOf(c)
	if results[first] != 1 || results[second] != 4 || calls[2] != nil || calls[4] != second {
		t.Error(results, calls)
	}
}

func TestFactsCountEachAnswerOnce(t *testing.T) {
	c := conv.NewConversation(conv.UserText("a"),
		&conv.AssistantMessage{Model: "m", Usage: &conv.Usage{Input: 1, Output: 2}, Meta: conv.Meta{Timestamp: 5}, Content: []conv.AssistantContent{call(`{}`)}},
		&conv.AssistantMessage{Model: "m", Usage: &conv.Usage{Input: 3, Output: 4}, Meta: conv.Meta{Timestamp: 3, Excluded: true}},
	)
	f := view.FactsOf(c)
	if f.Users != 1 || f.Answers != 2 || f.Calls != 1 || f.Usage.Input != 4 || f.Started != 3 || f.Updated != 5 || strings.Join(f.Models, " ") != "m" {
		t.Errorf("%+v", f)
	}
}

// Each answer may be of another model. Quadratic work takes minutes here.
func TestManyModels(t *testing.T) {
	c := &conv.Conversation{}
	for i := range 200_000 {
		c.Messages = append(c.Messages, &conv.AssistantMessage{Model: "m" + strconv.Itoa(i)}, &conv.AssistantMessage{Model: "m0"})
	}
	if f := view.FactsOf(c); len(f.Models) != 200_000 || f.Models[1] != "m1" {
		t.Errorf("%d models", len(f.Models))
	}
}
