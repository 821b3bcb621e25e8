package shape

import (
	"math"
	"regexp"
	"strconv"

	"convo/conv/rawjson"
)

func (r *renderer) kinds(s *Shape) {
	if s.kinds == anything {
		return
	}
	var names []string
	for one, name := range [...]string{rawjson.Null: "null", rawjson.Bool: "boolean", rawjson.Num: "number", rawjson.String: "string", rawjson.Array: "array", rawjson.Object: "object"} {
		if !s.kinds.has(rawjson.Kind(one)) || name == "" {
			continue
		}
		if name == "number" && s.whole {
			name = "integer"
		}
		names = append(names, name)
	}
	if len(names) == 1 {
		r.Field("type", names[0])
		return
	}
	r.StringsField("type", names)
}

// strings writes which strings are allowed. If other kinds are allowed too, it
// writes a pattern, because an enum would reject these.
func (r *renderer) strings(s *Shape) {
	switch s.form {
	case AnyForm:
	case Base64Form:
		r.Field("contentEncoding", "base64")
		r.ObjectField("not")
		r.Field("pattern", "^data:")
		r.EndObject()
	case DataForm:
		r.Field("pattern", "^data:")
	case FullForm:
		r.IntField("minLength", 1)
	}
	if s.words != nil {
		r.wording(s.words, s.kinds == kindOf(rawjson.String))
	}
}

// wording writes which words a string may be.
func (r *renderer) wording(words []word, alone bool) {
	var names []string
	pattern, open := "", false
	for _, one := range words {
		if one.dialect {
			continue
		}
		names = append(names, one.text)
		end := "$"
		if one.open {
			open, end = true, ""
		}
		if pattern != "" {
			pattern += "|"
		}
		pattern += "^" + regexp.QuoteMeta(one.text) + end
	}
	switch {
	case open || !alone:
		r.Field("pattern", pattern)
	case len(names) == 1:
		r.Field("const", names[0])
	default:
		r.StringsField("enum", names)
	}
}

func (r *renderer) bounds(s *Shape) {
	if !math.IsInf(s.least, -1) {
		r.RawField("minimum", rawjson.Raw(strconv.FormatFloat(s.least, 'f', -1, 64)))
	}
	if !math.IsInf(s.most, 1) {
		r.RawField("maximum", rawjson.Raw(strconv.FormatFloat(s.most, 'f', -1, 64)))
	}
}
