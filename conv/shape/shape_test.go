package shape_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"convo/conv/rawjson"
	"convo/conv/shape"

	"github.com/google/go-cmp/cmp"
)

// letter is a shape that has something of everything.
func letter() *shape.Shape {
	part := shape.ByTag("type",
		shape.When("text", shape.Object(shape.Must("text", shape.String())).Named("text", "Words.")),
		shape.When("call", shape.Object(shape.Must("input", shape.Anything()), shape.May("id", shape.Full())).Named("call", "")),
		shape.When("search_* ~find", shape.Object().Open().Named("search", "")),
	)
	return shape.Object(
		shape.Must("lines", shape.List(shape.Either(shape.String(), part.Only("text search_* ~find"))).Some()),
		shape.Due("to", shape.String()),
		shape.May("weight", shape.Number().Between(0, 2)),
		shape.May("pages", shape.Integer().Between(1, math.Inf(1))),
		shape.May("tone", shape.Words("low high ~shrill")),
		shape.May("reply_to", shape.String()).Or("replyTo"),
		shape.May("size", shape.Number().Loose()),
		shape.May("marks", shape.Map(shape.Bool())),
		shape.May("scan", shape.Base64()),
		shape.May("photo", shape.DataURL()),
	).MostOneOf("scan", "photo").Needs("pages", "size").Named("letter", "A letter.")
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		name, text string
		strict     []string // sort@offset: what is wrong with it
		others     []string // and what of that for dialects
	}{
		{"as it should be", `{"to":"Ann","lines":["Hi.",{"type":"text","text":"Bye."}],"weight":1,"pages":2.0,"tone":"low","marks":{"a":true}}`, nil, nil},
		{"null is absent", `{"to":"Ann","lines":["x"],"weight":null,"tone":null,"marks":null}`, nil, nil},
		{"a second name", `{"to":"Ann","lines":["x"],"replyTo":"me"}`, nil, nil},
		{"how words begin", `{"to":"Ann","lines":[{"type":"search_web","q":1}]}`, nil, nil},
		{"no object", `[]`, []string{"want an object, got an array@0"}, []string{"want an object, got an array@0"}},
		{
			"each is told", `{"lines":[1,"a",true]}`,
			[]string{"want a string or an object, got a number@10", "want a string or an object, got true or false@16", `"to" is missing@0`},
			[]string{"want a string or an object, got a number@10", "want a string or an object, got true or false@16"},
		},
		{"nothing is there", `{}`, []string{`"lines" is missing@0`, `"to" is missing@0`}, []string{`"lines" is missing@0`}},
		{"a null that has to be there", `{"to":"","lines":null}`, []string{"want an array, got null@17"}, []string{"want an array, got null@17"}},
		{"no tag", `{"to":"","lines":[{"text":"x"}]}`, []string{`"type" is missing@18`}, []string{`"type" is missing@18`}},
		{"a tag behind the rest", `{"to":"","lines":[{"text":7,"type":"text"}]}`, []string{"want a string, got a number@26"}, []string{"want a string, got a number@26"}},
		{"a tag that is no string", `{"to":"","lines":[{"type":7}]}`, []string{"want a string, got a number@26"}, []string{"want a string, got a number@26"}},
		{"no such tag", `{"to":"","lines":[{"type":"txt"}]}`, []string{`"txt" is not one of text, search_…@26`}, []string{`"txt" is not one of text, search_…, find@26`}},
		{
			"what stands elsewhere is looked at", `{"to":"","lines":[{"type":"call","id":7}]}`,
			[]string{`"call" is not allowed here, only text, search_…@26`, "want a string, got a number@38", `"input" is missing@18`},
			[]string{`"call" is not allowed here, only text, search_…, find@26`, "want a string, got a number@38", `"input" is missing@18`},
		},
		{"a tag of dialects", `{"to":"","lines":[{"type":"find"}]}`, []string{`"find" is not one of text, search_…@26`}, nil},
		{"a word that is none", `{"to":"","lines":["x"],"tone":"loud"}`, []string{`"loud" is not one of low, high@30`}, []string{`"loud" is not one of low, high, shrill@30`}},
		{"a word of dialects", `{"to":"","lines":["x"],"tone":"shrill"}`, []string{`"shrill" is not one of low, high@30`}, nil},
		{"a member that is none", `{"to":"","lines":["x"],"from":"Bo"}`, []string{`unknown field "from"@30`}, nil},
		{"a member that is none, and null", `{"to":"","lines":["x"],"from":null}`, []string{`unknown field "from"@30`}, nil},
		{"bounds", `{"to":"","lines":[],"weight":2.5,"pages":0}`, []string{"an empty array@17", "want 0 to 2, got 2.5@29", "want 1 or more, got 0@41"}, nil},
		{"no whole number", `{"to":"","lines":["x"],"pages":1.5}`, []string{"want a whole number, got 1.5@31"}, []string{"want a whole number, got 1.5@31"}},
		{"a great whole number", `{"to":"","lines":["x"],"pages":12345678901234567890}`, nil, nil},
		{"loose", `{"to":"","lines":["x"],"pages":1,"size":"1"}`, []string{"want a number, got a string@40"}, nil},
		{"one that needs another", `{"to":"","lines":["x"],"size":1}`, []string{`"pages" is missing, but "size" needs it@0`}, nil},
		{"a map", `{"to":"","lines":["x"],"marks":{"a":true,"b":0}}`, []string{"want true or false, got a number@45"}, []string{"want true or false, got a number@45"}},
		{"forms", `{"to":"","lines":["x"],"scan":"data:image/png;base64,AAAA"}`, []string{"want plain base64, got a data: URL@30"}, nil},
		{"two for one", `{"to":"","lines":["x"],"scan":"AAAA","photo":"data:,x"}`, []string{"scan and photo exclude each other@0"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, reading := range []struct {
				strict bool
				want   []string
			}{{true, test.strict}, {false, test.others}} {
				flaws, err := letter().Check([]byte(test.text), shape.Reading{Strict: reading.strict})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, f := range flaws {
					got = append(got, fmt.Sprintf("%s@%d", f.Message, f.Offset))
				}
				if d := cmp.Diff(reading.want, got); d != "" {
					t.Errorf("strict: %v\n%s", reading.strict, d)
				}
			}
		})
	}
}

