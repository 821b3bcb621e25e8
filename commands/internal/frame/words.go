package frame

import (
	"fmt"
	"strconv"
	"strings"
)

// Plural is a number of things, such as 1 message or 2 messages.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprint(strconv.Itoa(n), " ", what, "s")
}

// Either lists values as a sentence does.
func Either(values []string) string {
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
}
