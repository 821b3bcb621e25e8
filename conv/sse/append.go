package sse

import "strings"

// Append appends one event. A name, "" for none, is one line; data may be
// several, whose ends are read back as \n.
func Append(dst []byte, name, data string) []byte {
	if name != "" {
		dst = append(append(append(dst, "event: "...), name...), '\n')
	}
	for {
		n := strings.IndexAny(data, "\r\n")
		if n < 0 {
			dst = append(append(dst, "data: "...), data...)
			return append(dst, "\n\n"...)
		}
		dst = append(append(append(dst, "data: "...), data[:n]...), '\n')
		if strings.HasPrefix(data[n:], "\r\n") {
			n++
		}
		data = data[n+1:]
	}
}
