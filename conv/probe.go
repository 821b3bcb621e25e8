package conv

import (
	"bytes"
	"slices"
	"strings"

	"convo/conv/rawjson"
	"convo/conv/sse"
)

// Probe is the outline of the beginning of an input, made once for the
// Detect of every format: which members its values have, and the short
// strings at them.
type Probe struct {
	Form Form
	Text string // the head itself, of FormText
	root sketch
	left int // values that may still be looked at
}

// Form is the outermost shape of an input.
type Form int

// The forms. An event stream's data and JSON Lines count as their values.
const (
	FormNone   Form = iota // nothing but white space
	FormJSON               // one value
	FormLines              // several values
	FormEvents             // server-sent events
	FormText               // none of these
)

// sketch is what was seen at one path.
type sketch struct {
	kinds    uint8 // bits of rawjson.Kind
	keys     []string
	members  []*sketch
	elements *sketch
	values   []string
}

// The outline looks at no more than this.
const (
	probeValues = 20_000
	probeDepth  = 8
	probeKeys   = 64
	probeBytes  = 4 << 20
	probeString = 64
)

// NewProbe outlines the beginning of an input, which may be cut anywhere.
func NewProbe(head []byte) *Probe {
	p := &Probe{left: probeValues}
	head = head[:min(len(head), probeBytes)]
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case len(text) == 0:
		p.Form = FormNone
	case text[0] == '{' || text[0] == '[':
		p.Form = FormJSON
		if p.values(text) > 1 {
			p.Form = FormLines
		}
	case sse.Looks(text):
		p.Form = FormEvents
		for e := range sse.Events(bytes.NewReader(text)) {
			if p.values([]byte(e.Data)); p.left <= 0 {
				break
			}
		}
	default:
		p.Form, p.Text = FormText, string(text)
	}
	return p
}

// values outlines the values in b and counts them.
func (p *Probe) values(b []byte) int {
	n := 0
	for len(b) > 0 && p.left > 0 {
		c := rawjson.NewCursor(b)
		if c.Kind() == rawjson.Invalid {
			break
		}
		n++
		p.look(c, &p.root, 0)
		if c.Err() != nil {
			break
		}
		b = b[c.Offset():]
	}
	return n
}

// look outlines the next value of c into s.
func (p *Probe) look(c *rawjson.Cursor, s *sketch, depth int) {
	kind := c.Kind()
	s.kinds |= 1 << kind
	if p.left--; p.left <= 0 || depth > probeDepth {
		c.Skip()
		return
	}
	switch kind {
	case rawjson.Object:
		for key := range c.Fields {
			if m := s.member(key); m != nil {
				p.look(c, m, depth+1)
			}
		}
	case rawjson.Array:
		if s.elements == nil {
			s.elements = &sketch{}
		}
		for range c.Elements {
			p.look(c, s.elements, depth+1)
		}
	case rawjson.String:
		if v, _ := c.Spelled(); len(v) <= probeString && len(s.values) < probeKeys && !slices.Contains(s.values, v) {
			s.values = append(s.values, v)
		}
	default:
		c.Skip()
	}
}

// member is the shape at a key, made if there is room for it.
func (s *sketch) member(key string) *sketch {
	if i := slices.Index(s.keys, key); i >= 0 {
		return s.members[i]
	}
	if len(s.keys) >= probeKeys {
		return nil
	}
	m := &sketch{}
	s.keys = append(s.keys, key)
	s.members = append(s.members, m)
	return m
}

// at finds the shape at a path such as messages[].content[].type.
func (p *Probe) at(path string) *sketch {
	s := &p.root
	for path != "" && s != nil {
		if rest, ok := strings.CutPrefix(path, "[]"); ok {
			s, path = s.elements, rest
			continue
		}
		path = strings.TrimPrefix(path, ".")
		n := strings.IndexAny(path, ".[")
		if n < 0 {
			n = len(path)
		}
		i := slices.Index(s.keys, path[:n])
		if i < 0 {
			return nil
		}
		s, path = s.members[i], path[n:]
	}
	return s
}

// Has reports whether there is a value at path: messages[].tool_calls[].id.
//
//go:noinline
func (p *Probe) Has(path string) bool {
	s := p.at(path)
	return s != nil && s.kinds != 0
}

// HasKind reports whether there is a value of a kind at path.
func (p *Probe) HasKind(path string, kind rawjson.Kind) bool {
	s := p.at(path)
	return s != nil && s.kinds&(1<<kind) != 0
}

// Is reports whether one of values was seen at path.
func (p *Probe) Is(path string, values ...string) bool {
	s := p.at(path)
	return s != nil && slices.ContainsFunc(s.values, func(v string) bool { return slices.Contains(values, v) })
}

// Only reports whether strings were seen at path and all are among values.
func (p *Probe) Only(path string, values ...string) bool {
	s := p.at(path)
	return s != nil && len(s.values) > 0 && !slices.ContainsFunc(s.values, func(v string) bool { return !slices.Contains(values, v) })
}

// Values is the short strings that were seen at path.
func (p *Probe) Values(path string) []string {
	if s := p.at(path); s != nil {
		return s.values
	}
	return nil
}

// Keys is the keys of the objects that were seen at path.
func (p *Probe) Keys(path string) []string {
	if s := p.at(path); s != nil {
		return s.keys
	}
	return nil
}
