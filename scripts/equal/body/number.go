package body

import (
	"errors"
	"math/big"
	"strings"
)

// number reads a literal as RFC 8259 defines it.
func (p *parser) number() (value, error) {
	start := p.pos
	p.take("-")
	whole := p.digits()
	leadingZero := len(whole) > 1 && whole[0] == '0'
	bad := whole == "" || leadingZero
	if p.take(".") {
		bad = p.digits() == "" || bad
	}
	if p.take("e") || p.take("E") {
		if !p.take("-") {
			p.take("+")
		}
		bad = p.digits() == "" || bad
	}
	if bad {
		p.pos = start
		return nil, errors.New("not a number")
	}
	return number(p.data[start:p.pos]), nil
}

func (p *parser) digits() string {
	start := p.pos
	for p.pos < len(p.data) && p.data[p.pos] >= '0' && p.data[p.pos] <= '9' {
		p.pos++
	}
	return string(p.data[start:p.pos])
}

// sameNumber compares two literals exactly, whatever their size: 1.0 equals
// 1e0, but 12345678901234567890 does not equal 12345678901234567891.
func sameNumber(a, b number) bool {
	return a == b || decimal(a) == decimal(b)
}

// decimal is the normal form of a literal: digits without zeros at either end,
// times a power of ten.
func decimal(n number) string {
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
