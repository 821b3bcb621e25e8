package view_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/note"
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

// What a call does is what a person would say of it: the pattern before the path,
// files from the working directory, how far a list of things to do is.
func TestDoingIn(t *testing.T) {
	for arguments, want := range map[string]string{
		`{"pattern":"Atoi|Parse","path":"/home/ann/tides/internal"}`: `"Atoi|Parse" in internal`,
		`{"pattern":"*.go"}`:                        `*.go`,
		`{"file_path":"/home/ann/tides/main.go"}`:   `main.go`,
		`{"file_path":"/home/ann/tides-2/main.go"}`: `/home/ann/tides-2/main.go`,
		`{"path":"/home/ann/tides"}`:                `.`,
		`{"todos":[{"content":"a","status":"completed"},{"content":"b","status":"in_progress"}]}`: `1 of 2 steps done: b`,
		`{"plan":[{"step":"a","status":"pending"}]}`:                                              `0 of 1 step done`,
		`{"todos":[1]}`: `{"todos":[1]}`,
	} {
		if have := view.DoingIn(call(arguments), "/home/ann/tides"); have != want {
			t.Errorf("%s: %s, want %s", arguments, have, want)
		}
	}
}

func TestTurns(t *testing.T) {
	source := `{"convo":1,"messages":[{"role":"custom","customType":"app.mode","data":{}},
		{"role":"user","timestamp":1000,"content":[{"type":"text","text":"\n# Mend it\nplease"}]},
		{"role":"user","injected":true,"content":[{"type":"text","text":"<env>"}]},
		{"role":"assistant","timestamp":2000,"content":[{"type":"text","text":"I look."},{"type":"toolCall","id":"a","name":"Bash","arguments":{"command":"git commit"}},{"type":"toolCall","id":"b","name":"Bash","arguments":{}}],"usage":{"input":1,"output":2,"cost":{"total":0.5}}},
		{"role":"toolResult","toolCallId":"a","content":[{"type":"text","text":"[main (root-commit) 1a2b3c4] Mend it\n 1 file changed\n[x] no hash"}]},
		{"role":"assistant","timestamp":63000,"content":[{"type":"text","text":"---\nDone."}]},
		{"role":"user","content":[{"type":"text","text":"Thanks"}]}]}`
	var notes note.Notes
	c, err := conv.Native.Decode([]byte(source), &notes)
	if err != nil {
		t.Fatal(err)
	}
	turns := view.TurnsOf(c)
	if len(turns) != 2 {
		t.Fatalf("%d turns", len(turns))
	}
	have := turns[0]
	if have.Question != 1 || have.Asked != "Mend it" || have.Answer != "Done." || have.Took() != "2 tool calls: Bash ×2 · 1 min · $0.50" ||
		len(have.Commits) != 1 || have.Commits[0] != "1a2b3c4 Mend it" {
		t.Errorf("%+v, took %s", have, have.Took())
	}
	if turns[1].Asked != "Thanks" || turns[1].Took() != "" {
		t.Errorf("%+v", turns[1])
	}
}

// An answer after a question on another branch is to the question before it.
func TestTurnsOfBranches(t *testing.T) {
	source := `{"convo":1,"messages":[{"role":"user","content":"Tide?"},{"role":"user","excluded":true,"content":"Moon?"},
		{"role":"assistant","excluded":true,"content":"Full."},{"role":"assistant","content":"High."},
		{"role":"user","content":"And now?"},{"role":"assistant","excluded":true,"content":"Low."}]}`
	var notes note.Notes
	c, err := conv.Native.Decode([]byte(source), &notes)
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, turn := range view.TurnsOf(c) {
		have = append(have, turn.Asked+" "+turn.Answer)
	}
	if want := []string{"Tide? High.", "Moon? Full.", "And now? Low."}; !slices.Equal(have, want) {
		t.Errorf("%q, want %q", have, want)
	}
}

