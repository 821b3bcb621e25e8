package sse

import "strings"

// Append appends one event. It leaves out the event: line if name is "". data may
// have several lines, which are read back with \n between them.
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
