package aider

import (
	"strings"
	"testing"

	"convo/conv"
)

// Each run is a conversation. Lines end as on any system.
func TestRuns(t *testing.T) {
	run := func(text string) string {
		return "\n" + started + "2026-03-01 08:00:00\n\n#### " + text + "  \n\nAye.\n\n"
	}
	for _, input := range []string{
		run("one") + run("two") + run("three"),
		strings.ReplaceAll(run("one")+run("two")+run("three"), "\n", "\r\n"),
		"\ufeff" + run("one") + run("two") + run("three"),
	} {
		var got []string
		for c, err := range decode([]byte(input), nil) {
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Messages) != 2 || c.Session.Extensions.Get(family, "started") != `"2026-03-01 08:00:00"` {
				t.Errorf("%q: %d messages", input, len(c.Messages))
			}
			got = append(got, c.Messages[0].(*conv.UserMessage).Text())
		}
		if strings.Join(got, " ") != "one two three" {
			t.Errorf("%q: got %q", input, got)
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, err := range decode([]byte(started+"\n\xff"), nil) {
		if err == nil || err.Error() != "offset 25: invalid UTF-8: byte 0xff" {
			t.Errorf("got %v", err)
		}
	}
}
