package schema

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// Compile reads a JSON Schema. The error is an *Error or says that the text is
// not JSON. Compile ignores unknown keywords, and format. Nobody may change the
// text any more: most schemas are compiled in full only when Check needs it.
func Compile(text []byte) (*Schema, error) {
	if f := direct(text); f != nil {
		return &Schema{fit: f, text: text}, nil
	}
	t, err := compile(text)
	if err != nil {
		return nil, err
	}
	s := &Schema{fit: fitOf(t.root, map[*node]*fit{})}
	s.once.Do(func() { s.full = t })
	return s, nil
}

// compile reads a schema with all its keywords.
func compile(text []byte) (*tree, error) {
	v, err := decode(text)
	if err != nil {
		return nil, err
	}
	c := &compiler{root: v, nodes: map[string]*node{}}
	named := namesParts(text)
	if c.index(named); !named {
		c.plain = map[string]*node{}
	}
	t := &tree{root: c.node(v, ""), tracks: c.tracks}
	if c.err == nil && c.refers { // else it is a tree
		c.refuseLoops()
	}
	if c.err != nil {
		return nil, c.err
	}
	return t, nil
}

// compiler makes the nodes of a schema. It keeps its first failure.
type compiler struct {
	root      any
	resources []resource
	anchors   map[string]string // URI with the anchor as fragment → pointer
	dynamic   map[string]int    // number of dynamic anchors by name
	alone     bool              // up to draft 7: keywords next to $ref do not count
	nodes     map[string]*node  // by pointer
	plain     map[string]*node  // by the type that is all they say; nil if references may name nodes
	tracks    bool
	refers    bool // there are references
	err       error
}

func (c *compiler) fail(at, format string, args ...any) {
	if c.err == nil {
		c.err = &Error{at, fmt.Sprintf(format, args...)}
	}
}

// node returns the node of the schema v, which is at a pointer.
func (c *compiler) node(v any, at string) *node {
	if n := c.nodes[at]; n != nil || c.err != nil {
		return n
	}
	typ := c.onlyType(v)
	if n := c.plain[typ]; n != nil {
		return n
	}
	n := &node{minContains: 1, maxContains: -1}
	if typ != "" {
		c.plain[typ] = n
	}
	c.nodes[at] = n
	switch v := v.(type) {
	case bool:
		n.never = !v
	case map[string]any:
		if ref, ok := v["$ref"]; ok && c.alone {
			v = map[string]any{"$ref": ref}
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			c.keyword(n, keyword{key, v[key], at + "/" + escape(key), v})
		}
	default:
		c.fail(at, "want a schema (an object, true or false), got %s", articled(kindOf(v)))
	}
	return n
}

// onlyType returns the type that is all a schema says, "" for other schemas and
// where references may name schemas.
func (c *compiler) onlyType(v any) string {
	m, ok := v.(map[string]any)
	if !ok || len(m) != 1 || c.plain == nil {
		return ""
	}
	typ, _ := m["type"].(string)
	return typ
}

// keyword is a field of a schema.
type keyword struct {
	name  string
	value any
	at    string
	among map[string]any
}

// keyword adds the meaning of one keyword to a node.
func (c *compiler) keyword(n *node, k keyword) {
	switch k.name {
	case "$ref", "$dynamicRef", "$recursiveRef":
		c.refers = true
		n.refs = append(n.refs, c.reference(k))
	case "type":
		n.types = c.types(k)
	case "allOf":
		n.allOf = c.list(k)
	case "anyOf":
		n.anyOf = c.list(k)
	case "oneOf":
		n.oneOf = c.list(k)
	case "not":
		n.not = c.node(k.value, k.at)
	case "if":
		n.when = c.node(k.value, k.at)
	case "then":
		n.then = c.node(k.value, k.at)
	case "else":
		n.alse = c.node(k.value, k.at)
	case "properties":
		n.properties = c.named(k)
	case "patternProperties":
		n.patterns = c.patterns(k)
	case "additionalProperties":
		n.additional = c.node(k.value, k.at)
	case "propertyNames":
		n.names = c.node(k.value, k.at)
	case "unevaluatedProperties":
		n.unevaluatedProperties, c.tracks = c.node(k.value, k.at), true
	case "required":
		if _, isFlag := k.value.(bool); !isFlag { // of draft 3
			n.required = c.strings(k.value, k.at)
		}
	case "dependentRequired", "dependentSchemas", "dependencies":
		c.dependents(n, k)
	case "prefixItems":
		n.prefix = c.list(k)
	case "items":
		c.items(n, k)
	case "additionalItems":
		if _, ok := k.among["items"].([]any); ok {
			n.items = c.node(k.value, k.at)
		}
	case "unevaluatedItems":
		n.unevaluatedItems, c.tracks = c.node(k.value, k.at), true
	case "contains":
		n.contains = c.node(k.value, k.at)
	case "minContains":
		n.minContains = c.count(k)
	case "maxContains":
		n.maxContains = c.count(k)
	default:
		c.assertion(n, k)
	}
}

