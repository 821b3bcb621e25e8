package frame

import (
	"os"
	"strings"
	"testing"

	"convo/commands/internal/terminal"
)

// Only the colours of the program pass, held back or not, and in order.
func TestStreamPassesOwnColors(t *testing.T) {
	const in = "{\"a\u009b\":\"\u202e\"}"
	const want = "{\x1b[34;1m" + `"a\u009b"` + "\x1b[0m:\x1b[32m" + `"\u202e"` + "\x1b[0m}"
	paint := func(out *Product) {
		p := &terminal.Printer{Style: terminal.Style{Color: true}, Out: out}
		for i := range len(in) {
			if _, err := p.Write([]byte(in[i : i+1])); err != nil {
				t.Fatal(err)
			}
		}
		_ = out.Commit()
	}
	for name, product := range map[string]func(*Product) *Product{
		"at once":   func(out *Product) *Product { return out },
		"held back": HeldBack,
	} {
		var b strings.Builder
		s := terminal.Escaping(&b)
		paint(product(streamProduct(s)))
		if _ = s.End(); b.String() != want {
			t.Errorf("%s: %q, want %q", name, b.String(), want)
		}
	}
}

func TestDevicesAreStreams(t *testing.T) {
	p := &Program{Terminal: func(*os.File) bool { return true }}
	out, err := p.FileProduct(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Discard()
	if terminal.Of(out) == nil {
		t.Error("a terminal that -o names is written to as it is")
	}
}
