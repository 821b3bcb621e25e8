package rawjson_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

// A block keeps its lines until it is released, whatever is read meanwhile.
func TestFramesRecycle(t *testing.T) {
	var in strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&in, "{\"line\":%d,\"text\":\"%s\"}\n", i, strings.Repeat("x", i%97))
	}
	f := rawjson.NewFrames(strings.NewReader(in.String()), 0)
	f.Recycle()
	var held []rawjson.Block
	var was []string
	release := func() {
		if string(held[0].Data) != was[0] {
			t.Fatalf("the block of line %d has changed", held[0].Line)
		}
		held[0].Release()
		held, was = held[1:], was[1:]
	}
	places := map[*byte]bool{}
	var all strings.Builder
	for {
		b, err := f.Next()
		if err == io.EOF {
			break
		}
		all.Write(b.Data)
		places[&b.Data[0]] = true
		if held, was = append(held, b), append(was, string(b.Data)); len(held) > 3 {
			release()
		}
	}
	for len(held) > 0 {
		release()
	}
	if all.String() != in.String() {
		t.Error("lines are missing")
	}
	if blocks := in.Len() / rawjson.BlockSize; len(places) > blocks {
		t.Errorf("%d blocks lie in %d places: no memory was used again", blocks, len(places))
	}
}

// What an arena holds stays until it is reset, also texts that are larger than a
// piece of it.
func TestArena(t *testing.T) {
	var arena rawjson.Arena
	var first string
	for round := range 3 {
		var texts []string
		for i := range 200 {
			c := rawjson.NewCursor([]byte(`"\u00e9` + strings.Repeat(string(rune('a'+round)), i*i*7) + `"`))
			c.Arena = &arena
			texts = append(texts, c.Str())
		}
		for i, s := range texts {
			if want := "é" + strings.Repeat(string(rune('a'+round)), i*i*7); s != want {
				t.Fatalf("round %d: text %d has changed", round, i)
			}
		}
		if first == "" {
			first = texts[1]
		}
		if arena.Reset(); !arena.IsFree() {
			t.Error("an arena is not free after Reset")
		}
	}
	if first == "éaaaaaaa" {
		t.Error("no memory was used again")
	}
}
