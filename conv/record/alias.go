package record

import (
	"slices"
	"strings"
	"sync"

	"convo/conv"
	"convo/conv/rawjson"
)

// Aliases gives fields in camelCase a second name in snake_case.
type Aliases struct {
	Camel string // the fields, with spaces in between

	once         sync.Once
	usual, alias map[string]string
}

// names makes the names on first use.
func (a *Aliases) names() *Aliases {
	a.once.Do(func() {
		a.usual, a.alias = map[string]string{}, map[string]string{}
		for key := range strings.FieldsSeq(a.Camel) {
			name := Snake(key)
			a.usual[name], a.alias[key] = key, name
		}
	})
	return a
}

// Snake is a name in snake_case.
func Snake(camel string) string {
	var b strings.Builder
	for _, c := range camel {
		if 'A' <= c && c <= 'Z' {
			b.WriteByte('_')
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Usual is the name that the family uses for a field.
func (a *Aliases) Usual(key string) string {
	if a != nil && !isWord(key) {
		if usual, ok := a.names().usual[key]; ok {
			return usual
		}
	}
	return key
}

// Of is the second name of a field, "" if it has none.
func (a *Aliases) Of(key string) string {
	if a == nil || isWord(key) {
		return ""
	}
	return a.names().alias[key]
}

// isWord reports whether a key is a single word, which is spelled in one way.
func isWord(key string) bool {
	return !strings.ContainsFunc(key, func(c rune) bool { return c == '_' || 'A' <= c && c <= 'Z' })
}

// HintAliases is the hint that an object had its fields under their aliases: true
// for all that have one, or a list of usual names.
const HintAliases = "~aliases"

// Key is the name under which a field of a node is written.
func (f *Family) Key(n *conv.Node, key string) string {
	if f.Aliases == nil && !f.Snakes || len(n.Extensions) == 0 {
		return key
	}
	if f.Snakes {
		return f.snakeKey(n, key)
	}
	alias := f.Aliases.Of(key)
	if alias == "" {
		return key
	}
	switch hint := f.Get(n, HintAliases); {
	case hint == "true":
		return alias
	case hint != "":
		for one := range hint.Elements {
			if one.Text() == key {
				return alias
			}
		}
	}
	return key
}

// Names keeps the names under which the fields of one object were read.
type Names struct {
	aliases []string // usual names of the fields that had their aliases
	usual   []string // names of the other fields that have one
}

// Usual is the usual name of the field that comes next. If the object has it
// twice, under both names, the later one counts, with a note.
func (s *Names) Usual(r *Reader, key string) string {
	a := r.Residue.Aliases
	if a == nil {
		return key
	}
	usual := a.Usual(key)
	mine, others := &s.aliases, &s.usual
	if usual == key {
		if a.Of(key) == "" {
			return key
		}
		mine, others = others, mine
	}
	if !slices.Contains(*mine, usual) {
		*mine = append(*mine, usual)
	}
	if i := slices.Index(*others, usual); i >= 0 {
		*others = slices.Delete(*others, i, i+1)
		if r.Duplicate != nil {
			r.Duplicate(r.Offset(), key)
		}
	}
	return usual
}

// Any reports whether a field had its alias.
func (s *Names) Any() bool { return len(s.aliases) > 0 }

// Keep keeps the names as a hint of the node.
func (s *Names) Keep(f *Family, n *conv.Node) {
	switch {
	case !s.Any():
	case len(s.usual) == 0:
		f.Set(n, HintAliases, "true")
	default:
		slices.Sort(s.aliases)
		f.Set(n, HintAliases, rawjson.StringsOf(s.aliases))
	}
}
