package providers_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/extension"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
)

// Each shape that a specification names can be read, comes back from its own
// format unchanged, and converts to every format.
func TestSpecifiedShapes(t *testing.T) {
	files, _ := filepath.Glob(testdata + "specification/*.txtar")
	if len(files) != 5 {
		t.Fatalf("%d specifications, want 5", len(files))
	}
	eachSpecified(t, func(name, format string, data []byte) {
		t.Run(name, func(t *testing.T) {
			own := lookup(t, format)
			c := decoded(t, own, data, nil)
			comesBack(t, own, c, data)
			converts(t, own, c)
		})
	})
}

func comesBack(t *testing.T, own *format.Format, c *conv.Conversation, input []byte) {
	t.Helper()
	notes := &note.Notes{}
	body := written(own, fit.To(c, own, notes))
	if back := decoded(t, own, body, nil); native(back) != native(c) || notes.Losses() > 0 {
		t.Errorf("it does not come back, %v:\n%s", notes.List(), diff(native(c), native(back)))
	}
	if own.Unit == format.StreamUnit {
		return // the pieces may differ
	}
	if want, got := values(t, input), values(t, body); !within(want, got) {
		t.Errorf("what it said is not all there:\n%s", body)
	}
}

func converts(t *testing.T, own *format.Format, c *conv.Conversation) {
	formats(t, func(t *testing.T, f *format.Format) { convertsTo(t, own, f, c) })
}

// convertsTo checks that a conversation of one format is read from another as it was
// written.
func convertsTo(t *testing.T, own, f *format.Format, c *conv.Conversation) {
	t.Helper()
	fit := fit.To(adapt.For(c, f, nil, nil), f, nil)
	got := decoded(t, f, written(f, fit), nil)
	if f.Name != own.Name && f.Family == own.Family { // each format lays out documents differently
		fit, got = shallow(fit), shallow(got)
		if f.Capabilities.Scope == format.Answer { // an answer has no items in short
			fit, got = unspelled(fit), unspelled(got)
		}
	}
	if native(got) != native(fit) {
		t.Errorf("in %s it is not read as it was written:\n%s", f.Name, diff(native(fit), native(got)))
	}
}

// shallow is a conversation without the residue of its document.
func shallow(c *conv.Conversation) *conv.Conversation {
	x := *c
	x.Extensions = nil
	return &x
}

// unspelled is a conversation whose blocks have no hints.
func unspelled(c *conv.Conversation) *conv.Conversation {
	x := *c
	fit.Blocks(&x, func(_ conv.Message, b conv.Block) conv.Block {
		call, ok := b.(*conv.ToolCall)
		if !ok {
			return b
		}
		y := *call
		for _, e := range call.Extensions {
			for _, m := range e.Members {
				if extension.IsHint(m.Key) {
					y.Extensions = y.Extensions.Without(e.Family, m.Key)
				}
			}
		}
		return &y
	})
	return &x
}

// values are the JSON values of a document, one after another.
func values(t *testing.T, document []byte) []any {
	t.Helper()
	var all []any
	for d := json.NewDecoder(bytes.NewReader(document)); d.More(); {
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%v in\n%s", err, document)
		}
		all = append(all, v)
	}
	return all
}

// within reports whether got says everything that want says. null says nothing,
// and a string equals a list of one text.
func within(want, got any) bool {
	switch want := want.(type) {
	case nil:
		return true
	case []any:
		list, _ := got.([]any)
		if text, ok := got.(string); ok {
			list = []any{map[string]any{"type": "text", "text": text}}
		}
		same := len(list) == len(want)
		for i := 0; same && i < len(want); i++ {
			same = within(want[i], list[i])
		}
		return same
	case map[string]any:
		object, ok := got.(map[string]any)
		for key, v := range want {
			ok = ok && within(v, object[key])
		}
		return ok
	}
	return want == got
}
