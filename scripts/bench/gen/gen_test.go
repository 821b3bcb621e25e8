package main

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"
)

func TestCorporaAreJSONLinesOfTheSizeAskedFor(t *testing.T) {
	for _, kind := range []string{"mixed", "agent", "document"} {
		corpus := generate(t, kind, 1, 3_000_000)
		for i, line := range bytes.Split(bytes.TrimSpace(corpus), []byte("\n")) {
			if !json.Valid(line) {
				t.Errorf("%s: line %d is not JSON", kind, i+1)
			}
		}
		if len(corpus) < 3_000_000 || len(corpus) > 5_000_000 {
			t.Errorf("%s: %d bytes", kind, len(corpus))
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

func TestUnknownCorpus(t *testing.T) {
	g := &generator{Rand: rand.New(rand.NewPCG(1, 0))}
	if g.corpus(new(bytes.Buffer), "novels", 1) == nil {
		t.Error("no error")
	}
}

func generate(t *testing.T, kind string, seed uint64, size int) []byte {
	t.Helper()
	var out bytes.Buffer
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
	if err := g.corpus(&out, kind, size); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
