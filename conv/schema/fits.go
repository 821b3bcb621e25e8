package schema

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"convo/conv/rawjson"
)

// Fits reports whether a valid JSON text matches for certain. It needs one pass
// over the text. If it returns false, only Check knows.
func (s *Schema) Fits(text []byte) bool {
	c := &fitting{rawjson.Again(text), 0}
	return s.root.fits(c) && c.End() == nil
}

// fitting does the work of Fits. It reads a value again for each alternative,
// so its steps are limited.
type fitting struct {
	*rawjson.Cursor
	steps int
}

// fits reads a value and reports whether it matches for certain.
func (n *node) fits(c *fitting) bool {
	if c.steps++; n.never || !n.quick || c.steps > maxSteps/100 {
		return false
	}
	at, kind := c.Offset(), c.Kind()
	for _, all := range [...][]*node{n.refs, n.allOf} {
		for _, m := range all {
			if !m.fits(c) {
				return false
			}
			c.Rewind(at)
		}
	}
	if n.anyOf != nil && !slices.ContainsFunc(n.anyOf, func(m *node) bool { c.Rewind(at); return m.fits(c) }) {
		return false
	}
	c.Rewind(at)
	switch kind {
	case rawjson.Object:
		return n.takes("object") && n.fitsObject(c)
	case rawjson.Array:
		return n.takes("array") && n.fitsArray(c)
	case rawjson.String:
		if len(n.asserts) == 0 {
			c.Skip()
			return n.takes("string")
		}
		return n.takes("string") && n.fitsString(c.Str())
	case rawjson.Num:
		return n.fitsNumber(string(c.Number()))
	case rawjson.Bool:
		c.Skip()
		return n.takes("boolean") && !n.hasWords()
	case rawjson.Null:
		c.Skip()
		return n.takes("null") && !n.hasWords()
	}
	return false
}

// takes reports whether a value of a kind is allowed.
func (n *node) takes(kind string) bool {
	return n.types == nil || slices.ContainsFunc(n.types, func(t string) bool { return isA(kind, t) })
}

// hasWords reports whether only certain strings are allowed.
func (n *node) hasWords() bool {
	return slices.ContainsFunc(n.asserts, func(a assertion) bool { return a.words != nil })
}

func (n *node) fitsObject(c *fitting) bool {
	var have uint64
	ok := !n.hasWords()
	for key := range c.Fields {
		if i := slices.Index(n.required, key); i >= 0 {
			have |= 1 << i
		}
		m := n.properties[key]
		if m == nil {
			m = n.additional
		}
		if m != nil && !m.fits(c) {
			ok = false
			break
		}
	}
	return ok && bits.OnesCount64(have) == len(n.required)
}

func (n *node) fitsArray(c *fitting) bool {
	count := 0
	ok := !n.hasWords()
	for range c.Elements {
		count++
		if n.items != nil && !n.items.fits(c) {
			ok = false
			break
		}
	}
	for i := range n.asserts {
		ok = ok && n.asserts[i].counts("Items", count)
	}
	return ok
}

func (n *node) fitsString(s string) bool {
	length := -1
	for i := range n.asserts {
		a := &n.asserts[i]
		if a.words != nil && !slices.Contains(a.words, s) {
			return false
		}
		if a.about == "string" && length < 0 {
			length = utf8.RuneCountInString(s)
		}
		if !a.counts("Length", length) {
			return false
		}
	}
	return true
}

// counts reports whether a value has an allowed number of things. It returns
// true for assertions about anything else.
func (a *assertion) counts(of string, n int) bool {
	least, found := strings.CutSuffix(a.name, of)
	return !found || least == "min" && float64(n) >= a.limit || least == "max" && float64(n) <= a.limit
}

func (n *node) fitsNumber(literal string) bool {
	kind := "integer"
	if strings.ContainsAny(literal, ".eE") {
		kind = "number"
	}
	v, err := strconv.ParseFloat(literal, 64)
	if !n.takes(kind) || n.hasWords() || err != nil {
		return false
	}
	for i := range n.asserts {
		a := &n.asserts[i]
		if a.about == "number" && (!isExact(v) || !a.bounds(v)) {
			return false
		}
	}
	return true
}

// bounds reports whether a number is within a limit.
func (a *assertion) bounds(v float64) bool {
	switch a.name {
	case "minimum":
		return v >= a.limit
	case "maximum":
		return v <= a.limit
	case "exclusiveMinimum":
		return v > a.limit
	case "exclusiveMaximum":
		return v < a.limit
	}
	return false
}

// isExact reports whether a float is for certain the number that was written.
func isExact(v float64) bool { return v < 1<<53 && v > -1<<53 }

// settle decides whether Fits can use the node.
func (n *node) settle() {
	n.quick = n.oneOf == nil && n.not == nil && n.when == nil && n.patterns == nil && n.names == nil &&
		n.unevaluatedProperties == nil && n.dependentRequired == nil && n.dependentSchemas == nil &&
		n.prefix == nil && n.unevaluatedItems == nil && n.contains == nil && len(n.required) <= 64
	for i := range n.asserts {
		n.quick = n.quick && n.asserts[i].settle()
	}
}

// settle reads the keyword's own value, and reports whether Fits can use it.
func (a *assertion) settle() bool {
	switch a.name {
	case "enum":
		for _, v := range a.value.([]any) {
			s, ok := v.(string)
			if !ok {
				return false
			}
			a.words = append(a.words, s)
		}
		return a.words != nil
	case "const":
		s, ok := a.value.(string)
		a.words = []string{s}
		return ok
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems":
		a.limit, _ = rational(a.value).Float64()
		return isExact(a.limit)
	}
	return false
}
