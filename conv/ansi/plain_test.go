package ansi

import "testing"

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"plain é 日本 \u200f\u200e\ta\r\nb\n": "plain é 日本 \u200f\u200e\ta\r\nb\n",
		"10%\r20%\r":                        "10%\r20%\r",
		"\x1b]0;t\a\x1b[31mred\x00\x07\x7f\u009b1m\u0085\u202eb\u2066c\u2028.": "redbc.",
		"a\xff\x00b": "a\xffb",
	} {
		if have := Plain(text); have != want {
			t.Errorf("%q: %q", text, have)
		}
	}
	if have := Escaped("{\"a\":\"\u009b\u202e\x7fé\"}"); have != `{"a":"\u009b\u202e\u007fé"}` {
		t.Errorf("%s", have)
	}
}
