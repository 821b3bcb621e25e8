// Package schema is the room of JSON Schema: it reads schemas of the drafts
// in use (4 to 2020-12), checks values against them, and writes schemas that
// people give in short. It knows no conversation.
//
// The judgement is our own, for libraries end at the first mistake, tell no
// place in the value, or do not come back from a schema that refers to itself
// without end; and loading one takes a tenth of convo's start. A fuzz test
// compares ours with the judgement of jsonschema-go.
//
// Nothing is ever fetched: a schema is in one piece.
package schema

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
)

// Most is how many findings Check gives; of more it gives the first.
const Most = 100

// maxDepth bounds how deep schemas and values nest.
const maxDepth = 1000

// Schema is a compiled JSON Schema.
type Schema struct {
	fit  *fit
	text []byte // which tree compiles

	once sync.Once
	full *tree
	err  error
}

// tree is what Check uses.
func (s *Schema) tree() (*tree, error) {
	s.once.Do(func() { s.full, s.err = compile(s.text) })
	return s.full, s.err
}

// tree is a schema with all its keywords.
type tree struct {
	root   *node
	tracks bool // what was evaluated counts
}

// Finding is one thing that is wrong with a value, or in a schema.
type Finding struct {
	Pointer string // JSON pointer (RFC 6901) of the part; "" is all of it
	Rule    string // the keyword, such as required
	Message string // quotes names of properties and the schema, never a value
}

// String is the finding as one line, its place first.
func (f Finding) String() string {
	if f.Pointer == "" {
		return f.Message
	}
	return f.Pointer + ": " + f.Message
}

// Error is why a schema cannot be used.
type Error struct {
	Pointer string // JSON pointer into the schema
	Msg     string
}

func (e *Error) Error() string { return Finding{Pointer: e.Pointer, Message: e.Msg}.String() }

// decode reads one JSON value. Numbers become int64, uint64 or float64.
func decode(text []byte) (any, error) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errors.New("unexpected end of JSON")
		}
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("unexpected text after the JSON value")
	}
	return settled(v, 0)
}

// settled is v with its numbers converted.
func settled(v any, depth int) (_ any, err error) {
	if depth > maxDepth {
		return nil, errors.New("nested deeper than " + strconv.Itoa(maxDepth))
	}
	switch v := v.(type) {
	case json.Number:
		return number(v.String()), nil
	case []any:
		for i := range v {
			if v[i], err = settled(v[i], depth+1); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for k := range v {
			if v[k], err = settled(v[k], depth+1); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// number is the value of a literal; beyond the range of float64 its end.
func number(literal string) any {
	if i, err := strconv.ParseInt(literal, 10, 64); err == nil {
		return i
	}
	if u, err := strconv.ParseUint(literal, 10, 64); err == nil {
		return u
	}
	f, _ := strconv.ParseFloat(literal, 64)
	return max(-math.MaxFloat64, min(f, math.MaxFloat64))
}

// escape is a name as a step of a JSON pointer.
func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

func unescape(step string) string {
	return strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
}
