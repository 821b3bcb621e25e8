package record

import "convo/conv"

// MaxCount bounds the counts of tokens, so that sums of them cannot overflow.
const MaxCount = 1 << 53

// CountIn reads a count of tokens from JSON, within bounds. A value other than
// a number is 0.
func CountIn(r conv.Raw) int64 {
	if r == "" || r[0]-'0' > 9 {
		return 0
	}
	i, _ := conv.Number(r).Int()
	return min(max(i, 0), MaxCount)
}
