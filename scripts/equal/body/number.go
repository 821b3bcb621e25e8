package body

import (
	"encoding/json"
	"math/big"
	"strings"
)

// sameNumber compares two literals exactly, whatever their size: 1.0 equals
// 1e0, but 12345678901234567890 does not equal 12345678901234567891.
func sameNumber(a, b json.Number) bool {
	return a == b || decimal(a) == decimal(b)
}

// decimal is the normal form of a literal: digits without zeros at either end,
// times a power of ten.
func decimal(n json.Number) string {
	s, negative := strings.CutPrefix(string(n), "-")
	mantissa, power, _ := strings.Cut(strings.ToLower(s), "e")
	exponent := new(big.Int)
	if power != "" {
		exponent.SetString(strings.TrimPrefix(power, "+"), 10)
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	exponent.Sub(exponent, big.NewInt(int64(len(fraction))))
	digits := strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(digits, "0")
	exponent.Add(exponent, big.NewInt(int64(len(digits)-len(trimmed))))
	switch {
	case trimmed == "":
		return "0"
	case negative:
		return "-" + trimmed + "e" + exponent.String()
	}
	return trimmed + "e" + exponent.String()
}
