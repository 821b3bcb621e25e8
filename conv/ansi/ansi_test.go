package ansi

import (
	"fmt"
	"strings"
	"testing"
)

// shown writes runs as an outline: [style text].
func shown(text string) string {
	var b strings.Builder
	for style, part := range Runs(text) {
		said := ""
		for _, x := range []struct {
			on   bool
			name string
		}{{style.Bold, "b"}, {style.Dim, "d"}, {style.Italic, "i"}, {style.Underline, "u"}, {style.Struck, "s"}, {style.Reverse, "r"}} {
			if x.on {
				said += x.name
			}
		}
		if style.Color != None {
			said += fmt.Sprint(int(style.Color))
		}
		if said == "" {
			b.WriteString(part)
		} else {
			b.WriteString("[" + said + " " + part + "]")
		}
	}
	return b.String()
}

func TestRuns(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"plain é 日本\n", "plain é 日本\n"},
		{"\x1b[31mred\x1b[0m \x1b[1;32mok\x1b[m.", "[1 red] [b2 ok]."},
		{"\x1b[91mbright\x1b[39m", "[1 bright]"},
		{"\x1b[1mb\x1b[2md\x1b[22m\x1b[3mi\x1b[23;4mu\x1b[24;9ms\x1b[29mx", "[b b][bd d][i i][u u][s s]x"},
		{"\x1b[38;5;196ma\x1b[38;5;244mb\x1b[38;5;1;1mc", "[1 a][d b][b1 c]"},
		{"\x1b[38;2;10;200;20ma\x1b[38:2::10:200:20mb\x1b[38:5:4mc\x1b[4:3md\x1b[4:0me", "[2 a][2 b][4 c][u4 d][4 e]"},
		// a background is reversed, and nothing has the colour of what is behind it
		{"\x1b[41;31ma\x1b[0;30;47mb\x1b[0;37;40mc\x1b[0;30md\x1b[0;97;107me", "[r1 a][r b]cd[r e]"},
		{"\x1b[7ma\x1b[31mb\x1b[27mc", "[r a][r1 b][1 c]"},
		// what hides and what blinks does not
		{"\x1b[8mhidden\x1b[5mblink", "hiddenblink"},
		// everything else goes, with what it carries
		{"a\x1b[2Kb\x1b[1;1Hc\x1b[?25ld\x1b[>0me", "abcde"},
		{"a\x1b]0;title\ab\x1b]8;;https://a.example\x1b\\link\x1b]8;;\x1b\\c", "ablinkc"},
		{"a\x1bPq#0\x1b\\b\x1b_G\x1b\\c\x1b(Bd\x1b7e\x1bcf", "abcdef"},
		{"a\u009b31mb\u009b0mc\u009d0;t\u009cd\u0085e", "a[1 b]cde"},
		// what has no end takes nothing along
		{"a\x1b]0;never\nends", "a0;never\nends"},
		{"a\x1b[31", "a"},
		{"a\x1b[", "a"},
		{"a\x1b", "a"},
		{"a\x1b[31\nb", "a\nb"},
		{"a\x1b[é", "aé"},
		{"a\x1b\x1b[1mb", "a[b b]"},
		{"\x1b[38mx", "x"},
		{"\x1b[38;5mx", "x"},
		{"\x1b[38;2;1mx", "x"},
		{"\x1b[;;1;mx", "x"},
		{"\x1b[999999999999999999999mx", "x"},
	} {
		if have := shown(c.text); have != c.want {
			t.Errorf("%q\nhave %s\nwant %s", c.text, have, c.want)
		}
	}
}

// No control that begins a sequence comes out, and no letter outside of sequences
// is lost.
func FuzzRuns(f *testing.F) {
	f.Add("\x1b[31mred\x1b[0m \x1b]0;t\ax\u009b1my")
	f.Add("\x1b\x1b[[;:\x1b]\x1b\\\xc2\xc2\x9b")
	f.Fuzz(func(t *testing.T, text string) {
		stripped := Strip(text)
		if strings.ContainsRune(stripped, escape) {
			t.Errorf("%q: an escape comes out: %q", text, stripped)
		}
		if plain(text) == len(text) && stripped != text {
			t.Errorf("%q changed to %q", text, stripped)
		}
	})
}

// Long texts of sequences are read at once, and their style does not change for
// ever. Quadratic work takes hours here.
func TestLongTexts(t *testing.T) {
	for _, s := range []string{"\x1b[1ma\x1b[ma", "\x1b]", "\x1b]0;", "\x1bP\n", "\x1b[", "\x1b[1;", ";", "\x1b[38;2;", "\xc2\x9d", "\x1b"} {
		text := strings.Repeat(s, 4<<20/len(s))
		changes, last := 0, Style{}
		for style := range Runs(text) {
			if style != last {
				last = style
				changes++
			}
		}
		if changes > mostChanges {
			t.Errorf("%q: %d changes", s, changes)
		}
	}
}
