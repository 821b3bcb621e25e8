package schema

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
)

// Short turns a short notation into the JSON Schema of an object. The notation is
//
//	name, age int, tags [str], nick?: what friends call her
//
// Commas separate the fields, or line ends if the text has any. A field is a
// name; a type, str by default: str, int, float, bool, or a list of one such as
// [str]; and after a colon a description. A ? after the name makes the field
// optional. The object may have no other field.
func Short(text string) ([]byte, error) {
	between := ","
	if strings.Contains(strings.TrimSpace(text), "\n") {
		between = "\n"
	}
	var properties, required []string
	names := map[string]bool{}
	for part := range strings.SplitSeq(text, between) {
		if strings.TrimSpace(part) == "" {
			continue
		}
		f, err := readField(part)
		switch {
		case err != nil:
			return nil, err
		case names[f.name]:
			return nil, fmt.Errorf("two fields are called %q", f.name)
		}
		names[f.name] = true
		properties = append(properties, quoted(f.name)+":"+f.schema())
		if !f.optional {
			required = append(required, quoted(f.name))
		}
	}
	if len(properties) == 0 {
		return nil, fmt.Errorf("it has no field")
	}
	out := `{"type":"object","properties":{` + strings.Join(properties, ",") + "}"
	if len(required) > 0 {
		out += `,"required":[` + strings.Join(required, ",") + "]"
	}
	return []byte(out + `,"additionalProperties":false}`), nil
}

// field is one property of the short notation.
type field struct {
	name, typ, about string
	list, optional   bool
}

// readField reads NAME[?] [TYPE] [: DESCRIPTION].
func readField(text string) (f field, err error) {
	head, about, _ := strings.Cut(text, ":")
	f.about = strings.TrimSpace(about)
	words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(head), ","))
	if len(words) == 0 || len(words) > 2 {
		return f, fmt.Errorf("%q: want a field as NAME, NAME TYPE or NAME TYPE: DESCRIPTION", bounded(strings.TrimSpace(text)))
	}
	f.name, f.optional = strings.CutSuffix(words[0], "?")
	if !isName(f.name) {
		return f, fmt.Errorf("%q: not a field name: use letters, digits, _ and -", bounded(words[0]))
	}
	typ := "str"
	if len(words) == 2 {
		typ = words[1]
	}
	if strings.HasPrefix(typ, "[") && strings.HasSuffix(typ, "]") {
		f.list, typ = true, typ[1:len(typ)-1]
	}
	switch typ {
	case "str", "string":
		f.typ = "string"
	case "int", "integer":
		f.typ = "integer"
	case "float", "number":
		f.typ = "number"
	case "bool", "boolean":
		f.typ = "boolean"
	default:
		return f, fmt.Errorf("field %s: unknown type %q: use str, int, float, bool or a list such as [str]", f.name, bounded(typ))
	}
	return f, nil
}

func isName(s string) bool {
	odd := func(r rune) bool { return r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return s != "" && !strings.ContainsFunc(s, odd)
}

func (f *field) schema() string {
	s := `{"type":` + quoted(f.typ)
	if f.list {
		s = `{"type":"array","items":` + s + "}"
	}
	if f.about != "" {
		s += `,"description":` + quoted(f.about)
	}
	return s + "}"
}

func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic("schema: not a string: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}
