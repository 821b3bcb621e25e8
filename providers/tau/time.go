package tau

import (
	"math"
	"strconv"
	"strings"

	"convo/conv"
)

// timeOf is seconds, as they are written, in Unix milliseconds; 0 if they are
// no number, or one of another age of the world.
func timeOf(literal conv.Raw) int64 {
	f, err := strconv.ParseFloat(string(literal), 64)
	if err != nil || math.Abs(f) > 1e15 {
		return 0
	}
	return int64(math.Round(f * 1000))
}

// seconds is how Python writes milliseconds as seconds: never without a
// point.
func seconds(ms int64) conv.Raw {
	sign := ""
	if ms < 0 {
		sign, ms = "-", -ms
	}
	rest := strings.TrimRight(strconv.FormatInt(1000+ms%1000, 10)[1:], "0")
	if rest == "" {
		rest = "0"
	}
	return conv.Raw(sign + strconv.FormatInt(ms/1000, 10) + "." + rest)
}
