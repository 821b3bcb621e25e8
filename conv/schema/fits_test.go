package schema

import (
	"encoding/json"
	"strings"
	"testing"
)

// What tools usually ask for is seen without making the value.
func TestFits(t *testing.T) {
	const tool = `{
		"$defs": {"place": {"type": "object", "properties": {"lat": {"type": "number", "minimum": -90, "maximum": 90}}, "required": ["lat"]}},
		"type": "object",
		"properties": {
			"path": {"type": "string", "minLength": 1, "description": "of the file"},
			"mode": {"enum": ["read", "write"]},
			"kind": {"const": "file"},
			"limit": {"anyOf": [{"type": "integer", "exclusiveMinimum": 0}, {"type": "null"}]},
			"lines": {"type": "array", "items": {"type": "integer"}, "maxItems": 2},
			"at": {"$ref": "#/$defs/place"},
			"flags": {"type": "object", "additionalProperties": {"type": "boolean"}}
		},
		"required": ["path"],
		"additionalProperties": false
	}`
	s, err := Compile([]byte(tool))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		value string
		fits  bool
	}{
		{`{"path":"a"}`, true},
		{` { "path" : "\u00e9" , "limit" : null } `, true},
		{`{"limit":3,"path":"a","mode":"read","kind":"file","lines":[1,2],"at":{"lat":-0.5,"lon":[]},"flags":{"x":true}}`, true},
		{`{}`, false},
		{`[]`, false},
		{`{"path":""}`, false},
		{`{"path":1}`, false},
		{`{"path":"a","path":2}`, false},
		{`{"path":"a","mode":"append"}`, false},
		{`{"path":"a","mode":null}`, false},
		{`{"path":"a","kind":"dir"}`, false},
		{`{"path":"a","limit":0}`, false},
		{`{"path":"a","limit":1.5}`, false},
		{`{"path":"a","limit":"1"}`, false},
		{`{"path":"a","lines":[1,2,3]}`, false},
		{`{"path":"a","lines":[true]}`, false},
		{`{"path":"a","at":{}}`, false},
		{`{"path":"a","at":{"lat":90.1}}`, false},
		{`{"path":"a","flags":{"x":1}}`, false},
		{`{"path":"a","more":1}`, false},
		{`{"path":"a"} 1`, false},
		{`{"path":"a"`, false},
	} {
		if got := s.Fits([]byte(c.value)); got != c.fits {
			t.Errorf("%s: %t", c.value, got)
		}
		if all, err := s.Check([]byte(c.value)); (err == nil && len(all) == 0) != c.fits {
			t.Errorf("%s: %v %v", c.value, all, err)
		}
	}
}

// A schema whose alternatives refer to it does not read a deep value for ever.
func TestFitsGivesUp(t *testing.T) {
	s, err := Compile([]byte(`{"type":"array","anyOf":[{"items":{"$ref":"#"},"maxItems":1},{"items":{"$ref":"#"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if s.Fits([]byte(strings.Repeat("[", 100) + "1" + strings.Repeat("]", 100))) {
		t.Error("a number is no array")
	}
}

// A schema that is read directly is valid, and matches what it matches if it is
// compiled in full.
func FuzzDirect(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"type":"object","properties":{"a":{"type":["integer","null"],"minimum":1}},"required":["a"],"additionalProperties":false}`, `{"a":2}`},
		{`{"type":"array","items":{"enum":["a","b"]},"minItems":1,"maxItems":2,"description":"x","items":true}`, `["a"]`},
		{`{"anyOf":[{"const":"x"},{"allOf":[{"type":"number"},{"exclusiveMaximum":5}]}],"$schema":"y"}`, `4.5`},
		{`{"type":"string","minLength":2,"maxLength":3}`, `"\u00e9e"`},
		{`{"type":"object","properties":{"a":{"$ref":"#"}}}`, `{"a":{}}`},
		{`{"minItems":-1}`, `[]`},
		{`{"enum":[]}`, `1`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, schema, value string) {
		quick := direct([]byte(schema))
		if quick == nil || json.Unmarshal([]byte(value), new(any)) != nil || strings.Contains(schema, `\u`) {
			return
		}
		full, err := compile([]byte(schema))
		if err != nil {
			t.Fatalf("%s: read directly, but: %v", schema, err)
		}
		made := &Schema{fit: fitOf(full.root, map[*node]*fit{})}
		if got, want := (&Schema{fit: quick}).Fits([]byte(value)), made.Fits([]byte(value)); got != want {
			t.Errorf("%s\n%s\nread directly %v, compiled %v", schema, value, got, want)
		}
	})
}
