package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"convo/scripts/must"
)

func TestInitTimeAddsUpTheTrace(t *testing.T) {
	trace := "init internal/bytealg @0.004 ms, 0.25 ms clock, 0 bytes, 0 allocs\n" +
		"some other line, 9 ms, 9 ms clock\n" +
		"init runtime @0.06 ms, 0.5 ms clock, 0 bytes, 0 allocs\n"
	if got := initTime(trace); got != 0.75 {
		t.Errorf("%v ms", got)
	}
}

func TestHelpersReadLinesOfAnyLength(t *testing.T) {
	long := `{"messages":[{"role":"user","content":"` + strings.Repeat("x", 3<<20) + `"}]}`
	for _, name := range []string{"valid", "decode"} {
		for content, want := range map[string]int{
			`{"messages":[]}` + "\n" + long + "\n" + `{}`: 0,
			long + "\n" + long[:len(long)-1] + "\n":       1,
			"{}\n[1,2\n":                                  1,
		} {
			file := filepath.Join(t.TempDir(), "lines")
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := help(name, []string{file}); got != want {
				t.Errorf("%s: exit %d, want %d", name, got, want)
			}
		}
	}
}

func TestARowIsOKOnTheRightSideOfItsBar(t *testing.T) {
	var out strings.Builder
	b := &bench{out: &out}
	b.atLeast("speed", 0.35, 0.35, "%.2f×")
	b.atLeast("speed", 0.34, 0.35, "%.2f×")
	b.atMost("size", 14, 14, "%.0f MB")
	b.atMost("size", 15, 14, "%.0f MB")
	b.quick = true
	b.atMost("size", 15, 14, "%.0f MB")
	var got []string
	for line := range strings.Lines(out.String()) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"speed 0.35× ≥ 0.35× ok", "speed 0.34× ≥ 0.35× BELOW",
		"size 14 MB ≤ 14 MB ok", "size 15 MB ≤ 14 MB BELOW", "size 15 MB",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestOnlySelectsPartsByName(t *testing.T) {
	chosen := selected("worst,start memory")
	if len(chosen) != 3 || chosen[0].name != "worst" || chosen[2].name != "memory" {
		t.Errorf("%v", chosen)
	}
	asked := func(p part) bool { return p.asked }
	if all := selected(""); len(all) == 0 || slices.ContainsFunc(all, asked) {
		t.Errorf("%v", all)
	}
	if chosen := selected("grow"); len(chosen) != 1 || !asked(chosen[0]) {
		t.Errorf("%v", chosen)
	}
	if err := must.Try(func() { selected("start,speed") }); err == nil || !strings.Contains(err.Error(), `"speed"`) {
		t.Errorf("%v", err)
	}
}

func TestTheFloorAsksForEveryLine(t *testing.T) {
	asked := make(chan string, 8)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked <- strings.TrimSpace(string(body))
		_, _ = io.WriteString(w, streamed)
	}))
	defer server.Close()
	file := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(file, []byte("{}\n[]\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := help("ask", []string{server.URL, "2", file}); code != 0 {
		t.Fatal(code)
	}
	close(asked)
	var got []string
	for body := range asked {
		got = append(got, body)
	}
	if slices.Sort(got); !slices.Equal(got, []string{"1", "[]", "{}"}) {
		t.Errorf("%q", got)
	}
	if must.Try(func() { ask([]string{"http://127.0.0.1:1", "2", file}) }) == nil { // a port that nobody is given
		t.Error("no error without a server")
	}
}

// Sessions that are made of an example are as long as asked for, are whole, and no
// call in them has the name of another.
func TestTurnsMakeSessions(t *testing.T) {
	for _, turns := range readOnly {
		example, err := os.ReadFile(filepath.Join("../../testdata/formats", turns.format, turns.file))
		if err != nil {
			t.Fatal(err)
		}
		example = compact(example, turns.file)
		once, session := "", ""
		err = must.Try(func() { once, session = turns.session(string(example), 0), turns.session(string(example), 20_000) })
		if err != nil {
			t.Error(err)
			continue
		}
		if len(session) < 20_000 || len(session) > 20_000+len(once)*2 {
			t.Errorf("%s: %d bytes", turns.format, len(session))
		}
		parts := strings.Count(session, turns.from) / strings.Count(once, turns.from)
		if parts < 3 {
			t.Errorf("%s: %d parts", turns.format, parts)
		}
		for _, own := range turns.own {
			for n := range parts {
				text := strconv.Itoa(n) + own
				if !strings.Contains(session, text) {
					t.Errorf("%s: there is no %s", turns.format, text)
				}
			}
		}
		switch filepath.Ext(turns.file) {
		case ".json":
			if !json.Valid([]byte(session)) {
				t.Errorf("%s: no JSON: %.200s", turns.format, session)
			}
		case ".jsonl":
			for line := range strings.Lines(session) {
				if !json.Valid([]byte(line)) {
					t.Errorf("%s: no JSON: %.200s", turns.format, line)
				}
			}
		}
	}
}

// A figure of speed that somebody writes down grows old: only make bench knows.
func TestDocumentsStateNoFiguresOfSpeed(t *testing.T) {
	figure := regexp.MustCompile(`[0-9] ?(×|[kMG]i?B/s|MiB\b|ms\b|times (as fast|faster))`)
	if !figure.MatchString("12 MB/s") || !figure.MatchString("0.4×") {
		t.Fatal("no figure is found")
	}
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatalf("no documents: %v", err)
	}
	for _, name := range append(names, "../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range figure.FindAllString(string(text), -1) {
			t.Errorf("%s: %q is not of make bench", name, found)
		}
	}
}
