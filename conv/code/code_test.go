package code_test

import (
	"strings"
	"testing"

	"convo/conv/code"
)

// marks stand before and after a piece in what the tests expect.
var marks = map[code.Kind][2]string{
	code.Plain: {"", ""}, code.Comment: {"⟨c ", "⟩"}, code.String: {"⟨s ", "⟩"}, code.Number: {"⟨n ", "⟩"}, code.Keyword: {"⟨k ", "⟩"},
	code.Function: {"⟨f ", "⟩"}, code.Name: {"⟨a ", "⟩"}, code.Removed: {"⟨- ", "⟩"}, code.Added: {"⟨+ ", "⟩"}, code.Place: {"⟨@ ", "⟩"},
}

func marked(language, text string) string {
	var b strings.Builder
	for kind, piece := range code.Pieces(language, text) {
		b.WriteString(marks[kind][0] + piece + marks[kind][1])
	}
	return b.String()
}

func TestPieces(t *testing.T) {
	for _, c := range []struct{ language, text, want string }{
		{"go", `func f(n int) string { return "a\"b" + 'x' } // done`, `⟨k func⟩ ⟨f f⟩(n ⟨k int⟩) ⟨k string⟩ { ⟨k return⟩ ⟨s "a\"b"⟩ + ⟨s 'x'⟩ } ⟨c // done⟩`},
		{"go", "x := `a\n\\` + y.type", "x := ⟨s `a\n\\`⟩ + y.type"},
		{"Python", "def f(x):\n    '''a\n    b'''\n    return 0x1F + 1e-5 # why", "⟨k def⟩ ⟨f f⟩(x):\n    ⟨s '''a\n    b'''⟩\n    ⟨k return⟩ ⟨n 0x1F⟩ + ⟨n 1e-5⟩ ⟨c # why⟩"},
		{"ts", "const $a = `b\n${c}`; /* d\n */ e.of", "⟨k const⟩ $a = ⟨s `b\n${c}`⟩; ⟨c /* d\n */⟩ e.of"},
		{"bash", `for f in "$@"; do echo ${#f} 'don''t' # all`, `⟨k for⟩ f ⟨k in⟩ ⟨s "$@"⟩; ⟨k do⟩ ⟨n echo⟩ ${#f} ⟨s 'don'⟩⟨s 't'⟩ ⟨c # all⟩`},
		{"sh", "it's\nif", "it's\n⟨k if⟩"},
		{"json", `{"a": "b", "c" : [1.5, true]}`, `{⟨a "a"⟩: ⟨s "b"⟩, ⟨a "c"⟩ : [⟨n 1.5⟩, ⟨n true⟩]}`},
		{"yaml", "a-b: c # d\n- e: http://x#y", "⟨a a-b⟩: c ⟨c # d⟩\n- ⟨a e⟩: http://x#y"},
		{"toml", "[a]\nb = 1", "[a]\n⟨a b⟩ = ⟨n 1⟩"},
		{"html", `<p class="a">if<!-- c --></p>`, `⟨k <p⟩ ⟨a class⟩=⟨s "a"⟩>if⟨c <!-- c -->⟩⟨k </p⟩>`},
		{"css", "a:hover {\n  color: red; /* b */", "a:hover {\n  ⟨a color⟩: red; ⟨c /* b */⟩"},
		{"SQL", "SELECT count(*) FROM t -- all\nWHERE a = 'it''s'", "⟨k SELECT⟩ ⟨f count⟩(*) ⟨k FROM⟩ t ⟨c -- all⟩\n⟨k WHERE⟩ a = ⟨s 'it'⟩⟨s 's'⟩"},
		{"rust", `fn f<'a>(c: &'a str) -> char { '\'' } // 'x'`, `⟨k fn⟩ f<'a>(c: &'a ⟨k str⟩) -> ⟨k char⟩ { ⟨s '\''⟩ } ⟨c // 'x'⟩`},
		{"diff", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n z", "⟨@ --- a\n⟩⟨@ +++ b\n⟩⟨@ @@ -1 +1 @@\n⟩⟨- -x\n⟩⟨+ +y\n⟩ z"},
		{"go {.numbered}", "if", "⟨k if⟩"},
		{"klingon", "if", "if"},
		{"", "if", "if"},
	} {
		if got := marked(c.language, c.text); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.language, got, c.want)
		}
	}
}

// A string without an end must not colour the rest of a text.
func TestOpenStrings(t *testing.T) {
	for language, want := range map[string]string{
		"go":     "a := ⟨s \"b⟩\n⟨k if⟩ c",
		"bash":   "a := \"b\n⟨k if⟩ c",
		"python": "a := ⟨s \"b⟩\n⟨k if⟩ c",
	} {
		if got := marked(language, "a := \"b\nif c"); got != want {
			t.Errorf("%s: got %s, want %s", language, got, want)
		}
	}
}

func TestPiecesStop(t *testing.T) {
	for range code.Pieces("go", `if "a" else`) {
		break
	}
}

// names has one language of each way to read.
var names = []string{"go", "py", "js", "sh", "json", "yaml", "toml", "html", "css", "sql", "c", "java", "cs", "rs", "swift", "rb", "php", "lua", "dockerfile", "make", "tf", "diff"}

func FuzzPieces(f *testing.F) {
	f.Add("if (a < 'b') { \"c\\\" /* d */ } # e // f\n<!-- g -->\n@@")
	f.Add("'\\")
	f.Add("`\"\"\"'''<a b=")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range names {
			var b strings.Builder
			for _, piece := range code.Pieces(name, text) {
				if piece == "" {
					t.Fatalf("%s: an empty piece of %q", name, text)
				}
				b.WriteString(piece)
			}
			if b.String() != text {
				t.Fatalf("%s: the pieces of %q make up %q", name, text, b.String())
			}
		}
	})
}

// BenchmarkPieces shows that time grows with the text, whatever is in it.
func BenchmarkPieces(b *testing.B) {
	for _, text := range []string{"func f() { return \"a\" } // b\n", `\"`, "'", "`", "/*", " ", "<", "\"\"\"", "a:"} {
		for _, n := range []int{1 << 16, 1 << 18} {
			long := strings.Repeat(text, n/len(text))
			for _, name := range []string{"go", "sh", "yaml", "html"} {
				b.Run(strings.TrimSpace(text)+"/"+name, func(b *testing.B) {
					b.SetBytes(int64(len(long)))
					for range b.N {
						for range code.Pieces(name, long) {
						}
					}
				})
			}
		}
	}
}
