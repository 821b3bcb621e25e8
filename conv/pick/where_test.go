package pick

import (
	"errors"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/format"
)

// talk is a session with two answers, a failed tool and a column of a data set.
const talk = `{"convo":1,"id":"s1","title":"High water","systemPrompt":"Be brief.","messages":[` +
	`{"role":"user","content":[{"type":"text","text":"When is high water?"},{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}],"timestamp":1767225600000},` +
	`{"role":"assistant","content":[{"type":"toolCall","id":"c1","name":"git-log","arguments":{}}],"provider":"anthropic","model":"claude-opus-5","stopReason":"toolUse","usage":{"input":1000,"output":20,"cacheRead":500,"cacheWrite":0}},` +
	`{"role":"toolResult","toolCallId":"c1","toolName":"git-log","content":[{"type":"text","text":"no"}],"isError":true},` +
	`{"role":"user","content":"Low water?","excluded":true},` +
	`{"role":"assistant","content":[{"type":"text","text":"At noon."}],"provider":"openai","model":"gpt-5","stopReason":"length","usage":{"input":10,"output":5,"cacheRead":0,"cacheWrite":0},"timestamp":1767312000000}],` +
	`"session":{"agent":"codex","cwd":"/home/a","branch":"main"},` +
	`"extensions":{"sharegpt":{"score":4.5,"lang":"en","tags":["sea","tide"],"meta":{"ok":true,"n":0}}}}`

func subject(t *testing.T) *Subject {
	t.Helper()
	native := format.Native()
	for c, err := range native.Decode([]byte(talk), nil) {
		if err != nil {
			t.Fatal(err)
		}
		return &Subject{Conversation: c, Format: "convo", Cost: func(*conv.Conversation) (int64, bool) { return 250_000_000, true }}
	}
	t.Fatal("no conversation")
	return nil
}

func TestWhere(t *testing.T) {
	for expression, want := range map[string]bool{
		// Counts, of what is sent.
		"turns = 1": true, "turns == 1": true, "turns != 1": false, "turns > 0": true, "turns >= 2": false, "turns < 2": true, "turns <= 1": true,
		"answers = 2": true, "messages = 4": true, "calls = 1": true, "errors = 1": true, "media = 1": true, "chars = 29": true, "chars < 0.03k": true,
		// Tokens and cost.
		"tokens = 1535": true, "input = 1510": true, "output = 25": true, "tokens < 1.6k": true, "tokens > 1m": false,
		"cost = 0.25": true, "cost < $0.5": true, "cost > 1": false,
		// Texts and lists.
		"tools has git-*": true, "tool has git-log": true, "tools has git": false, "tools = git-log": true, "tools != git-log": false, "tools != bash": true,
		"tools ~ log$": true, "models ~ opus": true, "model = gpt-5": true, "models has *opus*": true, "vendors has openai": true, "vendor = mistral": false,
		"roles has tool": true, "role = system": true, "role = developer": false, "stop = length": true, "stop = toolUse": false,
		"title has water": true, "title = 'High water'": true, `title ~ "(?i)^high"`: true, "id = s1": true, "text has noon": true, "text has Low": false,
		"system ~ brief": true, "format = convo": true, "agent = codex": true, "cwd = /home/a": true, "branch has main": true,
		// Times.
		"started = 2026-01-01": true, "started < 2026-01-01": false, "started <= 2026-01-01": true, "started > 2025-12-31": true, "started > 2026-01-01": false,
		"updated >= 2026-01-02": true, "updated != 2026-01-02": false, "updated > 2026-01-01T23:59:59Z": true, "started < 2026-01-01T00:00:01+02:00": false,
		// Fields of the input's own.
		".score > 4": true, ".score = 4.5": true, ".score < 4": false, ".lang = en": true, ".lang != en": false, ".lang = 'en'": true, ".tags has tide": true, ".tags = sea": true,
		".meta.ok": true, ".meta.ok = true": true, ".meta.n": false, ".meta.n = 0": true, ".nothing": false, ".nothing > 0": false, ".nothing != 3": false, ".lang > 1": false, ".score ~ ^4": true,
		// Alone.
		"calls": true, "title": true, "not calls": false, "errors": true, "tools": true, "started": true, "cost": true,
		// Together: and binds closer than or.
		"turns = 2 or turns = 1 and calls": true, "(turns = 1 or calls) and turns = 2": false, "not (turns = 2)": true, "!calls || turns && answers": true,
		"turns = 2 OR calls": true, "not not calls": true, "((calls))": true, "turns=1&&calls=1": true,
		`title = "High \"water\""`: false, `id != "and"`: true, `id = ""`: false, `branch != ''`: true,
	} {
		c, err := Parse(expression)
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			continue
		}
		if got := c.Holds(subject(t)); got != want {
			t.Errorf("%s: %v", expression, got)
		}
	}
}

