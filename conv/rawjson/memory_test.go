package rawjson_test

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

// A block keeps its lines, or the elements of a list, until it is released, whatever
// is read meanwhile.
func TestFramesRecycle(t *testing.T) {
	t.Run("lines", func(t *testing.T) { testFramesRecycle(t, "", "\n", "") })
	t.Run("elements", func(t *testing.T) { testFramesRecycle(t, "[", ",\n", "0]") })
}

// The rest of one input is read into the memory of another's, once that is released.
func TestRestRecycles(t *testing.T) {
	m := rawjson.NewMemory()
	read := func(text string) rawjson.Block {
		f := rawjson.NewFrames(strings.NewReader(text), int64(len(text)))
		f.Recycle(m)
		b, err := f.Rest()
		if err != nil || string(b.Data) != text {
			t.Fatalf("%.20q, %v", b.Data, err)
		}
		return b
	}
	text := strings.Repeat("text", 200_000)
	first, second := read(text), read(text)
	if &first.Data[0] == &second.Data[0] {
		t.Error("memory in use was read into")
	}
	first.Release()
	if third := read(strings.ToUpper(text)); &third.Data[0] != &first.Data[0] {
		t.Error("memory that is free was not used")
	}
}

func testFramesRecycle(t *testing.T, begin, after, end string) {
	var in strings.Builder
	in.WriteString(begin)
	for i := range 60_000 {
		fmt.Fprintf(&in, "{\"line\":%d,\"text\":\"%s\"}%s", i, strings.Repeat("x", i%97), after)
		if i%25_000 == 0 { // long lines, some longer than all memory that is kept
			fmt.Fprintf(&in, "{\"line\":%d,\"text\":\"%s\"}%s", i, strings.Repeat("long", i*7), after)
		}
	}
	in.WriteString(end)
	f := rawjson.NewFrames(strings.NewReader(in.String()), 0)
	f.Split = begin == "["
	f.Recycle(rawjson.NewMemory())
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
	if bare := strings.NewReplacer("\n", "", " ", ""); bare.Replace(all.String()) != bare.Replace(in.String()) {
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
		for i := range 50 {
			c := rawjson.NewCursor([]byte(`"\u00e9` + strings.Repeat(string(rune('a'+round)), i*i*112) + `"`))
			c.Arena = &arena
			texts = append(texts, c.Str())
		}
		for i, s := range texts {
			if want := "é" + strings.Repeat(string(rune('a'+round)), i*i*112); s != want {
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
	if first == "é"+strings.Repeat("a", 112) {
		t.Error("no memory was used again")
	}
}

// Texts that fill an arena anywhere, in the middle of a run of escapes too, are
// read as encoding/json reads them.
func TestFullArena(t *testing.T) {
	pieces := []string{`\\\\\\`, `\"`, `\n`, `\u0041\u00e9\u20ac`, `\ud83d\ude00`, "plain text", "жзи€日本", `\\\"`}
	var arena rawjson.Arena
	for first := range pieces {
		var b strings.Builder
		b.WriteString(`["`)
		for i := range 20_000 {
			b.WriteString(pieces[(first+i*i+i/7)%len(pieces)])
			if i%97 == first {
				b.WriteString(`","`)
			}
		}
		b.WriteString(`"]`)
		var want []string
		if err := json.Unmarshal([]byte(b.String()), &want); err != nil {
			t.Fatal(err)
		}
		c := rawjson.NewCursor([]byte(b.String()))
		c.Arena = &arena
		for i := range c.Elements {
			if got := c.Str(); got != want[i] {
				t.Fatalf("text %d from piece %d: got %.60q, want %.60q", i, first, got, want[i])
			}
		}
		if err := c.End(); err != nil {
			t.Fatal(err)
		}
		arena.Reset()
	}
}

// pile counts how often it was reset.
type pile struct{ resets int }

func (p *pile) Reset() { p.resets++ }

func TestKeptBy(t *testing.T) {
	var arena rawjson.Arena
	p := rawjson.KeptBy[pile](&arena)
	if arena.IsFree() {
		t.Error("the arena is free while what it keeps is in use")
	}
	arena.Reset()
	if again := rawjson.KeptBy[pile](&arena); again != p || p.resets != 1 {
		t.Errorf("got %p after %d resets, want %p after 1", again, p.resets, p)
	}
	if one, other := rawjson.KeptBy[pile](nil), rawjson.KeptBy[pile](nil); one == other {
		t.Error("without an arena, two are one")
	}
}
