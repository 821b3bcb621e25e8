package format_test

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"convo/conv/format"
	"convo/conv/rawjson"
)

func TestPayloads(t *testing.T) {
	for input, want := range map[string]string{
		"data: 1\n\ndata: [DONE]\n\ndata:\n\n":          "1",
		"{\"a\":\"}\"}\n\n{\"b\":\n{\"c\":3}\n":         `{"a":"}"}|{"b":|{"c":3}`, // lines
		"{\n\"a\":\"}\"\n} {\"b\":2}\n":                 "{\n\"a\":\"}\"\n}|{\"b\":2}",
		" [\n{\"a\":\"\\\"]\"}\n,\r\n{\"b\":[{}]}\n]\n": `{"a":"\"]"}|{"b":[{}]}`,
		"\ufeff[{\"a\":1},{\"b\":":                      `{"a":1}|{"b":`,
		"[{\"a\":1}] x":                                 `{"a":1}|unexpected bytes after the array`,
		"[{\"a\":1},":                                   `{"a":1}`,
		"[{\"a\":1}{\"b\":2}]":                          `{"a":1}|want a comma after an element of the array`,
		"[{\"a\":1},]":                                  `{"a":1}|]`, // which is no value
		"[]":                                            "",
		"{" + strings.Repeat(" ", 20000) + "}\n{\"b\":": "{" + strings.Repeat(" ", 20000) + `}|{"b":`,
	} {
		for how, r := range map[string]io.Reader{
			"live":         strings.NewReader(input),
			"at rest":      rawjson.NewAtRest([]byte(input)),
			"byte by byte": iotest.OneByteReader(strings.NewReader(input)),
		} {
			var all []string
			for data, err := range format.Payloads(r) {
				if err != nil {
					data = []byte(err.Error())
				}
				all = append(all, string(data))
			}
			if got := strings.Join(all, "|"); got != want {
				t.Errorf("%q %s: got %q, want %q", input, how, got, want)
			}
		}
	}
}

// An element of a list is passed on before the next one is read.
func TestElementsComeAtOnce(t *testing.T) {
	r := pieces{"[{\"a\":1}", "\n,\r\n{\"b\":2}", "]"}
	left := 2
	for range format.Payloads(&r) {
		if len(r) != left {
			t.Errorf("%d pieces are left, not %d", len(r), left)
		}
		left--
	}
	if left != 0 {
		t.Errorf("%d elements too few", left)
	}
}

// pieces is a reader of pieces that arrive one by one.
type pieces []string

func (p *pieces) Read(b []byte) (n int, err error) {
	if len(*p) == 0 {
		return 0, io.EOF
	}
	n = copy(b, (*p)[0])
	*p = (*p)[1:]
	return n, nil
}
