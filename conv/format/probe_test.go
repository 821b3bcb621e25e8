package format_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"convo/conv/format"
)

func TestShows(t *testing.T) {
	doc := format.NewProbe([]byte(`{"model":"gpt-5","n":1,"messages":[{"role":"user","content":null},{"role":"tool","content":[{"type":"text"}]}]}`))
	text := format.NewProbe([]byte("# a heading\n\nand more"))
	for _, test := range []struct {
		probe       *format.Probe
		mark, shown string // "" if it is not there
	}{
		{doc, "messages", "messages"},
		{doc, "messages[].content[].type", "messages[].content[].type"},
		{doc, "tools", ""},
		{doc, "no tools", "no tools"},
		{doc, "no messages", ""},
		{doc, "messages is array", "messages is array"},
		{doc, "messages is object", ""},
		{doc, "messages[].content is null", "messages[].content is null"},
		{doc, "n is number", "n is number"},
		{doc, "messages[].role = tool|user|system", "messages[].role = user|tool"},
		{doc, "messages[].role = system", ""},
		{doc, "model = gpt-*", "model = gpt-5"},
		{doc, "model = *5", "model = gpt-5"},
		{doc, "model = *t-*", "model = gpt-5"},
		{doc, "model = gpt*4", ""},
		{doc, "n & model = gpt-5", "n & model = gpt-5"},
		{doc, "n & tools", ""},
		{doc, `"# a heading`, ""},
		{text, `"# a heading`, `"# a heading"`},
		{text, `"and more`, ""},
	} {
		shows := test.probe.Shows(test.mark)
		if known := strings.Join(test.probe.Known(), ", "); known != test.shown || shows != (known != "") {
			t.Errorf("%s: %v, %q, want %q", test.mark, shows, known, test.shown)
		}
	}
	if !doc.Shows("tools", "n", "model") || !slices.Equal(doc.Known(), []string{"n", "model"}) || doc.Known() != nil {
		t.Error("of several marks those that are there are known, once")
	}
}

// Long strings are passed over wherever they stand, also in keys' order.
func TestOutlinePassesLongStrings(t *testing.T) {
	image := strings.Repeat("iVBORw0KGgo", 300_000)
	escaped := strings.Repeat(`a\"b\\`, 300_000)
	doc := `{"messages":[{"content":[{"type":"image","source":{"data":"` + image + `","media_type":"image/png"}},{"text":"` + escaped + `","type":"text"}],"role":"user"}],"max_tokens":9}`
	p := format.NewProbe([]byte(doc))
	if p.Wants() || !p.Is("messages[].role", "user") || !p.Is("messages[].content[].source.media_type", "image/png") || !p.Has("max_tokens") {
		t.Errorf("%q", p.Keys(""))
	}
	for _, n := range []int{20, len(image), len(doc) - 1} {
		if p := format.NewProbe([]byte(doc[:n])); !p.Wants() {
			t.Errorf("cut at %d it wants no more", n)
		}
	}
	event := "data: {\"type\":\"response.created\",\"text\":\"" + image + "\"}\n\n"
	if p := format.NewProbe([]byte(event[:len(event)/2])); !p.Wants() || p.Form != format.FormEvents {
		t.Error("an event that is cut")
	}
	if p := format.NewProbe([]byte(event)); p.Wants() || !p.Is("type", "response.created") {
		t.Error("an event that is long")
	}
}

// What an outline costs is bound by how much it looks at.
func TestOutlineIsBound(t *testing.T) {
	for name, text := range map[string]string{
		"values":   `{"a":[` + strings.Repeat(`{"b":1},`, 1_000_000),
		"keys":     "{" + strings.Repeat(`"k":{"l":[]},`, 500_000),
		"depth":    strings.Repeat("[", 1_000_000),
		"lines":    strings.Repeat("{\"a\":1}\n", 1_000_000),
		"broken":   "{}\n" + strings.Repeat("{\"a\n", 200_000),
		"new keys": manyKeys(200_000),
	} {
		data := []byte(text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p := format.NewProbe(data)
		runtime.ReadMemStats(&after)
		if want := name == "values" || name == "keys"; p.Wants() != want {
			t.Errorf("%s: wants more: %v; a new field may follow: %v", name, p.Wants(), want)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 8*uint64(len(data)) {
			t.Errorf("%s: %d bytes of memory for the outline of %d", name, n, len(data))
		}
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	b.WriteString("{")
	for i := range n {
		fmt.Fprintf(&b, `"k%d":%d,`, i, i)
	}
	return b.String()
}

// A line that is broken hides no other.
func TestOutlineOfBrokenLines(t *testing.T) {
	p := format.NewProbe([]byte("{\"a\":1}\n{\"b\":\n{\"c\":3}\n"))
	if p.Form != format.FormLines || !p.Has("a") || !p.Has("c") {
		t.Errorf("%v %q", p.Form, p.Keys(""))
	}
}

func BenchmarkOutline(b *testing.B) {
	image := []byte(`{"messages":[{"content":[{"data":"` + strings.Repeat("iVBORw0KGgo", 300_000) + `"}],"role":"user"}]}`)
	b.Run("image", func(b *testing.B) {
		b.SetBytes(int64(len(image)))
		for b.Loop() {
			format.NewProbe(image)
		}
	})
	turns := []byte(`{"messages":[` + strings.TrimSuffix(strings.Repeat(`{"role":"user","content":[{"type":"text","text":"When is high water?"}]},`, 20_000), ",") + `]}`)
	b.Run("turns", func(b *testing.B) {
		b.SetBytes(int64(len(turns)))
		for b.Loop() {
			format.NewProbe(turns)
		}
	})
}
