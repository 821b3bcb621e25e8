package body

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// value is a JSON value that keeps what encoding/json would change: number
// literals, and halves of surrogate pairs in strings.
type value any

// The kinds of value besides nil, bool and []value.
type (
	text   string // surrogate halves are three bytes, as in UTF-8
	number string // the literal
	object map[string]value
)

// maxDepth is how deep values may nest.
const maxDepth = 10000

// parser reads JSON values one after the other.
type parser struct {
	data []byte
	pos  int
}

var errEnd = errors.New("unexpected end")

// next reads the next value and reports whether there was one.
func (p *parser) next() (value, bool, error) {
	if p.skipSpace(); p.pos == len(p.data) {
		return nil, false, nil
	}
	v, err := p.value(0)
	if err != nil {
		return nil, false, fmt.Errorf("byte %d: %w", p.pos, err)
	}
	return v, true, nil
}

func (p *parser) value(depth int) (value, error) {
	if depth > maxDepth {
		return nil, errors.New("nests too deep")
	}
	p.skipSpace()
	if p.pos == len(p.data) {
		return nil, errEnd
	}
	switch c := p.data[p.pos]; {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		s, err := p.text()
		return s, err
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for word, v := range map[string]value{"null": nil, "true": true, "false": false} {
		if p.take(word) {
			return v, nil
		}
	}
	return nil, fmt.Errorf("unexpected %q", p.data[p.pos])
}

func (p *parser) object(depth int) (value, error) {
	p.pos++
	o := object{}
	for first := true; !p.closes('}'); first = false {
		if !first && !p.take(",") {
			return nil, p.unexpected()
		}
		p.skipSpace()
		if p.pos == len(p.data) || p.data[p.pos] != '"' {
			return nil, p.unexpected()
		}
		key, err := p.text()
		if err != nil {
			return nil, err
		}
		if p.skipSpace(); !p.take(":") {
			return nil, p.unexpected()
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		o[string(key)] = v // of a repeated key the last counts
	}
	return o, nil
}

func (p *parser) array(depth int) (value, error) {
	p.pos++
	list := []value{}
	for first := true; !p.closes(']'); first = false {
		if !first && !p.take(",") {
			return nil, p.unexpected()
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

func (p *parser) text() (text, error) {
	p.pos++
	var out []byte
	for p.pos < len(p.data) {
		c := p.data[p.pos]
		p.pos++
		switch {
		case c == '"':
			return text(out), nil
		case c < ' ':
			return "", fmt.Errorf("control character %q in a string", c)
		case c != '\\':
			out = append(out, c)
		default:
			var err error
			if out, err = p.escape(out); err != nil {
				return "", err
			}
		}
	}
	return "", errEnd
}

// simpleEscapes are the characters after a backslash, with their meaning.
var simpleEscapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (p *parser) escape(out []byte) ([]byte, error) {
	if p.pos == len(p.data) {
		return nil, errEnd
	}
	c := p.data[p.pos]
	p.pos++
	if c != 'u' {
		if plain, ok := simpleEscapes[c]; ok {
			return append(out, plain), nil
		}
		return nil, fmt.Errorf("unknown escape %q", c)
	}
	unit, err := p.hex()
	if err != nil {
		return nil, err
	}
	if utf16.IsSurrogate(unit) {
		back := p.pos
		if p.take(`\u`) {
			low, err := p.hex()
			if err != nil {
				return nil, err
			}
			if whole := utf16.DecodeRune(unit, low); whole != utf8.RuneError {
				return utf8.AppendRune(out, whole), nil
			}
			p.pos = back
		}
		return append(out, 0xE0|byte(unit>>12), 0x80|byte(unit>>6)&0x3F, 0x80|byte(unit)&0x3F), nil
	}
	return utf8.AppendRune(out, unit), nil
}

func (p *parser) hex() (rune, error) {
	if p.pos+4 > len(p.data) {
		return 0, errEnd
	}
	n, err := strconv.ParseUint(string(p.data[p.pos:p.pos+4]), 16, 16)
	if err != nil {
		return 0, errors.New("an escape needs four hexadecimal digits")
	}
	p.pos += 4
	return rune(n), nil
}

func (p *parser) skipSpace() {
	for p.pos < len(p.data) {
		switch p.data[p.pos] {
		case ' ', '\t', '\r', '\n':
			p.pos++
		default:
			return
		}
	}
}

func (p *parser) closes(c byte) bool {
	p.skipSpace()
	return p.take(string(c))
}

func (p *parser) take(s string) bool {
	if len(p.data)-p.pos < len(s) || string(p.data[p.pos:p.pos+len(s)]) != s {
		return false
	}
	p.pos += len(s)
	return true
}

func (p *parser) unexpected() error {
	if p.pos == len(p.data) {
		return errEnd
	}
	return fmt.Errorf("unexpected %q", p.data[p.pos])
}
