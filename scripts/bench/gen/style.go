package main

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// style is how a client's JSON library writes.
type style struct {
	spaces  bool // after a comma and a colon
	ascii   bool // \uXXXX for everything else
	slashes bool // \/
	late    bool // a message's role behind the rest
}

// styles are those of common libraries: the shares sum up to 100.
var styles = []struct {
	share int
	style
}{
	{55, style{}},                          // JavaScript, Go, Rust
	{30, style{spaces: true, ascii: true}}, // Python
	{12, style{spaces: true}},              // Python with ensure_ascii=False
	{3, style{ascii: true, slashes: true}}, // PHP
}

// lateRoles is the share, in a hundred, of lines whose keys are sorted, so that
// the role comes last or nearly so.
const lateRoles = 8

func (g *generator) writtenBy() style {
	n := g.IntN(100)
	for _, s := range styles {
		if n -= s.share; n < 0 {
			s.late = g.IntN(100) < lateRoles
			return s.style
		}
	}
	panic("the shares are fewer than 100")
}

// object is a JSON object in order; list is an array.
type (
	object []field
	field  struct {
		key   string
		value any
	}
	list []any
)

// write appends a value: an object, a list, a string, a number, a truth or nil.
func (s style) write(b []byte, value any) []byte {
	switch v := value.(type) {
	case object:
		b = append(b, '{')
		for i, f := range v {
			b = append(s.quote(s.comma(b, i), f.key), ':')
			if s.spaces {
				b = append(b, ' ')
			}
			b = s.write(b, f.value)
		}
		return append(b, '}')
	case list:
		b = append(b, '[')
		for i, item := range v {
			b = s.write(s.comma(b, i), item)
		}
		return append(b, ']')
	case string:
		return s.quote(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case float64:
		return strconv.AppendFloat(b, v, 'g', -1, 64)
	case bool:
		return strconv.AppendBool(b, v)
	case nil:
		return append(b, "null"...)
	}
	panic(fmt.Sprintf("a value of type %T", value))
}

func (s style) comma(b []byte, i int) []byte {
	switch {
	case i == 0:
		return b
	case s.spaces:
		return append(b, ", "...)
	}
	return append(b, ',')
}

// short are the escapes of one letter.
var short = [utf8.RuneSelf]byte{'"': '"', '\\': '\\', '\n': 'n', '\t': 't', '\r': 'r', '\b': 'b', '\f': 'f'}

func (s style) quote(b []byte, text string) []byte {
	b = append(b, '"')
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf && short[r] != 0:
			b = append(b, '\\', short[r])
		case r == '/' && s.slashes:
			b = append(b, `\/`...)
		case r < ' ', r >= utf8.RuneSelf && s.ascii && r < 0x10000:
			b = fmt.Appendf(b, `\u%04x`, r)
		case r >= utf8.RuneSelf && s.ascii:
			r -= 0x10000
			b = fmt.Appendf(b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
