package tau

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"convo/conv"
)

// timeOf converts a literal of seconds to Unix milliseconds. It is 0 for
// anything but a number, and for numbers out of range.
func timeOf(literal conv.Raw) int64 {
	f, err := strconv.ParseFloat(string(literal), 64)
	if err != nil || math.Abs(f) > 1e15 {
		return 0
	}
	return int64(math.Round(f * 1000))
}

// seconds is milliseconds as Python writes seconds: always with a point.
func seconds(ms int64) conv.Raw {
	sign := ""
	if ms < 0 {
		sign, ms = "-", -ms
	}
	rest := strings.TrimRight(strconv.FormatInt(1000+ms%1000, 10)[1:], "0")
	rest = cmp.Or(rest, "0")
	return conv.Raw(sign + strconv.FormatInt(ms/1000, 10) + "." + rest)
}