// What is not known is neither less nor more.
func TestWhereUnknown(t *testing.T) {
	s := &Subject{Conversation: conv.NewConversation(&conv.AssistantMessage{}), Cost: func(*conv.Conversation) (int64, bool) { return 0, false }}
	for _, expression := range []string{"cost < 1", "cost >= 1", "cost != 1", "cost", "tokens = 0", "tokens > 0", "started < 2030-01-01", "started != 2026-01-01"} {
		c, err := Parse(expression)
		if err != nil {
			t.Fatal(err)
		}
		if c.Holds(s) {
			t.Errorf("%s holds", expression)
		}
	}
}

// An error says at which character something is wrong, and what.
func TestWhereErrors(t *testing.T) {
	for _, c := range []struct {
		expression string
		at         int
		what, name string
	}{
		{"toolz has bash", 1, `unknown field "toolz"`, "toolz"},
		{"title = 'é' and toolz", 17, `unknown field "toolz"`, "toolz"},
		{"TURNS = 1", 1, `unknown field "TURNS"`, "TURNS"},
		{"", 1, "there is no condition", ""},
		{"  ", 3, "there is no condition", ""},
		{"turns >", 8, "want a value after >", ""},
		{"turns > 2 calls", 11, "want and, or, or the end, not calls", ""},
		{"turns and", 10, "want a field after this", ""},
		{"> 2", 1, "want a field, not >", ""},
		{"'turns' > 2", 1, `want a field, not "turns"`, ""},
		{"not (turns", 5, "the bracket is not closed", ""},
		{"turns)", 6, "want and, or, or the end, not )", ""},
		{"title = 'x", 9, "the quote is not closed", ""},
		{"turns = many", 9, "turns is a number, and many is not", ""},
		{"turns = '2'", 9, `turns is a number, and "2" is not`, ""},
		{"turns = Inf", 9, "turns is a number, and Inf is not", ""},
		{"turns ~ 2", 7, "turns is a number: compare it with =, !=, <, <=, > or >=", ""},
		{"tools < 2", 7, "tools is text: compare it with =, !=, ~ or has", ""},
		{"title ~ '('", 9, "missing closing ): `(`", ""},
		{"tools has '[a'", 11, "want a name, or a pattern such as git-*", ""},
		{"started > soon", 11, "started is a time: want a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z", ""},
		{"started ~ 2026", 9, "started is a time: compare it with =, !=, <, <=, > or >=", ""},
		{".score < high", 10, "want a number after <, not high", ""},
		{".", 1, `unknown field "."`, "."},
		{strings.Repeat("(", 500) + "turns", 102, "too many brackets", ""},
		{strings.Repeat("not ", 500) + "turns", 405, "too many brackets", ""},
	} {
		_, err := Parse(c.expression)
		var e *SyntaxError
		if !errors.As(err, &e) || e.At != c.at || e.What != c.what || e.Name != c.name {
			t.Errorf("%.40s: %#v", c.expression, err)
		}
	}
}

// Whatever is written, it is read or refused at one of its characters.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`turns > 2 and tools has "git-*" and not (cost >= 0.5 or models ~ opus)`, ".a.b != '\\''", "!(x", "\xff = 2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		c, err := Parse(expression)
		var e *SyntaxError
		switch {
		case err == nil:
			c.Holds(subject(t))
		case !errors.As(err, &e) || e.At < 1 || e.At > len(expression)+1:
			t.Errorf("%q: %v", expression, err)
		}
	})
}
