// Package rawjson reads and writes JSON as text: it checks, finds and copies
// in one pass over the bytes and never builds a tree. It is the only package
// that imports gjson.
//
// [Cursor] reads, [Writer] writes, [Frames] cuts a stream into values,
// [Repair] completes tool arguments that were cut off, [Locator] turns an
// offset into a line and a JSON pointer.
//
// Strings that a Cursor returns may share memory with the input: nobody may
// write to a buffer after a Cursor got it. A lone surrogate (\ud800) has no
// UTF-8 form. It is kept in the three bytes that UTF-8 would give it (WTF-8)
// and written as the same escape.
package rawjson

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// Raw is compact JSON text. "" means absent.
type Raw string

// MarshalJSON lets encoding/json embed r; "" becomes null.
func (r Raw) MarshalJSON() ([]byte, error) {
	if r == "" {
		return []byte("null"), nil
	}
	return []byte(r), nil
}

// UnmarshalJSON keeps the text, compacted.
func (r *Raw) UnmarshalJSON(b []byte) error {
	c := NewCursor(append([]byte(nil), b...))
	*r = c.Raw()
	return c.End()
}

// Decode unmarshals r into v with encoding/json.
func (r Raw) Decode(v any) error { return json.Unmarshal([]byte(r), v) }

// Member is a field of an object: its key and its value.
type Member struct {
	Key   string
	Value Raw
}

// Spelling is a JSON string as it was written, with its quotes.
type Spelling string

// Spelled remembers how a string was written in JSON, so that an unchanged string can be
// copied back.
type Spelled struct {
	quoted string // with its quotes
	text   string // decoded
}

// Set records that text was written as s.
//
//go:noinline
func (x *Spelled) Set(text string, s Spelling) { *x = Spelled{string(s), text} }

// Of returns how text was written, "" if text is not the string that was read.
func (x *Spelled) Of(text string) Spelling {
	if x.quoted == "" || !IsSame(text, x.text) {
		return ""
	}
	return Spelling(x.quoted)
}

// Number is a JSON number as it was written. "" means absent.
type Number string

// Int returns the number as an int64, and whether it is a whole number in range:
// 5, 5.0 and 5e0 are, 5.5 and 1e30 are not.
func (n Number) Int() (int64, bool) {
	if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return i, true
	}
	r, ok := new(big.Rat).SetString(n.bounded())
	if !ok || !r.IsInt() || !r.Num().IsInt64() || r.Sign() == 0 && !n.isZero() {
		return 0, false
	}
	return r.Num().Int64(), true
}

// Float returns the nearest float64.
func (n Number) Float() (float64, bool) {
	f, err := strconv.ParseFloat(string(n), 64)
	return f, err == nil
}

// Nano returns the number times 10^9, rounded half away from zero: US dollars
// become nano-dollars. It returns false if the result is out of range.
func (n Number) Nano() (int64, bool) {
	if nano, ok := n.shortNano(); ok {
		return nano, true
	}
	r, ok := new(big.Rat).SetString(n.bounded())
	if !ok {
		return 0, false
	}
	r.Mul(r, big.NewRat(1_000_000_000, 1))
	half := big.NewRat(1, 2)
	if r.Sign() < 0 {
		half.Neg(half)
	}
	r.Add(r, half)
	q := new(big.Int).Quo(r.Num(), r.Denom())
	if !q.IsInt64() {
		return 0, false
	}
	return q.Int64(), true
}

// shortNano is Nano for a number of at most nine digits on each side of the point.
func (n Number) shortNano() (nano int64, ok bool) {
	const most = 9
	digits, minus := strings.CutPrefix(string(n), "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if whole == "" || len(whole) > most || len(fraction) > most {
		return 0, false
	}
	for _, part := range [...]string{whole, fraction} {
		for i := range len(part) {
			if part[i]-'0' > 9 {
				return 0, false
			}
			nano = 10*nano + int64(part[i]-'0')
		}
	}
	for range most - len(fraction) {
		nano *= 10
	}
	if minus {
		nano = -nano
	}
	return nano, true
}

// isZero reports whether every digit before the exponent is 0.
func (n Number) isZero() bool {
	mantissa, _, _ := strings.Cut(strings.ToLower(string(n)), "e")
	return !strings.ContainsAny(mantissa, "123456789")
}

// bounded returns n, or "" if its exponent would make exact arithmetic slow.
func (n Number) bounded() string {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil || len(n) > 64 || f != 0 && (f > 1e19 || f < -1e19 || f < 1e-30 && f > -1e-30) {
		return ""
	}
	if f == 0 {
		return "0"
	}
	return string(n)
}

// NumberOf returns an int as a JSON number.
func NumberOf(i int64) Number { return Number(strconv.FormatInt(i, 10)) }

// NumberOfNano returns nano-dollars as a number of dollars, exact and as short
// as possible. It is the inverse of [Number.Nano].
func NumberOfNano(n int64) Number {
	sign, abs := "", uint64(n)
	if n < 0 {
		sign, abs = "-", -abs
	}
	s := sign + strconv.FormatUint(abs/1e9, 10)
	if rest := abs % 1e9; rest != 0 {
		digits := strconv.FormatUint(1e9+rest, 10)[1:]
		s += "." + strings.TrimRight(digits, "0")
	}
	return Number(s)
}

// IsValue reports whether a text is one JSON value other than null.
func IsValue(s string) bool {
	c := NewCursor([]byte(s))
	return c.Raw() != "null" && c.End() == nil
}
