package providers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
)

func TestBadArchive(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want an HTTP archive, got a number"},
		{`{"a":1}`, "offset 0: not an HTTP archive: log is missing"},
		{`{"log":17}`, "offset 7: want an HTTP archive, got a number"},
		{`{"log":{}}`, "offset 7: not an HTTP archive: entries is missing"},
		{`{"log":{"entries":{}}}`, "offset 18: want a list of exchanges, got an object"},
		{`{"log":{"entries":[17]}}`, "offset 19: want an exchange, got a number"},
		{`{"log":{"entries":[]}`, "offset 21: unexpected end of JSON"},
	} {
		got := ""
		for _, err := range archive().decode([]byte(tt.input), nil) {
			if err != nil {
				got = err.Error()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.input, got, tt.want)
		}
	}
}

func TestBadTape(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want a cassette, got a number"},
		{`{"version":1}`, "offset 0: not a cassette: interactions is missing"},
		{`{"http_interactions":{}}`, "offset 21: want a list of exchanges, got an object"},
		{`{"interactions":[17]}`, "offset 17: want an exchange, got a number"},
		{`{"interactions":[]`, "offset 18: unexpected end of JSON"},
	} {
		got := ""
		for _, err := range tape().decode([]byte(tt.input), nil) {
			if err != nil {
				got = err.Error()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.input, got, tt.want)
		}
	}
}

func TestBadObservations(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want observations of Langfuse, got a number"},
		{`{"data":{}}`, "offset 8: want a list of observations, got an object"},
		{`[17]`, "offset 1: want an observation, got a number"},
		{`[{"type":"GENERATION"}`, "offset 22: unexpected end of JSON"},
	} {
		got := ""
		for _, err := range observed().decode([]byte(tt.input), nil) {
			if err != nil {
				got = err.Error()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.input, got, tt.want)
		}
	}
}

// A conversation has nothing of the headers and the address, where keys are, and its
// places are those of the entry.
func TestRecordingsKeepNoSecrets(t *testing.T) {
	for _, r := range []*recording{archive(), tape()} {
		files, _ := filepath.Glob("../testdata/formats/" + r.name + "/*/input.json")
		if len(files) == 0 {
			t.Fatal("no examples")
		}
		for _, file := range files {
			keepsNoSecret(t, r, file)
		}
	}
}

func keepsNoSecret(t *testing.T, r *recording, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), "not-a-key") {
		t.Errorf("%s has no key", file)
	}
	for c, err := range r.decode(data, nil) {
		if err != nil {
			t.Fatal(err)
		}
		w := rawjson.NewWriter(nil)
		conv.Native.Write(w, c)
		if text := string(w.Bytes()); strings.Contains(text, "not-a-key") || strings.Contains(text, "session=") {
			t.Errorf("%s: a secret in %s", file, text)
		}
		for _, m := range c.Messages {
			at := conv.MetaOf(m).Offset()
			if at < 0 || data[at] != '{' {
				t.Errorf("%s: a message at %d, which is no exchange", file, at)
				continue
			}
			first, _, _ := strings.Cut(strings.TrimLeft(string(data[at+1:]), " \n"), ":")
			if first != `"startedDateTime"` && first != `"request"` {
				t.Errorf("%s: a message at %d, which is no exchange", file, at)
			}
		}
	}
}
