package schema

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
)

// found is what is wrong with a value, a line each.
func found(t *testing.T, schema, value string) []string {
	t.Helper()
	s, err := Compile([]byte(schema))
	if err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	all, err := s.Check([]byte(value))
	if err != nil {
		t.Fatalf("%s: %v", value, err)
	}
	var lines []string
	for _, f := range all {
		lines = append(lines, f.String())
	}
	return lines
}

// Every mistake is found, each with its place.
func TestAllFindings(t *testing.T) {
	const person = `{"type":"object","required":["name","age"],"additionalProperties":false,"properties":{
		"name":{"type":"string","minLength":1,"pattern":"^[A-Z]"},"age":{"type":"integer","minimum":0},
		"tags":{"type":"array","items":{"type":"string","maxLength":3},"maxItems":2,"uniqueItems":true},
		"a/b~c":{"enum":["x",1,null]}}}`
	want := []string{
		`"age" is missing`,
		`/a~1b~0c: want one of "x", 1, null`,
		`/more: this property is not allowed`,
		`/name: want 1 characters or more`,
		`/name: want text that matches "^[A-Z]"`,
		`/tags: want 2 items or less`,
		`/tags: want no equal items`,
		`/tags/0: want 3 characters or less`,
		`/tags/1: want a string, got an integer`,
		`/tags/2: want a string, got an integer`,
	}
	got := found(t, person, `{"name":"","tags":["abcd",1,1.0],"more":1,"a/b~c":"y"}`)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got := found(t, person, `{"name":"Ann","age":3.0,"tags":["é漢字"],"a/b~c":null}`); got != nil {
		t.Errorf("%q", got)
	}
}

