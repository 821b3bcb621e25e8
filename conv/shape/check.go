package shape

import (
	"math/bits"
	"strconv"
	"strings"

	"convo/conv/rawjson"
)

// Sort is the kind of a flaw; 0 is no flaw.
type Sort int

// The sorts of flaws.
const (
	WrongKind   Sort = iota + 1 // a string where an object is wanted
	Missing                     // a field is missing
	WrongWord                   // a word that is not in the list
	Misplaced                   // an object that is allowed elsewhere, not here
	Unknown                     // an unknown field
	OutOfBounds                 // too small, too large, empty, in the wrong form, or two fields that exclude each other
	Strange                     // an object with an unknown tag, which is kept
)

// Flaw is one mistake in a text.
type Flaw struct {
	Sort    Sort
	Offset  int // of the value, or of the object that lacks a field
	Message string
}

// Reading says how strictly a text is checked.
type Reading struct {
	// Strict checks as the vendor's own servers do. Unknown fields, words that
	// only dialects have, fields that are due but missing, and values out of
	// bounds are flaws.
	Strict bool

	Again bool // the text is known to be valid JSON
}

// Check finds the flaws of a JSON text. The number of flaws is limited, which
// only hostile texts reach. The error says that the text is not JSON.
func (s *Shape) Check(text []byte, how Reading) ([]Flaw, error) {
	w := walker{Cursor: rawjson.NewCursor(text), strict: how.Strict}
	if how.Again {
		w.Cursor = rawjson.NewTrustedCursor(text)
	}
	w.value(s)
	if err := w.End(); err != nil {
		return nil, err
	}
	return w.flaws, nil
}

// walker does the work of Check.
type walker struct {
	*rawjson.Cursor
	strict bool
	flaws  []Flaw
}

// mostFlaws limits the flaws of one text, for which memory might not suffice.
const mostFlaws = 10_000

func (w *walker) flaw(sort Sort, at int, message string) {
	if len(w.flaws) < mostFlaws {
		w.flaws = append(w.flaws, Flaw{sort, at, message})
	}
}

// value reads one value.
func (w *walker) value(s *Shape) {
	if s.kinds == anything || s.loose && !w.strict {
		w.Skip()
		return
	}
	kind := w.Kind()
	if !s.kinds.has(kind) {
		w.wrongKind(s, kind)
		return
	}
	switch kind {
	case rawjson.String:
		w.string(s)
	case rawjson.Num:
		w.number(s)
	case rawjson.Array:
		w.array(s)
	case rawjson.Object:
		w.object(s)
	case rawjson.Invalid, rawjson.Null, rawjson.Bool:
		w.Skip()
	}
}

func (w *walker) wrongKind(s *Shape, kind rawjson.Kind) {
	if kind != rawjson.Invalid {
		w.flaw(WrongKind, w.Offset(), "want "+s.kinds.String()+", got "+kind.String())
	}
	w.Skip()
}

func (w *walker) string(s *Shape) {
	if s.words == nil && s.form == AnyForm {
		w.Skip()
		return
	}
	at := w.Offset()
	text := w.Str()
	if s.words != nil && !w.among(s.words, text) {
		w.flaw(WrongWord, at, w.none(text, s.words))
	}
	if !w.strict {
		return
	}
	switch s.form {
	case AnyForm:
	case Base64Form:
		if strings.HasPrefix(text, "data:") {
			w.flaw(OutOfBounds, at, "want plain base64, got a data: URL")
		}
	case DataForm:
		if !strings.HasPrefix(text, "data:") {
			w.flaw(OutOfBounds, at, "want a data: URL")
		}
	case FullForm:
		if text == "" {
			w.flaw(OutOfBounds, at, "an empty string")
		}
	}
}

func (w *walker) among(words []word, text string) bool {
	for i := range words {
		if words[i].is(text) && !(w.strict && words[i].dialect) {
			return true
		}
	}
	return false
}

func (w *walker) number(s *Shape) {
	if !s.whole && !s.bounded {
		w.Skip()
		return
	}
	at := w.Offset()
	n := w.Number()
	if s.whole && !isWhole(n) {
		w.flaw(WrongKind, at, "want a whole number, got "+shortened(string(n)))
		return
	}
	if f, _ := n.Float(); s.bounded && w.strict && (f < s.least || f > s.most) {
		w.flaw(OutOfBounds, at, "want "+s.bounds()+", got "+shortened(string(n)))
	}
}

// isWhole reports whether a number has no fraction, however large it is.
func isWhole(n rawjson.Number) bool {
	if !strings.ContainsAny(string(n), ".eE") {
		return true
	}
	_, ok := n.Int()
	return ok
}

