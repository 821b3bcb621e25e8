package rawjson

import "bytes"

// Begun returns a document of which only the beginning is there, an object, closed
// after the last whole element of a list that is one of its fields. It returns nil
// if there is no such element.
func Begun(head []byte) []byte {
	var open []byte // brackets
	end, inside := 0, false
	head = bytes.TrimLeft(head, " \t\r\n")
	for i := 0; i < len(head); i++ {
		switch c := head[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '{' || c == '[':
			if open = append(open, c); len(open) > MaxDepth {
				return nil
			}
		case c == '}' || c == ']':
			if len(open) < 2 {
				return nil // it is whole, or broken
			}
			if open = open[:len(open)-1]; len(open) == 2 && open[0] == '{' && open[1] == '[' {
				end = i + 1
			}
		}
	}
	if end == 0 || len(open) < 2 || open[1] != '[' {
		return nil
	}
	return append(bytes.Clone(head[:end]), "]}"...)
}
