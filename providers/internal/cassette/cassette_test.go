package cassette

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"

	"convo/providers/internal/wire"
)

// server stands in for a network: it answers each request with a number, in
// chunks, and counts.
type server struct {
	mu     sync.Mutex
	asked  int
	status int
	header wire.Header
	chunks []string // instead of a number
	broken error    // how the body ends, instead of io.EOF
}

func (s *server) Do(ctx context.Context, r *wire.Request) (*wire.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	a := &answer{status: max(s.status, 200), header: s.header}
	for _, c := range s.chunks {
		a.chunks = append(a.chunks, []byte(c))
	}
	if s.chunks == nil {
		a.chunks = [][]byte{[]byte("answer "), []byte(strconv.Itoa(s.asked))}
	}
	if a.header == nil {
		a.header = wire.Header{}
	}
	resp := a.response(ctx)
	if s.broken != nil {
		resp.Body = io.NopCloser(io.MultiReader(resp.Body, failing{s.broken}))
	}
	return resp, nil
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func post(body string) *wire.Request {
	return &wire.Request{Method: "POST", URL: "https://api.example/v1/chat", Body: []byte(body)}
}

func parsed(t *testing.T, file string) *Cassette {
	t.Helper()
	c, err := Parse([]byte(file))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// said is the body of an answer, with bars between its chunks.
func said(t *testing.T, x Exchange, r *wire.Request) string {
	t.Helper()
	resp, err := x.Do(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var out []string
	b := make([]byte, 1<<16)
	for {
		n, err := resp.Body.Read(b)
		if n > 0 {
			out = append(out, string(b[:n]))
		}
		if err == io.EOF {
			return strings.Join(out, "|")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhatIsRecordedIsReplayed(t *testing.T) {
	for name, chunks := range map[string][]string{
		"text":                      {"data: a\n\n", "data: b\n\n"},
		"cut inside a character":    {"data: \xe2\x82", "\xac\n\n"},
		"bytes that are no text":    {"\x00\xff\xfe", "\xed\xa0\x80"},
		"JSON":                      {`{"b":1.0,"a":"\u00e9"}`},
		"JSON and something behind": {`{"a":1}`, ` x`},
	} {
		t.Run(name, func(t *testing.T) {
			var file bytes.Buffer
			s := &server{chunks: chunks, header: wire.Header{"Content-Type": {"text/event-stream"}}}
			said(t, parsed(t, "").Around(s, Record, &file), post(`{}`))
			c := parsed(t, file.String())
			if got, want := said(t, c.Around(nil, Replay, nil), post(`{}`)), strings.Join(chunks, "|"); got != want {
				t.Errorf("got %q, want %q of\n%s", got, want, &file)
			}
			if bytes.Count(file.Bytes(), []byte("\n")) != 1 {
				t.Errorf("not one line: %s", &file)
			}
		})
	}
}

// People and diff read the file: this is all of it.
func TestTheFile(t *testing.T) {
	var file bytes.Buffer
	s := &server{header: wire.Header{"Content-Type": {"application/json"}, "Date": {"today"}, "X-Request-Id": {"req_1"}}}
	x := parsed(t, "").Around(s, Record, &file)
	r := post(`{"stream": true, "model": "m", "metadata": {"user_id": "u"}, "messages": [{"role": "user", "content": "caf\u00e9"}]}`)
	r.URL += "?key=planted&alt=sse"
	said(t, x, r)
	s.chunks, s.status = []string{"{\n  \"error\": {}\n}\n"}, 429
	said(t, x, post(`no JSON`))
	const want = `{"cassette":1,"request":{"method":"POST","path":"/v1/chat?alt=sse","body":{"messages":[{"content":"café","role":"user"}],"model":"m","stream":true}},"answer":{"status":200,"header":{"content-type":"application/json","x-request-id":"req_1"},"chunks":["answer ","1"]}}
{"cassette":1,"request":{"method":"POST","path":"/v1/chat","body":"no JSON"},"answer":{"status":429,"header":{"content-type":"application/json","x-request-id":"req_1"},"body":{"error":{}}}}
`
	if file.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &file, want)
	}
}

// What makes no difference to a server makes no difference to the cassette.
func TestTheSameRequest(t *testing.T) {
	var file bytes.Buffer
	said(t, parsed(t, "").Around(&server{}, Record, &file), post(`{"model":"m","n":1.0,"x":{"a":"é","b":[]}}`))
	for _, same := range []*wire.Request{
		post(`{ "x": {"b":[], "a":"\u00e9"}, "n": 1.0, "model": "m" }`),
		post(`{"model":"m","n":1.0,"x":{"a":"é","b":[]},"user":"u-1","metadata":{"k":"v"}}`),
		{Method: "POST", URL: "http://127.0.0.1:8080/v1/chat?api_key=abcdef", Body: []byte(`{"model":"m","n":1.0,"x":{"a":"é","b":[]}}`), Header: wire.Header{"Authorization": {"Bearer abcdef"}}},
	} {
		if got := said(t, parsed(t, file.String()).Around(nil, Replay, nil), same); got != "answer |1" {
			t.Errorf("%s: %s", same.Body, got)
		}
	}
}

func TestAMissNamesTheNearest(t *testing.T) {
	file := ""
	for i, body := range []string{
		`{"model":"m","messages":[{"role":"user","content":"low tide"}]}`,
		`{"model":"m","messages":[{"role":"user","content":"high tide"}],"tools":[1,2]}`,
		`{"model":"m","a/b":{"~":0}}`,
	} {
		file += string((&answer{status: 200}).line(normal("POST", "/v1/chat", []byte(body))))
		if i == 0 {
			file += "\n"
		}
	}
	c := parsed(t, file)
	for body, want := range map[string]string{
		`{"model":"m","messages":[{"role":"user","content":"low water"}]}`:               "line 1: /messages/0/content differs",
		`{"model":"m","messages":[{"role":"user","content":"high tide"}],"tools":[1]}`:   "line 3: /tools/1 is missing",
		`{"model":"m","messages":[{"role":"user","content":"high tide"},1],"tools":[1]}`: "line 3: /messages/1 is new",
		`{"model":"m","a/b":{"~":0,"c":1}}`:                                              "line 4: /a~1b/c is new",
		`{"model":"m","a/b":{"~":1}}`:                                                    "line 4: /a~1b/~0 differs",
		`{"a/b":{"~":0}}`:                                                                "line 4: /model is missing",
		`{"model":"m","messages":{}}`:                                                    "line 4: /a~1b is missing",
		`[]`:                                                                             "line 4: the whole body differs",
	} {
		_, err := c.Around(nil, Replay, nil).Do(t.Context(), post(body))
		var miss *Miss
		if want = "no recording of this POST /v1/chat; the nearest is in " + want; !errors.As(err, &miss) || miss.What != want {
			t.Errorf("%s: got %v, want %s", body, err, want)
		}
	}
	r := post(`{}`)
	r.URL = "https://api.example/v1/messages"
	if _, err := c.Around(nil, Replay, nil).Do(t.Context(), r); err == nil || err.Error() != "no recording of this POST /v1/messages; none in the cassette has this address, of 3" {
		t.Error(err)
	}
}

// Recordings of one request are replayed in order, then the last one again.
func TestRepetitions(t *testing.T) {
	var file bytes.Buffer
	s := &server{}
	x := parsed(t, "").Around(s, Record, &file)
	for range 3 {
		said(t, x, post(`{}`))
	}
	x = parsed(t, file.String()).Around(nil, Replay, nil)
	for _, want := range []string{"answer |1", "answer |2", "answer |3", "answer |3"} {
		if got := said(t, x, post(`{}`)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// Mode Auto asks what was not recorded, and asks it once.
func TestAuto(t *testing.T) {
	var file bytes.Buffer
	for run, want := range []int{2, 2, 3} {
		s := &server{asked: 10 * run}
		x := parsed(t, file.String()).Around(s, Auto, &file)
		said(t, x, post(`{"q":1}`))
		said(t, x, post(`{"q":1}`))
		if run == 2 {
			said(t, x, post(`{"q":2}`))
		}
		if got := strings.Count(file.String(), "\n"); got != want {
			t.Errorf("run %d: %d recordings, want %d", run, got, want)
		}
	}
}

// A server that was overloaded is asked again, if asking is allowed.
func TestAutoForgivesWhatWasTemporary(t *testing.T) {
	var file bytes.Buffer
	said(t, parsed(t, "").Around(&server{status: 529}, Record, &file), post(`{}`))
	recorded := file.String()
	if got := said(t, parsed(t, recorded).Around(&server{asked: 6}, Auto, &file), post(`{}`)); got != "answer |7" {
		t.Errorf("auto: %s", got)
	}
	resp, err := parsed(t, recorded).Around(nil, Replay, nil).Do(t.Context(), post(`{}`))
	if err != nil || resp.Status != 529 {
		t.Errorf("replay: %v, %v", resp, err)
	}
}

// An answer that breaks off, or whose caller left, is not recorded.
func TestWhatIsNotKept(t *testing.T) {
	var file bytes.Buffer
	said(t, parsed(t, "").Around(&server{chunks: []string{}}, Record, &file), post(`{}`))
	broken := &wire.Error{Kind: wire.Unreachable, What: "the connection broke"}
	resp, err := parsed(t, "").Around(&server{broken: broken}, Record, &file).Do(t.Context(), post(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(resp.Body); string(got) != "answer 1" || !errors.Is(err, broken) {
		t.Errorf("%q, %v", got, err)
	}
	resp.Body.Close()
	ctx, cancel := context.WithCancel(t.Context())
	resp, err = parsed(t, "").Around(&server{}, Record, &file).Do(ctx, post(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = resp.Body.Read(make([]byte, 4))
	cancel()
	resp.Body.Close()
	if file.Len() > 0 {
		t.Errorf("kept: %s", &file)
	}
}

// A reader that saw the end of a stream does not read its last bytes.
func TestAnAnswerIsKeptAsFarAsItWasWanted(t *testing.T) {
	var file bytes.Buffer
	resp, err := parsed(t, "").Around(&server{chunks: []string{"data: end\n\n", ": goodbye\n\n"}}, Record, &file).Do(t.Context(), post(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	_, _ = resp.Body.Read(make([]byte, 100))
	resp.Body.Close()
	if got := said(t, parsed(t, file.String()).Around(nil, Replay, nil), post(`{}`)); got != "data: end\n\n" {
		t.Errorf("%q", got)
	}
}

// A killed program leaves half a line. The rest of the file is valid, and what
// is added begins on a new line.
func TestALineThatStops(t *testing.T) {
	whole := string((&answer{status: 200, chunks: [][]byte{[]byte("x")}}).line(normal("POST", "/v1/chat", []byte(`{}`))))
	for cut := 1; cut < len(whole)-1; cut++ {
		file := bytes.NewBufferString(whole + whole[:cut])
		c := parsed(t, file.String())
		if len(c.Cut) != 1 || c.Cut[0] != 2 {
			t.Fatalf("%q: cut lines %v", whole[:cut], c.Cut)
		}
		said(t, c.Around(&server{}, Record, file), post(`{"q":1}`))
		c = parsed(t, file.String())
		if got := said(t, c.Around(nil, Replay, nil), post(`{"q":1}`)); got != "answer |1" || len(c.Cut) != 1 {
			t.Fatalf("%q: %s", whole[:cut], file)
		}
	}
	if c := parsed(t, strings.TrimSuffix(whole, "\n")); len(c.Cut) != 0 || len(c.order) != 1 {
		t.Error("a line without its end is whole")
	}
}

func TestWhatIsNoCassette(t *testing.T) {
	good := `{"cassette":1,"request":{},"answer":{"status":200}}` + "\n"
	for file, want := range map[string]string{
		`{"convo":1,"messages":[]}`:                                                     "offset 0: not a recording: want \"cassette\":1",
		good + `{"cassette":2,"request":{},"answer":{"status":200}}`:                    "offset 52: not a recording: want \"cassette\":1",
		`{"cassette":1,"request":{}}`:                                                   "offset 0: a recording without a request or an answer",
		`{"cassette":1,"request":{},"answer":{}}`:                                       "offset 36: an answer without a status",
		`{"cassette":1,"request":{},"answer":{"status":200,"chunks":[{"base64":"?"}]}}`: "offset 70: not base64",
		`{"cassette":1 "request":{}}` + "\n" + good:                                     "offset 14: unexpected '\"', want ',' or '}'",
		"data: no\n": "",
	} {
		_, err := Parse([]byte(file))
		if err == nil || want != "" && err.Error() != want {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
}

// A cassette never holds a key: neither one that was sent, nor one that the
// server repeats, in any spelling and any chunking.
func TestNoSecretIsKept(t *testing.T) {
	planted := []string{"sk-plain-0123456789", "q/s+\"quoted\\key", "query-key-42", "cookie-value", "pass-word", "azure-key-77", "X-Org-Secret-Name"}
	s := &server{
		status: 401,
		header: wire.Header{
			"Content-Type": {"text/plain; key=sk-plain-0123456789"}, "Set-Cookie": {"session=cookie-value"},
			"X-Request-Id": {"azure-key-77"}, "Openai-Organization": {"X-Org-Secret-Name"},
		},
		chunks: []string{"key sk-pl", "ain-01", "23456789 refused ", `"q/s+\"quoted\\key" or q/s+"quoted\key`, " q%2Fs%2B%22quoted%5Ckey query-key-42 ", "azure-key-77"},
	}
	var file bytes.Buffer
	r := &wire.Request{
		Method: "POST", URL: "https://user:pass-word@api.example/v1/query-key-42?key=query-key-42&sig=cookie-value&v=1",
		Header:  wire.Header{"Authorization": {"Bearer sk-plain-0123456789"}, "Api-Key": {"azure-key-77"}},
		Secrets: []string{`q/s+"quoted\key`},
		Body:    []byte(`{"pasted":"sk-plain-0123456789 and pass-word"}`),
	}
	got := said(t, parsed(t, "").Around(s, Record, &file), r)
	if !strings.Contains(got, "azure-key-77") {
		t.Errorf("who asks sees what is answered: %s", got)
	}
	for _, secret := range append(planted, `q/s+\"quoted\\key`, `q/s+\\\"quoted\\\\key`, "q%2Fs%2B%22quoted%5Ckey") {
		if strings.Contains(file.String(), secret) {
			t.Errorf("%s is in\n%s", secret, &file)
		}
	}
	if !strings.Contains(file.String(), `"chunks":["key ***"," refused `) {
		t.Errorf("the rest is gone:\n%s", &file)
	}
}

// A key that comes back in several deltas, or with escapes, is not kept; nothing
// else changes.
func TestNoSecretIsKeptThatDeltasSplit(t *testing.T) {
	const secret = "sk-split-0123456789"
	frames := func(parts ...string) (all []string) {
		for _, p := range parts {
			all = append(all, `data: {"type":"delta","index":0,"delta":{"text" : "`+p+`"}}`+"\n\n")
		}
		return all
	}
	for _, test := range []struct{ chunks, want []string }{
		{frames("the key sk-sp", "lit-01", "23456789."), frames("the key *****", "******", "********.")},
		{frames(`{\"a\":\"\u0073k-split-01`, `23456\\u003`, `789\"}`), frames(`{\"a\":\"****************`, `***********`, `***\"}`)},
		{frames("sk-sp", `li\"`, "t-0123456789"), frames("sk-sp", `li\"`, "t-0123456789")},
	} {
		var file bytes.Buffer
		r := &wire.Request{Method: "POST", URL: "https://api.example/v1", Secrets: []string{secret}, Body: []byte(`{}`)}
		said(t, parsed(t, "").Around(&server{status: 200, chunks: test.chunks}, Record, &file), r)
		want := string(bytes.Join(parsed(t, file.String()).order[0].answers[0].chunks, nil))
		if want != strings.Join(test.want, "") {
			t.Errorf("%q became\n%s", test.chunks, want)
		}
	}
}

// A bulk run asks in many goroutines. Each line is complete.
func TestManyAtOnce(t *testing.T) {
	var file bytes.Buffer
	c := parsed(t, "")
	x := c.Around(&server{}, Auto, &file)
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() { said(t, x, post(`{"q":`+strconv.Itoa(i%8)+`}`)) })
	}
	wg.Wait()
	again := parsed(t, file.String())
	if len(again.Cut) != 0 || len(again.order) != 8 || strings.Count(file.String(), "\n") != 64 {
		t.Errorf("%d requests in\n%s", len(again.order), &file)
	}
}

func TestAFileThatCannotBeWritten(t *testing.T) {
	r, w := io.Pipe()
	r.CloseWithError(errors.New("no space left"))
	c := parsed(t, "")
	if got := said(t, c.Around(&server{}, Auto, w), post(`{}`)); got != "answer |1" {
		t.Errorf("the answer is lost: %s", got)
	}
	if err := c.Err(); err == nil || err.Error() != "the answer is not recorded: no space left" {
		t.Error(err)
	}
}

func TestGivingUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := parsed(t, "").Around(nil, Replay, nil).Do(ctx, post(`{}`))
	var failed *wire.Error
	if !errors.As(err, &failed) || failed.Kind != wire.Aborted {
		t.Error(err)
	}
}

// FuzzParse: a file is refused, or it can be written and read again and stays
// the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"cassette":1,"request":{"method":"POST","path":"/v1?alt=sse","body":{"b":[1.0,{"a":null}]}},"answer":{"status":200,"header":{"content-type":"text/plain"},"chunks":["a",{"base64":"/w=="}]}}` + "\n{\"cass"))
	f.Add([]byte(`{"cassette":1,"request":{},"answer":{"status":429,"body":{"error":1}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data)
		if err != nil {
			return
		}
		var file []byte
		for _, track := range c.order {
			for _, a := range track.answers {
				file = append(file, a.line(track.request)...)
			}
		}
		again := parsed(t, string(file))
		if len(again.order) != len(c.order) || len(again.Cut) > 0 {
			t.Fatalf("%d requests became %d:\n%s", len(c.order), len(again.order), file)
		}
		for i, track := range c.order {
			other := again.order[i]
			if other.request.key() != track.request.key() || len(other.answers) != len(track.answers) {
				t.Fatalf("%q became %q", track.request.key(), other.request.key())
			}
			for j, a := range track.answers {
				b := other.answers[j]
				if a.status != b.status || a.json() != b.json() || a.json() == "" && !bytes.Equal(bytes.Join(a.chunks, nil), bytes.Join(b.chunks, nil)) {
					t.Fatalf("%+v became %+v", a, b)
				}
			}
		}
	})
}

// FuzzMask: in any chunking, no secret is left, nothing else changes, and the
// chunks end where they did.
func FuzzMask(f *testing.F) {
	f.Add([]byte("a key sk-1234 and sk-1234"), byte(3))
	f.Add([]byte("sk-12sk-1234sk-"), byte(1))
	f.Fuzz(func(t *testing.T, whole []byte, size byte) {
		hidden := wire.SecretsOf("sk-1234")
		var pieces [][]byte
		for rest := whole; len(rest) > 0; {
			n := min(int(size)+1, len(rest))
			pieces, rest = append(pieces, rest[:n]), rest[n:]
		}
		masked := maskPieces(hidden, pieces)
		if got := string(bytes.Join(masked, nil)); got != hidden.Mask(string(whole)) {
			t.Fatalf("%q became %q", whole, got)
		}
		if len(masked) > len(pieces) {
			t.Fatalf("%d pieces became %d", len(pieces), len(masked))
		}
	})
}
