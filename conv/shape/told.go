package shape

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"convo/conv/rawjson"
)

// bounds returns the bounds of a number in words.
func (s *Shape) bounds() string {
	switch {
	case s.least == s.most:
		return written(s.least)
	case math.IsInf(s.most, 1):
		return written(s.least) + " or more"
	case math.IsInf(s.least, -1):
		return written(s.most) + " or less"
	}
	return written(s.least) + " to " + written(s.most)
}

// none says that a text is not one of some words.
func (w *walker) none(text string, words []word) string {
	list := w.listed(words)
	if strings.Contains(list, ", ") {
		return quoted(text) + " is not one of " + list
	}
	return quoted(text) + " is not " + list
}

// listed returns the allowed words.
func (w *walker) listed(words []word) string {
	var all []string
	for _, one := range words {
		switch {
		case w.strict && one.dialect:
		case one.open:
			all = append(all, one.text+"…")
		default:
			all = append(all, one.text)
		}
	}
	return strings.Join(all, ", ")
}

// String names the kinds, such as "a string or an array".
func (k kinds) String() string {
	var names []string
	for one := rawjson.Null; one <= rawjson.Object; one++ {
		if k.has(one) {
			names = append(names, one.String())
		}
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// quoted quotes a name from an input for a message.
func quoted(name string) string { return strconv.Quote(shortened(strings.ToValidUTF8(name, "�"))) }

func shortened(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	cut := most
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

func written(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
