package redact

import (
	"fmt"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
)

func inJSON(s string) string { return string(rawjson.AppendQuoted(nil, s)) }

// JSON with a secret is not clean, however its strings are written.
func TestIsCleanInAnySpelling(t *testing.T) {
	escaped := func(some func(r rune) bool) func(string) string {
		return func(text string) string {
			var b strings.Builder
			for _, r := range text {
				switch {
				case r > 0xffff:
					r -= 0x10000
					fmt.Fprintf(&b, `\u%04x\u%04X`, 0xd800+r>>10, 0xdc00+r&0x3ff)
				case some(r):
					fmt.Fprintf(&b, `\u%04x`, r)
				default:
					inside := inJSON(string(r))
					b.WriteString(inside[1 : len(inside)-1])
				}
			}
			return `"` + b.String() + `"`
		}
	}
	spellings := map[string]func(string) string{
		"plain":    inJSON,
		"slashes":  func(text string) string { return strings.ReplaceAll(inJSON(text), "/", `\/`) },
		"ASCII":    escaped(func(r rune) bool { return r > 0x7f }),
		"HTML":     escaped(func(r rune) bool { return strings.ContainsRune("<>&='", r) }),
		"no words": escaped(func(r rune) bool { return r < 0x80 && !alnum.in(byte(r)) }),
		"all":      escaped(func(rune) bool { return true }),
	}
	texts, _, kinds := Planted()
	for i, text := range texts {
		for _, around := range []string{"%", "é%é", "中%。", "😀%😀", "a %", "\n%\n"} {
			text := strings.Replace(around, "%", text, 1)
			if len(Secrets("", text)) == 0 {
				continue
			}
			for name, spelling := range spellings {
				if r := conv.Raw(`{"a":` + spelling(text) + `}`); new(Cleaner).IsClean(r) {
					t.Errorf("%s, %s: %s is clean", kinds[i], name, r)
				}
			}
		}
	}
	var cleaner Cleaner // which sees them one after the other
	for _, r := range []conv.Raw{`{"a":"\u00fcber \/ \ud83d\ude00 \ud800 \u12"}`, `{"a":"\\u0041\\/ C:\\users"}`, `"\u"`, `"\`} {
		if !new(Cleaner).IsClean(r) || !cleaner.IsClean(r) {
			t.Errorf("%s is not clean", r)
		}
	}
}

// Of JSON, only the escapes that the scan does not know are read.
func TestSpelled(t *testing.T) {
	for in, want := range map[string]string{
		`a\nb\"c\\d`:             `a\nb\"c\\d`,
		`\u00e9\/\u0022\u005C\/`: `é/\"\\/`,
		`\u000a\ud83d\ude00\ud8`: `\n😀\ud8`,
		`\\u00e9\\/`:             `\\u00e9\\/`,
		`\ud83dx\u0041`:          "\ufffdxA",
		`\u12`:                   `\u12`,
	} {
		if got := string(appendSpelled(nil, in, foreignEscape(in))); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
