package rawjson_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"convo/conv/rawjson"

	"github.com/google/go-cmp/cmp"
)

// framed is the values of a stream, trimmed, each with its offset and line.
func framed(f *rawjson.Frames) (values []string, err error) {
	for {
		block, err := f.Next()
		if err == io.EOF {
			return values, nil
		}
		if err != nil {
			return values, err
		}
		for v := range block.Values() {
			values = append(values, fmt.Sprintf("%d@%d %s", v.Line, v.Offset, bytes.TrimSpace(v.Data)))
		}
	}
}

// readings is a stream in all manners that a reader may choose.
func readings(s string) map[string]*rawjson.Frames {
	return map[string]*rawjson.Frames{
		"at once":            rawjson.NewFrames(strings.NewReader(s), 0),
		"of known size":      rawjson.NewFrames(strings.NewReader(s), int64(len(s))),
		"larger than said":   rawjson.NewFrames(strings.NewReader(s), 1),
		"smaller than said":  rawjson.NewFrames(strings.NewReader(s), int64(2*len(s)+100)),
		"byte by byte":       rawjson.NewFrames(iotest.OneByteReader(strings.NewReader(s)), 0),
		"half by half":       rawjson.NewFrames(iotest.HalfReader(strings.NewReader(s)), 0),
		"with the end early": rawjson.NewFrames(iotest.DataErrReader(strings.NewReader(s)), 0),
	}
}

func TestFrames(t *testing.T) {
	for _, c := range []struct {
		about, stream string
		want          []string
	}{
		{"nothing", "", nil},
		{"blank", " \n\r\n\t", nil},
		{"a byte order mark alone", "\ufeff", nil},
		{"one document", `{"a":1}`, []string{`1@0 {"a":1}`}},
		{"with a line end", "{\"a\":1}\n", []string{`1@0 {"a":1}`}},
		{"with blanks around", "\n\n  {\"a\":1}\n\n", []string{`3@4 {"a":1}`}},
		{"with a byte order mark", "\ufeff{\"a\":1}\n", []string{`1@3 {"a":1}`}},
		{"pretty-printed", "{\n  \"a\": [\n    1\n  ]\n}\n", []string{"1@0 {\n  \"a\": [\n    1\n  ]\n}"}},
		{"several, pretty-printed", "{\n\"a\":1\n}\n{\n\"a\":2\n}\n", []string{"1@0 {\n\"a\":1\n}", "4@10 {\n\"a\":2\n}"}},
		{"one behind the other", `{"a":1}{"a":2}[3] {"a":4}`, []string{`1@0 {"a":1}`, `1@7 {"a":2}`, `1@14 [3]`, `1@18 {"a":4}`}},
		{"brackets and quotes in strings", "{\"a\":\"}\\\"{\"}{\"b\":\"\\\\\"}\n{\"c\":\"]\"}", []string{`1@0 {"a":"}\"{"}`, `1@12 {"b":"\\"}`, `2@23 {"c":"]"}`}},
		{"scalars", "1 true\n\"a b\" null", []string{"1@0 1", "1@2 true", `2@7 "a b"`, "2@13 null"}},
		{"lines", "{\"a\":1}\n{\"a\":2}\n", []string{`1@0 {"a":1}`, `2@8 {"a":2}`}},
		{"lines without a last line end", "{\"a\":1}\n{\"a\":2}", []string{`1@0 {"a":1}`, `2@8 {"a":2}`}},
		{"lines with carriage returns", "{\"a\":1}\r\n{\"a\":2}\r\n", []string{`1@0 {"a":1}`, `2@9 {"a":2}`}},
		{"lines with blank ones", "\n{\"a\":1}\n\n \t\n{\"a\":2}\n", []string{`2@1 {"a":1}`, `5@13 {"a":2}`}},
		{"lines with a byte order mark", "\ufeff{\"a\":1}\n{\"a\":2}\n", []string{`1@3 {"a":1}`, `2@11 {"a":2}`}},
		{"a broken line in the middle", "{\"a\":1}\n{\"a\":\n{\"a\":3}\n", []string{`1@0 {"a":1}`, `2@8 {"a":`, `3@14 {"a":3}`}},
		{"a broken last line", "{\"a\":1}\n{\"a\":\"x", []string{`1@0 {"a":1}`, `2@8 {"a":"x`}},
		{"a broken first line", "x\",\"b\":0}\n{\"a\":2}\n{\"a\":3}\n", []string{`1@0 x","b":0}`, `2@10 {"a":2}`, `3@18 {"a":3}`}},
		{"a broken document", "{\n\"a\": [1, 2\n}\n", []string{"1@0 {\n\"a\": [1, 2\n}"}},
		{"a document without its end", "{\n\"a\": {\"b\":", []string{"1@0 {\n\"a\": {\"b\":"}},
		{"garbage", "hello world", []string{"1@0 hello", "1@6 world"}},
		{"a value behind garbage", "] {\"a\":1}", []string{"1@0 ]", `1@2 {"a":1}`}},
		{"two on the first line, one on the next", "{\"a\":1} {\"a\":2}\n{\"a\":3}\n", []string{`1@0 {"a":1}`, `1@8 {"a":2}`, `2@16 {"a":3}`}},
		{"a list of lines", "[\n{\"a\":1},\n{\"a\":2}\n]\n", []string{"1@0 [\n{\"a\":1},\n{\"a\":2}\n]"}},
		{"a value on the line below its key", "{\"a\":\n{\"b\":1}\n}", []string{"1@0 {\"a\":\n{\"b\":1}\n}"}},
	} {
		t.Run(c.about, func(t *testing.T) {
			for how, f := range readings(c.stream) {
				got, err := framed(f)
				if err != nil {
					t.Errorf("%s: %v", how, err)
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("%s: (-want +got)\n%s", how, diff)
				}
			}
		})
	}
}

