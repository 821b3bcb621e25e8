package chatmarkdown

import "testing"

func TestBadInput(t *testing.T) {
	for input, want := range map[string]string{
		"**User:**\n\xff": "offset 10: invalid UTF-8: byte 0xff",
		"":                "",
	} {
		got := ""
		for _, err := range decode([]byte(input), nil) {
			if err != nil {
				got = err.Error()
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", input, got, want)
		}
	}
}
