package rawjson

import "math"

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
