package frame

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The exit codes are a promise: scripts compare numbers.
func TestExitCodesAreFrozen(t *testing.T) {
	want := map[int]string{
		0: "ok", 1: "other", 2: "usage", 3: "unreadable", 4: "invalid", 5: "loss", 6: "incomplete",
		7: "schema", 8: "budget", 9: "pending", 10: "auth", 11: "rejected", 12: "offline", 13: "partial",
		70: "bug", 75: "temporary", 130: "interrupted", 131: "quit", 141: "closed", 143: "terminated",
	}
	got := map[int]string{}
	for _, row := range exitTable {
		got[int(row.code)] = row.code.String()
		if row.code.retryable() != (row.code == 75) {
			t.Errorf("%d: retryable is %v", row.code, row.code.retryable())
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestColor(t *testing.T) {
	for _, test := range []struct {
		name, flag string
		env        map[string]string
		tty, want  bool
	}{
		{"terminal", "auto", nil, true, true},
		{"pipe", "auto", nil, false, false},
		{"NO_COLOR", "auto", map[string]string{"NO_COLOR": "1"}, true, false},
		{"NO_COLOR beats FORCE_COLOR", "auto", map[string]string{"NO_COLOR": "1", "FORCE_COLOR": "1"}, true, false},
		{"FORCE_COLOR", "auto", map[string]string{"FORCE_COLOR": "1"}, false, true},
		{"FORCE_COLOR=0", "auto", map[string]string{"FORCE_COLOR": "0"}, true, false},
		{"dumb", "auto", map[string]string{"TERM": "dumb"}, true, false},
		{"the flag beats NO_COLOR", "always", map[string]string{"NO_COLOR": "1"}, false, true},
		{"the flag beats the terminal", "never", nil, true, false},
	} {
		p := &Program{Getenv: func(key string) string { return test.env[key] }}
		if got := p.Colored(test.tty, test.flag); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// slowReader answers after a while.
type slowReader struct{ wait time.Duration }

func (r slowReader) Read(b []byte) (int, error) {
	time.Sleep(r.wait)
	return copy(b, "{}"), nil
}

func TestWaitingIsSaidOnce(t *testing.T) {
	begun, ended := 0, 0
	w := &waitingReader{r: slowReader{0}, begin: func() func() { begun++; return func() { ended++ } }}
	for range 3 {
		if _, err := w.Read(make([]byte, 9)); err != nil {
			t.Fatal(err)
		}
	}
	if begun != 1 || ended != 1 {
		t.Errorf("begun %d, ended %d", begun, ended)
	}
}

func TestSpoolBeyondMemory(t *testing.T) {
	s := &Spool{}
	defer s.Close()
	part := strings.Repeat("x", spoolMemory/2-1)
	for range 5 {
		if _, err := s.Write([]byte(part + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	if s.file == nil {
		t.Error("all is in memory")
	}
	var b strings.Builder
	if err := s.copyTo(&b); err != nil || b.String() != strings.Repeat(part+"\n", 5) {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
}
