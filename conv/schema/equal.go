package schema

import (
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
)

// canonical adds a text to b that equal values have in common, and no others.
// Numbers are equal if they are the same, however they were written.
func canonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case string:
		return strconv.AppendQuote(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case uint64:
		return strconv.AppendUint(b, v, 10)
	case float64:
		return canonicalFloat(b, v)
	case []any:
		b = append(b, '[')
		for _, item := range v {
			b = append(canonical(b, item), ',')
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		for _, name := range slices.Sorted(maps.Keys(v)) {
			b = append(strconv.AppendQuote(b, name), ':')
			b = append(canonical(b, v[name]), ',')
		}
		return append(b, '}')
	}
	panic("schema: not a JSON value")
}

// canonicalFloat writes a whole number as an integer is written.
func canonicalFloat(b []byte, v float64) []byte {
	switch {
	case v != math.Trunc(v):
	case v >= -1<<63 && v < 1<<63:
		return strconv.AppendInt(b, int64(v), 10)
	case v >= 0 && v < 1<<64:
		return strconv.AppendUint(b, uint64(v), 10)
	}
	return strconv.AppendFloat(b, v, 'e', -1, 64)
}

// oneOf reports whether a value is among those of an enum, or the one of a
// const.
func (a *assertion) oneOf(v any) bool {
	_, found := a.allowed[string(canonical(nil, v))]
	return found
}

// allow sets the values that are allowed.
func (a *assertion) allow(values []any) {
	a.allowed = make(map[string]struct{}, len(values))
	for _, v := range values {
		a.allowed[string(canonical(nil, v))] = struct{}{}
	}
}

// unique reports whether no two items are equal.
func unique(items []any) bool {
	seen := make(map[string]struct{}, len(items))
	for _, item := range items {
		seen[string(canonical(nil, item))] = struct{}{}
	}
	return len(seen) == len(items)
}

// compare compares a number with a limit, which counts as a float.
func compare(v, limit any) int { return exact(v).Cmp(new(big.Rat).SetFloat64(float(limit))) }

// exact is a number without rounding.
func exact(v any) *big.Rat {
	if f, ok := v.(float64); ok {
		return new(big.Rat).SetFloat64(f)
	}
	return rational(v)
}

func float(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case uint64:
		return float64(v)
	}
	return v.(float64)
}