// Each element of a list is a value, if that is asked for, and the list need not be
// in memory. A list that ends too early ends in an empty value.
func TestElementsOfLists(t *testing.T) {
	long := `{"a":"` + strings.Repeat("[,]", 300_000) + `\\\""}`
	for _, c := range []struct {
		about, stream string
		want          []string
	}{
		{"elements", `[{"a":[1,2]},{"b":"],"},3]`, []string{`1@1 {"a":[1,2]}`, `1@13 {"b":"],"}`, `1@24 3`}},
		{"on lines", "[\n {},\n\n {}\n]\n", []string{"2@3 {}", "4@9 {}"}},
		{"no element", " [ ] ", []string{"1@1 [ ]"}},
		{"two lists", "[{}]\n[{},{}]{}", []string{"1@1 {}", "2@6 {}", "2@9 {}", "2@12 {}"}},
		{"no list", `{"a":[1,2]}`, []string{`1@0 {"a":[1,2]}`}},
		{"long elements", "[" + long + "," + long + "]", []string{"1@1 " + long, fmt.Sprintf("1@%d %s", len(long)+2, long)}},
		{"cut in an element", `[{},{"a"`, []string{"1@1 {}", `1@4 {"a"`}},
		{"cut after an element", `[{}`, []string{"1@1 {}", "1@3 "}},
		{"cut after a comma", `[{},`, []string{"1@1 {}", "1@4 "}},
		{"cut at once", `[`, []string{"1@1 "}},
		{"a comma too much", `[{},]`, []string{"1@1 {}", "1@4 "}},
		{"without a comma", `[{} {},{}]`, []string{"1@1 {} {}", "1@7 {}"}},
	} {
		for how, f := range readings(c.stream) {
			f.Split = true
			if got, err := framed(f); err != nil || !cmp.Equal(got, c.want) {
				t.Errorf("%s, %s: %v, error %v", c.about, how, cmp.Diff(c.want, got), err)
			}
		}
	}
}

