package schema

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// node is one schema within a schema, in the terms of 2020-12 whatever its
// draft.
type node struct {
	never   bool // the schema false
	refs    []*node
	types   []string
	asserts []assertion

	allOf, anyOf, oneOf   []*node
	not, when, then, alse *node // alse is for else

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

// patterned is a schema for the properties with matching names.
type patterned struct {
	name *regexp.Regexp
	node *node
}

// kindOf returns the JSON type of a value, integer for a whole number.
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
	panic("schema: not a JSON value")
}

// isA reports whether a value of a kind is of a type.
func isA(kind, typ string) bool {
	return kind == typ || kind == "integer" && typ == "number"
}

// articled returns types with their articles, for a message.
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

// rational returns the exact value of a number as it is usually written.
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
