package body

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
)

// value is a JSON value as encoding/json has it, with numbers as they are written.
type (
	value  = any
	object = map[string]any
)

// Parse reads JSON values that follow each other, at least one.
func Parse(data []byte) (all Body, err error) {
	data = spelled(data)
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	for {
		var v value
		if err := d.Decode(&v); err == io.EOF && all != nil {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("byte %d: %w", d.InputOffset(), err)
		}
		if rest := data[d.InputOffset():]; len(rest) > 0 && rest[0] >= '0' && rest[0] <= '9' {
			return nil, errors.New("not a number")
		}
		all = append(all, v)
	}
}

// hex is two hexadecimal digits.
const hex = `[0-9a-fA-F]{2}`

// odd is an escape, whether or not it is of half a surrogate pair, or a byte that is
// not UTF-8.
var odd = regexp.MustCompile(`(?s)\\u[dD][89abAB]` + hex + `\\u[dD][c-fC-F]` + hex + `|(\\u[dD][89a-fA-F]` + hex + `)|\\.|\x{FFFD}`)

// spelled is JSON in which what encoding/json would replace is text of its own, after
// a NUL: halves of surrogate pairs, and bytes that are not UTF-8.
func spelled(data []byte) []byte {
	return odd.ReplaceAllFunc(data, func(m []byte) []byte {
		switch {
		case len(m) == 1:
			return fmt.Appendf(nil, `\u0000%02x`, m[0])
		case odd.FindSubmatch(m)[1] != nil:
			return append([]byte(`\u0000\`), bytes.ToLower(m)...)
		}
		return m
	})
}
