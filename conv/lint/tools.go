package lint

import (
	"strings"

	"convo/conv"
	"convo/conv/schema"
)

// declared is the tools that a conversation declares.
type declared struct {
	all     []conv.ToolDefinition
	schemas []compiledSchema // of their parameters
	places  map[string]int   // of many tools, by name
}

// compiledSchema is a tool's schema, or why it does not compile.
type compiledSchema struct {
	*schema.Schema
	err error
}

// manyTools is how many tools are found faster in a map than one by one.
const manyTools = 16

// declaredIn returns the tools of a conversation.
func (v *Validator) declaredIn(c *conv.Conversation) declared {
	d := declared{all: c.Tools, schemas: make([]compiledSchema, len(c.Tools))}
	for i := range c.Tools {
		if p := c.Tools[i].Parameters; p != "" {
			d.schemas[i] = v.schema(p)
		}
	}
	if len(c.Tools) >= manyTools {
		d.places = make(map[string]int, len(c.Tools))
		for i := len(c.Tools) - 1; i >= 0; i-- {
			d.places[c.Tools[i].Name] = i
		}
	}
	return d
}

// schema returns the compiled schema of a tool's parameters.
func (v *Validator) schema(parameters conv.Raw) compiledSchema {
	const most = 1 << 20 // bytes: keep a long stream of tools from filling the memory
	s, ok := v.schemas[string(parameters)]
	if !ok {
		if v.held += len(parameters); v.held > most || v.schemas == nil {
			v.schemas, v.held = map[string]compiledSchema{}, len(parameters)
		}
		s.Schema, s.err = schema.Compile([]byte(parameters))
		v.schemas[strings.Clone(string(parameters))] = s
	}
	return s
}

// index returns the index of the first tool with a name, -1 if there is none.
func (d *declared) index(name string) int {
	if d.places != nil {
		if i, ok := d.places[name]; ok {
			return i
		}
		return -1
	}
	for i := range d.all {
		if d.all[i].Name == name {
			return i
		}
	}
	return -1
}

// has reports whether a tool is declared.
func (d *declared) has(name string) bool { return d.index(name) >= 0 }
