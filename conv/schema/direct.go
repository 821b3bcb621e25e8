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
func direct(text []byte) *fit {
	r := newReader(text)
	f := r.schema()
	if r.End() != nil || r.other {
		return nil
	}
	return f
}

// reader does the work of direct.
type reader struct {
	*rawjson.Cursor
	other bool       // only Compile can tell
	open  []property // those so far of the schemas at hand
}

func newReader(text []byte) *reader {
	r := &reader{Cursor: rawjson.NewCursor(text)}
	r.Duplicate = func(int, string) { r.giveUp() }
	return r
}

// giveUp leaves the schema to Compile. What else is read has no effect.
func (r *reader) giveUp() { r.other = true }

// schema reads a schema.
func (r *reader) schema() *fit {
	f := fit{types: anyType}
	switch r.Kind() {
	case rawjson.Bool:
		f.never = !r.Bool()
	case rawjson.Object:
		for key := range r.Fields {
			r.keyword(&f, key)
			if r.other {
				break
			}
		}
	default:
		r.giveUp()
	}
	if same := f.common(); same != nil {
		return same
	}
	return new(f)
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
		r.among(f, []string{r.string()})
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
	begin := len(r.open)
	for name := range r.Fields {
		one := property{name, r.schema()}
		if r.other {
			return
		}
		r.open = append(r.open, one)
	}
	f.fields = slices.Clone(r.open[begin:])
	r.open = r.open[:begin]
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
	for range r.Elements {
		all = append(all, r.string())
		if r.other {
			return nil
		}
	}
	return all
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
	f.limits = append(f.limits, limit{keyword, typeOfLimit(keyword), v})
}

func isDigits(literal string) bool {
	return !slices.ContainsFunc([]byte(literal), func(b byte) bool { return b < '0' || b > '9' })
}
