package record_test

import (
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/record"
	"convo/conv/shape"
)

// A family with Snakes reads a field under either of its names, also in an object
// inside, and writes it as it was.
func TestSnakeCaseComesBack(t *testing.T) {
	f := &record.Family{
		Name: "test", Flat: true, Plainly: true, NoNulls: true, Snakes: true,
		Inside: func(key string) bool { return strings.HasPrefix(key, "innerPart.") },
	}
	node := func(t *conv.ToolDefinition) *conv.Node { return &t.Node }
	inner := record.New[*decoder](f, "", node)
	record.OptStr(inner, "longText", func(t *conv.ToolDefinition) *string { return &t.Description })
	record.Known(inner, "isKnown", shape.Bool)
	outer := record.New[*decoder](f, "tool", node)
	record.Str(outer, "toolName", func(t *conv.ToolDefinition) *string { return &t.Name })
	record.Inside(outer, "innerPart", inner)

	for _, input := range []string{
		`{"toolName":"a","innerPart":{"longText":"d"}}`,
		`{"tool_name":"a","inner_part":{"long_text":"d"}}`,
		`{"tool_name":"a","innerPart":{"long_text":"","is_known":true}}`,
		`{"toolName":"a","inner_part":{"longText":"d","isKnown":true,"un_known":1}}`,
	} {
		var notes note.Notes
		tool, err := read(t, outer, f, input, &notes)
		if err != nil {
			t.Fatal(input, err)
		}
		if got := written(outer, &tool); got != input {
			t.Errorf("%s\ncomes back as %s", input, got)
		}
		for _, n := range notes.List() {
			if n.Name != "un_known" {
				t.Errorf("%s: a note on %s", input, n.Name)
			}
		}
	}
}
