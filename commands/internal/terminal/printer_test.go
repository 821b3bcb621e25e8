package terminal

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrinter(t *testing.T) {
	const in = `{"a":{},"b":[],"c":[1,true,{"d\"":"x, {y} \\"}],"e":null}` + "\n"
	const want = `{
  "a": {},
  "b": [],
  "c": [
    1,
    true,
    {
      "d\"": "x, {y} \\"
    }
  ],
  "e": null
}
`
	for size := 1; size <= len(in); size++ {
		var b strings.Builder
		p := &Printer{Style: Style{Pretty: true}, Out: &b}
		for rest := in; rest != ""; {
			n := min(size, len(rest))
			if m, err := p.Write([]byte(rest[:n])); m != n || err != nil {
				t.Fatal(m, err)
			}
			rest = rest[n:]
		}
		if d := cmp.Diff(want, b.String()); d != "" {
			t.Fatalf("in pieces of %d: %s", size, d)
		}
	}
}

func TestPrinterColorsWithoutLayout(t *testing.T) {
	var b strings.Builder
	p := &Printer{Style: Style{Color: true}, Out: &b}
	if _, err := p.Write([]byte(`{"a":[1]}`)); err != nil {
		t.Fatal(err)
	}
	want := "{" + colorKey + `"a"` + colorOff + ":[" + colorScalar + "1" + colorOff + "]}"
	if got := b.String(); got != want {
		t.Errorf("%q", got)
	}
}
