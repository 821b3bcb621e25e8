package rawjson_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"convo/conv/rawjson"
)

func TestWriter(t *testing.T) {
	yes := true
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("s", "a\"b")
	w.Key("k\n")
	w.BeginArray()
	w.Int(-7)
	w.Bool(false)
	w.Null()
	w.Raw(`{"x":1.0}`)
	w.Raw("")
	w.BeginArray()
	w.EndArray()
	w.BeginObject()
	w.EndObject()
	w.Str("")
	w.EndArray()
	w.OptField("no", "")
	w.OptField("yes", "1")
	w.OptRaw("no", "")
	w.OptRaw("raw", "[]")
	w.OptNumber("no", "")
	w.OptNumber("number", "1e400")
	w.OptInt("no", 0)
	w.OptInt("int", 5)
	w.OptBool("no", nil)
	w.OptBool("bool", &yes)
	w.Key("quoted")
	w.Quoted(func(in *rawjson.Writer) {
		in.BeginObject()
		in.Field("a", "\"")
		in.EndObject()
	})
	w.EndObject()
	want := `{"s":"a\"b","k\n":[-7,false,null,{"x":1.0},null,[],{},""],"yes":"1","raw":[],"number":1e400,"int":5,"bool":true,"quoted":"{\"a\":\"\\\"\"}"}`
	if got := string(w.Bytes()); got != want {
		t.Errorf("want %s\ngot  %s", want, got)
	}
	w.Reset()
	w.Text("data: ")
	w.Int(1)
	w.Text("\n\n")
	w.Int(2)
	if got := string(w.Bytes()); got != "data: 1\n\n2" {
		t.Errorf("got %q", got)
	}
}

func TestSpelledIsWrittenAsItWasRead(t *testing.T) {
	const text = `"\u0041\/\ud83d\ude00\ud800"`
	s, spelling := rawjson.NewCursor([]byte(text)).Spelled()
	w := rawjson.NewWriter(nil)
	w.Spelled(s, spelling)
	if got := string(w.Bytes()); got != text {
		t.Errorf("want %s, got %s", text, got)
	}
	w.Reset()
	w.Respell = true
	w.Spelled(s, spelling)
	if got := string(w.Bytes()); got != `"A/😀\ud800"` {
		t.Errorf("respelled: got %s", got)
	}
	w.Reset()
	w.Respell = false
	w.Spelled("new", "")
	if got := string(w.Bytes()); got != `"new"` {
		t.Errorf("not read: got %s", got)
	}
}

func TestEscapes(t *testing.T) {
	for in, want := range map[string]string{
		"":                             `""`,
		"a\"b\\c/d":                    `"a\"b\\c/d"`,
		"\n\r\t\b\f\x00\x1f\x7f":       "\"\\n\\r\\t\\u0008\\u000c\\u0000\\u001f\x7f\"",
		"<a href='x'>&\u2028\u2029":    "\"<a href='x'>&\u2028\u2029\"",
		"é€😀":                          `"é€😀"`,
		"\xed\xa0\x80":                 `"\ud800"`,
		"\xed\xbf\xbf":                 `"\udfff"`,
		"\xed\xa0\xbd\xed\xb8\x80":     `"\ud83d\ude00"`,
		"\xed\xa0\x80\"1234567":        `"\ud800\"1234567"`,
		"abc\xff\n23456789":            `"abc` + "\ufffd" + `\n23456789"`,
		"\xff":                         "\"\ufffd\"",
		"a\xc3":                        "\"a\ufffd\"",
		"\xed\xa0":                     "\"\ufffd\ufffd\"",
		"01234567\"89abcdef\n":         `"01234567\"89abcdef\n"`,
		"0123456é\"9":                  `"0123456é\"9"`,
		strings.Repeat("é", 20) + "\"": `"` + strings.Repeat("é", 20) + `\""`,
	} {
		if got := string(rawjson.AppendQuoted(nil, in)); got != want {
			t.Errorf("%q: want %s, got %s", in, want, got)
		}
		w := rawjson.NewWriter(nil)
		w.BeginObject()
		w.Key(in)
		w.Int(1)
		w.EndObject()
		if got := string(w.Bytes()); got != "{"+want+":1}" {
			t.Errorf("key %q: got %s", in, got)
		}
	}
}

