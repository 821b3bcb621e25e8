package chat

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// desk is a batch for a server that takes few requests at once.
func desk(t *testing.T, requests, size int) *batch {
	t.Helper()
	endpoint, err := providers.Address{Model: "mistral/mistral-medium-3.5"}.Endpoint(func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	b := &batch{endpoint: endpoint, server: endpoint.Batches(), receipt: &receipt{name: "r"}, seen: map[[sha256.Size / 2]byte]int32{}}
	b.server.Requests, b.server.Bytes = requests, size
	if b.lines, err = os.Create(filepath.Join(t.TempDir(), "lines")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.lines.Close() })
	return b
}

// submitted are the numbers of requests in the batches of some questions.
func submitted(t *testing.T, b *batch, questions ...string) (sizes []int) {
	t.Helper()
	for _, q := range questions {
		c := conv.NewConversation(conv.UserText(q))
		if err := b.add(c, b.endpoint.Prepare(c, nil, false, nil)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.fill(); err != nil {
		t.Fatal(err)
	}
	for i := range b.receipt.batches {
		sizes = append(sizes, b.receipt.batches[i].requests)
	}
	return sizes
}

// More requests or bytes than a server takes become several batches.
func TestBatchesAreSplitAtTheLimits(t *testing.T) {
	if got := submitted(t, desk(t, 2, 1e6), "a", "b", "c", "d", "e"); len(got) != 3 || got[0] != 2 || got[2] != 1 {
		t.Errorf("at 2 requests: %v", got)
	}
	b := desk(t, 100, 1e6)
	submitted(t, b, "a")
	if got := submitted(t, desk(t, 100, int(2*b.size)), "a", "b", "c"); len(got) != 2 || got[0] != 2 || got[1] != 1 {
		t.Errorf("at twice the bytes of one: %v", got)
	}
	b = desk(t, 100, 10)
	c := conv.NewConversation(conv.UserText("a"))
	if err := b.add(c, b.endpoint.Prepare(c, nil, false, nil)); err == nil {
		t.Error("a request longer than a batch is taken")
	}
}

// Conversations that are alike have ids of their own, which are the same in each run.
func TestIDsOfRequests(t *testing.T) {
	var runs [2]map[string]bool
	for i := range runs {
		b := desk(t, 100, 1e6)
		submitted(t, b, "a", "b", "a")
		text, err := os.ReadFile(b.lines.Name())
		if err != nil {
			t.Fatal(err)
		}
		runs[i] = map[string]bool{}
		for line := range bytes.Lines(text) {
			runs[i][rawjson.Raw(line).Lookup("custom_id").Text()] = true
		}
		if len(runs[i]) != 3 {
			t.Errorf("%d ids", len(runs[i]))
		}
		for id := range runs[i] {
			if !runs[0][id] {
				t.Errorf("%s is new", id)
			}
		}
	}
}

// A receipt is read as it was written. Any other is refused.
func TestReceipt(t *testing.T) {
	r := &receipt{name: "n", model: "m", protocol: "p", server: "s", batches: []sentBatch{
		{requests: 2, digest: "d", file: "f", sent: "t", id: "i"}, {requests: 1, digest: "e"},
	}}
	r.file = filepath.Join(t.TempDir(), "receipt.json")
	for _, test := range []struct {
		from, to string
		ok       bool
	}{{"", "", true}, {`"i"`, `"j"`, false}, {`"requests":2`, `"requests":3`, false}, {"}\n", "", false}, {"batch", "other", false}} {
		text := bytes.Replace(r.text(), []byte(test.from), []byte(test.to), 1)
		if err := os.WriteFile(r.file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		again, err := readReceipt(r.file)
		if (err == nil) != test.ok || err == nil && !bytes.Equal(again.text(), r.text()) {
			t.Errorf("%q for %q: %v", test.to, test.from, err)
		}
	}
}

// fetched are results of a batch, a line each, made as they are read. It notes how
// much memory is in use meanwhile.
type fetched struct {
	lines, next int
	rest        []byte
	peak        uint64
}

func (f *fetched) Read(b []byte) (int, error) {
	if len(f.rest) == 0 {
		if f.next == f.lines {
			return 0, io.EOF
		}
		f.rest = fmt.Appendf(nil, `{"custom_id":"r-%d","result":{"type":"succeeded","message":{"n":%d,"text":"%s"}}}`+"\n", f.next, f.next, longText)
		if f.next++; f.next%500 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			f.peak = max(f.peak, m.HeapAlloc)
		}
	}
	n := copy(b, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

var longText = strings.Repeat("x", 8<<10)

// Results of any size are kept on disk, and each is found there.
func TestResultsAreNotHeldInMemory(t *testing.T) {
	endpoint, err := providers.Address{Model: "anthropic/claude-sonnet-5"}.Endpoint(func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	b := &batch{server: endpoint.Batches(), receipt: &receipt{name: "r"}}
	defer b.answers.spool.Close()
	in := &fetched{lines: 10_000} // 80 MB
	exchange := providers.ExchangeFunc(func(context.Context, *providers.WireRequest) (*providers.WireResponse, error) {
		return &providers.WireResponse{Status: 200, Body: io.NopCloser(in)}, nil
	})
	if err := b.server.Results(t.Context(), exchange, providers.BatchJob{ID: "j"}, b.take); err != nil {
		t.Fatal(err)
	}
	if len(b.answers.found) != in.lines || b.answers.size < 80e6 {
		t.Errorf("%d results in %d bytes", len(b.answers.found), b.answers.size)
	}
	if in.peak > 30e6 {
		t.Errorf("%d MB are in use", in.peak/1e6)
	}
	for _, n := range []int{0, 1, 4321, in.lines - 1} {
		a := b.answers.found[idKey(fmt.Sprint("r-", n))]
		text := make([]byte, a.length)
		if _, err := b.answers.spool.ReadAt(text, a.at); err != nil || conv.Raw(text).Lookup("n") != conv.Raw(fmt.Sprint(n)) {
			t.Errorf("result %d is %.40s, %v", n, text, err)
		}
	}
}
