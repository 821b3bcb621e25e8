package schema

import (
	"slices"
	"strconv"

	"convo/conv/rawjson"
)

// direct reads a schema in one pass over its text, without a tree. It returns
// nil if the schema is not for certain a valid one that has only keywords that
// Fits knows, and no references: then only Compile can tell. Most tools have
// such a schema.
func direct(text []byte) *fit { return newReader(text).whole() }

// Compiler compiles schemas in memory that it uses again: those of one
// conversation after the other. The zero value is ready. It is for one goroutine.
type Compiler struct{ reader *reader }

// Compile is like the function Compile for text that is valid JSON. What it
// returns is valid until Reset.
func (c *Compiler) Compile(text []byte) (*Schema, error) {
	if c.reader == nil {
		c.reader = newReader(nil)
	}
	r := c.reader
	r.other = false
	r.Renew(text)
	r.Trust()
	if f := r.whole(); f != nil {
		return &Schema{fit: f, text: text}, nil
	}
	return Compile(text)
}

// Reset makes the memory of all schemas free for others: nobody may use them any
// more.
func (c *Compiler) Reset() {
	if r := c.reader; r != nil {
		r.fits.Reset()
		r.properties.Reset()
		r.limits.Reset()
		r.texts.Reset()
	}
}

// reader does the work of direct. What it makes lies in its slabs.
type reader struct {
	*rawjson.Cursor
	other bool // only Compile can tell

	fits       rawjson.Slab[fit]
	properties rawjson.Slab[property]
	limits     rawjson.Slab[limit]
	texts      rawjson.Slab[string]

	open  []property // of the objects that are being read
	words []string   // of the list that is being read
}

func newReader(text []byte) *reader {
	r := &reader{Cursor: rawjson.NewCursor(text)}
	r.Duplicate = func(int, string) { r.giveUp() }
	return r
}

// whole reads a whole text, see direct.
func (r *reader) whole() *fit {
	f := r.schema()
	r.open = r.open[:0]
	if r.End() != nil || r.other {
		return nil
	}
	return f
}

// giveUp leaves the schema to Compile. What else is read has no effect.
func (r *reader) giveUp() { r.other = true }

// fit returns a new fit for any value.
func (r *reader) fit() *fit {
	f := r.fits.New()
	f.types = anyType
	return f
}

// schema reads a schema.
func (r *reader) schema() *fit {
	f := r.fit()
	switch r.Kind() {
	case rawjson.Bool:
		f.never = !r.Bool()
	case rawjson.Object:
		for key := range r.Fields {
			r.keyword(f, key)
			if r.other {
				break
			}
		}
	default:
		r.giveUp()
	}
	return f
}

// keyword reads the value of a keyword.
func (r *reader) keyword(f *fit, name string) {
	switch name {
	case "type":
		f.types = r.types()
	case "properties":
		r.fields(f)
	case "required":
		f.required = r.strings()
		if len(f.required) > mostRequired {
			r.giveUp()
		}
	case "items":
		f.items = r.schema()
	case "additionalProperties":
		f.rest = r.schema()
	case "enum":
		r.among(f, r.strings())
	case "const":
		r.among(f, r.texts.List(r.string()))
	case "minLength", "maxLength", "minItems", "maxItems":
		r.limit(f, name, true)
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		r.limit(f, name, false)
	case "allOf":
		f.all = r.list()
	case "anyOf":
		f.any = r.list()
	case "$ref", "$dynamicRef", "$recursiveRef", "oneOf", "not", "if", "then", "else", "patternProperties", "propertyNames",
		"unevaluatedProperties", "dependentRequired", "dependentSchemas", "dependencies", "prefixItems", "additionalItems",
		"unevaluatedItems", "contains", "minContains", "maxContains",
		"multipleOf", "pattern", "uniqueItems", "minProperties", "maxProperties":
		r.giveUp()
	}
}

func (r *reader) types() (all typeSet) {
	if r.Kind() == rawjson.String {
		all = typeNamed(r.Str())
		r.other = r.other || all == 0
		return all
	}
	for _, name := range r.strings() {
		t := typeNamed(name)
		r.other = r.other || t == 0
		all |= t
	}
	return all
}

func (r *reader) fields(f *fit) {
	if r.Kind() != rawjson.Object {
		r.giveUp()
		return
	}
	from := len(r.open)
	for name := range r.Fields {
		p := property{name, r.schema()}
		if r.other {
			return
		}
		r.open = append(r.open, p)
	}
	f.fields, r.open = r.properties.List(r.open[from:]...), r.open[:from]
	f.find()
}

// list reads a list of schemas.
func (r *reader) list() (all []*fit) {
	if r.Kind() != rawjson.Array {
		r.giveUp()
		return nil
	}
	for range r.Elements {
		all = append(all, r.schema())
		if r.other {
			return nil
		}
	}
	r.other = r.other || all == nil
	return all
}

// strings reads a list of strings.
func (r *reader) strings() (all []string) {
	if r.Kind() != rawjson.Array {
		r.giveUp()
		return nil
	}
	r.words = r.words[:0]
	for range r.Elements {
		r.words = append(r.words, r.string())
		if r.other {
			return nil
		}
	}
	return r.texts.List(r.words...)
}

func (r *reader) string() string {
	if r.Kind() != rawjson.String {
		r.giveUp()
		return ""
	}
	return r.Str()
}

// among allows only some strings.
func (r *reader) among(f *fit, words []string) {
	if f.worded || len(words) == 0 {
		r.giveUp()
	}
	f.worded, f.words = true, words
}

// limit reads a number.
func (r *reader) limit(f *fit, keyword string, counts bool) {
	if r.Kind() != rawjson.Num {
		r.giveUp()
		return
	}
	literal := string(r.Number())
	v, err := strconv.ParseFloat(literal, 64)
	const most = 1<<31 - 1
	if err != nil || !isExact(v) || counts && (v > most || !isDigits(literal)) {
		r.giveUp()
	}
	l := limit{keyword, typeOfLimit(keyword), v}
	if f.limits == nil {
		f.limits = r.limits.List(l)
		return
	}
	f.limits = append(f.limits, l)
}

func isDigits(literal string) bool {
	return !slices.ContainsFunc([]byte(literal), func(b byte) bool { return b < '0' || b > '9' })
}