// FuzzQuoted: what is written is what encoding/json writes without HTML
// escapes, but for \b and \f, U+2028 and U+2029, which it escapes in its own
// way, and lone surrogates, which it cannot; and it reads back as it was.
func FuzzQuoted(f *testing.F) {
	for _, s := range []string{"", "a\"\\\n\x01<>&\u2028é😀", "\xff", "\xed\xa0\x80", "0123456789\xed\xa0\x80\"", "\xff\"12345678"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := rawjson.AppendQuoted(nil, s)
		if !json.Valid(got) || !utf8.Valid(got) {
			t.Fatalf("%q: %q is no JSON", s, got)
		}
		back := rawjson.NewCursor(got).Str()
		if joined := rawjson.JoinSurrogates(s); utf8.ValidString(s) && back != s ||
			rawjson.ReplaceLoneSurrogates(back) != rawjson.ReplaceLoneSurrogates(joined) {
			t.Errorf("%q came back as %q", s, back)
		}
		if rawjson.HasLoneSurrogate(s) {
			return
		}
		var theirs bytes.Buffer
		e := json.NewEncoder(&theirs)
		e.SetEscapeHTML(false)
		if err := e.Encode(s); err != nil {
			t.Fatal(err)
		}
		want := strings.NewReplacer(`\\`, `\\`, `\b`, `\u0008`, `\f`, `\u000c`, `\u2028`, "\u2028", `\u2029`, "\u2029", `\ufffd`, "\ufffd").
			Replace(strings.TrimSuffix(theirs.String(), "\n"))
		if string(got) != want {
			t.Errorf("%q: want %s, got %s", s, want, got)
		}
	})
}

func TestWriterFlushes(t *testing.T) {
	var out bytes.Buffer
	w := rawjson.NewWriter(&out)
	big := `"` + strings.Repeat("x", 100<<10) + `"`
	w.BeginArray()
	w.Raw(rawjson.Raw(big))
	w.Str(strings.Repeat("y", 100<<10))
	w.BeginArray()
	w.EndArray()
	if out.Len() < 200<<10 {
		t.Errorf("only %d bytes were handed on", out.Len())
	}
	w.Int(1)
	w.EndArray()
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if want := "[" + big + `,"` + strings.Repeat("y", 100<<10) + `",[],1]`; out.String() != want {
		t.Error("what was handed on is not what was written")
	}
	if len(w.Bytes()) != 0 {
		t.Error("something is left after Flush")
	}
}

type full struct{ calls int }

func (f *full) Write([]byte) (int, error) {
	f.calls++
	return 0, errors.New("disk full")
}

func TestWriterKeepsTheFirstError(t *testing.T) {
	disk := &full{}
	w := rawjson.NewWriter(disk)
	for range 5 {
		w.Raw(rawjson.Raw(`"` + strings.Repeat("x", 100<<10) + `"`))
		w.BeginArray()
		w.EndArray()
	}
	if err := w.Flush(); err == nil || err.Error() != "disk full" || disk.calls != 1 {
		t.Errorf("%v after %d writes", err, disk.calls)
	}
	if _, err := io.WriteString(disk, ""); err == nil {
		t.Error("the disk has room")
	}
}

func TestLoneSurrogates(t *testing.T) {
	for _, c := range []struct {
		text, replaced, joined string
		has                    bool
	}{
		{"abc é 😀", "abc é 😀", "abc é 😀", false},
		{"a\xed\xa0\x80b", "a\ufffdb", "a\xed\xa0\x80b", true},
		{"\xed\xa0\xbd\xed\xb8\x80", "\ufffd\ufffd", "😀", true},
		{"\xed\xb8\x80\xed\xa0\xbd", "\ufffd\ufffd", "\xed\xb8\x80\xed\xa0\xbd", true},
		{"\xed\xa0\xbd\xed\xa0\xbd\xed\xb8\x80x", "\ufffd\ufffd\ufffdx", "\xed\xa0\xbd😀x", true},
		{"\xff", "\ufffd", "\xff", false},
		{"\xed\xa0", "\ufffd\ufffd", "\xed\xa0", false},
		{"\ud7ff\ue000", "\ud7ff\ue000", "\ud7ff\ue000", false},
	} {
		if got := rawjson.HasLoneSurrogate(c.text); got != c.has {
			t.Errorf("%q: HasLoneSurrogate is %v", c.text, got)
		}
		if got := rawjson.ReplaceLoneSurrogates(c.text); got != c.replaced {
			t.Errorf("%q: replaced by %q, want %q", c.text, got, c.replaced)
		}
		if got := rawjson.JoinSurrogates(c.text); got != c.joined {
			t.Errorf("%q: joined as %q, want %q", c.text, got, c.joined)
		}
	}
}

// Two parts are one string, however long, wherever it goes.
func TestJoined(t *testing.T) {
	long := strings.Repeat("aGk9", 64<<10)
	for _, c := range [][2]string{{"", ""}, {"a", ""}, {"", "b"}, {"data:\"", "a\nb"}, {"é", "日"}, {"data:image/png;base64,", long}, {"\n", long + "\""}} {
		want := rawjson.NewWriter(nil)
		want.Str(c[0] + c[1])
		var out strings.Builder
		w := rawjson.NewWriter(&out)
		w.Joined(c[0], c[1])
		if err := w.Flush(); err != nil || out.String() != string(want.Bytes()) {
			t.Errorf("%.20q and %.20q: %.60s, %v", c[0], c[1], out.String(), err)
		}
	}
}
