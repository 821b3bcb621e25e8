package record

import (
	"convo/conv"
	"convo/conv/rawjson"
)

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

// Seconds reads a time in seconds as milliseconds. A number that cannot be a time, or that
// writing would not give again, is residue.
func Seconds(r *Reader, at *int64, n *conv.Node, key string) {
	number := r.Number()
	if s, ok := number.Int(); ok && s > 0 && s < 1<<40 {
		*at = s * 1000
	}
	if rawjson.NumberOf(*at/1000) != number {
		r.Residue.Set(n, key, conv.Raw(number))
	}
}

// Overlay puts the fields of the next usage object in place of earlier ones:
// the numbers of a stream are totals. Counts must be whole numbers, within bounds.
func (r *Reader) Overlay(into *rawjson.Fields, isCount func(key string) bool) {
	for key := range r.Fields {
		at := r.Offset()
		if r.IsNull() {
			continue
		}
		if isCount(key) && r.Kind() != rawjson.Num {
			r.Fail(at, "%s: want a number, got %s", key, r.Kind())
			continue
		}
		m := r.Member(key)
		if isCount(key) && r.Err() == nil {
			r.mustCount(at, m)
		}
		into.Set(m)
	}
}

// mustCount refuses a count that is not a whole number or is out of bounds.
func (r *Reader) mustCount(at int, m rawjson.Member) {
	switch n, ok := conv.Number(m.Value).Int(); {
	case !ok:
		r.Fail(at, "%s: want a whole number, got %s", m.Key, m.Value)
	case n < -MaxCount || n > MaxCount:
		r.Fail(at, "%s: want a whole number of tokens, got %s", m.Key, m.Value)
	}
}
