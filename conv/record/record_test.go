package record_test

import (
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// decoder is that of a format which the tests make up.
type decoder struct{ in record.Reader }

// Base is what records read with.
func (d *decoder) Base() *record.Reader { return &d.in }

// Keep keeps a field that is not described.
func (d *decoder) Keep(n *conv.Node, key string) { d.in.Keep(n, key) }

// Known keeps a field that is only known.
func (d *decoder) Known(n *conv.Node, key string) { d.in.Known(n, key) }

var (
	own      = &record.Family{Name: "test"}
	gathered = &record.Family{Name: "test", Gathered: true, Order: func(a, b rawjson.Member) int { return strings.Compare(a.Key, b.Key) }}
)

// toolOf is a record with a field of each sort.
func toolOf(f *record.Family) *record.Record[*decoder, *conv.ToolDefinition] {
	r := record.New[*decoder](f, "tool", func(t *conv.ToolDefinition) *conv.Node { return &t.Node })
	record.Tag(r, "type", "function")
	record.Str(r, "name", func(t *conv.ToolDefinition) *string { return &t.Name }).Needed("a tool without a name")
	record.OptText(r, "description", func(t *conv.ToolDefinition) *string { return &t.Description })
	record.OptRaw(r, "schema", func(t *conv.ToolDefinition) *conv.Raw { return &t.Parameters }).Due(record.LooseObject).Says("JSON Schema.")
	record.Absent(r, func(t *conv.ToolDefinition) { f.SetLacks(&t.Node, "schema") })
	record.OptBool(r, "strict", func(t *conv.ToolDefinition) **bool { return &t.Strict })
	record.Known(r, "cache", record.LooseString)
	return r
}

func read(t testing.TB, r *record.Record[*decoder, *conv.ToolDefinition], f *record.Family, input string, notes *note.Notes) (conv.ToolDefinition, error) {
	t.Helper()
	d := &decoder{record.NewReader(f, []byte(input), notes)}
	var tool conv.ToolDefinition
	record.Read(r, d, &tool)
	return tool, d.in.End()
}

func written(r *record.Record[*decoder, *conv.ToolDefinition], t *conv.ToolDefinition) string {
	w := rawjson.NewWriter(nil)
	record.Write(r, w, t)
	return string(w.Bytes())
}

func TestWhatIsReadComesBack(t *testing.T) {
	for _, test := range []struct{ input, want string }{
		{`{"type":"function","name":"a","description":"d","schema":{},"strict":true}`, ""},
		{`{"name":"a","type":"function","schema":{}}`, `{"type":"function","name":"a","schema":{}}`},
		{`{"type":"function","name":"a","description":"","schema":{}}`, ""},
		{`{"type":"function","name":"a","description":null,"strict":null,"cache":null}`, `{"type":"function","name":"a"}`},
		{`{"type":"function","name":"a","schema":{},"cache":"x","new":[1],"~odd":2}`, ""},
		{`{"type":"function","name":"a","description":"","description":"d","schema":1}`, `{"type":"function","name":"a","description":"d","schema":1}`},
	} {
		for _, f := range []*record.Family{own, gathered} {
			r := toolOf(f)
			tool, err := read(t, r, f, test.input, nil)
			if err != nil {
				t.Fatal(test.input, err)
			}
			want := test.want
			if want == "" {
				want = test.input
			}
			if got := written(r, &tool); sorted(got) != sorted(want) {
				t.Errorf("%s\ngot  %s\nwant %s", test.input, got, want)
			}
			if tool.Offset() != 0 {
				t.Errorf("%s: the tool stands at %d", test.input, tool.Offset())
			}
		}
	}
}

// sorted is an object with its fields in the order of their keys.
func sorted(object string) string {
	all := conv.Raw(object).Members()
	slices.SortFunc(all, func(a, b rawjson.Member) int { return strings.Compare(a.Key, b.Key) })
	return string(rawjson.ObjectOf(all))
}

func TestWhatIsWrongIsTold(t *testing.T) {
	for input, want := range map[string]string{
		`{"type":"function"}`:                             "offset 0: a tool without a name",
		`{"type":"function","name":null}`:                 "offset 0: a tool without a name",
		`{"type":"function","name":5}`:                    "offset 26: want a string, got a number",
		`{"type":"function","name":"a","type":"x"}`:       `offset 37: repeated tag: "x" after "function"`,
		`{"type":"function","name":"a","strict":"maybe"}`: "offset 39: want true or false, got a string",
	} {
		if _, err := read(t, toolOf(own), own, input, nil); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", input, err, want)
		}
	}
}