func TestFramesOfAnySize(t *testing.T) {
	long := `{"a":"` + strings.Repeat("0123456789abcdef", 3*rawjson.BlockSize/16) + `"}`
	short := `{"b":1}`
	for about, stream := range map[string]string{
		"a long document":           long,
		"a long line among short":   short + "\n" + long + "\n" + short + "\n",
		"a long line first":         long + "\n" + short + "\n",
		"long documents in a row":   long + long + short,
		"a long pretty document":    "{\n" + long[1:] + "\n" + short,
		"many lines":                strings.Repeat(short+"\n", 80_000),
		"many documents in a row":   strings.Repeat(short, 80_000),
		"lines longer than a block": strings.Repeat(long[:700_000]+"\"}\n", 5),
	} {
		t.Run(about, func(t *testing.T) {
			for how, f := range map[string]*rawjson.Frames{
				"unknown size": rawjson.NewFrames(strings.NewReader(stream), 0),
				"known size":   rawjson.NewFrames(strings.NewReader(stream), int64(len(stream))),
				"wrong size":   rawjson.NewFrames(strings.NewReader(stream), 10),
			} {
				var joined strings.Builder
				values, offset := 0, int64(0)
				for {
					b, err := f.Next()
					if err == io.EOF {
						break
					}
					if err != nil {
						t.Fatal(how, err)
					}
					if b.Offset < offset {
						t.Errorf("%s: offset %d after %d", how, b.Offset, offset)
					}
					offset = b.Offset
					for v := range b.Values() {
						values++
						text := bytes.TrimSpace(v.Data)
						joined.Write(text)
						if err := check(string(text)); err != nil {
							t.Fatalf("%s: value %d of %d bytes: %v", how, values, len(text), err)
						}
					}
				}
				if want := strings.ReplaceAll(stream, "\n", ""); strings.ReplaceAll(joined.String(), "\n", "") != want {
					t.Errorf("%s: %d values do not make up the stream", how, values)
				}
			}
		})
	}
}

// Blocks are the receiver's: reading on must not write into them.
func TestBlocksStayAsTheyAre(t *testing.T) {
	var stream strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&stream, "{\"n\":%d}\n", i)
	}
	f := rawjson.NewFrames(strings.NewReader(stream.String()), 0)
	var blocks [][]byte
	for {
		b, err := f.Next()
		if err != nil {
			break
		}
		blocks = append(blocks, b.Data)
		_ = append(b.Data, "overwritten"...) // must not reach the next block
	}
	if got := string(bytes.Join(blocks, nil)); got != stream.String() {
		t.Errorf("%d blocks do not make up the stream", len(blocks))
	}
	if len(blocks) < 3 {
		t.Errorf("%d MB of lines came as %d blocks", stream.Len()>>20, len(blocks))
	}
}

