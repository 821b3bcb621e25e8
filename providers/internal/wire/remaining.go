package wire

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Wait is how long to wait before a further call of so many tokens, by what the
// server says is left of its rate limits; 0 if there is room for it or nothing is
// said. now counts if the server does not say what time it is.
//
// Of OpenAI and those that took it over, x-ratelimit-remaining-tokens has such a
// limit; of Anthropic, anthropic-ratelimit-tokens-remaining. The names with limit and
// reset in place of remaining say how much there may be, and when that is there again.
// Both fill a limit little by little, so that a part of it is there sooner.
func (r *Response) Wait(tokens int64, now time.Time) (longest time.Duration) {
	for name := range r.Header {
		if !strings.Contains(name, "Ratelimit") || !strings.Contains(name, "Remaining") {
			continue
		}
		number := func(word string) float64 {
			n, err := strconv.ParseFloat(r.Header.Get(strings.Replace(name, "Remaining", word, 1)), 64)
			if err != nil {
				return math.NaN()
			}
			return n
		}
		need, left, most := 1., number("Remaining"), number("Limit")
		if strings.Contains(name, "Tokens") && !strings.Contains(name, "Output") {
			need = float64(tokens)
		}
		if !(left < need) {
			continue
		}
		if t, err := http.ParseTime(r.Header.Get("Date")); err == nil {
			now = t
		}
		full := untilReset(r.Header.Get(strings.Replace(name, "Remaining", "Reset", 1)), now)
		if left < most && need < most {
			full = time.Duration(float64(full) * (need - left) / (most - left))
		}
		longest = max(longest, full)
	}
	return longest
}

// untilReset reads a time: 6m0s, 2026-01-01T00:00:00Z, seconds, or seconds or
// milliseconds since 1970.
func untilReset(text string, now time.Time) time.Duration {
	if d, err := time.ParseDuration(text); err == nil {
		return min(d, longestAsked)
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t.Sub(now)
	}
	const years, thousandsOfYears = 1e9, 1e11 // in seconds
	n, ok := asked(text, time.Second)
	switch at, _ := strconv.ParseInt(text, 10, 64); {
	case !ok:
		return 0
	case at >= thousandsOfYears:
		return time.UnixMilli(at).Sub(now)
	case at >= years:
		return time.Unix(at, 0).Sub(now)
	}
	return n
}