func TestRepository(t *testing.T) {
	const home = "https://github.com/mara/tides"
	for said, want := range map[string]string{
		"To github.com:mara/tides.git\n   1a2b3c4..5d6e7f8  main -> main":                             home,
		"To https://github.com/mara/tides\n":                                                          home,
		"To https://mara@github.com/mara/tides.git":                                                   home,
		"From ssh://git@github.com/mara/tides":                                                        home,
		"origin\tgit@github.com:mara/tides.git (fetch)\norigin\tgit@github.com:mara/tides.git (push)": home,
		"origin\tgit@github.com:mara/tides.git (fetch)\nup\tgit@github.com:other/tides.git (fetch)":   "",
		"To notgithub.com:mara/tides.git":                                                             "",
		"To github.com.evil.example/mara/tides.git":                                                   "",
		"To https://evil.example/github.com/mara/tides":                                               "",
		"To github.com:mara/tides/more.git":                                                           "",
		"To github.com:mara/\"><b>":                                                                   "",
		"see https://github.com/mara/tides":                                                           "",
	} {
		c := &conv.Conversation{Messages: []conv.Message{
			&conv.AssistantMessage{Content: []conv.AssistantContent{&conv.ToolCall{ID: "a", Name: "Bash", Arguments: `{"command":"git push"}`}}},
			&conv.ToolResultMessage{ToolCallID: "a", Content: []conv.ToolResultContent{&conv.TextContent{Text: said}}},
		}}
		if have := view.RepositoryOf(c); have != want {
			t.Errorf("%q: %q, want %q", said, have, want)
		}
	}
}

func TestHosted(t *testing.T) {
	for raw, want := range map[string]view.Hosted{
		`{"type":"server_tool_use","name":"web_search","input":{"query":"tides"}}`: {Name: "web_search", Asked: "tides"},
		`{"type":"web_search_tool_result","content":[{"title":"A","url":"https://a.example","encrypted_content":"E"},{"url":"javascript:x"}]}`: {
			Name: "web_search", Sources: []view.Source{{Title: "A", URL: "https://a.example"}},
		},
		`{"type":"web_search_call","action":{"query":"tides","sources":[{"type":"url","url":"https://b.example"}]}}`: {
			Name: "web_search", Asked: "tides", Sources: []view.Source{{Title: "https://b.example", URL: "https://b.example"}},
		},
		`{"executableCode":{"language":"PYTHON","code":"1+1"}}`: {Name: "executableCode", Code: "1+1"},
		`3`: {},
	} {
		if have := view.HostedOf(conv.Raw(raw)); !reflect.DeepEqual(have, want) {
			t.Errorf("%s: %+v, want %+v", raw, have, want)
		}
	}
}

func TestAskedIsWhatAPersonTyped(t *testing.T) {
	for _, tt := range []struct {
		want  string
		texts []string
	}{
		{"Fix it", []string{"<ide_opened_file>The user opened a file.</ide_opened_file>", "Fix it"}},
		{"Fix it", []string{"<task>\nFix it\n</task>"}},
		{"<b>Bold</b> words", []string{"<b>Bold</b> words"}},
		{"<p>", []string{"<p>"}},
	} {
		m := &conv.UserMessage{}
		for _, text := range tt.texts {
			m.Content = append(m.Content, &conv.TextContent{Text: text})
		}
		if have := view.Asked(m); have != tt.want {
			t.Errorf("%q: %q, want %q", tt.texts, have, tt.want)
		}
	}
}

func TestPrintedIsWhatAProgramPrinted(t *testing.T) {
	for text, want := range map[string]string{
		"Chunk ID: 1\nWall time: 0.0 seconds\nProcess exited with code 0\nOriginal token count: 2\nOutput:\ntide\n": "tide\n",
		"Exit code: 1\nWall time: 0.1 seconds\nOutput:\npier":                                                       "Exit code: 1\npier",
		"Wall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n":                                      "Process running with session ID 7\n",
		"Mine: 1\nOutput:\ntide":  "Mine: 1\nOutput:\ntide",
		"Wall time: \nOutput:\na": "Wall time: \nOutput:\na",
		"tide":                    "tide",
		`{"output":"tide\n","metadata":{"exit_code":0,"duration_seconds":0.1}}`: "tide\n",
		`{"output":"pier","metadata":{"exit_code":1}}`:                          "Exit code: 1\npier",
		`{"output":"pier"}`:                           `{"output":"pier"}`,
		`{"output":"pier","metadata":{"exit_code":0}`: `{"output":"pier","metadata":{"exit_code":0}`,
	} {
		if have := view.Printed(text); have != want {
			t.Errorf("%q: %q, want %q", text, have, want)
		}
	}
}
