package wire

import (
	"net/http"
	"testing"
	"time"
)

// What servers say of their limits is how long to wait before a call of 300 tokens.
func TestWaitsByRateLimits(t *testing.T) {
	for name, test := range map[string]struct {
		header []string
		want   time.Duration
	}{
		"nothing is said":            {nil, 0},
		"there is room":              {[]string{"x-ratelimit-remaining-requests", "1", "x-ratelimit-reset-requests", "9s", "x-ratelimit-remaining-tokens", "300", "x-ratelimit-reset-tokens", "9s"}, 0},
		"no request is left":         {[]string{"x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "1m30s"}, 90 * time.Second},
		"one of 30 is there sooner":  {[]string{"x-ratelimit-limit-requests", "30", "x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "60s"}, 2 * time.Second},
		"tokens for half a call":     {[]string{"x-ratelimit-limit-tokens", "1150", "x-ratelimit-remaining-tokens", "150", "x-ratelimit-reset-tokens", "20s"}, 3 * time.Second},
		"a call above the limit":     {[]string{"x-ratelimit-limit-tokens", "200", "x-ratelimit-remaining-tokens", "150", "x-ratelimit-reset-tokens", "20s"}, 20 * time.Second},
		"Anthropic's dates":          {[]string{"Date", "Sat, 21 Nov 2015 11:00:00 GMT", "anthropic-ratelimit-requests-remaining", "0", "anthropic-ratelimit-requests-reset", "2015-11-21T11:00:05Z"}, 5 * time.Second},
		"the longest counts":         {[]string{"x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "2s", "x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "7s"}, 7 * time.Second},
		"seconds":                    {[]string{"ratelimit-remaining", "0", "ratelimit-reset", "4"}, 4 * time.Second},
		"seconds since 1970":         {[]string{"Date", "Thu, 01 Jan 2026 00:00:00 GMT", "x-ratelimit-remaining", "0", "x-ratelimit-reset", "1767225603"}, 3 * time.Second},
		"milliseconds since 1970":    {[]string{"Date", "Thu, 01 Jan 2026 00:00:00 GMT", "x-ratelimit-remaining", "0", "x-ratelimit-reset", "1767225601500"}, 1500 * time.Millisecond},
		"what is not a number":       {[]string{"x-ratelimit-remaining-requests", "none", "x-ratelimit-reset-requests", "7s"}, 0},
		"no time":                    {[]string{"x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "soon"}, 0},
		"a time that is over":        {[]string{"Date", "Sat, 21 Nov 2015 11:00:00 GMT", "anthropic-ratelimit-requests-remaining", "0", "anthropic-ratelimit-requests-reset", "2015-11-21T10:00:00Z"}, 0},
		"longer than there is time":  {[]string{"x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", "2562047h"}, longestAsked},
		"output is not known before": {[]string{"anthropic-ratelimit-output-tokens-remaining", "5", "anthropic-ratelimit-output-tokens-reset", "2099-11-21T10:00:00Z"}, 0},
	} {
		r := &Response{Header: http.Header{}}
		for i := 0; i < len(test.header); i += 2 {
			r.Header.Set(test.header[i], test.header[i+1])
		}
		if got := r.Wait(300, time.Unix(0, 0)); got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