// Of a repeated field the last value counts, also one of a wrong kind.
func TestLenientRepeated(t *testing.T) {
	r := toolOf(own)
	r.Lenient = true
	tool, err := read(t, r, own, `{"type":"function","name":"a","strict":true,"description":"d","strict":"maybe","description":7}`, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := written(r, &tool), `{"type":"function","name":"a","strict":"maybe","description":7}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A lenient record keeps what is of a wrong kind, and says so.
func TestLenient(t *testing.T) {
	r, notes := toolOf(own), &note.Notes{}
	r.Lenient = true
	input := `{"type":"function","name":"a","strict":"maybe","description":7}`
	tool, err := read(t, r, own, input, notes)
	if err != nil || tool.Strict != nil {
		t.Fatal(tool, err)
	}
	if got := written(r, &tool); got != input {
		t.Errorf("got %s", got)
	}
	if n := len(notes.List()); n != 2 {
		t.Errorf("%d notes, want 2: %v", n, notes.List())
	}
	tool.Description = "said since" // the residue gives way
	if got := written(r, &tool); got != `{"type":"function","name":"a","description":"said since","strict":"maybe"}` {
		t.Errorf("got %s", got)
	}
}

// Unknown fields are noted with their place, known ones are not.
func TestNotes(t *testing.T) {
	notes := &note.Notes{}
	if _, err := read(t, toolOf(own), own, `{"type":"function","name":"a","cache":"x","new":1}`, notes); err != nil {
		t.Fatal(err)
	}
	list := notes.List()
	if len(list) != 1 || list[0].Offset != 48 {
		t.Errorf("got %v", list)
	}
}

func TestHints(t *testing.T) {
	for _, f := range []*record.Family{own, gathered} {
		var n conv.Node
		f.SetBlank(&n, "b", `""`)
		f.SetBlank(&n, "a", "[]")
		f.SetLacks(&n, "y")
		f.SetLacks(&n, "x")
		f.Set(&n, "a.b", "1")
		if f.Blank(&n, "a") != "[]" || f.Blank(&n, "c") != "" || !f.Lacks(&n, "x") || f.Lacks(&n, "a") {
			t.Errorf("%v", n.Extensions)
		}
		shared := n.Extensions.Clone()
		m := conv.Node{Extensions: shared.Clone()}
		if f.RereadAll(&m, "a"); f.Blank(&m, "a") != "" || f.Get(&m, "a.b") != "" || f.Blank(&m, "b") != `""` {
			t.Errorf("%v", m.Extensions)
		}
		m.Extensions = n.Extensions
		if f.Forget(&m, "a"); f.Blank(&m, "a") != "" || f.Get(&m, "a.b") != "1" {
			t.Errorf("%v", m.Extensions)
		}
		if !f.Gathered && f.Blank(&n, "a") != shared.Get("test", "~a") {
			t.Error("what others share was changed")
		}
	}
}

func TestShape(t *testing.T) {
	w := rawjson.NewWriter(nil)
	record.Shape(toolOf(own), shape.May("more", shape.Bool())).Schema(w, "")
	for _, want := range []string{`"required":["name"`, `"description":"JSON Schema."`, `"more":{"type":["null","boolean"]}`, `"cache":`} {
		if !strings.Contains(string(w.Bytes()), want) {
			t.Errorf("no %s in %s", want, w.Bytes())
		}
	}
}

// What a record reads comes back with all that it said, and is read as the
// same.
func FuzzRecord(f *testing.F) {
	f.Add(`{"type":"function","name":"a","description":"","schema":{},"~x":1,"~~y":2,"new":null}`)
	f.Add(`{"type":"function","name":"a","strict":7,"description":[],"description":""}`)
	f.Fuzz(func(t *testing.T, input string) {
		for _, family := range []*record.Family{own, gathered} {
			r := toolOf(family)
			r.Lenient = true
			first, err := read(t, r, family, input, nil)
			if err != nil {
				return
			}
			out := written(r, &first)
			second, err := read(t, r, family, out, nil)
			if err != nil {
				t.Fatalf("%s: %v", out, err)
			}
			if again := written(r, &second); sorted(again) != sorted(out) {
				t.Errorf("%s\nfirst  %s\nsecond %s", input, out, again)
			}
		}
	})
}

// A field is read under its alias, and comes back under the name that it had.
func TestAliasesComeBack(t *testing.T) {
	f := &record.Family{Name: "test", Aliases: &record.Aliases{Camel: "toolName toolText other"}}
	r := record.New[*decoder](f, "", func(t *conv.ToolDefinition) *conv.Node { return &t.Node })
	record.Str(r, "toolName", func(t *conv.ToolDefinition) *string { return &t.Name })
	record.OptText(r, "toolText", func(t *conv.ToolDefinition) *string { return &t.Description })
	for _, input := range []string{
		`{"toolName":"a","toolText":"b"}`, `{"tool_name":"a","tool_text":"b"}`,
		`{"tool_name":"a","toolText":"b"}`, `{"toolName":"a","tool_text":""}`, `{"tool_name":"a","odd_name":1}`,
	} {
		tool, err := read(t, r, f, input, nil)
		if err != nil || tool.Name != "a" {
			t.Fatal(input, err, tool.Name)
		}
		if got := written(r, &tool); got != input {
			t.Errorf("got  %s\nwant %s", got, input)
		}
	}
}
