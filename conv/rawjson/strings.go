package rawjson

import "strings"

// EditStrings returns r with each string, keys too, as edit returns it; r
// itself if none changed. edit gets the text of a string, without escapes,
// and the key of the member that it is the value of, or in whose array it
// stands; for a key that is the key itself. What is between strings, and a
// string that stays the same, keeps every byte. r is text that a Cursor
// checked; of other text what can be read is edited.
func (r Raw) EditStrings(edit func(key, s string, isKey bool) string) Raw {
	s := string(r)
	var out []byte
	done := 0 // up to where s is in out
	key := ""
	for i := strings.IndexByte(s, '"'); i >= 0 && i < len(s); {
		end := closingQuote(s, i)
		if end < 0 {
			break
		}
		was := textOf(s[i:end])
		isKey := followedByColon(s, end)
		if isKey {
			key = was
		}
		if now := edit(key, was, isKey); now != was {
			out = append(out, s[done:i]...)
			out = AppendQuoted(out, now)
			done = end
		}
		next := strings.IndexByte(s[end:], '"')
		if next < 0 {
			break
		}
		i = end + next
	}
	if done == 0 {
		return r
	}
	return Raw(append(out, s[done:]...))
}

// closingQuote is the index behind the string that begins at s[i], -1 if it has
// no end.
func closingQuote(s string, i int) int {
	for k := i + 1; k < len(s); {
		n := strings.IndexByte(s[k:], '"')
		if n < 0 {
			return -1
		}
		k += n
		slashes := 0
		for s[k-1-slashes] == '\\' {
			slashes++
		}
		if k++; slashes%2 == 0 {
			return k
		}
	}
	return -1
}

// textOf is the text of a JSON string, without a copy if it has no escapes.
func textOf(quoted string) string {
	if inside := quoted[1 : len(quoted)-1]; strings.IndexByte(inside, '\\') < 0 {
		return inside
	}
	return Raw(quoted).Text()
}

func followedByColon(s string, i int) bool {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\t' || s[i] == '\r') {
		i++
	}
	return i < len(s) && s[i] == ':'
}
