package format

import (
	"slices"
	"strings"

	"convo/conv/rawjson"
)

// Shows reports whether the input has one of marks, and remembers those that it
// has. A mark is one or more conditions, joined by " & ":
//
//	tools[].input_schema              the path has a value
//	messages is array                 the path has a value of this kind
//	role = user|tool|my-*             the path has one of these strings
//	no messages[].content[].type      the path has no value
//	"# a heading                      the text begins like this
//
// A * at an end of a string matches any characters.
func (p *Probe) Shows(marks ...string) bool {
	shows := false
	for _, mark := range marks {
		if what, ok := p.mark(mark); ok {
			shows = true
			p.known = append(p.known, what)
		}
	}
	return shows
}

// Known returns the marks that Shows found since the last call of Known, with the
// strings that were found.
func (p *Probe) Known() []string {
	known := p.known
	p.known = nil
	return known
}

// mark returns a mark as it was found.
func (p *Probe) mark(mark string) (string, bool) {
	if !strings.Contains(mark, " & ") {
		return p.condition(mark)
	}
	all := strings.Split(mark, " & ")
	for i, one := range all {
		what, ok := p.condition(one)
		if !ok {
			return "", false
		}
		all[i] = what
	}
	return strings.Join(all, " & "), true
}

func (p *Probe) condition(c string) (string, bool) {
	if text, ok := strings.CutPrefix(c, `"`); ok {
		return c + `"`, p.Form == FormText && strings.HasPrefix(p.Text, text)
	}
	if path, ok := strings.CutPrefix(c, "no "); ok {
		return c, !p.Has(path)
	}
	if path, kind, ok := strings.Cut(c, " is "); ok {
		return c, p.HasKind(path, kindNamed(kind))
	}
	path, values, ok := strings.Cut(c, " = ")
	if !ok {
		return c, p.Has(c)
	}
	var found []string
	for _, v := range p.Values(path) {
		if slices.ContainsFunc(strings.Split(values, "|"), func(pattern string) bool { return isLike(v, pattern) }) {
			found = append(found, v)
		}
	}
	return path + " = " + strings.Join(found, "|"), len(found) > 0
}

// kindNamed is the kind that a mark names.
func kindNamed(name string) rawjson.Kind {
	switch name {
	case "null":
		return rawjson.Null
	case "bool":
		return rawjson.Bool
	case "number":
		return rawjson.Num
	case "string":
		return rawjson.String
	case "array":
		return rawjson.Array
	case "object":
		return rawjson.Object
	}
	return rawjson.Invalid
}

// isLike reports whether s is a pattern that begins or ends in *.
func isLike(s, pattern string) bool {
	after, open := strings.CutPrefix(pattern, "*")
	before, ends := strings.CutSuffix(after, "*")
	switch {
	case open && ends:
		return strings.Contains(s, before)
	case open:
		return strings.HasSuffix(s, after)
	case ends:
		return strings.HasPrefix(s, before)
	}
	return s == pattern
}

// at finds the sketch at a path such as messages[].content[].type.
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
		s, path = s.fields[i], path[n:]
	}
	return s
}

// Has reports whether path has a value: messages[].tool_calls[].id.
//
//go:noinline
func (p *Probe) Has(path string) bool {
	s := p.at(path)
	return s != nil && s.kinds != 0
}

// HasKind reports whether path has a value of a kind.
func (p *Probe) HasKind(path string, kind rawjson.Kind) bool {
	s := p.at(path)
	return s != nil && s.kinds&(1<<kind) != 0
}

// Is reports whether path has one of these strings.
func (p *Probe) Is(path string, values ...string) bool {
	return slices.ContainsFunc(p.Values(path), func(v string) bool { return slices.Contains(values, v) })
}

// Only reports whether path has strings, and all are among values.
func (p *Probe) Only(path string, values ...string) bool {
	return len(p.Values(path)) > 0 && p.Within(path, values...)
}

// Within reports whether all strings at path are among values.
func (p *Probe) Within(path string, values ...string) bool {
	return !slices.ContainsFunc(p.Values(path), func(v string) bool { return !slices.Contains(values, v) })
}

// OnlyKeys reports whether the objects at path have only keys that are among
// keys.
func (p *Probe) OnlyKeys(path string, keys ...string) bool {
	return !slices.ContainsFunc(p.Keys(path), func(k string) bool { return !slices.Contains(keys, k) })
}

// Values returns the short strings at path.
func (p *Probe) Values(path string) []string {
	if s := p.at(path); s != nil {
		return s.values
	}
	return nil
}

// Keys returns the keys of the objects at path.
func (p *Probe) Keys(path string) []string {
	if s := p.at(path); s != nil {
		return s.keys
	}
	return nil
}
