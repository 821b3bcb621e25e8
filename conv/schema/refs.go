package schema

import (
	"bytes"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// resource is a part of a schema with an address of its own.
type resource struct {
	at  string
	uri *url.URL
}

// namesParts reports whether a schema may give parts of it names of their own:
// with $id or $anchor, or with id after an old $schema.
func namesParts(text []byte) bool {
	return bytes.IndexByte(text, '$') >= 0 || bytes.Contains(text, []byte(`\u`))
}

// index finds all addresses and anchors that references can name.
func (c *compiler) index(named bool) {
	c.anchors, c.dynamic = map[string]string{}, map[string]int{}
	c.resources = []resource{{"", &url.URL{}}}
	if !named {
		return
	}
	if root, ok := c.root.(map[string]any); ok {
		draft, _ := root["$schema"].(string)
		for _, old := range []string{"/draft-03/", "/draft-04/", "/draft-06/", "/draft-07/"} {
			c.alone = c.alone || strings.Contains(draft, old)
		}
	}
	c.addresses(c.root, "", c.resources[0].uri)
}

// addresses indexes v and what is in it. base is the base address of v.
func (c *compiler) addresses(v any, at string, base *url.URL) {
	switch v := v.(type) {
	case []any:
		for i := range v {
			c.addresses(v[i], at+"/"+strconv.Itoa(i), base)
		}
	case map[string]any:
		base = c.address(v, at, base)
		for _, key := range slices.Sorted(maps.Keys(v)) {
			switch key {
			case "enum", "const", "default", "examples", "example":
			default:
				c.addresses(v[key], at+"/"+escape(key), base)
			}
		}
	}
}

// address returns the base of a schema, and indexes the names that it defines.
func (c *compiler) address(v map[string]any, at string, base *url.URL) *url.URL {
	id, _ := v["$id"].(string)
	if id == "" && c.alone {
		id, _ = v["id"].(string) // draft 4
	}
	if u, err := url.Parse(id); id != "" && err == nil && !(c.alone && v["$ref"] != nil) {
		if strings.HasPrefix(id, "#") { // an anchor, up to draft 7
			c.anchor(base, id[1:], at)
		} else {
			base = base.ResolveReference(u)
			base.Fragment = ""
			c.resources = append(c.resources, resource{at, base})
		}
	}
	for _, key := range []string{"$anchor", "$dynamicAnchor"} {
		if name, _ := v[key].(string); name != "" {
			c.anchor(base, name, at)
			if key == "$dynamicAnchor" {
				c.dynamic[name]++
			}
		}
	}
	return base
}

func (c *compiler) anchor(base *url.URL, name, at string) {
	u := *base
	u.Fragment = name
	if _, ok := c.anchors[u.String()]; !ok {
		c.anchors[u.String()] = at
	}
}

// reference returns the schema that a reference names. A dynamic reference
// works only if its anchor is unique, so that it equals a plain one.
func (c *compiler) reference(k keyword) *node {
	text, ok := k.value.(string)
	if !ok {
		c.fail(k.at, "want a string, got %s", articled(kindOf(k.value)))
		return nil
	}
	u, err := url.Parse(text)
	if err != nil {
		c.fail(k.at, "not a reference: %v", err)
		return nil
	}
	u = c.baseOf(k.at).ResolveReference(u)
	if k.name == "$dynamicRef" && c.dynamic[u.Fragment] > 1 {
		c.fail(k.at, "the dynamic anchor %q is defined more than once, which is not supported", bounded(u.Fragment))
		return nil
	}
	if at, ok := c.anchors[u.String()]; ok {
		return c.node(c.valueAt(at), at)
	}
	fragment := u.Fragment
	u.Fragment, u.RawFragment = "", ""
	i := slices.IndexFunc(c.resources, func(r resource) bool { return r.uri.String() == u.String() })
	if i < 0 {
		c.fail(k.at, "%q is in another document, which is never fetched: copy it into this one, under $defs", bounded(text))
		return nil
	}
	at := c.resources[i].at + fragment
	v := c.valueAt(at)
	if fragment != "" && fragment[0] != '/' || v == nil {
		c.fail(k.at, "%q does not exist", bounded(text))
		return nil
	}
	return c.node(v, at)
}

// baseOf returns the base of the schema at a pointer: that of the innermost
// resource around it.
func (c *compiler) baseOf(at string) *url.URL {
	best := c.resources[0]
	for _, r := range c.resources {
		if strings.HasPrefix(at, r.at+"/") && len(r.at) >= len(best.at) {
			best = r
		}
	}
	return best.uri
}

// valueAt returns the value at a pointer into the schema, nil if there is none.
func (c *compiler) valueAt(pointer string) any {
	v := c.root
	for _, step := range strings.Split(pointer, "/")[1:] {
		switch in := v.(type) {
		case map[string]any:
			v = in[unescape(step)]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// refuseLoops fails if a schema refers to itself for the same value: a check
// would never end.
func (c *compiler) refuseLoops() {
	const begun, done = 1, 2
	state := map[*node]int{}
	var visit func(n *node) bool
	visit = func(n *node) bool {
		if n == nil || state[n] != 0 {
			return n == nil || state[n] == done
		}
		state[n] = begun
		for _, m := range n.inPlace() {
			if !visit(m) {
				return false
			}
		}
		state[n] = done
		return true
	}
	for _, at := range slices.Sorted(maps.Keys(c.nodes)) {
		if !visit(c.nodes[at]) {
			c.fail(at, "the schema refers to itself without end")
			return
		}
	}
}

// inPlace returns the schemas that apply to the same value as n.
func (n *node) inPlace() []*node {
	all := slices.Concat(n.refs, n.allOf, n.anyOf, n.oneOf, []*node{n.not, n.when, n.then, n.alse})
	for _, m := range n.dependentSchemas {
		all = append(all, m)
	}
	return all
}