func (c *compiler) types(k keyword) []string {
	types := []string{""}
	if name, ok := k.value.(string); ok {
		types[0] = name
	} else {
		types = c.strings(k.value, k.at)
	}
	for _, t := range types {
		switch t {
		case "null", "boolean", "string", "integer", "number", "array", "object":
		default:
			c.fail(k.at, "unknown type %q: use string, integer, number, boolean, null, array or object", bounded(t))
		}
	}
	return types
}

// list reads a list of schemas.
func (c *compiler) list(k keyword) []*node {
	list, ok := k.value.([]any)
	if !ok || len(list) == 0 && k.name != "items" {
		c.fail(k.at, "want a list of schemas")
	}
	nodes := make([]*node, len(list))
	for i, v := range list {
		nodes[i] = c.node(v, k.at+"/"+strconv.Itoa(i))
	}
	return nodes
}

// named reads schemas by name.
func (c *compiler) named(k keyword) map[string]*node {
	m, ok := k.value.(map[string]any)
	if !ok {
		c.fail(k.at, "want an object of schemas")
	}
	nodes := make(map[string]*node, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		nodes[name] = c.node(m[name], k.at+"/"+escape(name))
	}
	return nodes
}

func (c *compiler) patterns(k keyword) (all []patterned) {
	nodes := c.named(k)
	for _, name := range slices.Sorted(maps.Keys(nodes)) {
		if r := asGo(name); r != nil {
			all = append(all, patterned{r, nodes[name]})
		}
	}
	return all
}

// items reads a schema for all items or, up to draft 7, a list for the first ones.
func (c *compiler) items(n *node, k keyword) {
	if _, isList := k.value.([]any); isList {
		n.prefix = c.list(k)
		return
	}
	n.items = c.node(k.value, k.at)
}

// dependents reads what the presence of a property requires: other properties,
// or a schema. Up to draft 7 one keyword does both.
func (c *compiler) dependents(n *node, k keyword) {
	m, ok := k.value.(map[string]any)
	if !ok {
		c.fail(k.at, "want an object")
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		at := k.at + "/" + escape(name)
		_, isList := m[name].([]any)
		if k.name == "dependentRequired" || k.name == "dependencies" && isList {
			if n.dependentRequired == nil {
				n.dependentRequired = map[string][]string{}
			}
			n.dependentRequired[name] = c.strings(m[name], at)
			continue
		}
		if n.dependentSchemas == nil {
			n.dependentSchemas = map[string]*node{}
		}
		n.dependentSchemas[name] = c.node(m[name], at)
	}
}

func (c *compiler) strings(v any, at string) []string {
	list, ok := v.([]any)
	if !ok {
		c.fail(at, "want a list of strings, got %s", articled(kindOf(v)))
	}
	all := make([]string, len(list))
	for i := range list {
		if all[i], ok = list[i].(string); !ok {
			c.fail(at+"/"+strconv.Itoa(i), "want a string, got %s", articled(kindOf(list[i])))
		}
	}
	return all
}

// count reads a number of things.
func (c *compiler) count(k keyword) int {
	var n int64 = -1
	switch v := k.value.(type) {
	case int64:
		n = v
	case float64:
		if v == float64(int32(v)) {
			n = int64(v)
		}
	}
	if n < 0 {
		c.fail(k.at, "want a whole number of 0 or more")
	}
	return int(n)
}
