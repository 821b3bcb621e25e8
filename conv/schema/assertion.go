package schema

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
)

// assertion is a keyword that can be checked on its own.
type assertion struct {
	*assertionRule
	judge func() (*jsonschema.Resolved, error) // made when a value is first judged
	value any                                  // of the keyword
	words []string                             // the allowed strings; nil: any value
	limit float64
	step  *big.Rat // of multipleOf, which the library computes with floats
}

// holds reports whether a value meets the assertion.
func (a *assertion) holds(v any) bool {
	if a.step != nil {
		return new(big.Rat).Quo(rational(v), a.step).IsInt()
	}
	judge, err := a.judge()
	return err != nil || judge.Validate(v) == nil
}

// said is what the assertion wants, for a message.
func (a *assertion) said() string { return strings.Replace(a.want, "#", shown(a.value), 1) }

// assertionRule describes the keyword of an assertion.
type assertionRule struct {
	name    string
	about   string // the kind of value that it applies to; "" is any
	operand string // the kind of the keyword's own value; "" is any
	want    string // the message, with # for the operand
}

// assertionRules lists the keywords that are assertions.
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
	{"pattern", "string", "string", "want text that matches #"},
	{"minItems", "array", "count", "want # items or more"},
	{"maxItems", "array", "count", "want # items or less"},
	{"uniqueItems", "array", "boolean", "want no equal items"},
	{"minProperties", "object", "count", "want # properties or more"},
	{"maxProperties", "object", "count", "want # properties or less"},
}

// assertion adds a keyword if it is an assertion.
func (c *compiler) assertion(n *node, k keyword) {
	i := slices.IndexFunc(assertionRules, func(r assertionRule) bool { return r.name == k.name })
	if i < 0 {
		return
	}
	rule := &assertionRules[i]
	if flag, ok := k.value.(bool); ok && rule.operand == "number" {
		// Draft 4: true makes the limit next to it exclusive.
		limit := "m" + strings.TrimPrefix(k.name, "exclusiveM")
		if k.value, ok = k.among[limit]; !flag || !ok {
			return
		}
	}
	kind := kindOf(k.value)
	switch {
	case rule.operand == "count":
		c.count(k)
	case rule.operand != "" && !isA(kind, rule.operand):
		c.fail(k.at, "want %s, got %s", articled(rule.operand), articled(kind))
	}
	if c.err != nil || k.name == "pattern" && !c.pattern(&k) {
		return
	}
	a := assertion{assertionRule: rule, value: k.value, judge: sync.OnceValues(func() (*jsonschema.Resolved, error) { return judgeOf(k) })}
	if k.name == "multipleOf" {
		if a.step = rational(k.value); a.step.Sign() <= 0 {
			c.fail(k.at, "want a number above 0")
		}
	} else if n, ok := k.value.(int64); rule.operand == "count" && !(ok && n <= math.MaxInt32) {
		if _, err := a.judge(); err != nil { // only of a count that is too large
			c.fail(k.at, "%v", err)
		}
	}
	n.asserts = append(n.asserts, a)
}

// judgeOf returns the library's schema for one keyword.
func judgeOf(k keyword) (*jsonschema.Resolved, error) {
	s := &jsonschema.Schema{}
	switch k.name {
	case "enum":
		s.Enum = k.value.([]any)
	case "const":
		s.Const = &k.value
	default:
		text, err := json.Marshal(map[string]any{k.name: k.value})
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, s); err != nil {
			return nil, err
		}
	}
	return s.Resolve(nil)
}

// shown returns a keyword's value for a message.
func shown(v any) string {
	if list, ok := v.([]any); ok {
		parts := make([]string, len(list))
		for i := range list {
			parts[i] = shown(list[i])
		}
		return bounded(strings.Join(parts, ", "))
	}
	text, err := json.Marshal(v)
	if err != nil {
		return "…"
	}
	return bounded(string(text))
}

// bounded returns s, cut if it is long.
func bounded(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// pattern turns a regular expression into one of Go's, if it can.
func (c *compiler) pattern(k *keyword) bool {
	expression, ok := k.value.(string)
	if !ok {
		return false
	}
	compiled := c.regexp(expression, k.at)
	if compiled == nil {
		return false
	}
	k.value = compiled.String()
	return true
}

// regexp compiles an expression of ECMA-262; nil if Go cannot express it.
func (c *compiler) regexp(expression, at string) *regexp.Regexp {
	r, err := regexp.Compile(expression)
	if err != nil {
		const unicode = `\\u([0-9a-fA-F]{4})`
		r, err = regexp.Compile(regexp.MustCompile(unicode).ReplaceAllString(expression, `\x{$1}`))
	}
	if err != nil {
		c.unchecked = append(c.unchecked, Finding{at, "pattern", "this pattern is not checked: " + bounded(err.Error())})
		return nil
	}
	return r
}