func (w *walker) array(s *Shape) {
	if s.elements == nil {
		w.Skip()
		return
	}
	at, empty := w.Offset(), true
	for range w.Elements {
		empty = false
		w.value(s.elements)
	}
	if empty && s.some && w.strict {
		w.flaw(OutOfBounds, at, "an empty array")
	}
}

// object reads an object of shape s, or of the case of s that its tag names.
func (w *walker) object(s *Shape) {
	tag := ""
	for s.tag != nil {
		t := s.tag
		if s = w.tagged(t); s == nil {
			w.Skip()
			return
		}
		tag = t.key
	}
	if s.members == nil && s.rest != nil && s.rest.kinds == anything {
		w.Skip()
		return
	}
	w.fields(s, tag)
}

// tagged returns the shape that the next object's tag names. It returns nil,
// and records a flaw, if the tag is unknown.
func (w *walker) tagged(t *tagged) *Shape {
	start := w.Offset()
	none := t.none
	if none == nil && !w.strict {
		none = t.silent
	}
	at := w.Ahead(t.key)
	if at < 0 {
		if none == nil {
			w.flaw(Missing, start, strconv.Quote(t.key)+" is missing")
		}
		return none
	}
	w.Rewind(at)
	if kind := w.Kind(); kind != rawjson.String {
		w.Rewind(start)
		if kind != rawjson.Null || none == nil {
			w.flaw(WrongKind, at, "want a string, got "+kind.String())
			return nil
		}
		return none
	}
	text := w.Str()
	w.Rewind(start)
	if c := t.find(text, w.strict); c != nil {
		return c.shape
	}
	if c := caseOf(t.all, text, w.strict); c != nil {
		w.flaw(Misplaced, at, quoted(text)+" is not allowed here, only "+w.listed(wordsIn(t.cases)))
		return c.shape
	}
	if t.loose != nil && !w.strict {
		if t.told {
			w.flaw(Strange, at, w.none(text, wordsIn(t.cases)))
		}
		return t.loose
	}
	switch {
	case t.others == nil:
		w.flaw(WrongWord, at, w.none(text, wordsIn(t.cases)))
	case t.told:
		w.flaw(Strange, at, w.none(text, wordsIn(t.cases)))
	}
	return t.others
}

func wordsIn(cases []Case) (words []word) {
	for _, c := range cases {
		words = append(words, c.words...)
	}
	return words
}

// fields reads an object with the fields of s and its tag.
func (w *walker) fields(s *Shape, tag string) {
	start := w.Offset()
	var seen uint64
	next := 0
	for key := range w.Fields {
		i := s.index(key, next)
		if i < 0 && !w.strict {
			i = s.aliased(key)
		}
		if i < 0 {
			w.other(s, key, tag)
			continue
		}
		next = i + 1
		m := &s.members[i]
		if !m.must && !(m.due && w.strict) && w.Kind() == rawjson.Null {
			if m.solid && w.strict && !m.shape.kinds.has(rawjson.Null) {
				w.flaw(WrongKind, w.Offset(), quoted(key)+" is null: leave the field out")
			}
			continue
		}
		if i < 64 {
			seen |= 1 << i
		}
		w.value(m.shape)
	}
	if w.Err() != nil {
		return
	}
	need := s.need
	if w.strict {
		need = s.due
	}
	if lacks := need &^ seen; lacks != 0 {
		w.missing(s, lacks, start)
	}
	for i := 0; w.strict && i < len(s.choices); i++ {
		w.choice(&s.choices[i], s, seen, start)
	}
	for i := 0; w.strict && i < len(s.needs); i++ {
		if n := &s.needs[i]; seen&n.bit != 0 && seen&n.with == 0 {
			w.flaw(Missing, start, strconv.Quote(n.other)+" is missing, but "+strconv.Quote(n.name)+" needs it")
		}
	}
}

// other reads a field that s does not name.
func (w *walker) other(s *Shape, key, tag string) {
	switch {
	case key == tag && tag != "":
	case s.rest != nil:
		w.value(s.rest)
	case w.strict:
		w.flaw(Unknown, w.Offset(), "unknown field "+quoted(key))
	}
}

func (w *walker) missing(s *Shape, lacks uint64, at int) {
	for i := range s.members {
		if i < 64 && lacks>>i&1 != 0 {
			w.flaw(Missing, at, strconv.Quote(s.members[i].name)+" is missing")
		}
	}
}

func (w *walker) choice(c *choice, s *Shape, seen uint64, at int) {
	switch n := bits.OnesCount64(seen & c.mask); {
	case n < c.least:
		w.flaw(Missing, at, `"`+strings.Join(c.names, `" or "`)+`" is missing`)
	case n > c.most:
		var got []string
		for i := range s.members {
			if i < 64 && (seen&c.mask)>>i&1 != 0 {
				got = append(got, s.members[i].name)
			}
		}
		w.flaw(OutOfBounds, at, strings.Join(got, " and ")+" exclude each other")
	}
}
