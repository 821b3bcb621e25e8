package sse

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// read is all events of r, and the error at their end.
func read(r io.Reader) (events []Event, failed error) {
	for e, err := range Events(r) {
		if err != nil {
			return events, err
		}
		events = append(events, e)
	}
	return events, nil
}

func TestEvents(t *testing.T) {
	for _, c := range []struct {
		about, stream string
		want          []Event
	}{
		{"nothing", "", nil},
		{"only blank lines", "\n\r\n\r", nil},
		{"a byte order mark alone", "\ufeff", nil},
		{"one event", "data: a\n\n", []Event{{Data: "a"}}},
		{"a name", "event: ping\ndata: {}\n\n", []Event{{Name: "ping", Data: "{}"}}},
		{"a name behind the data", "data: {}\nevent: ping\n\n", []Event{{Name: "ping", Data: "{}"}}},
		{"no blank lines", "event: a\ndata: {}\nevent: b\ndata: {}\n", []Event{{"a", "{}"}, {"b", "{}"}}},
		{"no blank lines and no names", "data: {}\ndata: {\"b\":1}\ndata: [DONE]\n", []Event{{"", "{}"}, {"", `{"b":1}`}, {"", "[DONE]"}}},
		{"JSON on several lines", "data: {\"a\":{}\ndata: ,\"b\":[\ndata: {}]}\n\n", []Event{{"", "{\"a\":{}\n,\"b\":[\n{}]}"}}},
		{"a name holds for one event", "event: ping\ndata: 1\n\ndata: 2\n\n", []Event{{"ping", "1"}, {"", "2"}}},
		{"a name alone is no event", "event: ping\n\ndata: 1\n\n", []Event{{Data: "1"}}},
		{"several data lines", "data: a\ndata: b\ndata:\ndata: c\n\n", []Event{{Data: "a\nb\n\nc"}}},
		{"empty data", "data:\n\n", []Event{{}}},
		{"a field without a colon", "data\n\n", []Event{{}}},
		{"one space is not data", "data:  a \n\n", []Event{{Data: " a "}}},
		{"no space", "data:a\n\n", []Event{{Data: "a"}}},
		{"carriage returns", "data: a\rdata: b\r\rdata: c\r\r", []Event{{Data: "a\nb"}, {Data: "c"}}},
		{"both", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", []Event{{Data: "a\nb"}, {Data: "c"}}},
		{"a mixture", "data: a\r\n\rdata: b\n\r\ndata: c\r\n\n", []Event{{Data: "a"}, {Data: "b"}, {Data: "c"}}},
		{"a byte order mark", "\ufeffdata: a\n\n", []Event{{Data: "a"}}},
		{"a second one is no data field", "data: a\n\n\ufeffdata: b\n\n", []Event{{Data: "a"}}},
		{"comments", ": OPENROUTER PROCESSING\n\n:\ndata: a\n:b\n\n", []Event{{Data: "a"}}},
		{"id and retry", "id: 1\nretry: 5\ndata: a\n\n", []Event{{Data: "a"}}},
		{"other fields", "x\ndatax: 1\n data: 2\ndata: a\n\n", []Event{{Data: "a"}}},
		{"more blank lines", "\n\ndata: a\n\n\n\ndata: b\n\n\n", []Event{{Data: "a"}, {Data: "b"}}},
		{"no blank line at the end", "data: a\n\ndata: b\n", []Event{{Data: "a"}, {Data: "b"}}},
		{"no line end at the end", "data: a\n\ndata: b", []Event{{Data: "a"}, {Data: "b"}}},
		{"a carriage return at the end", "data: b\r", []Event{{Data: "b"}}},
		{"a name at the end", "data: a\n\nevent: ping", []Event{{Data: "a"}}},
		{"other text in the data", "data: data: é\u2028\x00\n\n", []Event{{Data: "data: é\u2028\x00"}}},
	} {
		t.Run(c.about, func(t *testing.T) {
			for how, r := range readers(c.stream) {
				got, err := read(r)
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

// readers hands out a text in all manners that a reader may choose.
func readers(s string) map[string]io.Reader {
	return map[string]io.Reader{
		"at once":        strings.NewReader(s),
		"in memory":      memory{strings.NewReader(s), s},
		"byte by byte":   iotest.OneByteReader(strings.NewReader(s)),
		"half by half":   iotest.HalfReader(strings.NewReader(s)),
		"the end early":  iotest.DataErrReader(strings.NewReader(s)),
		"with hesitance": &hesitant{r: strings.NewReader(s)},
	}
}

// memory is a reader of a text that is all there.
type memory struct {
	io.Reader
	text string
}

func (m memory) Rest() string { return m.text }

// hesitant is a reader that at times returns nothing, which is allowed.
type hesitant struct {
	r     io.Reader
	turns int
}

func (h *hesitant) Read(p []byte) (int, error) {
	if h.turns++; h.turns%2 == 0 {
		return 0, nil
	}
	return h.r.Read(p[:min(len(p), 3)])
}

func TestEventsOfAnySize(t *testing.T) {
	long := strings.Repeat("0123456789abcdef", 5<<20/16)
	got, err := read(strings.NewReader("data: 1\n\nevent: x\ndata: " + long + "\ndata: " + long + "\n\ndata: 2\n\n"))
	want := []Event{{Data: "1"}, {"x", long + "\n" + long}, {Data: "2"}}
	if err != nil || !cmp.Equal(want, got) {
		t.Errorf("%d events, %v", len(got), err)
	}
}

// A stream that costs a pass over the buffer for each line would not end here.
func TestManyLines(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n"} {
		stream := "data:" + strings.Repeat("x", 1<<24) + end + end + strings.Repeat("data:"+end, 1<<17)
		got, err := read(strings.NewReader(stream))
		if err != nil || len(got) != 2 || len(got[1].Data) != 1<<17-1 {
			t.Errorf("%q: %d events, %v", end, len(got), err)
		}
	}
}

func TestEventsComeAtOnce(t *testing.T) {
	for _, end := range []string{"\n\n", "\r\r", "\r\n\r\n"} {
		in, out := io.Pipe()
		arrived := make(chan Event)
		go func() {
			defer close(arrived)
			for e := range Events(in) {
				arrived <- e
			}
		}()
		for _, data := range []string{"1", "2", "3"} {
			if _, err := io.WriteString(out, "data: "+data+end); err != nil {
				t.Fatal(err)
			}
			if e := <-arrived; e.Data != data { // waits for ever if an event is held back
				t.Errorf("%q: want %s, got %v", end, data, e)
			}
		}
		_ = out.Close()
		if e, more := <-arrived; more {
			t.Errorf("%q: one event too many: %v", end, e)
		}
	}
}

func TestReadError(t *testing.T) {
	cut := errors.New("connection reset")
	got, err := read(io.MultiReader(strings.NewReader("data: 1\n\ndata: {\"half"), iotest.ErrReader(cut)))
	if diff := cmp.Diff([]Event{{Data: "1"}}, got); diff != "" || err != cut {
		t.Errorf("%v\n%s", err, diff)
	}
	if _, err := read(idle{}); err != io.ErrNoProgress {
		t.Errorf("want no progress, got %v", err)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

func TestEventsMayBeLeft(t *testing.T) {
	for e := range Events(io.MultiReader(strings.NewReader("data: 1\n\ndata: 2\n\n"), iotest.ErrReader(io.ErrUnexpectedEOF))) {
		if e.Data == "1" {
			break
		}
		t.Errorf("want 1, got %v", e)
	}
}

func TestAppend(t *testing.T) {
	for _, c := range []struct{ name, data, want, reads string }{
		{"", "", "data: \n\n", ""},
		{"", "{}", "data: {}\n\n", "{}"},
		{"ping", " {}", "event: ping\ndata:  {}\n\n", " {}"},
		{"", "a\nb\r\nc\rd\n", "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n", "a\nb\nc\nd\n"},
	} {
		got := Append([]byte("data: 0\n\n"), c.name, c.data)
		if want := "data: 0\n\n" + c.want; string(got) != want {
			t.Errorf("%q: want %q, got %q", c.data, want, got)
		}
		events, err := read(bytes.NewReader(got))
		if diff := cmp.Diff([]Event{{Data: "0"}, {c.name, c.reads}}, events); diff != "" || err != nil {
			t.Errorf("%q: %v\n%s", c.data, err, diff)
		}
	}
}

func TestLooks(t *testing.T) {
	for head, want := range map[string]bool{
		"data: {}": true, "event: x": true, "id: 1": true, "retry: 1": true, ": hello": true,
		"": false, "{\"data\":1}": false, "database": false, " data: x": false,
	} {
		if Looks([]byte(head)) != want {
			t.Errorf("%q: want %v", head, want)
		}
	}
}

// Events are the same however their bytes arrive, and come back from Append.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("event: a\ndata: {}\n\n: c\r\ndata:x\r\rdata\rdata: y"))
	f.Add([]byte("\ufeffdata: a\r\n\r\n\xff\n\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		want, err := read(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		got, err := read(iotest.OneByteReader(bytes.NewReader(b)))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("byte by byte: %v\n%s", err, diff)
		}
		var again []byte
		for _, e := range want {
			again = Append(again, e.Name, e.Data)
		}
		got, err = read(bytes.NewReader(again))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("written and read again: %v\n%s", err, diff)
		}
	})
}
