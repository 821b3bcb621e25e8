package sse

import (
	"strings"
	"testing"
)

func TestEventsOrLines(t *testing.T) {
	for input, want := range map[string]string{
		"data: 1\n\ndata: {\n\n":             "1|{",
		"\n {\"a\":1}\n# noise\n\n{\"b\":2}": " {\"a\":1}\n|{\"b\":2}",
		"event: x\ndata: {}\n\n":             "{}",
		"":                                   "",
	} {
		for how, r := range readers(input) {
			var all []string
			for e, err := range EventsOrLines(r, strings.Clone) {
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, e.Data)
			}
			if got := strings.Join(all, "|"); got != want {
				t.Errorf("%q %s: got %q, want %q", input, how, got, want)
			}
		}
	}
}
