package schema

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// node is one schema within a schema, with what its keywords say. All drafts
// become the terms of 2020-12.
type node struct {
	never   bool // the schema false
	quick   bool // Fits can go by it
	refs    []*node
	types   []string
	asserts []assertion

	allOf, anyOf, oneOf   []*node
	not, when, then, alse *node // alse is else

	properties            map[string]*node
	patterns              []patterned
	additional, names     *node
	unevaluatedProperties *node
	required              []string
	dependentRequired     map[string][]string
	dependentSchemas      map[string]*node

	prefix                  []*node
	items, unevaluatedItems *node
	contains                *node
	minContains             int
	maxContains             int
}

// patterned is a schema for the properties whose names match.
type patterned struct {
	name *regexp.Regexp
	node *node
}

// assertion is a keyword that says something of a value by itself.
type assertion struct {
	*assertionRule
	want  string
	judge *jsonschema.Resolved
	value any      // of the keyword
	words []string // the strings that may stand there; nil is any value
	limit float64
	step  *big.Rat // of multipleOf, which the library takes for a matter of floats
}

// holds reports whether the assertion holds of a value.
func (a *assertion) holds(v any) bool {
	if a.step != nil {
		return new(big.Rat).Quo(rational(v), a.step).IsInt()
	}
	return a.judge.Validate(v) == nil
}

// assertionRule is what there is to know of an assertion's keyword.
type assertionRule struct {
	name    string
	about   string // the kind of value that it is about; "" is any
	operand string // the kind that the keyword's own value has; "" is any
	want    string // what to say, # being the operand
}

// assertionRules is the keywords that are assertions.
var assertionRules = []assertionRule{
	{"enum", "", "array", "want one of #"},
	{"const", "", "", "want #"},
	{"minimum", "number", "number", "want # or more"},
	{"maximum", "number", "number", "want # or less"},
	{"exclusiveMinimum", "number", "number", "want more than #"},
	{"exclusiveMaximum", "number", "number", "want less than #"},
	{"multipleOf", "number", "number", "want a multiple of #"},
	{"minLength", "string", "count", "want # characters or more"},
	{"maxLength", "string", "count", "want # characters or less"},
	{"pattern", "string", "string", "want what matches #"},
	{"minItems", "array", "count", "want # items or more"},
	{"maxItems", "array", "count", "want # items or less"},
	{"uniqueItems", "array", "boolean", "want no two items that are equal"},
	{"minProperties", "object", "count", "want # properties or more"},
	{"maxProperties", "object", "count", "want # properties or less"},
}

// kindOf is the JSON type of a value, integer for a whole number.
func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case int64, uint64:
		return "integer"
	case float64:
		if v == math.Trunc(v) {
			return "integer"
		}
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	panic("schema: a value of no JSON type")
}

// isA reports whether a value of a kind is of a type.
func isA(kind, typ string) bool {
	return kind == typ || kind == "integer" && typ == "number"
}

// articled is types as a sentence says them.
func articled(types ...string) string {
	said := make([]string, len(types))
	for i, t := range types {
		switch t {
		case "null":
			said[i] = t
		case "array", "integer", "object":
			said[i] = "an " + t
		default:
			said[i] = "a " + t
		}
	}
	return strings.Join(said, " or ")
}

// rational is the exact value of a number as it is usually written.
func rational(v any) *big.Rat {
	switch v := v.(type) {
	case int64:
		return new(big.Rat).SetInt64(v)
	case uint64:
		return new(big.Rat).SetUint64(v)
	case float64:
		r, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
		return r
	}
	return nil
}
