package gemini

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// A schema is written in one of two dialects: the vendor's, which is a part of
// OpenAPI with types in capitals, nullable, and numbers that may be strings;
// or JSON Schema, which the neutral model has.

// ownKeywords are the keywords of the vendor's dialect that JSON Schema also
// has.
var ownKeywords = []string{
	"type", "format", "title", "description", "enum", "maxItems", "minItems", "properties", "required",
	"minProperties", "maxProperties", "minLength", "maxLength", "pattern", "example", "anyOf", "propertyOrdering",
	"default", "items", "minimum", "maximum",
}

// ownTypes are the types of the vendor's dialect, in the order of the numbers
// that the wire takes too.
var ownTypes = []string{"", "string", "number", "integer", "boolean", "array", "object", "null"}

// neutralSchema turns a schema of the vendor's dialect into JSON Schema.
func neutralSchema(schema conv.Raw) conv.Raw {
	c := rawjson.NewCursor([]byte(schema))
	w := rawjson.NewWriter(nil)
	neutral(w, c)
	if c.End() != nil {
		return schema
	}
	return conv.Raw(w.Bytes())
}

func neutral(w *rawjson.Writer, c *rawjson.Cursor) {
	if c.Kind() != rawjson.Object {
		w.Raw(c.Raw())
		return
	}
	nullable := isNullable(c)
	w.BeginObject()
	for name := range c.Fields {
		switch name {
		case "nullable":
			if nullable {
				c.Skip()
				continue
			}
			w.RawField(name, c.Raw())
		case "type":
			w.Key(name)
			neutralType(w, c, nullable)
		case "maxItems", "minItems", "minProperties", "maxProperties", "minLength", "maxLength":
			w.Key(name)
			neutralNumber(w, c)
		default:
			w.Key(name)
			writeKeyword(w, c, name, neutral)
		}
	}
	w.EndObject()
}

// isNullable reports whether a schema has nullable and one type, without
// reading it.
func isNullable(c *rawjson.Cursor) bool {
	ahead := rawjson.NewCursor(c.Buffer()[c.Offset():])
	nullable, typed := false, false
	for name := range ahead.Fields {
		switch name {
		case "nullable":
			nullable = ahead.Kind() == rawjson.Bool && ahead.Bool()
		case "type":
			typed = ahead.Kind() == rawjson.String || ahead.Kind() == rawjson.Num
		}
	}
	return nullable && typed
}

func neutralType(w *rawjson.Writer, c *rawjson.Cursor, nullable bool) {
	var name string
	switch c.Kind() {
	case rawjson.String:
		if name = c.Str(); slices.Contains(ownTypes, strings.ToLower(name)) {
			name = strings.ToLower(name)
		}
	case rawjson.Num:
		literal := c.Number()
		n, ok := literal.Int()
		if !ok || n < 1 || int(n) >= len(ownTypes) {
			w.Raw(conv.Raw(literal))
			return
		}
		name = ownTypes[n]
	default:
		w.Raw(c.Raw())
		return
	}
	if !nullable {
		w.Str(name)
		return
	}
	w.BeginArray()
	w.Str(name)
	w.Str("null")
	w.EndArray()
}

// writeKeyword writes the value of a keyword: schemas by calling schema, any
// other value as it is.
func writeKeyword(w *rawjson.Writer, c *rawjson.Cursor, name string, schema func(*rawjson.Writer, *rawjson.Cursor)) {
	switch {
	case name == "items":
		schema(w, c)
	case name == "properties" && c.Kind() == rawjson.Object:
		w.BeginObject()
		for property := range c.Fields {
			w.Key(property)
			schema(w, c)
		}
		w.EndObject()
	case name == "anyOf" && c.Kind() == rawjson.Array:
		w.BeginArray()
		for range c.Elements {
			schema(w, c)
		}
		w.EndArray()
	default:
		w.Raw(c.Raw())
	}
}

