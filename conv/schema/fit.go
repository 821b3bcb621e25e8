package schema

import "slices"

// fitOf returns what Fits uses of a node. made has those of the nodes so far,
// because schemas may refer to themselves.
func fitOf(n *node, made map[*node]*fit) *fit {
	if n == nil {
		return nil
	}
	if f := made[n]; f != nil {
		return f
	}
	f := &fit{types: anyType}
	made[n] = f
	if n.never || !n.isCommon() {
		f.never = true
		return f
	}
	if n.types != nil {
		f.types = 0
		for _, name := range n.types {
			f.types |= typeNamed(name)
		}
	}
	for i := range n.asserts {
		f.assert(&n.asserts[i])
	}
	for _, m := range slices.Concat(n.refs, n.allOf) {
		f.all = append(f.all, fitOf(m, made))
	}
	for _, m := range n.anyOf {
		f.any = append(f.any, fitOf(m, made))
	}
	for name, m := range n.properties {
		f.fields = append(f.fields, property{name, fitOf(m, made)})
	}
	f.find()
	f.rest, f.required, f.items = fitOf(n.additional, made), n.required, fitOf(n.items, made)
	return f
}

// isCommon reports whether the node has only keywords that Fits knows.
func (n *node) isCommon() bool {
	return n.oneOf == nil && n.not == nil && n.when == nil && n.patterns == nil && n.names == nil &&
		n.unevaluatedProperties == nil && n.dependentRequired == nil && n.dependentSchemas == nil &&
		n.prefix == nil && n.unevaluatedItems == nil && n.contains == nil && len(n.required) <= mostRequired
}

// mostRequired is how many required properties Fits can count.
const mostRequired = 64

// assert adds the meaning of an assertion.
func (f *fit) assert(a *assertion) {
	switch a.name {
	case "enum":
		f.among(a.value.([]any))
	case "const":
		f.among([]any{a.value})
	default:
		v, of := 0.0, typeOfLimit(a.name)
		if of != 0 {
			v, _ = rational(a.value).Float64()
		}
		f.never = f.never || of == 0 || !isExact(v)
		f.limits = append(f.limits, limit{a.name, of, v})
	}
}

// among allows only some values. Fits compares no values but strings.
func (f *fit) among(values []any) {
	was, words := f.words, []string(nil)
	for _, v := range values {
		s, ok := v.(string)
		f.never = f.never || !ok
		if !f.worded || slices.Contains(was, s) {
			words = append(words, s)
		}
	}
	f.worded, f.words = true, words
}
