package schema

import (
	"strings"
	"testing"
)

func TestShort(t *testing.T) {
	for text, want := range map[string]string{
		"name":                  `"properties":{"name":{"type":"string"}},"required":["name"]`,
		"name, age int":         `"properties":{"name":{"type":"string"},"age":{"type":"integer"}},"required":["name","age"]`,
		"a float,b bool,":       `"properties":{"a":{"type":"number"},"b":{"type":"boolean"}},"required":["a","b"]`,
		"tags [str], n [int]":   `"properties":{"tags":{"type":"array","items":{"type":"string"}},"n":{"type":"array","items":{"type":"integer"}}},"required":["tags","n"]`,
		"a?, b? int":            `"properties":{"a":{"type":"string"},"b":{"type":"integer"}}`,
		"bio: a \"short\" text": `"properties":{"bio":{"type":"string","description":"a \"short\" text"}},"required":["bio"]`,
		"\nname: first, then last <b>\nage int: at 10:30,\n": `"properties":{"name":{"type":"string","description":"first, then last <b>"},"age":{"type":"integer","description":"at 10:30,"}},"required":["name","age"]`,
		"名前 str": `"properties":{"名前":{"type":"string"}},"required":["名前"]`,
	} {
		got, err := Short(text)
		want = `{"type":"object",` + want + `,"additionalProperties":false}`
		if err != nil || string(got) != want {
			t.Errorf("%q: %v\n got %s\nwant %s", text, err, got, want)
		}
	}
}

func TestShortFailures(t *testing.T) {
	for text, want := range map[string]string{
		"":             "it has no field",
		" , \n":        "it has no field",
		"a b c":        `"a b c": want a field as NAME, NAME TYPE or NAME TYPE: DESCRIPTION`,
		": x":          `": x": want a field as NAME`,
		"age integr":   `field age: unknown type "integr"`,
		"a [[int]]":    `field a: unknown type "[int]"`,
		"a, b int, a":  `two fields are called "a"`,
		`{"type":"x"}`: `"{\"type\"": not a field name`,
		"? int":        `"?": not a field name`,
		"person.json":  `"person.json": not a field name`,
	} {
		_, err := Short(text)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// What Short makes is a schema, which an object with the fields that it
// requires alone can match or not, but which always compiles.
func FuzzShort(f *testing.F) {
	for _, s := range []string{"name, age int", "a? [str]: what, b", "x float\ny: z", "a:\xff", "a \u2028: \u2028"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		made, err := Short(text)
		if err != nil {
			return
		}
		s, err := Compile(made)
		if err != nil {
			t.Fatalf("%q makes %s: %v", text, made, err)
		}
		if all, err := s.Check([]byte("[]")); err != nil || len(all) != 1 {
			t.Errorf("%q makes %s, under which a list is %v, %v", text, made, all, err)
		}
	})
}
