package format

import (
	"bytes"
	"slices"

	"convo/conv/rawjson"
	"convo/conv/sse"
)

// Grade says how surely an input is in a format.
type Grade int

// The grades.
const (
	No    Grade = iota // the input is not in the format
	Could              // the format could be the input's, and others could be too
	Own                // the input has something that only this format has
)

func (g Grade) String() string { return [...]string{"no", "could", "own"}[g] }

// OwnIf returns Own if own is true, else No.
func OwnIf(own bool) Grade {
	if own {
		return Own
	}
	return No
}

// Shows is a Detect: it recognizes JSON that has one of some marks (see [Probe.Shows]), which
// only the format has.
func Shows(marks ...string) func(*Probe) Grade {
	return func(p *Probe) Grade { return OwnIf(p.IsJSON() && p.Shows(marks...)) }
}

// Probe is the outline of the beginning of an input: which fields its values have,
// and the short strings in them. It is made once for the Detect of every format.
type Probe struct {
	Form Form
	Text string // the beginning itself, for FormText

	root  sketch
	left  int  // number of values that may still be read
	whole bool // a value was read to its end
	cut   bool // the beginning ended inside a value
	known []string
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

// IsJSON reports whether the input is one JSON value or several.
func (p *Probe) IsJSON() bool { return p.Form == FormJSON || p.Form == FormLines }

// sketch describes what was seen at one path.
type sketch struct {
	kinds    uint8 // bits of rawjson.Kind
	seen     int   // number of values that were looked at
	keys     []string
	fields   []*sketch
	elements *sketch
	values   []string
}

// The outline looks at the first probeFirst elements of each list, and at the others as long
// as it has seen at most probeValues values, and probeAlike at this path. The fields after a
// long list still count. What is passed over costs what it takes to find its end.
const (
	probeValues = 40_000
	probeAlike  = 2_000
	probeFirst  = 4
	probeDepth  = 8
	probeKeys   = 64
	probeString = 64
)

// NewProbe outlines the beginning of an input, which may be cut anywhere.
func NewProbe(head []byte) *Probe {
	p := &Probe{left: probeValues}
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

// Elements is the outline of the objects of a list, as that of several inputs; nil: the input
// is no such list.
func (p *Probe) Elements() *Probe {
	if e := p.root.elements; e != nil && p.root.kinds == 1<<rawjson.Array && e.kinds == 1<<rawjson.Object {
		return &Probe{Form: FormLines, root: *e}
	}
	return nil
}

// Wants reports whether more input can change the outline: its first value has not
// ended, and a field of it or of its first element may follow.
func (p *Probe) Wants() bool {
	s := &p.root
	if s.elements != nil && s.elements.seen == 1 {
		s = s.elements
	}
	return p.cut && !p.whole && (p.left > 0 || s.kinds == 1<<rawjson.Object && len(s.keys) < probeKeys)
}

// values outlines the values in b and counts them. A broken one ends with its
// line.
func (p *Probe) values(b []byte) int {
	n := 0
	for len(b) > 0 && (p.left > 0 || n < 2) {
		c := rawjson.NewTrustedCursor(b) // the beginning need not be valid
		if c.Kind() == rawjson.Invalid {
			break
		}
		n++
		p.look(c, &p.root, 0)
		if c.Err() == nil {
			p.whole = true
			b = b[c.Offset():]
			continue
		}
		line := bytes.IndexByte(b, '\n')
		if p.cut = c.Ended(); !p.whole || line < 0 {
			break
		}
		b = b[line+1:]
	}
	return n
}

// look outlines the next value of c into s. If s is nil, it skips the value.
func (p *Probe) look(c *rawjson.Cursor, s *sketch, depth int) {
	p.left--
	if s == nil || depth > probeDepth {
		c.Skip()
		return
	}
	kind := c.Kind()
	s.kinds |= 1 << kind
	s.seen++
	switch kind {
	case rawjson.Object:
		for key := range c.Fields {
			p.look(c, s.field(key), depth+1)
		}
	case rawjson.Array:
		for i := range c.Elements {
			e := s.element()
			if i >= probeFirst && (p.left <= 0 || e.seen >= probeAlike) {
				e = nil
			}
			p.look(c, e, depth+1)
		}
	case rawjson.String:
		if v, ok := c.Short(probeString); ok && len(s.values) < probeKeys && !slices.Contains(s.values, v) {
			s.values = append(s.values, v)
		}
	default:
		c.Skip()
	}
}

// field returns the sketch of a key, and makes it if there is room.
func (s *sketch) field(key string) *sketch {
	if i := slices.Index(s.keys, key); i >= 0 {
		return s.fields[i]
	}
	if len(s.keys) >= probeKeys {
		return nil
	}
	f := &sketch{}
	s.keys = append(s.keys, key)
	s.fields = append(s.fields, f)
	return f
}

// element returns the sketch of a list's elements.
func (s *sketch) element() *sketch {
	if s.elements == nil {
		s.elements = &sketch{}
	}
	return s.elements
}
