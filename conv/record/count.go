package record

import "convo/conv"

// MaxCount is more tokens than there are: sums of such counts are no danger.
const MaxCount = 1 << 53

// CountIn is a count of tokens as JSON, within bounds; anything but a number
// is 0.
func CountIn(r conv.Raw) int64 {
	if r == "" || r[0]-'0' > 9 {
		return 0
	}
	i, _ := conv.Number(r).Int()
	return min(max(i, 0), MaxCount)
}