// neutralNumber writes a number, also one that was written as a string.
func neutralNumber(w *rawjson.Writer, c *rawjson.Cursor) {
	raw := c.Raw()
	text := raw.Text()
	if n := rawjson.NewCursor([]byte(text)); text != "" && n.Kind() == rawjson.Num {
		if literal := n.Number(); n.End() == nil {
			raw = conv.Raw(literal)
		}
	}
	w.Raw(raw)
}

// ownSchema turns a JSON Schema into the vendor's dialect. It reports whether that can
// say all of it.
func ownSchema(schema conv.Raw) (own conv.Raw, fits bool) {
	c := rawjson.NewCursor([]byte(schema))
	own = rawjson.Written(func(w *rawjson.Writer) { fits = inOwn(w, c) })
	return own, fits && c.End() == nil
}

// fitsOwn reports whether the vendor's dialect can say all of a JSON Schema.
func fitsOwn(schema conv.Raw) bool {
	_, fits := ownSchema(schema)
	return fits
}

func inOwn(w *rawjson.Writer, c *rawjson.Cursor) (fits bool) {
	if c.Kind() != rawjson.Object {
		w.Raw(c.Raw())
		return false
	}
	fits = true
	w.BeginObject()
	for name := range c.Fields {
		fits = fits && slices.Contains(ownKeywords, name)
		w.Key(name)
		switch {
		case name == "type" && c.Kind() == rawjson.String:
			word := c.Str()
			fits = fits && isType(word)
			w.Str(strings.ToUpper(word))
		case name == "type":
			word := nullableType(c.Raw())
			fits = fits && word != ""
			w.Str(strings.ToUpper(word))
			w.BoolField("nullable", true)
		case name == "enum":
			list := c.Raw()
			fits = fits && isWords(list)
			w.Raw(list)
		default:
			writeKeyword(w, c, name, func(w *rawjson.Writer, c *rawjson.Cursor) { fits = inOwn(w, c) && fits })
		}
	}
	w.EndObject()
	return fits
}

// isType reports whether a word is a type of JSON Schema.
func isType(word string) bool { return word != "" && slices.Contains(ownTypes, word) }

// isWords reports whether an enumeration is a list of strings, as the vendor demands.
func isWords(list conv.Raw) bool {
	for word := range list.Elements {
		if word[0] != '"' {
			return false
		}
	}
	return strings.HasPrefix(string(list), "[")
}

// nullableType is the type in a list of one type and null, else "".
func nullableType(list conv.Raw) string {
	var words []string
	for word := range list.Elements {
		words = append(words, word.Text())
	}
	if len(words) == 2 && words[1] == "null" && words[0] != "null" && isType(words[0]) {
		return words[0]
	}
	return ""
}

// setSchemaHints remembers how a schema was read, if writing would not give
// the same: the text in the vendor's dialect, or the mark that it was JSON
// Schema without need.
func setSchemaHints(n *conv.Node, name string, read, neutral conv.Raw, isOwn bool) {
	switch own, fits := ownSchema(neutral); {
	case isOwn && !(fits && own == read):
		residue.SetHint(n, name, read)
	case !isOwn && fits:
		residue.SetHint(n, name, `"json"`)
	}
}

// writesJSONSchema reports whether a schema is written as JSON Schema.
func writesJSONSchema(n *conv.Node, name string, schema conv.Raw) bool {
	hint := residue.Hint(n, name)
	switch {
	case hint == `"json"`:
		return true
	case hint != "" && neutralSchema(hint) == schema:
		return false
	}
	return !fitsOwn(schema)
}

// schemas are the fields of a schema in either dialect, as they were read, or which of
// them is to be written.
type schemas struct {
	own, json conv.Raw
	asJSON    bool
}

// writeOwn writes a schema in the vendor's dialect, which all its models know: as it was
// read if it is unchanged.
func writeOwn(w *rawjson.Writer, n *conv.Node, key, name string, schema conv.Raw) {
	if hint := residue.Hint(n, name); hint != "" && hint != `"json"` && neutralSchema(hint) == schema {
		w.RawField(key, hint)
		return
	}
	own, _ := ownSchema(schema)
	w.RawField(key, own)
}
