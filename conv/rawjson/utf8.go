package rawjson

import (
	"strings"
	"unicode/utf8"
)

// InvalidAt returns where a text stops being UTF-8, -1 if all of it is UTF-8.
func InvalidAt(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return i
		}
	}
	return -1
}
