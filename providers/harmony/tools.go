package harmony

import (
	"cmp"
	"strings"

	"convo/conv"
)

// toolsSection is the tools as models get them: types of TypeScript in a namespace.
func toolsSection(tools []conv.ToolDefinition) string {
	var s strings.Builder
	s.WriteString("# Tools\n\n## functions\n\nnamespace functions {\n\n")
	for i := range tools {
		t := &tools[i]
		comment(&s, t.Description)
		s.WriteString("type " + t.Name + " = (")
		if len(t.Parameters.Lookup("properties").Members()) > 0 {
			s.WriteString("_: ")
			typed(&s, t.Parameters)
		}
		s.WriteString(") => any;\n\n")
	}
	s.WriteString("} // namespace functions")
	return s.String()
}

func comment(s *strings.Builder, text string) {
	for line := range strings.Lines(text) {
		s.WriteString("// " + strings.TrimRight(line, "\r\n") + "\n")
	}
}

// typed writes the type that a schema describes; any, if TypeScript has no word for it.
func typed(s *strings.Builder, schema conv.Raw) {
	kind := schema.Lookup("type")
	options := func(all conv.Raw, one func(conv.Raw)) {
		first := true
		for option := range all.Elements {
			if !first {
				s.WriteString(" | ")
			}
			first = false
			one(option)
		}
	}
	switch either := schema.Lookup("anyOf") + schema.Lookup("oneOf"); {
	case strings.HasPrefix(string(either), "["):
		options(either, func(one conv.Raw) { typed(s, one) })
	case strings.HasPrefix(string(schema.Lookup("enum")), "["):
		options(schema.Lookup("enum"), func(one conv.Raw) { s.WriteString(string(one)) })
	case strings.HasPrefix(string(kind), "["):
		options(kind, func(one conv.Raw) { s.WriteString(word(one.Text())) })
	case kind.Text() == "array" && schema.Lookup("items") != "":
		typed(s, schema.Lookup("items"))
		s.WriteString("[]")
	case kind.Text() == "object":
		object(s, schema)
	default:
		s.WriteString(word(kind.Text()))
	}
}

func object(s *strings.Builder, schema conv.Raw) {
	needed := map[string]bool{}
	for key := range schema.Lookup("required").Elements {
		needed[key.Text()] = true
	}
	s.WriteString("{\n")
	for key, field := range schema.Lookup("properties").Fields {
		comment(s, field.Lookup("description").Text())
		if s.WriteString(key); !needed[key] {
			s.WriteString("?")
		}
		s.WriteString(": ")
		typed(s, field)
		s.WriteString(",")
		if usual := field.Lookup("default"); usual != "" {
			text := cmp.Or(usual.Text(), string(usual))
			s.WriteString(" // default: " + text)
		}
		s.WriteString("\n")
	}
	s.WriteString("}")
}

// word is the word of TypeScript for a type of JSON Schema.
func word(kind string) string {
	switch kind {
	case "string", "boolean", "null":
		return kind
	case "integer", "number":
		return "number"
	case "array":
		return "Array<any>"
	case "object":
		return "object"
	}
	return "any"
}
