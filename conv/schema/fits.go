package schema

import (
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"

	"convo/conv/rawjson"
)

// Fits reports whether a valid JSON text matches for certain. It needs one pass
// over the text. If it returns false, only Check knows.
func (s *Schema) Fits(text []byte) bool {
	c := &fitting{rawjson.NewTrustedCursor(text), 0}
	return s.fit.fits(c) && c.End() == nil
}

// fitting does the work of Fits. It reads a value again for each alternative,
// so its steps are limited.
type fitting struct {
	*rawjson.Cursor
	steps int
}

// fit is what Fits uses of a schema. It is a schema within a schema, as a node
// is, but has only the keywords that most tools use.
type fit struct {
	never    bool // it matches nothing for certain
	types    typeSet
	worded   bool // only the strings of words are allowed
	words    []string
	limits   []limit
	all, any []*fit
	fields   []property
	places   map[string]int // of many fields, by name
	rest     *fit           // of other fields; nil: any value
	required []string
	items    *fit
}

// oneType has the schemas that only say a type: those of most properties.
var oneType = [...]fit{
	{types: nullType},
	{types: booleanType},
	{types: stringType},
	{types: integerType},
	{types: numberType},
	{types: arrayType},
	{types: objectType},
	{types: anyType},
}

// common returns the one of oneType that says the same, nil if there is none.
func (f *fit) common() *fit {
	if f.never || f.worded || f.limits != nil || f.all != nil || f.any != nil || f.fields != nil || f.rest != nil || f.required != nil || f.items != nil {
		return nil
	}
	for i := range oneType {
		if f.types == oneType[i].types {
			return &oneType[i]
		}
	}
	return nil
}

// property is a property of an object.
type property struct {
	name string
	fit  *fit
}

// manyFields is how many fields are found faster in a map than one by one.
const manyFields = 12

// field returns what a field must match, and where the next field probably is.
func (f *fit) field(name string, next int) (*fit, int) {
	if next < len(f.fields) && f.fields[next].name == name {
		return f.fields[next].fit, next + 1
	}
	if f.places != nil {
		if i, ok := f.places[name]; ok {
			return f.fields[i].fit, i + 1
		}
		return f.rest, next
	}
	for i := range f.fields {
		if f.fields[i].name == name {
			return f.fields[i].fit, i + 1
		}
	}
	return f.rest, next
}

// find prepares the search for fields by name.
func (f *fit) find() {
	if len(f.fields) < manyFields {
		return
	}
	f.places = make(map[string]int, len(f.fields))
	for i := range f.fields {
		f.places[f.fields[i].name] = i
	}
}

// typeSet is a set of JSON types.
type typeSet uint8

// The types. A number is also an integer if it is whole.
const (
	nullType typeSet = 1 << iota
	booleanType
	stringType
	integerType
	fractionType
	arrayType
	objectType

	numberType = integerType | fractionType
	anyType    = 1<<7 - 1
)

// typeNamed returns the type of a name, 0 if there is none.
func typeNamed(name string) typeSet {
	switch name {
	case "null":
		return nullType
	case "boolean":
		return booleanType
	case "string":
		return stringType
	case "integer":
		return integerType
	case "number":
		return numberType
	case "array":
		return arrayType
	case "object":
		return objectType
	}
	return 0
}

// limit is a keyword that bounds a number, a length or a count.
type limit struct {
	keyword string
	of      typeSet
	value   float64
}

// admits reports whether v is within a limit.
func (l *limit) admits(v float64) bool {
	switch l.keyword {
	case "minimum", "minLength", "minItems":
		return v >= l.value
	case "maximum", "maxLength", "maxItems":
		return v <= l.value
	case "exclusiveMinimum":
		return v > l.value
	case "exclusiveMaximum":
		return v < l.value
	}
	return false
}

// typeOfLimit returns the type of the values that a keyword limits, 0 if Fits
// does not know it.
func typeOfLimit(keyword string) typeSet {
	switch keyword {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return numberType
	case "minLength", "maxLength":
		return stringType
	case "minItems", "maxItems":
		return arrayType
	}
	return 0
}

// fits reads a value and reports whether it matches for certain.
func (f *fit) fits(c *fitting) bool {
	if c.steps++; f.never || c.steps > maxSteps/100 {
		return false
	}
	if f.all != nil || f.any != nil {
		at := c.Offset()
		for _, m := range f.all {
			if !m.fits(c) {
				return false
			}
			c.Rewind(at)
		}
		if f.any != nil && !slices.ContainsFunc(f.any, func(m *fit) bool { c.Rewind(at); return m.fits(c) }) {
			return false
		}
		c.Rewind(at)
	}
	switch c.Kind() {
	case rawjson.Object:
		return f.types&objectType != 0 && !f.worded && f.fitsObject(c)
	case rawjson.Array:
		return f.types&arrayType != 0 && !f.worded && f.fitsArray(c)
	case rawjson.String:
		return f.types&stringType != 0 && f.fitsString(c)
	case rawjson.Num:
		return !f.worded && f.fitsNumber(string(c.Number()))
	case rawjson.Bool:
		c.Skip()
		return f.types&booleanType != 0 && !f.worded
	case rawjson.Null:
		c.Skip()
		return f.types&nullType != 0 && !f.worded
	}
	return false
}

func (f *fit) fitsObject(c *fitting) bool {
	var have uint64
	ok, next := true, 0
	for key := range c.Fields {
		if i := slices.Index(f.required, key); i >= 0 {
			have |= 1 << i
		}
		var m *fit
		if m, next = f.field(key, next); m != nil && !m.fits(c) {
			ok = false
			break
		}
	}
	return ok && bits.OnesCount64(have) == len(f.required)
}

func (f *fit) fitsArray(c *fitting) bool {
	count := 0
	ok := true
	for range c.Elements {
		count++
		if f.items != nil && !f.items.fits(c) {
			ok = false
			break
		}
	}
	return ok && f.within(arrayType, float64(count))
}

// within reports whether a number or a count is within the limits for a type.
func (f *fit) within(of typeSet, v float64) bool {
	for i := range f.limits {
		if l := &f.limits[i]; l.of&of != 0 && !l.admits(v) {
			return false
		}
	}
	return true
}

// limited reports whether a limit is for values of a type.
func (f *fit) limited(of typeSet) bool {
	return slices.ContainsFunc(f.limits, func(l limit) bool { return l.of&of != 0 })
}

func (f *fit) fitsString(c *fitting) bool {
	long := f.limited(stringType)
	if !f.worded && !long {
		c.Skip()
		return true
	}
	s := c.Str()
	return (!f.worded || slices.Contains(f.words, s)) && (!long || f.within(stringType, float64(utf8.RuneCountInString(s))))
}

func (f *fit) fitsNumber(literal string) bool {
	of := integerType
	for i := range len(literal) {
		if b := literal[i]; b == '.' || b|0x20 == 'e' {
			of = fractionType
		}
	}
	if f.types&of == 0 {
		return false
	}
	v, err := strconv.ParseFloat(literal, 64)
	return err == nil && (!f.limited(numberType) || isExact(v) && f.within(numberType, v))
}

// isExact reports whether a float is for certain the number that was written.
func isExact(v float64) bool { return v < 1<<53 && v > -1<<53 }
