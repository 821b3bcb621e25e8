package lint

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
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
	return v.schemas.of(string(parameters))
}

// schemas compiles the schemas of tools. It holds those of the last conversations:
// most conversations of a file have the same tools.
type schemas struct {
	held   map[string]compiledSchema // by their texts
	length int                       // of these texts, in bytes
}

// schemasHeld is how many bytes of text are held: a long stream of tools does not
// fill the memory.
const schemasHeld = 1 << 20

func (all *schemas) of(text string) (s compiledSchema) {
	if s, ok := all.held[text]; ok {
		return s
	}
	if all.length += len(text); all.length > schemasHeld || all.held == nil {
		all.held, all.length = map[string]compiledSchema{}, len(text)
	}
	text = strings.Clone(text)
	s.Schema, s.err = schema.Compile(rawjson.BytesOf(text))
	all.held[text] = s
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