// What is no JSON is not told of in pieces.
func TestCheckOfWhatIsNoJSON(t *testing.T) {
	for _, text := range []string{``, `{`, `{"lines":7`, `{"lines":[7]} x`, `{"lines":[{"type":"text",]}`, `{"to":truth}`} {
		if flaws, err := letter().Check([]byte(text), shape.Reading{Strict: true}); err == nil || flaws != nil {
			t.Errorf("%s: %v, %v", text, flaws, err)
		}
	}
}

// A text that is nothing but wrong does not fill the memory.
func TestCheckEnds(t *testing.T) {
	flaws, err := letter().Check([]byte(`{"lines":[`+strings.Repeat("1,", 100_000)+`1]}`), shape.Reading{})
	if err != nil || len(flaws) != 10_000 {
		t.Errorf("%d flaws, %v", len(flaws), err)
	}
}

// What is right costs no memory but that of the cursor, however long it is.
func TestCheckAllocatesNothing(t *testing.T) {
	s := letter()
	text := []byte(`{"to":"Ann","lines":["x"` + strings.Repeat(`,{"type":"text","text":"Hi."},{"text":"Hi.","type":"text"}`, 1000) + `],"tone":"low","weight":1.5}`)
	if n := testing.AllocsPerRun(10, func() {
		if flaws, err := s.Check(text, shape.Reading{Strict: true}); err != nil || flaws != nil {
			t.Fatal(flaws, err)
		}
	}); n > 4 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"to":"Ann","lines":["Hi.",{"type":"text","text":"Bye."}],"weight":1,"tone":"low","marks":{"a":true}}`), true)
	f.Add([]byte(`{"lines":[{"text":7,"type":"call"},{}],"scan":"data:","photo":""}`), false)
	s := letter()
	f.Fuzz(func(t *testing.T, text []byte, strict bool) {
		flaws, err := s.Check(text, shape.Reading{Strict: strict})
		c := rawjson.NewCursor(text)
		c.Skip()
		if bad := c.End(); (bad != nil) != (err != nil) {
			t.Fatalf("%v, but JSON: %v", err, bad)
		}
		for _, flaw := range flaws {
			if flaw.Offset < 0 || flaw.Offset >= len(text) || flaw.Message == "" {
				t.Errorf("%+v of %d bytes", flaw, len(text))
			}
		}
		if err == nil {
			again, _ := s.Check(text, shape.Reading{Strict: strict, Again: true})
			if !slices.Equal(flaws, again) {
				t.Errorf("%v, again %v", flaws, again)
			}
		}
		more, _ := s.Check(text, shape.Reading{Strict: true})
		if len(more) < len(flaws) {
			t.Error("strict reading finds less")
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	s := letter()
	text := []byte(`{"to":"Ann","lines":["x"` + strings.Repeat(`,{"type":"text","text":"It rains in Hals, and will until the evening; then it may clear up."}`, 1000) + `]}`)
	b.SetBytes(int64(len(text)))
	b.Run("check", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			_, _ = s.Check(text, shape.Reading{Strict: true})
		}
	})
	b.Run("skip", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			rawjson.NewCursor(text).Skip()
		}
	})
}

// Members of one shape are named in a row, and where null is not absent it is
// told.
func TestMays(t *testing.T) {
	s := shape.Object(shape.Must("to", shape.String())).Mays("from via", shape.String()).NoNulls().Mays("at", shape.Integer())
	text := []byte(`{"to":"Ann","from":null,"via":7,"at":null}`)
	for strict, want := range map[bool]string{
		true:  `["from" is null: leave the field out@19 want a string, got a number@30]`,
		false: `[want a string, got a number@30]`,
	} {
		flaws, err := s.Check(text, shape.Reading{Strict: strict})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range flaws {
			got = append(got, fmt.Sprintf("%s@%d", f.Message, f.Offset))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("strict %v: %s, want %s", strict, got, want)
		}
	}
}