// One keyword each: a value that matches, and what is wrong with another.
func TestKeywords(t *testing.T) {
	for _, test := range []struct{ schema, good, bad, want string }{
		{`false`, ``, `1`, "no value is allowed here"},
		{`true`, `1`, ``, ""},
		{`{"type":["integer","null"]}`, `null`, `"x"`, "want an integer or null, got a string"},
		{`{"type":"integer"}`, `1e2`, `1.5`, "want an integer, got a number"},
		{`{"const":{"a":[1]}}`, `{"a":[1.0]}`, `{"a":[2]}`, `want {"a":[1]}`},
		{`{"enum":[9007199254740993]}`, `9007199254740993`, `9007199254740992`, "want one of 9007199254740993"},
		{`{"exclusiveMinimum":0}`, `0.1`, `0`, "want more than 0"},
		{`{"minimum":1,"exclusiveMinimum":true}`, `2`, `1`, "want more than 1"},
		{`{"maximum":1,"exclusiveMaximum":false}`, `1`, `2`, "want 1 or less"},
		{`{"multipleOf":0.01}`, `19.99`, `0.001`, "want a multiple of 0.01"},
		{`{"pattern":"^\\u0041+$"}`, `"AA"`, `"B"`, `want text that matches "^\\x{0041}+$"`},
		{`{"prefixItems":[{"type":"string"}],"items":false}`, `["a"]`, `["a",1]`, "/1: no value is allowed here"},
		{`{"items":[{"type":"string"}],"additionalItems":{"type":"null"}}`, `["a",null]`, `["a",1]`, "/1: want null, got an integer"},
		{`{"contains":{"const":1},"minContains":2}`, `[1,1]`, `[1,2]`, "want 2 or more items that match \"contains\", got 1"},
		{`{"contains":{"const":1},"maxContains":1}`, `[1]`, `[1,1]`, "want 1 or less items that match \"contains\", got 2"},
		{`{"patternProperties":{"^x":{"type":"null"}},"additionalProperties":{"type":"string"}}`, `{"x1":null,"y":"s"}`, `{"x1":1}`, "/x1: want null, got an integer"},
		{`{"propertyNames":{"maxLength":2}}`, `{"ab":1}`, `{"abc":1}`, "/abc: this property name is not allowed"},
		{`{"dependentRequired":{"a":["b"]}}`, `{"b":1}`, `{"a":1}`, `"b" is missing`},
		{`{"dependencies":{"a":["b"],"c":{"required":["d"]}}}`, `{"a":1,"b":1}`, `{"c":1}`, `"d" is missing`},
		{`{"minProperties":1,"maxProperties":2}`, `{"a":1}`, `{}`, "want 1 properties or more"},
		{`{"allOf":[{"minimum":1},{"maximum":2}]}`, `1`, `3`, "want 2 or less"},
		{`{"anyOf":[{"type":"null"},{"type":"object","required":["a"]}]}`, `null`, `{}`, `"a" is missing`},
		{`{"anyOf":[{"type":"null"},{"type":"string"}]}`, `"s"`, `1`, "matches none of the 2 alternatives"},
		{`{"oneOf":[{"minimum":1},{"maximum":2}]}`, `3`, `1`, "matches 2 of the alternatives, want exactly one"},
		{`{"not":{"type":"null"}}`, `1`, `null`, "matches the schema that \"not\" excludes"},
		{`{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`, `{"c":1}`, `{"a":1}`, `"b" is missing`},
		{`{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`, `{"a":1}`, `{"b":1}`, "/b: this property is not allowed"},
		{`{"prefixItems":[true],"unevaluatedItems":false}`, `[1]`, `[1,2]`, "/1: no value is allowed here"},
		{`{"$ref":"#/$defs/a","$defs":{"a":{"type":"string"}}}`, `"s"`, `1`, "want a string, got an integer"},
		{`{"$ref":"#/components/schemas/a","components":{"schemas":{"a":{"type":"string"}}}}`, `"s"`, `1`, "want a string, got an integer"},
		{`{"$ref":"#a","$defs":{"x":{"$anchor":"a","type":"string"}}}`, `"s"`, `1`, "want a string, got an integer"},
		{`{"$id":"https://e.com/s","$ref":"t","$defs":{"x":{"$id":"t","type":"string"}}}`, `"s"`, `1`, "want a string, got an integer"},
		{`{"$dynamicRef":"#a","$defs":{"x":{"$dynamicAnchor":"a","type":"string"}}}`, `"s"`, `1`, "want a string, got an integer"},
		{`{"type":"array","items":{"$ref":"#"}}`, `[[[]]]`, `[[1]]`, "/0/0: want an array, got an integer"},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","minimum":5,"definitions":{"a":{"type":"integer"}}}`, `1`, `""`, "want an integer, got a string"},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://e.com/","$ref":"#/definitions/a","definitions":{"a":{"type":"integer"}}}`, `1`, `""`, "want an integer, got a string"},
		{`{"format":"email","type":"string","x-other":1}`, `"none"`, `1`, "want a string, got an integer"},
	} {
		if test.good != "" {
			if got := found(t, test.schema, test.good); got != nil {
				t.Errorf("%s, %s: %q", test.schema, test.good, got)
			}
		}
		if test.bad == "" {
			continue
		}
		if got := found(t, test.schema, test.bad); len(got) != 1 || got[0] != test.want {
			t.Errorf("%s, %s: got %q, want %q", test.schema, test.bad, got, test.want)
		}
	}
}

// What is no schema is refused, with the place.
func TestCompileFailures(t *testing.T) {
	for schema, want := range map[string]string{
		`{`:                                     "unexpected end of JSON",
		`{} {}`:                                 "unexpected text after the JSON value",
		`[1]`:                                   "want a schema (an object, true or false), got an array",
		`{"properties":{"a/b":{"type":"str"}}}`: `/properties/a~1b/type: unknown type "str"`,
		`{"items":3}`:                           "/items: want a schema",
		`{"required":"a"}`:                      "/required: want a list of strings, got a string",
		`{"minLength":-1}`:                      "/minLength: want a whole number of 0 or more",
		`{"minimum":"1"}`:                       "/minimum: want a number, got a string",
		`{"multipleOf":0}`:                      "/multipleOf: want a number above 0",
		`{"anyOf":[]}`:                          "/anyOf: want a list of schemas",
		`{"properties":[]}`:                     "/properties: want an object of schemas",
		`{"$ref":"https://e.com/s.json"}`:       `/$ref: "https://e.com/s.json" is in another document, which is never fetched`,
		`{"$ref":"other.json#/a"}`:              `/$ref: "other.json#/a" is in another document`,
		`{"$ref":"#/$defs/a"}`:                  `/$ref: "#/$defs/a" does not exist`,
		`{"$ref":"#a"}`:                         `/$ref: "#a" does not exist`,
		`{"$ref":"#"}`:                          "the schema refers to itself without end",
		`{"allOf":[{"anyOf":[{"$ref":"#"}]}]}`:  "the schema refers to itself without end",
		`{"$dynamicRef":"#a","$defs":{"x":{"$dynamicAnchor":"a"},"y":{"$id":"y","$dynamicAnchor":"a"}}}`: "/$dynamicRef: the dynamic anchor",
		strings.Repeat("[", 5000) + strings.Repeat("]", 5000):                                            "nested deeper than 1000",
	} {
		_, err := Compile([]byte(schema))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.80s: got %v, want %s", schema, err, want)
		}
	}
}

// What Go's regular expressions cannot say is not checked.
func TestUncheckedPatterns(t *testing.T) {
	s, err := Compile([]byte(`{"properties":{"a":{"pattern":"^(?!x)"}},"patternProperties":{"(a)\\1":false}}`))
	if err != nil {
		t.Fatal(err)
	}
	if all, err := s.Check([]byte(`{"a":"x","aa":1}`)); err != nil || all != nil {
		t.Error(all, err)
	}
}

// Findings are bounded, and so is the work.
func TestBounds(t *testing.T) {
	many := "[" + strings.TrimSuffix(strings.Repeat("1,", 1000), ",") + "]"
	if got := found(t, `{"items":{"type":"string"}}`, many); len(got) != Most {
		t.Errorf("%d findings", len(got))
	}
	var defs []string
	for i := range 60 {
		next := `{"$ref":"#/$defs/a` + strings.Repeat("a", i) + `a"}`
		defs = append(defs, `"a`+strings.Repeat("a", i)+`":{"allOf":[`+next+","+next+"]}")
	}
	defs = append(defs, `"a`+strings.Repeat("a", 60)+`":{}`)
	s, err := Compile([]byte(`{"$ref":"#/$defs/a","$defs":{` + strings.Join(defs, ",") + "}}"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Check([]byte("1")); err == nil || !strings.Contains(err.Error(), "takes too long") {
		t.Error(err)
	}
	for _, text := range []string{"", "{", "1 2", "nul", strings.Repeat("[", 2000)} {
		if _, err := s.Check([]byte(text)); err == nil {
			t.Errorf("%.10q is JSON", text)
		}
	}
}

// A message says nothing of what stands in the value.
func TestFindingsQuoteNoValue(t *testing.T) {
	const secret = "hunter2"
	for _, schema := range []string{
		`{"type":"null"}`, `{"enum":[1]}`, `{"const":1}`, `{"maxLength":1}`, `{"pattern":"^$"}`, `{"not":{}}`,
		`{"anyOf":[{"type":"null"}]}`, `{"oneOf":[{"type":"null"}]}`,
	} {
		for _, line := range found(t, schema, `"`+secret+`"`) {
			if strings.Contains(line, secret) {
				t.Errorf("%s: %s", schema, line)
			}
		}
	}
}

// The walk and the library come to the same judgement of any value under any
// schema that both read alike.
func FuzzCheck(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"type":"object","properties":{"a":{"type":"integer","minimum":1}},"required":["a"]}`, `{"a":0}`},
		{`{"anyOf":[{"type":"string"},{"items":{"enum":[1,"x",null]}}]}`, `[1,"y"]`},
		{`{"oneOf":[{"minimum":1},{"maximum":2}],"not":{"const":1.5}}`, `1.5`},
		{`{"if":{"required":["a"]},"then":{"maxProperties":1},"else":false}`, `{"a":1,"b":2}`},
		{`{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":{"type":"null"}}`, `{"a":1,"b":2}`},
		{`{"prefixItems":[true,{"type":"number"}],"items":false,"uniqueItems":true}`, `[1,1.0]`},
		{`{"contains":{"type":"boolean"},"minContains":0,"maxContains":1,"unevaluatedItems":false}`, `[true,false]`},
		{`{"patternProperties":{"^a":{"pattern":"b$"}},"propertyNames":{"minLength":2},"additionalProperties":false}`, `{"ab":"b"}`},
		{`{"items":{"$ref":"#"},"type":"array","maxItems":2}`, `[[],[[1]]]`},
		{`{"dependentRequired":{"a":["b"]},"dependentSchemas":{"b":{"minProperties":3}}}`, `{"a":1,"b":2}`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, schema, value string) {
		s, err := Compile([]byte(schema))
		if err != nil {
			if e, ok := err.(*Error); ok && e.Pointer != "" && e.Pointer[0] != '/' {
				t.Errorf("%q is no pointer", e.Pointer)
			}
			return
		}
		all, err := s.Check([]byte(value))
		if err != nil {
			return
		}
		for _, f := range all {
			if f.Rule == "" || f.Message == "" || f.Pointer != "" && f.Pointer[0] != '/' {
				t.Errorf("%+v", f)
			}
		}
		if s.Fits([]byte(value)) && len(all) > 0 {
			t.Errorf("%s\n%s\nfits, but: %v", schema, value, all)
		}
		for _, apart := range []string{"multipleOf", "$schema", "$id", "id", "nchor", "$dyn", "$rec", "additionalItems", "dependencies", "true", `\u`, "E", "e+", "e-"} {
			if strings.Contains(schema, apart) {
				return // read in another way, on purpose
			}
		}
		if foldsKeyword(schema) {
			return // which the library reads in any case
		}
		var theirs jsonschema.Schema
		if json.Unmarshal([]byte(schema), &theirs) != nil || theirs.ItemsArray != nil {
			return
		}
		judge, err := theirs.Resolve(nil)
		if err != nil {
			return
		}
		v, err := decode([]byte(value))
		if err != nil {
			t.Fatal(err)
		}
		if err := judge.Validate(v); (err == nil) != (len(all) == 0) {
			t.Errorf("%s\n%s\nours %v, the library's %v", schema, value, all, err)
		}
	})
}

// foldsKeyword reports whether a key of a schema is a keyword but for the case
// of its letters.
func foldsKeyword(schema string) bool {
	fields := reflect.TypeFor[jsonschema.Schema]()
	for key := range strings.SplitSeq(schema, `"`) {
		for i := range fields.NumField() {
			name, _, _ := strings.Cut(fields.Field(i).Tag.Get("json"), ",")
			if name == "-" {
				name = fields.Field(i).Name
				name = strings.ToLower(name[:1]) + name[1:]
			}
			if key != name && strings.EqualFold(key, name) {
				return true
			}
		}
	}
	return false
}
