package media

import (
	"encoding/base64"
	"net/url"
	"strings"
)

// Base64 returns base64 text in the standard alphabet with padding. It accepts
// the URL alphabet, missing padding and wrapped lines. It returns standard text
// without a copy. ok is false for anything else.
func Base64(s string) (standard string, ok bool) {
	if isStandard(s) {
		return s, true
	}
	out := make([]byte, 0, len(s)+3)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case inAlphabet(c):
			out = append(out, c)
		case c == '-':
			out = append(out, '+')
		case c == '_':
			out = append(out, '/')
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
		case c == '=' && strings.Trim(s[i:], "= \n\r\t") == "":
			i = len(s)
		default:
			return "", false
		}
	}
	if len(out)%4 == 1 {
		return "", false
	}
	for len(out)%4 != 0 {
		out = append(out, '=')
	}
	return string(out), true
}

// inAlphabet reports whether a byte is in the standard alphabet, without its
// padding.
func inAlphabet(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '/' && c <= '9' || c == '+'
}

func isStandard(s string) bool {
	if len(s)%4 != 0 {
		return false
	}
	body := strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
	for ; len(body) >= 8; body = body[8:] {
		if !eightStandard(body) {
			return false
		}
	}
	for i := range len(body) {
		if !inAlphabet(body[i]) {
			return false
		}
	}
	return true
}

// eightStandard reports whether the first eight bytes of s are all in the
// alphabet. It uses the high bit of each byte: adding 0x80-c sets it if the byte
// is at least c. '/' comes right before the digits, and upper and lower case
// letters differ in one bit.
func eightStandard(s string) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	_ = s[7]
	x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	lower := x | ones*0x20
	letter := (lower + ones*(0x80-'a')) &^ (lower + ones*(0x80-'z'-1))
	digit := (x + ones*(0x80-'/')) &^ (x + ones*(0x80-'9'-1))
	notPlus := (x ^ ones*'+') + ones*0x7f
	return x&highs == 0 && (letter|digit|^notPlus)&highs == highs
}

// Bytes decodes any text that Base64 accepts.
func Bytes(s string) ([]byte, bool) {
	s, ok := Base64(s)
	if !ok {
		return nil, false
	}
	b, err := base64.StdEncoding.DecodeString(s)
	return b, err == nil
}

// Type64 is Type for a file in standard base64. It decodes only the beginning.
func Type64(data string) string {
	b, _ := Bytes(data[:min(len(data), headSize)])
	return Type(b)
}

// DataURL splits a data: URL into its MIME type, without parameters, and its
// data in standard base64. The MIME type is "" if the URL names none. The data is
// not copied if it was standard. ok is false for other URLs and invalid base64.
func DataURL(s string) (mimeType, data string, ok bool) {
	if len(s) < 5 || !strings.EqualFold(s[:5], "data:") {
		return "", "", false
	}
	head, body, ok := strings.Cut(s[5:], ",")
	if !ok {
		return "", "", false
	}
	mimeType, parameters, _ := strings.Cut(head, ";")
	mimeType = strings.ToLower(strings.TrimSpace(mimeType))
	if last := parameters[strings.LastIndexByte(parameters, ';')+1:]; strings.EqualFold(strings.TrimSpace(last), "base64") {
		if data, ok = Base64(body); ok {
			return mimeType, data, true
		}
		if body, err := url.PathUnescape(body); err == nil {
			data, ok = Base64(body)
		}
		return mimeType, data, ok
	}
	text, err := url.PathUnescape(body)
	if err != nil {
		return "", "", false
	}
	return mimeType, base64.StdEncoding.EncodeToString([]byte(text)), true
}

// URL returns a data: URL of standard base64. It is the inverse of DataURL.
func URL(mimeType, data string) string { return "data:" + mimeType + ";base64," + data }
