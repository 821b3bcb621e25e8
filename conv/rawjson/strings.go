package rawjson

import "strings"

// EditStrings returns r with each string, keys included, replaced by what edit
// returns; r itself if nothing changed. edit gets the text of a string, without
// escapes, and its key: the key of the field whose value or array the string is
// in, or for a key that key itself. Everything else keeps its bytes. r should
// be checked by a Cursor; of other text, what can be read is edited.
func (r Raw) EditStrings(edit func(key, s string, isKey bool) string) Raw {
	s := string(r)
	var out []byte
	done := 0 // out holds s up to here
	key := ""
	for i := strings.IndexByte(s, '"'); i >= 0 && i < len(s); {
		end := stringEnd(bytesOf(s), i)
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

// textOf returns the text of a JSON string, without a copy if it has no escapes.
func textOf(quoted string) string {
	if inside := quoted[1 : len(quoted)-1]; strings.IndexByte(inside, '\\') < 0 {
		return inside
	}
	return Raw(quoted).Text()
}

func followedByColon(s string, i int) bool {
	return strings.HasPrefix(strings.TrimLeft(s[i:], " \t\r\n"), ":")
}
