package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/rawjson"
	"convo/conv/shape"
	"convo/providers"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// printedSchema is a schema as convo prints it, compiled by a validator that
// is not ours, which checks it against the schema of schemas, too.
func printedSchema(name string) (*jsonschema.Schema, error) {
	w := rawjson.NewWriter(nil)
	if err := Write(w, name); err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(w.Bytes()))
	if err != nil {
		return nil, fmt.Errorf("%v: %s", err, w.Bytes())
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:convo:schema:"+name, doc); err != nil {
		return nil, err
	}
	return c.Compile("urn:convo:schema:" + name)
}

func mustPrint(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	s, err := printedSchema(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

// conforms is what the independent validator says of a document.
func conforms(t *testing.T, s *jsonschema.Schema, text []byte) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s.Validate(value)
}

func filesLike(t *testing.T, patterns ...string) (files []string) {
	t.Helper()
	for _, pattern := range patterns {
		found, err := filepath.Glob("../../../testdata/" + pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, found...)
	}
	return files
}

// Each schema is one by the schema of schemas.
func TestSchemasAreSchemas(t *testing.T) {
	names := Own()
	for _, f := range providers.Formats() {
		if f.Shape != nil {
			names = append(names, f.Name)
		}
	}
	if len(names) < 10 {
		t.Errorf("only %q", names)
	}
	for _, name := range names {
		mustPrint(t, name)
	}
}

// Each conversation that there is conforms to the schema; what is wrong with
// a document in shape is wrong by the schema.
func TestSchemaOfConversations(t *testing.T) {
	s := mustPrint(t, "conversation")
	for _, file := range filesLike(t, "conversations/*.json", "formats/*/*/conversation.json") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := conforms(t, s, data); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	for _, r := range lint.FormatRules("convo", "", lint.ShapeRules()) {
		file := "../../../testdata/invalid/" + r.ID + ".json"
		if r.Flaw == shape.Unknown || r.Flaw == shape.Strange {
			continue // convo keeps those
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if conforms(t, s, data) == nil {
			t.Errorf("%s conforms", file)
		}
	}
}

// What validate says of a request and what the schema says of it is the same,
// of what is right and of each way to break that in one place.
func TestSchemaAgreesWithValidate(t *testing.T) {
	all := providers.Formats()
	for i := range all {
		f := &all[i]
		checker := lint.NewChecker(f, true)
		if checker == nil || f.JSONTexts != nil {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			s := mustPrint(t, f.Name)
			good, bad, done := 0, 0, map[string]bool{}
			format, envelope := f.Name, "%s"
			if of, ok := envelopes[format]; ok {
				format, envelope = of[0], of[1]
			}
			for _, file := range shapedFiles(t, format) {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, text := range broken(t, fmt.Appendf(nil, envelope, data), done) {
					found, err := checker.Check(text, false)
					if err != nil {
						t.Fatal(err)
					}
					found = slices.DeleteFunc(found, isAllowed)
					invalid := conforms(t, s, text)
					if (invalid == nil) != (len(found) == 0) {
						t.Fatalf("%s: validate: %v\nschema: %v\n%s", file, found, invalid, text)
					}
					if invalid == nil {
						good++
					} else {
						bad++
					}
				}
			}
			if good < 20 || bad < 200 {
				t.Errorf("%d documents conform, %d do not: too few to tell", good, bad)
			}
		})
	}
}

// envelopes are the lines of batches: whose request is in one, and what is around it.
var envelopes = map[string][2]string{
	"openai-batch":           {"openai-chat", `{"custom_id":"q1","method":"POST","url":"/v1/chat/completions","body":%s}`},
	"openai-responses-batch": {"openai-responses", `{"custom_id":"q1","method":"POST","url":"/v1/responses","body":%s}`},
	"anthropic-batch":        {"anthropic", `{"custom_id":"q1","params":%s}`},
	"gemini-batch":           {"gemini", `{"key":"q1","request":%s}`},
}

// isAllowed reports whether a finding is of what the format's objects may have,
// or of what is kept.
func isAllowed(x lint.Finding) bool {
	return x.Rule.ID == "ag-ui/unknown-field" || x.Rule.ID == "convo/unknown-type"
}

// shapedFiles are inputs of a format in one JSON document.
func shapedFiles(t *testing.T, format string) (files []string) {
	if format == "convo" {
		files = filesLike(t, "conversations/*.json")
	} else {
		files = filesLike(t, "formats/"+format+"/*/input.json")
	}
	return files
}

// broken is a document and ways to break it: each value in turn is of another
// kind, is not there, or has another name. Members of one name are broken once
// in objects of each type and role, which done remembers.
func broken(t *testing.T, text []byte, done map[string]bool) [][]byte {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var root any
	if err := d.Decode(&root); err != nil || d.More() {
		return nil // more than one document
	}
	var all [][]byte
	write := func() {
		b, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	write()
	var visit func(v any, path string)
	visit = func(v any, path string) {
		switch v := v.(type) {
		case map[string]any:
			path += fmt.Sprint("{", v["type"], v["role"], "}")
			for key, x := range v {
				here := path + "/" + key
				if !done[here] {
					done[here] = true
					for _, other := range []any{nil, true, json.Number("-7.5"), "no such word", []any{}, map[string]any{}} {
						v[key] = other
						write()
					}
					delete(v, key)
					write()
					v["no such member"] = x
					write()
					delete(v, "no such member")
					v[key] = x
				}
				visit(x, here)
			}
		case []any:
			for i, x := range v {
				if here := path + "[]"; !done[here] {
					done[here] = true
					v[i] = json.Number("7")
					write()
					v[i] = x
				}
				visit(x, path+"[]")
			}
		}
	}
	visit(root, "")
	return all
}

// Events that convo writes conform.
func TestSchemaOfEvents(t *testing.T) {
	s := mustPrint(t, "events")
	f, err := providers.Lookup("ag-ui-events")
	if err != nil {
		t.Fatal(err)
	}
	events := 0
	for _, file := range filesLike(t, "conversations/*.json") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := conv.Native.Decode(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		w := rawjson.NewWriter(nil)
		f.Write(w, fit.To(adapt.For(c, f, &format.TargetModel{}, nil), f, nil))
		for line := range strings.Lines(string(w.Bytes())) {
			event, ok := strings.CutPrefix(strings.TrimSpace(line), "data:")
			if !ok {
				continue
			}
			events++
			if err := conforms(t, s, []byte(event)); err != nil {
				t.Errorf("%s: %v\n%s", file, err, event)
			}
		}
	}
	if events < 100 {
		t.Errorf("%d events", events)
	}
	for _, event := range []string{`{}`, `{"type":"RUN_BEGAN"}`, `{"type":"RUN_STARTED","threadId":"t"}`, `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":7}`} {
		if conforms(t, s, []byte(event)) == nil {
			t.Errorf("%s conforms", event)
		}
	}
}