// Documents in one line have columns of their own, which count characters.
func TestColumnsOfElements(t *testing.T) {
	f := rawjson.NewFrames(strings.NewReader("[\n{\"a\":\"é\"}, {}\n,{}, {}]"), 0)
	f.Split = true
	got := ""
	for b, err := f.Next(); err == nil; b, err = f.Next() {
		for v := range b.Values() {
			got += fmt.Sprintf("%d:%d ", v.Line, v.Column)
		}
	}
	if want := "2:1 2:12 3:2 3:6 "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestColumns(t *testing.T) {
	stream := "\ufeff{} {\n\"a\":\"é\"}[\"é\"]  [1]\n\t{}"
	for how, f := range readings(stream) {
		var got []string
		for {
			b, err := f.Next()
			if err != nil {
				break
			}
			got = append(got, fmt.Sprintf("%d:%d %s", b.Line, b.Column, b.Data))
		}
		want := []string{"1:1 {}", "1:4 {\n\"a\":\"é\"}", "2:9 [\"é\"]", "2:16 [1]", "3:2 {}"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", how, diff)
		}
	}
}

// First does not wait for more than the first value.
func TestFirst(t *testing.T) {
	long := "[" + strings.Repeat("1,", rawjson.HeadSize) + "1]"
	for _, c := range []struct{ about, stream, want string }{
		{"a line", " {\"a\":1}\n{\"b\":1}\n", " {\"a\":1}"},
		{"several lines", "{\n\"a\":1\n}\n{}", "{\n\"a\":1\n}"},
		{"one that is not ended", "{\"a\":", "{\"a\":"},
		{"nothing", " \n", " \n"},
	} {
		for how, f := range readings(c.stream) {
			if got, err := f.First(rawjson.HeadSize); string(got) != c.want || err != nil {
				t.Errorf("%s, %s: %q, %v", c.about, how, got, err)
			}
		}
	}
	if got, err := rawjson.NewFrames(strings.NewReader(long), 0).First(rawjson.HeadSize); len(got) < rawjson.HeadSize || err != nil {
		t.Errorf("a long one: %d bytes, %v", len(got), err)
	}
	pipe, writer := io.Pipe()
	go func() { _, _ = io.WriteString(writer, "{}\n") }()
	if got, err := rawjson.NewFrames(pipe, 0).First(rawjson.HeadSize); string(got) != "{}" || err != nil {
		t.Errorf("of a pipe that stays open: %q, %v", got, err)
	}
}

func TestHeadAndRest(t *testing.T) {
	stream := "\ufeff" + strings.Repeat("{\"a\":1}\n", 20_000)
	for how, f := range readings(stream) {
		head, err := f.Head()
		if err != nil || len(head) < rawjson.HeadSize || !strings.HasPrefix(stream[3:], string(head)) {
			t.Errorf("%s: %d bytes of head, %v", how, len(head), err)
		}
		rest, err := f.Rest()
		if err != nil || string(rest.Data) != stream[3:] || rest.Offset != 3 || rest.Line != 1 || rest.Lines {
			t.Errorf("%s: rest of %d bytes at %d, line %d, %v", how, len(rest.Data), rest.Offset, rest.Line, err)
		}
	}
	f := rawjson.NewFrames(strings.NewReader("{}"), 0)
	if head, err := f.Head(); string(head) != "{}" || err != nil {
		t.Errorf("head %q, %v", head, err)
	}
	if got, err := framed(f); len(got) != 1 || err != nil {
		t.Errorf("after Head: %q, %v", got, err)
	}
}

// A large file of lines must not be read at once, whatever its size.
func TestHeadReadsLittle(t *testing.T) {
	in := &counting{r: strings.NewReader(strings.Repeat("{\"a\":1}\n", 4<<20/8))}
	f := rawjson.NewFrames(in, 4<<20)
	if _, err := f.Head(); err != nil || in.n > 2*rawjson.HeadSize {
		t.Errorf("Head read %d bytes, %v", in.n, err)
	}
	if _, err := f.Next(); err != nil || in.n > 4*rawjson.BlockSize {
		t.Errorf("the first block read %d bytes, %v", in.n, err)
	}
}

// A large document is mapped; what comes out is the same, and little is read.
func TestMappedFrames(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 64 MB twice, and starts no goroutine")
	}
	large := `{"a":"` + strings.Repeat("0123456789abcdef", rawjson.HugeSize/16) + `"}`
	small := `{"b":1}`
	for about, stream := range map[string][]string{
		"a document and more": {large, "\n\n" + small, "\n"},
		"a line and more":     {large, "\n" + small + "\n{\n", small},
	} {
		t.Run(about, func(t *testing.T) {
			all := []byte("\ufeff" + strings.Join(stream, ""))
			in := &counting{r: bytes.NewReader(all)}
			f := rawjson.NewFrames(in, int64(len(all)))
			f.Map = func(offset int64) []byte { return all[offset:] }
			for at := int64(3); ; {
				b, err := f.Next()
				if err == io.EOF {
					break
				}
				at += int64(bytes.IndexByte(all[at:], '{'))
				if err != nil || b.Offset != at || &b.Data[0] != &all[at] {
					t.Fatalf("a block at %d, %v, want one at %d", b.Offset, err, at)
				}
				at += int64(len(b.Data))
			}
			if in.n > rawjson.HugeSize/8 {
				t.Errorf("read %d bytes", in.n)
			}
		})
	}
}

type counting struct {
	r io.Reader
	n int
}

