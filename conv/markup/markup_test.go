package markup

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// show writes blocks as a short outline, so that a test shows what was read.
func show(blocks []Block) string {
	var b strings.Builder
	for i, x := range blocks {
		if i > 0 {
			b.WriteString(" ")
		}
		switch x.Kind {
		case Paragraph:
			b.WriteString("p(" + showSpans(x.Text) + ")")
		case Heading:
			fmt.Fprintf(&b, "h%d(%s)", x.Level, showSpans(x.Text))
		case Code:
			fmt.Fprintf(&b, "code %s(%q)", x.Info, x.Text)
		case Quote:
			b.WriteString("quote(" + show(x.Blocks) + ")")
		case List:
			if x.Ordered {
				fmt.Fprintf(&b, "list %d(", x.Start)
			} else {
				b.WriteString("list(")
			}
			for j, item := range x.Items {
				if j > 0 {
					b.WriteString(" | ")
				}
				b.WriteString(show(item))
			}
			b.WriteString(")")
		case Table:
			fmt.Fprintf(&b, "table%v%q", x.Aligns, x.Rows)
		case Rule:
			b.WriteString("rule")
		default:
			panic(fmt.Sprintf("markup: unknown kind %d", x.Kind))
		}
	}
	return b.String()
}

func showSpans(text string) string {
	var b strings.Builder
	for _, s := range Spans(text) {
		if s.Style&Break != 0 {
			b.WriteString("⏎")
			continue
		}
		marks := ""
		for i, bit := range []Style{Strong, Emphasis, Strike, Verbatim} {
			if s.Style&bit != 0 {
				marks += "SEXC"[i : i+1]
			}
		}
		if s.Link != "" {
			marks += "@" + s.Link
		}
		if marks != "" {
			b.WriteString("<" + marks + ":" + s.Text + ">")
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

func TestBlocks(t *testing.T) {
	for text, want := range map[string]string{
		"one\ntwo\n\nthree":                       "p(one two) p(three)",
		"# A #\ntext\n## B":                       "h1(A) p(text) h2(B)",
		"A\n===\nB\n---":                          "h1(A) h2(B)",
		"#tag is text":                            "p(#tag is text)",
		"a\n```go x\nb\n\n  c\n```\nd":            `p(a) code go x("b\n\n  c") p(d)`,
		"```\nnever closed":                       `code ("never closed")`,
		"~~~\n```\n~~~":                           "code (\"```\")",
		"    a\n\n      b\nc":                     `code ("a\n\n  b") p(c)`,
		"> a\n> > b\nc":                           "quote(p(a) quote(p(b))) p(c)",
		"- a\n- b\n  - c\n- d":                    "list(p(a) | p(b) list(p(c)) | p(d))",
		"1. a\n  - b\n2. c":                       "list 1(p(a) list(p(b)) | p(c))",
		"3) a\n\n   more\n\n4) b\n\nout":          "list 3(p(a) p(more) | p(b)) p(out)",
		"- a\nlazy\n# H":                          "list(p(a lazy)) h1(H)",
		"- a\n  ```\n  - no item\n  ```\n- b":     `list(p(a) code ("- no item") | p(b))`,
		"- [x] a\n- [ ] b\n- [y] c":               "list(p(☑ a) | p(☐ b) | p([y] c))",
		"- a\n* b":                                "list(p(a)) list(p(b))",
		"text\n2. no list":                        "p(text 2. no list)",
		"text\n- a list":                          "p(text) list(p(a list))",
		"* * *\n---\n___":                         "rule rule rule",
		"| a | b |\n|:-:|--:|\n| `x|y` | 1\\|2 |": "table[2 3][[\"a\" \"b\"] [\"`x|y`\" \"1|2\"]]",
		"a | b\n--|--\n1 | 2\n\nafter":            `table[0 0][["a" "b"] ["1" "2"]] p(after)`,
		"a | b\nno table":                         "p(a | b no table)",
		// only spaces and tabs are blank
		"\t\v\v":              `code ("\v\v")`,
		"    \u00a0":          `code ("\u00a0")`,
		"\t\u3000\nafter":     `code ("\u3000") p(after)`,
		"a\n\f\nb":            "p(a \f b)",
		"- a\n\u00a0\n- b":    "list(p(a \u00a0) | p(b))",
		"-\u00a0a":            "p(-\u00a0a)",
		"<b>HTML</b> is text": "p(<b>HTML</b> is text)",
		"":                    "",
		strings.Repeat("> ", maxDepth) + "> deep":   strings.Repeat("quote(", maxDepth) + "p(> deep)" + strings.Repeat(")", maxDepth),
		strings.Repeat("- ", maxDepth) + "- deeper": strings.Repeat("list(", maxDepth) + "p(- deeper)" + strings.Repeat(")", maxDepth),
	} {
		if have := show(Parse(text)); have != want {
			t.Errorf("%q\nhave %s\nwant %s", text, have, want)
		}
	}
}

func TestSpansInALine(t *testing.T) {
	for text, want := range map[string]string{
		"a **b** *c* __d__ _e_ ~~f~~":                         "a <S:b> <E:c> <S:d> <E:e> <X:f>",
		"snake_case_name and 2*3*4 * 5":                       "snake_case_name and 2<E:3>4 * 5",
		"`a *b*` ``c`d`` `open":                               "<C:a *b*> <C:c`d> `open",
		`\*no\* \a`:                                           `*no* \a`,
		"[t](https://a.example/x_(y)) [j](javascript:x)":      "<@https://a.example/x_(y):t> [j](javascript:x)",
		"see https://a.example/b_c_d, or <https://c.example>": "see <@https://a.example/b_c_d:https://a.example/b_c_d>, or <@https://c.example:https://c.example>",
		"![alt](https://a.example/i.png)":                     "<@https://a.example/i.png:alt>",
		"[**b**](http://a.example \"title\")":                 "<S@http://a.example:b>",
		"two  \nlines\\\nhere\nsoft":                          "two⏎lines⏎here soft",
		"** not strong ** and **":                             "** not strong ** and **",
		"**a *b** c*":                                         "<S:a ><SE:b><E: c>",
		"*_**__*_**__":                                        "*_**__*_**__",
		"~~**~~ *_* **_x_**":                                  "~~**~~ *_* <SE:x>",
		"[unfinished](":                                       "[unfinished](",
	} {
		if have := showSpans(text); have != want {
			t.Errorf("%q\nhave %s\nwant %s", text, have, want)
		}
	}
}

// FuzzMarkup reads any text: nothing panics, and no letter is lost.
func FuzzMarkup(f *testing.F) {
	f.Add("# a\n\n- b **c** `d`\n  1. e\n\n> f\n\n| g | h |\n|---|---|\n| i | j |\n\n```k\nl\n```\n[m](https://n.example) \\*o\\*")
	f.Add("***a** b* ~~c~~ __d__\n===\n    e\n\tf\n- - - g\n* * *")
	f.Add("\t\v\v")
	f.Add("    \u00a0\n\t\u3000\n-\t\u2003\n> \f\n  1.\u00a0\n\n\u0085")
	f.Fuzz(func(t *testing.T, text string) {
		have := letters(plain(Parse(text)))
		for _, r := range letters(text) {
			i := strings.IndexRune(have, r)
			if i < 0 {
				t.Fatalf("%q: lost %q of %q", text, r, letters(plain(Parse(text))))
			}
			have = have[:i] + have[i+len(string(r)):]
		}
	})
}

// letters are the characters that are never marks of Markdown.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x100 && r != 0xfffd {
			return r
		}
		return -1
	}, text)
}

