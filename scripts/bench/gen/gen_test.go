package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"convo/scripts/must"
)

// kinds are all that is not a shape.
var kinds = append([]string{"mixed", "agent", "answers", "questions", "document", "small"}, agents...)

func TestCorporaAreJSONLinesOfTheSizeAskedFor(t *testing.T) {
	for _, kind := range kinds {
		corpus := generate(t, kind, 1, 3_000_000)
		for i, line := range bytes.Split(bytes.TrimSpace(corpus), []byte("\n")) {
			if !json.Valid(line) {
				t.Errorf("%s: line %d is not JSON", kind, i+1)
			}
		}
		if len(corpus) < 2_900_000 || len(corpus) > 5_000_000 {
			t.Errorf("%s: %d bytes", kind, len(corpus))
		}
	}
}

// Corpora of one way of writing flatter: see the shares.
func TestLinesAreWrittenAsManyClientsDo(t *testing.T) {
	corpus := string(generate(t, "mixed", 1, 8_000_000))
	for _, written := range []string{
		`{"model":"`, `{"model": "`, `\u6f6e`, "潮", `src\/`, "src/", `"role":"user"}`, `"content":null`,
		`"content":[{"type":"text"`, `\\\"`, `\u001b[`,
	} {
		if !strings.Contains(corpus, written) {
			t.Errorf("no line has %s", written)
		}
	}
	if most := strings.Count(corpus, "\n{\"model\":\"") * 100 / strings.Count(corpus, "\n"); most < 35 || most > 80 {
		t.Errorf("%d %% of the lines are compact", most)
	}
}

func TestAStringIsWrittenSoThatItReadsTheSame(t *testing.T) {
	text := "a\"\\/\n\t\r\b\f\x1b\x7fé潮🚢"
	for _, s := range styles {
		var got string
		if err := json.Unmarshal(s.quote(nil, text), &got); err != nil || got != text {
			t.Errorf("%+v: %q, %v", s.style, got, err)
		}
	}
}

func TestASeedGivesTheSameBytes(t *testing.T) {
	a, b, c := generate(t, "agent", 1, 1000), generate(t, "agent", 1, 1000), generate(t, "agent", 2, 1000)
	if !bytes.Equal(a, b) {
		t.Error("the same seed gave other bytes")
	}
	if bytes.Equal(a, c) {
		t.Error("another seed gave the same bytes")
	}
}

func TestACorpusOfSoManyLines(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(1, 0))}
	var out bytes.Buffer
	if g.corpus(&out, "questions", 0, 7); bytes.Count(out.Bytes(), []byte("\n")) != 7 {
		t.Errorf("%q", out.Bytes())
	}
}

func TestUnknownCorpus(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(1, 0))}
	if must.Try(func() { g.corpus(new(bytes.Buffer), "novels", 1, 0) }) == nil {
		t.Error("no error")
	}
}

func generate(t *testing.T, kind string, seed uint64, size int) []byte {
	t.Helper()
	var out bytes.Buffer
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
	g.corpus(&out, kind, size, 0)
	return out.Bytes()
}

func TestAnArchiveIsAListOfConversations(t *testing.T) {
	var list []struct {
		Mapping map[string]struct {
			Parent   string
			Children []string
		}
		Leaf string `json:"current_node"`
	}
	archive := generate(t, "chatgpt-export", 1, 3_000_000)
	if err := json.Unmarshal(archive, &list); err != nil || len(list) < 3 || len(archive) > 5_000_000 {
		t.Fatalf("%d conversations, %d bytes, %v", len(list), len(archive), err)
	}
	for i, c := range list {
		on := map[string]bool{}
		for at := c.Leaf; at != "" && !on[at]; at = c.Mapping[at].Parent {
			on[at] = true
			for _, child := range c.Mapping[at].Children {
				if c.Mapping[child].Parent != at {
					t.Errorf("conversation %d: %s is not a child of %s", i, child, at)
				}
			}
		}
		if len(on) < 3 {
			t.Errorf("conversation %d: the answer shown last has %d nodes before it", i, len(on)-1)
		}
	}
}