func (c *counting) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += n
	return n, err
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("broken pipe")
	for _, stream := range []string{"", "{\"a\":1}\n{\"a\"", "{\n\"a\":", "\ufeff"} {
		in := func() *rawjson.Frames {
			return rawjson.NewFrames(io.MultiReader(strings.NewReader(stream), iotest.ErrReader(broken)), 0)
		}
		if _, err := framed(in()); err != broken {
			t.Errorf("%q: Next gives %v", stream, err)
		}
		if _, err := in().Head(); err != broken {
			t.Errorf("%q: Head gives %v", stream, err)
		}
		if _, err := in().Rest(); err != broken {
			t.Errorf("%q: Rest gives %v", stream, err)
		}
	}
	if _, err := framed(rawjson.NewFrames(idle{}, 0)); err != io.ErrNoProgress {
		t.Errorf("a reader that does nothing: %v", err)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// columnOf counts the characters before an offset in its line.
func columnOf(s string, offset int64) int {
	line := strings.TrimPrefix(s[:offset], "\ufeff")
	line = line[strings.LastIndexByte(line, '\n')+1:]
	starts := 1
	for i := range len(line) {
		if utf8.RuneStart(line[i]) {
			starts++
		}
	}
	return starts
}

// FuzzFrames: nothing is lost, nothing comes twice, the end comes, and the
// manner of reading makes no difference.
func FuzzFrames(f *testing.F) {
	for _, s := range []string{"{\"a\":1}\n{\"b\":", "{}{}[]", "\ufeff1 2\n3", "\"a\\\"\" x", "]]{", "{\n}\n\n{}", "{\n} \"é\"{}\n {}", "0\n 0\n", "\x00{}["} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := framed(rawjson.NewFrames(strings.NewReader(s), 0))
		if err != nil {
			t.Fatal(err)
		}
		got, err := framed(rawjson.NewFrames(iotest.OneByteReader(strings.NewReader(s)), int64(len(s))))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: byte by byte: %v\n%s", s, err, diff)
		}
		frames := rawjson.NewFrames(strings.NewReader(s), 0)
		rest := strings.TrimPrefix(s, "\ufeff")
		for {
			b, err := frames.Next()
			if err != nil {
				break
			}
			rest = strings.TrimLeft(rest, " \t\r\n")
			if len(b.Data) == 0 || !strings.HasPrefix(rest, string(b.Data)) || int(b.Offset) != len(s)-len(rest) ||
				b.Line != 1+strings.Count(s[:b.Offset], "\n") || b.Column != columnOf(s, b.Offset) {
				t.Fatalf("%q: block %q at %d, line %d, column %d", s, b.Data, b.Offset, b.Line, b.Column)
			}
			rest = rest[len(b.Data):]
		}
		if strings.Trim(rest, " \t\r\n") != "" && s[0] != 0 { // else the zero byte is all that is handed out
			t.Errorf("%q: %q is lost", s, rest)
		}
	})
}

func TestElement(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{` [ {"a":"]}"} , {"b":1}]`, ` [ {"a":"]}"}`},
		{`[{"a":{}}`, `[{"a":{}}`},
		{`[{"a":1`, ""},
		{`[]`, ""},
		{`[1,{}]`, ""},
		{`{"a":[{}]}`, ""},
		{`data: []`, ""},
		{``, ""},
	} {
		f := rawjson.NewFrames(iotest.OneByteReader(strings.NewReader(c.in)), 0)
		if got := string(f.Element()); got != c.want {
			t.Errorf("%s: got %q, want %q", c.in, got, c.want)
		}
		if rest, err := f.Rest(); err != nil || string(rest.Data) != c.in {
			t.Errorf("%s: taken: %q, %v", c.in, rest.Data, err)
		}
	}
}

// With Reuse each block is right until the next one is asked for.
func TestFramesReuseMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var in bytes.Buffer
	for line := 0; in.Len() < 4<<20; line++ {
		n := r.IntN(30_000)
		if line%50 == 49 {
			n = r.IntN(3 * rawjson.BlockSize)
		}
		fmt.Fprintf(&in, "{\"n\":%d,\"s\":%q}\n", line, strings.Repeat("tide ", n/5))
	}
	for _, size := range []int64{0, int64(in.Len())} {
		f := rawjson.NewFrames(bytes.NewReader(in.Bytes()), size)
		var out []byte
		lines := 1
		for {
			b, err := f.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if b.Line != lines || b.Offset != int64(len(out)) {
				t.Fatalf("a block at line %d, offset %d; want %d, %d", b.Line, b.Offset, lines, len(out))
			}
			lines += bytes.Count(b.Data, []byte("\n"))
			out = append(out, b.Data...)
			f.Reuse = true
		}
		if !bytes.Equal(out, in.Bytes()) {
			t.Errorf("size %d: %d bytes came of %d, or others", size, len(out), in.Len())
		}
	}
}

// A stream without an end is an error at its limit, and one that begins with a
// zero byte at once.
func TestFramesOfStreamsWithoutEnd(t *testing.T) {
	long := rawjson.NewFrames(endless('a'), 0)
	long.Most = 1 << 20
	if _, err := long.Next(); !isRefused(err) {
		t.Errorf("an endless value: %v", err)
	}
	if _, err := rawjson.NewFrames(endless(0), 0).Rest(); !isRefused(err) {
		t.Errorf("endless zeros: %v", err)
	}
	b, err := rawjson.NewFrames(endless(0), 0).Next()
	if err != nil || len(b.Data) > rawjson.BlockSize+rawjson.HeadSize || b.Data[0] != 0 {
		t.Errorf("endless zeros as JSON: %d bytes, %v", len(b.Data), err)
	}
}

func isRefused(err error) bool {
	var refused *rawjson.Refused
	return errors.As(err, &refused)
}

// endless is a stream of one byte.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}
