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
		{`{"log":17}`, "offset 7: want a log, got a number"},
		{`{"log":{}}`, "offset 7: not an HTTP archive: entries is missing"},
		{`{"log":{"entries":{}}}`, "offset 18: want a list of entries, got an object"},
		{`{"log":{"entries":[17]}}`, "offset 19: want an entry, got a number"},
		{`{"log":{"entries":[]}`, "offset 21: unexpected end of JSON"},
	} {
		got := ""
		for _, err := range decodeHAR([]byte(tt.input), nil) {
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
func TestArchiveKeepsNoSecrets(t *testing.T) {
	files, _ := filepath.Glob("../testdata/formats/har/*/input.json")
	if len(files) == 0 {
		t.Fatal("no examples")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), "not-a-key") {
			t.Errorf("%s has no key", file)
		}
		for c, err := range decodeHAR(data, nil) {
			if err != nil {
				t.Fatal(err)
			}
			w := rawjson.NewWriter(nil)
			conv.Native.Write(w, c)
			if text := string(w.Bytes()); strings.Contains(text, "not-a-key") || strings.Contains(text, "session=") {
				t.Errorf("%s: a secret in %s", file, text)
			}
			for _, m := range c.Messages {
				if at := conv.MetaOf(m).Offset(); at < 0 || data[at] != '{' || !strings.HasPrefix(strings.TrimLeft(string(data[at+1:]), " \n"), `"startedDateTime"`) {
					t.Errorf("%s: a message at %d, which is no entry", file, at)
				}
			}
		}
	}
}
