package agents

import (
	"strings"
	"testing"
	"time"

	"convo/commands/internal/frametest"
	"convo/commands/internal/terminal"
	"convo/conv/format"
	"convo/providers"
)

// listed are sessions as a list has them.
func listed(ids ...string) (all []*Session) {
	known := providers.Agents()
	for i, id := range ids {
		s := &Session{Agent: &known[i%2]}
		s.SessionInfo = format.SessionInfo{
			ID: id, Cwd: "/home/ada/port/harbour", Model: "model-a", Updated: 1772438400000,
			Title: "Tides \x1b[31m and \u202e 高水 " + strings.Repeat("long ", 20),
		}
		all = append(all, s)
	}
	nameShortly(all)
	return all
}

// A terminal gets lines as long as it is wide, and nothing that it obeys. What it
// has no room for is left out, the name of a session last.
func TestTableFitsTheTerminal(t *testing.T) {
	for _, c := range []struct {
		columns string
		wide    int
		head    string
	}{
		{"20", 20, "SESSION"},
		{"40", 40, "SESSION         TITLE"},
		{"80", 80, "SESSION         TIME (UTC)        DIRECTORY"},
		{"200", 200, "SESSION         TIME (UTC)        DIRECTORY"},
	} {
		p, _, _ := frametest.Program(t)
		p.Stdout.Terminal = true
		p.Getenv = func(name string) string {
			return map[string]string{"COLUMNS": c.columns, "HOME": "/home/ada"}[name]
		}
		text := table(p, listed("aaaaaaaa-1", "bbbbbbbb-1", "aaaaaaaa-2"), false)
		if !strings.HasPrefix(text, c.head) {
			t.Errorf("%s columns begin with %.60q", c.columns, text)
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if n := terminal.Breadth(line); n > c.wide {
				t.Errorf("%d columns in %s: %q", n, c.columns, line)
			}
			if strings.ContainsAny(line, "\x1b\u202e") {
				t.Errorf("a terminal would obey %q", line)
			}
		}
		if c.wide == 200 && (!strings.Contains(text, "~/port/harbour") || !strings.Contains(text, "MODEL")) {
			t.Errorf("200 columns: %s", text)
		}
	}
}

// A name is as short as it can be, and still names one session.
func TestShortNamesDiffer(t *testing.T) {
	all := listed("aaaaaaaa-1", "bbbbbbbb-1", "aaaaaaaa-2", "b", "aaaaaaaa-2")
	all[4].Path = "/deck/older.jsonl"
	nameShortly(all)
	first, second := all[0].Agent.Name, all[1].Agent.Name
	for i, want := range []string{first + ":aaaaaaaa-1", second + ":bbbbbbbb", first + ":aaaaaaaa-2", second + ":b", first + ":older"} {
		if got := all[i].operand; got != want {
			t.Errorf("%s is called %s, want %s", all[i].ID, got, want)
		}
	}
}

func TestTimesAgo(t *testing.T) {
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"7d": "2026-03-03T12:00:00Z", "2w": "2026-02-24T12:00:00Z", "90m": "2026-03-10T10:30:00Z", "0d": "2026-03-10T12:00:00Z",
		"2026-03-01": "2026-03-01T00:00:00Z", "2026-03-01T08:00:00+02:00": "2026-03-01T06:00:00Z",
		"": "", "d": "", "-1d": "", "-1h": "", "7": "", "7 d": "", "2026-13-01": "", "99999999999999999999d": "",
	} {
		got := ""
		if at, ok := timeBefore(text, now); ok {
			got = at.UTC().Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
