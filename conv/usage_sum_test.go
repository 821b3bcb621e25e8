package conv_test

import (
	"math"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
)

// Sums of counts and costs do not wrap around.
func TestSumsDoNotWrap(t *testing.T) {
	for _, c := range [][3]int64{
		{1, 2, 3},
		{math.MaxInt64, 1, math.MaxInt64},
		{math.MinInt64, -1, math.MinInt64},
		{math.MinInt64, math.MinInt64, math.MinInt64},
		{math.MaxInt64, math.MinInt64, -1},
	} {
		if got := rawjson.Sum(c[0], c[1]); got != c[2] {
			t.Errorf("%d + %d: got %d, want %d", c[0], c[1], got, c[2])
		}
	}
	u := conv.Usage{Input: math.MaxInt64, CacheRead: 1, Output: 1, Cost: &conv.UsageCost{Total: "9000000000"}}
	if u.AllTokens() != math.MaxInt64 {
		t.Errorf("context: %d", u.AllTokens())
	}
	u.Add(&u)
	if u.Input != math.MaxInt64 || u.Output != 2 || u.Cost.Total != "9223372036.854775807" {
		t.Errorf("got %+v, %+v", u, u.Cost)
	}
	u.Add(&conv.Usage{Cost: &conv.UsageCost{Total: "1e30"}})
	if _, ok := u.Cost.Total.Nano(); ok {
		t.Errorf("an amount out of range was dropped from the sum: %s", u.Cost.Total)
	}
}