func plain(blocks []Block) string {
	var b strings.Builder
	for _, x := range blocks {
		if x.Kind == Code {
			b.WriteString(x.Info + x.Text)
			continue
		}
		for _, s := range Spans(x.Text) {
			b.WriteString(s.Text + s.Link)
		}
		b.WriteString(plain(x.Blocks))
		for _, item := range x.Items {
			b.WriteString(plain(item))
		}
		for _, row := range x.Rows {
			for _, c := range row {
				for _, s := range Spans(c) {
					b.WriteString(s.Text + s.Link)
				}
			}
		}
	}
	return b.String()
}

// worst are texts that cost much when they are repeated.
var worst = []string{"[", "*a_ ", "> ", "`a", "![a](", "[a](b", "- ", "1. ", "(", "[a](((((", "|", "_a*", "~a~~", "a|b\n-|-\n", "> - ", "\\`", "- a\n\n", "    a\n\n", "```\n", "https://", "<https://"}

// BenchmarkWorst reads what other readers of Markdown take seconds for.
func BenchmarkWorst(b *testing.B) {
	for _, s := range worst {
		for _, n := range []int{64 << 10, 256 << 10} {
			text := strings.Repeat(s, n/len(s))
			b.Run(fmt.Sprintf("%q/%d", s, n>>10), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					plain(Parse(text))
				}
			})
		}
	}
}

// A text with more spans than anybody writes is text: browsers cannot show so many.
func TestTooManySpansAreText(t *testing.T) {
	few, many := strings.Repeat("*a* b ", 1000), strings.Repeat("*a* b\n", 3000)
	if got := Spans(few); len(got) != 2000 {
		t.Errorf("%d spans", len(got))
	}
	if got := Spans(many); len(got) != 1 || got[0] != (Span{Text: many}) {
		t.Errorf("%d spans", len(got))
	}
}

// What is read of a text takes no more memory than so many times its characters,
// whatever it is made of, and the rest is there as it was written.
func TestMemoryIsBounded(t *testing.T) {
	const size = 2 << 20
	for _, s := range append(worst, "[a](", "]", "---\n", "*a ", "*_**__*_**__", "\n", "#\n", "- - - - - - - - a\n", "> > > > > > > > a\n", "a\n\n", "1.\n", "|a|a\n|-|-\n|a|a\n", strings.Repeat("|", 4000)+"\n"+strings.Repeat("|-", 4000)+"\n", "\\*", "``a`` ", "a  \n") {
		for _, before := range []string{"", "- "} {
			text := before + strings.Repeat(s, size/len(s))
			var from, to runtime.MemStats
			runtime.ReadMemStats(&from)
			said := lengthOf(Parse(text))
			runtime.ReadMemStats(&to)
			if times := (to.TotalAlloc - from.TotalAlloc) / size; times > 24 {
				t.Errorf("%q after %.10q: %d times its size", s, before, times)
			}
			if said == 0 && strings.Trim(text, "-#>~`*_1. \\\n") != "" {
				t.Errorf("%q after %.10q: nothing is shown", s, before)
			}
		}
	}
}

// lengthOf is how much text blocks show.
func lengthOf(blocks []Block) (n int) {
	for _, b := range blocks {
		if b.Kind == Code {
			n += len(b.Text)
			continue
		}
		for _, s := range Spans(b.Text) {
			n += len(s.Text)
		}
		n += lengthOf(b.Blocks)
		for _, item := range b.Items {
			n += lengthOf(item)
		}
		for _, row := range b.Rows {
			for _, cell := range row {
				for _, s := range Spans(cell) {
					n += len(s.Text)
				}
			}
		}
	}
	return n
}
