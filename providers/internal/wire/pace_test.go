package wire

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// What says something, and how large the event is after it, in any chunking.
func TestPace(t *testing.T) {
	for _, test := range []struct {
		text  string
		says  bool
		event int64
	}{
		{"", false, 0},
		{": ping\n\n", false, 0},
		{":\r\n\r\n: OPENROUTER PROCESSING\r\r", false, 0},
		{"\n\n \n\t\n", false, 2},
		{"id: 7\nretry: 9\n\n", false, 0},
		{"nonsense\n", false, 0},
		{"data: x", true, 7},
		{": ping\ndata: x\n", true, 7},
		{"event: a\ndata: x\n: ping\n", true, 15},
		{"event: a\r\ndata: x\r\n", true, 15},
		{"event: a\rdata: x\r", true, 15},
		{"data: x\n\ndata: yz", true, 8},
		{"data: x\r\n\r\ndata: yz\r\n", true, 8},
		{"data: x\r\rdata: yz", true, 8},
		{"\ufeffdata: x", true, 10},
		{"{}", true, 2},
		{"{\n: a\nd", true, 5},
	} {
		for size := 1; size <= 4; size++ {
			p, says := pace{}, false
			for rest := []byte(test.text); len(rest) > 0; {
				n := min(size, len(rest))
				_, says1, err := p.take(rest[:n])
				if err != nil {
					t.Fatal(err)
				}
				says, rest = says || says1, rest[n:]
			}
			if says != test.says || p.event != test.event {
				t.Errorf("%q by %d: %v, %d", test.text, size, says, p.event)
			}
		}
	}
}

// An answer or an event without end is ended; what came before is read.
func TestAnAnswerHasALimit(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, test := range []struct {
		answer http.HandlerFunc
		limits Limits
		want   string
	}{
		{repeated("data: x\n\n", 0), Limits{Answer: 200_000}, "the answer has more than 200000 bytes"},
		{repeated(": ping\n\n", 0), Limits{Answer: 200_000}, "the answer has more than 200000 bytes"},
		{repeated("data: x\n", 0), Limits{Answer: 9_000_000, Event: 200_000}, "an event of the answer has more than 200000 bytes"},
		{repeated(long, 0), Limits{Answer: 9_000_000, Event: 200_000}, "the answer has more than 9000000 bytes"}, // a field of no event is not kept
		{repeated("data: "+long+"\ndata: ", 0), Limits{Answer: 9_000_000, Event: 200_000}, "an event of the answer has more than 200000 bytes"},
		{bomb, Limits{Answer: 3_000_000}, "the answer has more than 3000000 bytes"},
	} {
		url, _ := answers(t, test.answer)
		r := post(url)
		r.Streamed = true
		resp, err := quick(test.limits).Do(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if kind, what := kindOf(err); kind != TooLarge || what != test.want || !strings.HasPrefix(string(got), "data: first\n\n") || int64(len(got)) > test.limits.Answer {
			t.Errorf("%d bytes, %v; want %s", len(got), err, test.want)
		}
	}
}

// bomb is an answer of some kilobytes that is unpacked to many megabytes.
func bomb(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	defer z.Close()
	fmt.Fprint(z, "data: first\n\n")
	event := "data: " + strings.Repeat("0", 1<<20) + "\n\n"
	for range 50 {
		if _, err := io.WriteString(z, event); err != nil {
			return
		}
	}
}

// In one piece, too, what came before the limit is read.
func TestWhatCameBeforeALimitIsRead(t *testing.T) {
	const first = "data: first\n\n"
	for _, test := range []struct {
		limits Limits
		want   string
	}{
		{Limits{Event: 20}, first},
		{Limits{Answer: 20}, first + "data: s"},
	} {
		url, _ := answers(t, func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, first+"data: second and too long\n\n")
		})
		resp, err := quick(test.limits).Do(t.Context(), post(url))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if kind, _ := kindOf(err); kind != TooLarge || string(got) != test.want {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// A limit above the answer changes nothing.
func TestAnAnswerBelowItsLimit(t *testing.T) {
	text := strings.Repeat("data: x\n\n", 1000)
	url, _ := answers(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, text) })
	resp, err := quick(Limits{Answer: int64(len(text)), Event: 7}).Do(t.Context(), post(url))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if got, err := io.ReadAll(resp.Body); err != nil || string(got) != text {
		t.Error(len(got), err)
	}
}
