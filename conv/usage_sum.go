package conv

import "math"

// MostTokens is more than any answer has.
const MostTokens = 1 << 50

// Sum adds counts or nano-dollars. A sum that is out of range is the largest or
// smallest int64 and does not wrap around.
func Sum(a, b int64) int64 {
	switch s := a + b; {
	case a > 0 && b > 0 && s < 0:
		return math.MaxInt64
	case a < 0 && b < 0 && s >= 0:
		return math.MinInt64
	default:
		return s
	}
}

// ImpossibleCount returns the first count that no answer has, and its key in
// conversation.json: it is negative, or above [MostTokens]. "": there is none.
func (u *Usage) ImpossibleCount() (key string, count int64) {
	if u != nil {
		for _, c := range u.counters() {
			if *c.value < 0 || *c.value > MostTokens {
				return c.key, *c.value
			}
		}
	}
	return "", 0
}

// ImpossibleAmount returns the first amount that nothing costs, and its key: it
// is negative, or out of range. "": there is none.
func (c *UsageCost) ImpossibleAmount() (key string, amount Number) {
	if c == nil {
		return "", ""
	}
	for _, x := range []struct {
		key    string
		amount Number
	}{{"total", c.Total}, {"input", c.Input}, {"output", c.Output}, {"cacheRead", c.CacheRead}, {"cacheWrite", c.CacheWrite}} {
		if nano, ok := x.amount.Nano(); x.amount != "" && (!ok || nano < 0) {
			return x.key, x.amount
		}
	}
	return "", ""
}
