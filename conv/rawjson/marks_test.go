package rawjson_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

// compacted is what Embedded finds in a text.
func compacted(text string) rawjson.Raw {
	c := rawjson.NewCursor([]byte(text))
	if c.Kind() != rawjson.Object {
		return ""
	}
	if raw := c.Raw(); c.End() == nil {
		return raw
	}
	return ""
}

// spelled writes a text as a JSON string, and some of its characters as \u
// escapes.
func spelled(text string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	b.WriteByte('"')
	for i, c := range text {
		switch {
		case i == 0:
			b.WriteRune(c)
		case r.IntN(4) == 0 && c < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, c)
		case c == '/' && r.IntN(2) == 0:
			b.WriteString(`\/`)
		default:
			q := string(rawjson.Quoted(string(c)))
			b.WriteString(q[1 : len(q)-1])
		}
	}
	b.WriteByte('"')
	return b.String()
}

func checkEmbedded(t *testing.T, quoted string) {
	t.Helper()
	c := rawjson.NewCursor([]byte(quoted))
	e := c.Embedded()
	if c.End() != nil {
		return
	}
	if want := rawjson.Raw(strings.Trim(quoted, " \t\r\n")).Text(); e.Text != want {
		t.Fatalf("%s: text %q, want %q", quoted, e.Text, want)
	}
	if want := compacted(e.Text); e.Object != want {
		t.Fatalf("%s: object %q, want %q", quoted, e.Object, want)
	}
}

// embeddedTexts are right and wrong in all the places that marks are about.
var embeddedTexts = []string{
	`{}`, `{ }`, "{\n}", `{"a":1}`, `{"a": "b" , "c" :[ 1, {"d": null} ]} `, `{"a\"b":"\\"}`, `{"a":"\\\\\"","b":"\\n\n"}`,
	`{"a":"\/\b\f\n\r\t\u00e9\ud83d\ude00"}`, `{"a":"\ud83d"}`, `{"a":"\x"}`, `{"a":"\u12"}`, `{"a":"\u12g4"}`, `{"a":"` + "\n" + `"}`,
	`{"a":"` + "\x01" + `"}`, "{\"a\":\t1}", `{"a":"b}`, `{"a":"b\"}`, `{"a":"b\\"}`, `{"a":"\`, `{"a"`, `{"a":1}}`, `{"a":1} x`, `{'a':1}`, `{"a":1,}`,
	`{"é":"ü 漢字 😀"}`, `{"a":"` + strings.Repeat(`x\"y\\`, 100) + `"}`, `{"":""}`, `{"a":"b""c":1}`, `{"a":tru\"}`, `{\"a":1}`,
}

func TestEmbeddedInAnySpelling(t *testing.T) {
	for _, text := range embeddedTexts {
		for seed := range uint64(50) {
			checkEmbedded(t, spelled(text, seed))
		}
	}
	checkEmbedded(t, `"{\"a\":\"\ud83d\"}"`)       // a lone surrogate in the text itself
	checkEmbedded(t, `"{\"a\":\"\ud83d\ude00\"}"`) // a pair
}

// Of more marks than are kept, none is used.
func TestEmbeddedWithManyMarks(t *testing.T) {
	const many = 1 << 17
	for _, text := range []string{
		`{"a": "` + strings.Repeat(`\"`, many) + `"}`,
		`{"a":[` + strings.Repeat(`1, `, many) + `1]}`,
		`{"a": "` + strings.Repeat(`\"`, many) + `}`,
	} {
		checkEmbedded(t, string(rawjson.Quoted(text)))
	}
}

func FuzzEmbedded(f *testing.F) {
	for _, text := range embeddedTexts {
		f.Add(spelled(text, 1))
	}
	f.Fuzz(checkEmbedded)
}
