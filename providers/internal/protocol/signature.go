package protocol

import (
	"encoding/base64"
	"strings"

	"convo/conv/format"
)

// Signer is the provider whose servers issued a signature, as far as its
// beginning tells; "" if it does not. Signatures of Google's and Anthropic's
// are messages of the same kind, whose first payload begins differently.
func Signer(s string) string {
	switch {
	case s == "":
		return ""
	case s[0] == '{' || strings.HasPrefix(s, "openai-responses:") || strings.HasPrefix(s, "msg_") || format.IsEncryptedContent(s) || format.IsReasoningField(s):
		return "openai"
	}
	head, err := base64.StdEncoding.DecodeString(s[:min(len(s), 24)/4*4])
	if err != nil {
		return ""
	}
	field, rest := lengthField(head)
	if field == 2 {
		if field, rest = lengthField(rest); field != 1 {
			return ""
		}
		if len(rest) > 0 && rest[0] == 8 {
			return "anthropic"
		}
	}
	if field == 1 && len(rest) > 0 && rest[0] == 1 {
		return "google"
	}
	return ""
}

// lengthField is the number of the length-delimited field that a message of
// protocol buffers begins with, and what of its value is there; 0 if it
// begins with something else.
func lengthField(b []byte) (field int, value []byte) {
	if len(b) < 2 || b[0]&7 != 2 || b[0] >= 0x80 {
		return 0, nil
	}
	for i := 1; i < len(b); i++ {
		if b[i] < 0x80 {
			return int(b[0] >> 3), b[i+1:]
		}
	}
	return 0, nil
}

// IsBase64 reports whether s is base64 of either alphabet, padded as it must
// be or not at all.
func IsBase64(s string) bool {
	for _, e := range []*base64.Encoding{base64.StdEncoding, base64.URLEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
		if _, err := e.DecodeString(s); err == nil {
			return true
		}
	}
	return false
}
