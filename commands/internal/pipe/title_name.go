package pipe

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A title becomes a name of at most so many bytes, which leaves room for more in the
// name of a file. A conversation without a title is untitled.
const (
	longestTitle = 80
	untitled     = "untitled"
)

// isReserved reports whether Windows keeps a name for a device, whatever its ending.
func isReserved(name string) bool {
	name, _, _ = strings.Cut(strings.ToLower(name), ".")
	port := strings.TrimRight(name, "0123456789¹²³")
	return slices.Contains([]string{"con", "prn", "aux", "nul"}, name) || (port == "com" || port == "lpt") && utf8.RuneCountInString(name) == 4
}

// slug is a title as part of a file's name on every system: letters, small ones, and
// digits, with a - for all between them.
func slug(title string) string {
	var b strings.Builder
	between := false
	for _, r := range title {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			between = b.Len() > 0
			continue
		}
		r = unicode.ToLower(r)
		if b.Len()+utf8.RuneLen(r)+1 > longestTitle {
			break
		}
		if between {
			b.WriteByte('-')
			between = false
		}
		b.WriteRune(r)
	}
	switch s := b.String(); {
	case s == "":
		return untitled
	case isReserved(s):
		return s + "-"
	default:
		return s
	}
}

// numbered gives each file a name of its own: the second of a name has -2.
type numbered struct {
	taken map[string]bool
	last  map[string]int
}

// free is a base, with a number if need be, of a file that is not taken. It is taken
// then. The name of a file holds its base. Letters of both cases are the same to some systems.
func (n *numbered) free(base string, file func(base string) string) string {
	if n.taken == nil {
		n.taken, n.last = map[string]bool{}, map[string]int{}
	}
	first := strings.ToLower(file(base))
	key, is := first, base
	for n.taken[key] {
		n.last[first] = max(n.last[first], 1) + 1
		is = base + "-" + strconv.Itoa(n.last[first])
		key = strings.ToLower(file(is))
	}
	n.taken[key] = true
	return is
}
