// Package body compares JSON bodies as the API sees them. The command equal
// says what counts as the same.
package body

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Difference is a place, as a JSON pointer, where two bodies differ.
type Difference struct{ At, What string }

// Body is the JSON values of a file: one, or several as JSON Lines.
type Body []value

// Elements are the elements of a body that is one list; else it is the body itself.
func (b Body) Elements() Body {
	if len(b) == 1 {
		if list, ok := b[0].([]value); ok {
			return list
		}
	}
	return b
}

// Formats are the formats that have an entry in textLists.
func Formats() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(textLists)), func(s string) bool { return s == "" })
}

// Compare lists the differences of two bodies of a format; "" is any. If there
// are several values, the number of the value comes first, from 1.
func Compare(format string, a, b Body) (found []Difference) {
	for i := range min(len(a), len(b)) {
		for _, d := range compare(format, a[i], b[i]) {
			if len(a) > 1 {
				d.At = fmt.Sprintf("%d:%s", i+1, d.At)
			}
			found = append(found, d)
		}
	}
	if len(a) != len(b) {
		found = append(found, Difference{"/", fmt.Sprintf("%d values are not %d", len(a), len(b))})
	}
	return found
}

// comparison walks two values side by side.
type comparison struct {
	textLists []string // places where a string is also a list of one text block
	otlp      bool     // as in attributes of OpenTelemetry
	found     []Difference
}

// place is where a comparison is.
type place struct {
	pointer string // JSON pointer
	trail   string // the pointer with * in place of every index
	opaque  bool   // inside the user's JSON, where null is not absent
}

// textLists names, for each format, where the API accepts a string in place of
// a list of one text block. A field of a tool_result is written
// tool_result/content.
var textLists = map[string][]string{
	"openai-chat":      {"/messages/*/content"},
	"openai-responses": {"/input/*/content", "function_call_output/output", "custom_tool_call_output/output"},
	"anthropic":        {"/messages/*/content", "/system", "tool_result/content"},
	"pi-session":       {"/message/content", "/content"},
	"ag-ui":            {"/*/content", "/messages/*/content"},
	"hf-messages":      {"/messages/*/content", "/prompt/*/content", "/completion/*/content", "/chosen/*/content", "/rejected/*/content"},
	"ai-sdk":           {"/*/content", "/messages/*/content"},
	"gemini":           nil, // a content has parts and is never a string

	"otel-genai": nil,

	"openai-responses-response": {"/output/*/content"},

	"": {
		"/messages/*/content", "/system", "tool_result/content",
		"/input/*/content", "function_call_output/output", "custom_tool_call_output/output",
		"/message/content",
	},
}

// textBlocks are the types of text blocks.
var textBlocks = []string{"text", "input_text", "output_text"}

// opaqueKeys hold JSON that an API passes on unchanged: arguments, schemas.
var opaqueKeys = []string{
	"input_schema", "parameters", "arguments", "schema", "details", "extensions", "state",
	"args", "response", "responseSchema", "responseJsonSchema", "parametersJsonSchema",
}

// compare lists the differences of two bodies of a format; "" is any.
func compare(format string, a, b value) []Difference {
	c := comparison{textLists: textLists[format], otlp: format == "otel-genai"}
	c.values(a, b, place{})
	return c.found
}

func (c *comparison) values(a, b value, at place) {
	if c.otlp {
		a, b = attributes(a), attributes(b)
	}
	switch x := a.(type) {
	case object:
		if y, ok := b.(object); ok {
			c.objects(x, y, at)
			return
		}
	case []value:
		if y, ok := b.([]value); ok {
			c.lists(x, y, at)
			return
		}
	case json.Number:
		if y, ok := b.(json.Number); ok && sameNumber(x, y) {
			return
		}
	case string, bool, nil:
		if a == b {
			return
		}
	default:
		panic(fmt.Sprintf("unexpected value %T", a))
	}
	c.report(at, "%s is not %s", show(a), show(b))
}

// attributes is a list of keys and values as the object that it means to OpenTelemetry,
// and a string that holds JSON as what it holds. It returns any other value as it is.
func attributes(v value) value {
	if s, ok := v.(string); ok && strings.HasPrefix(s, "[") || strings.HasPrefix(s, "{") {
		if inside, err := Parse([]byte(s)); err == nil && len(inside) == 1 {
			return inside[0]
		}
	}
	list, _ := v.([]value)
	all := object{}
	for _, x := range list {
		pair, _ := x.(object)
		key, ok := pair["key"].(string)
		if !ok || len(pair) != 2 {
			return v
		}
		all[key] = pair["value"]
	}
	if len(all) == 0 {
		return v
	}
	return all
}

func (c *comparison) objects(a, b object, at place) {
	keys := maps.Clone(a)
	maps.Copy(keys, b)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		x, inA := a[key]
		y, inB := b[key]
		if !at.opaque {
			inA, inB = inA && x != nil, inB && y != nil
		}
		inner := at.member(key, a)
		switch {
		case inA && inB:
			if c.takesText(inner, key, a) {
				x, y = asText(x), asText(y)
			}
			c.values(x, y, inner)
		case inA:
			c.report(inner, "only the first has it: %s", show(x))
		case inB:
			c.report(inner, "only the second has it: %s", show(y))
		}
	}
}

func (c *comparison) lists(a, b []value, at place) {
	for i := range min(len(a), len(b)) {
		c.values(a[i], b[i], at.index(i))
	}
	if len(a) != len(b) {
		c.report(at, "%d elements are not %d", len(a), len(b))
	}
}

func (c *comparison) report(at place, format string, args ...any) {
	c.found = append(c.found, Difference{cmp.Or(at.pointer, "/"), fmt.Sprintf(format, args...)})
}

// takesText reports whether a field may be a string in place of one text block.
func (c *comparison) takesText(at place, key string, owner object) bool {
	if at.opaque {
		return false
	}
	inOwner, _ := owner["type"].(string)
	return slices.Contains(c.textLists, at.trail) || slices.Contains(c.textLists, inOwner+"/"+key)
}

// asText returns the text of a list of one text block that has no other field.
func asText(v value) value {
	list, _ := v.([]value)
	if len(list) != 1 {
		return v
	}
	block, _ := list[0].(object)
	for key, member := range block {
		if key != "type" && key != "text" && member != nil {
			return v
		}
	}
	kind, _ := block["type"].(string)
	if s, ok := block["text"].(string); ok && slices.Contains(textBlocks, kind) {
		return s
	}
	return v
}

func (p place) member(key string, owner object) place {
	kind, _ := owner["type"].(string)
	arguments := key == "input" && strings.HasSuffix(kind, "tool_use")
	escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
	return place{
		pointer: p.pointer + "/" + escaped,
		trail:   p.trail + "/" + escaped,
		opaque:  p.opaque || arguments || slices.Contains(opaqueKeys, key),
	}
}

func (p place) index(i int) place {
	return place{p.pointer + "/" + strconv.Itoa(i), p.trail + "/*", p.opaque}
}

// show shortens a value for a message.
func show(v value) string {
	s := encode(v)
	if len(s) > 70 {
		return s[:50] + "… (" + strconv.Itoa(len(s)) + " characters)"
	}
	return s
}

func encode(v value) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case json.Number:
		return x.String()
	case string:
		return strconv.QuoteToGraphic(x)
	case object:
		return fmt.Sprintf("an object of %d members", len(x))
	case []value:
		return fmt.Sprintf("a list of %d", len(x))
	}
	b, _ := json.Marshal(v)
	return string(b)
}
