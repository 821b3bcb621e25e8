package schema

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// assertion is a keyword that can be checked on its own.
type assertion struct {
	*assertionRule
	value   any                 // of the keyword
	allowed map[string]struct{} // the values of enum and const, as canonical texts
	step    *big.Rat            // of multipleOf
	pattern *regexp.Regexp
}

// holds reports whether a value meets the assertion.
func (a *assertion) holds(v any) bool {
	switch v := v.(type) {
	case string:
		switch a.name {
		case "minLength":
			return float64(utf8.RuneCountInString(v)) >= float(a.value)
		case "maxLength":
			return float64(utf8.RuneCountInString(v)) <= float(a.value)
		case "pattern":
			return a.pattern.MatchString(v)
		}
	case []any:
		switch a.name {
		case "minItems":
			return float64(len(v)) >= float(a.value)
		case "maxItems":
			return float64(len(v)) <= float(a.value)
		case "uniqueItems":
			return a.value == false || unique(v)
		}
	case map[string]any:
		switch a.name {
		case "minProperties":
			return float64(len(v)) >= float(a.value)
		case "maxProperties":
			return float64(len(v)) <= float(a.value)
		}
	}
	if a.allowed != nil {
		return a.oneOf(v)
	}
	return a.holdsNumber(v)
}

// holdsNumber is holds for a number.
func (a *assertion) holdsNumber(v any) bool {
	switch a.name {
	case "minimum":
		return compare(v, a.value) >= 0
	case "maximum":
		return compare(v, a.value) <= 0
	case "exclusiveMinimum":
		return compare(v, a.value) > 0
	case "exclusiveMaximum":
		return compare(v, a.value) < 0
	}
	return new(big.Rat).Quo(rational(v), a.step).IsInt()
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
	a := assertion{assertionRule: rule, value: k.value}
	switch n, _ := k.value.(int64); {
	case k.name == "enum":
		a.allow(k.value.([]any))
	case k.name == "const":
		a.allow([]any{k.value})
	case k.name == "pattern":
		a.pattern = regexp.MustCompile(k.value.(string))
	case k.name == "multipleOf":
		if a.step = rational(k.value); a.step.Sign() <= 0 {
			c.fail(k.at, "want a number above 0")
		}
	case rule.operand == "count" && n > math.MaxInt32:
		c.fail(k.at, "integer is out of range")
	}
	n.asserts = append(n.asserts, a)
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
	compiled := asGo(expression)
	if compiled == nil {
		return false
	}
	k.value = compiled.String()
	return true
}

// asGo compiles an expression of ECMA-262; nil if Go cannot express it.
func asGo(expression string) *regexp.Regexp {
	r, err := regexp.Compile(expression)
	if err != nil {
		const unicode = `\\u([0-9a-fA-F]{4})`
		r, err = regexp.Compile(regexp.MustCompile(unicode).ReplaceAllString(expression, `\x{$1}`))
	}
	if err != nil {
		return nil
	}
	return r
}
