package markdown

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// frontMatter is the fields between two lines of dashes, of which convo knows
// four: convo, id, title, model. The others are residue of this format, as
// the text that they are, with the lines below them that belong to them.
type frontMatter struct {
	id, title, model string
	others           conv.Extensions
}

// frontField writes a field that is known, unless it is "".
func (w *writer) frontField(key, value string) {
	if value == "" {
		return
	}
	if !isScalar(value) {
		value = string(rawjson.AppendQuoted(nil, value))
	}
	w.Text(key + ": " + value + "\n")
}

// isScalar reports whether YAML reads a value as this string without quotes.
func isScalar(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
		if !letter && (i == 0 || c < '0' || c > '9') && (i == 0 || strings.IndexByte(" -_./,()+?!", c) < 0) {
			return false
		}
	}
	switch strings.ToLower(s) {
	case "true", "false", "null", "yes", "no", "on", "off", "y", "n":
		return false
	}
	return isClean(s) && !strings.HasSuffix(s, " ") && !strings.ContainsAny(s, "\u0085\u2028\u2029\ufeff")
}

// scalar is the string that a value in a front matter means.
func scalar(s string) (text string, ok bool) {
	rest := ""
	switch {
	case strings.HasPrefix(s, `"`):
		text, rest, ok = attributeValue(s)
	case strings.HasPrefix(s, "'"):
		text, rest, ok = singleQuoted(s[1:])
	default:
		s, _, _ = strings.Cut(s, " #")
		return strings.TrimRight(s, blanks), true
	}
	rest = strings.TrimLeft(rest, blanks)
	return text, ok && (rest == "" || rest[0] == '#')
}

// singleQuoted is a string in single quotes, behind the first of them, in
// which two mean one.
func singleQuoted(s string) (text, rest string, ok bool) {
	var b strings.Builder
	for {
		part, after, ok := strings.Cut(s, "'")
		b.WriteString(part)
		if !ok {
			return "", "", false
		}
		if s, ok = strings.CutPrefix(after, "'"); !ok {
			return b.String(), after, true
		}
		b.WriteByte('\'')
	}
}

// frontLine is a field that is not known, as a line or several.
func frontLine(key, value string) string {
	if value != "" && value[0] != '\n' {
		value = " " + value
	}
	return key + ":" + value + "\n"
}

// ownFields is the residue that can stand in the front matter, and what else
// there is: all of this format's, if it comes first and can, else none.
func ownFields(e conv.Extensions) (own []conv.Member, rest conv.Extensions) {
	if len(e) == 0 || e[0].Family != family {
		return nil, e
	}
	for _, m := range e[0].Members {
		text, ok := unquoted(string(m.Value))
		if !ok || !isClean(text) || string(rawjson.AppendQuoted(nil, text)) != string(m.Value) || !isField(m.Key, text) {
			return nil, e
		}
	}
	return e[0].Members, e[1:]
}

// isField reports whether a field comes back from the lines for it.
func isField(key, text string) bool {
	if slices.Contains([]string{"convo", "id", "title", "model"}, key) {
		return false
	}
	lines := strings.Split(strings.TrimSuffix(frontLine(key, text), "\n"), "\n")
	k, v, ok := cutField(lines[0])
	if !ok || k != key {
		return false
	}
	for _, line := range lines[1:] {
		if !isContinuation(line) {
			return false
		}
		v += "\n" + line
	}
	return v == text && !strings.Contains(text, "\r")
}

// cutField parts a line KEY: VALUE.
func cutField(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, ":")
	if !ok || key == "" || value != "" && strings.IndexByte(blanks, value[0]) < 0 {
		return "", "", false
	}
	for i := range len(key) {
		if c := key[i]; !isWordByte(c) || c == ':' || i == 0 && (c == '-' || c == '.') {
			return "", "", false
		}
	}
	return key, strings.Trim(value, blanks), true
}

// isContinuation reports whether a line belongs to the field above it.
func isContinuation(line string) bool {
	return line != "" && (line[0] == ' ' || line[0] == '\t' || strings.HasPrefix(line, "- ")) && strings.Trim(line, blanks) != ""
}

// front reads a front matter whose first line was taken.
func (d *decoder) front() (f frontMatter) {
	key, value, at := "", "", 0
	settle := func() {
		if key != "" {
			d.field(&f, key, value, at)
		}
		key = ""
	}
	for d.next() {
		line := d.line
		switch {
		case isRule(line) || strings.TrimRight(line, blanks) == "...":
			settle()
			return f
		case key != "" && isContinuation(line):
			value += "\n" + line
		case strings.Trim(line, blanks) == "" || line[0] == '#':
			settle()
		default:
			settle()
			var ok bool
			if key, value, ok = cutField(line); !ok {
				d.Fail(d.at, "in the front matter: want KEY: VALUE")
				return f
			}
			at = d.at
		}
	}
	d.Fail(len(d.data), "the front matter does not end: want ---")
	return f
}

// field takes a field of a front matter.
func (d *decoder) field(f *frontMatter, key, value string, at int) {
	text, ok := scalar(value)
	switch key {
	case "convo":
		if text != "1" {
			d.Fail(at, "version %s of convo's Markdown is not known; this convo reads version 1", value)
		}
	case "id":
		f.id = text
	case "title":
		f.title = text
	case "model":
		f.model = text
	default:
		ok = true
		f.others.Set(family, key, conv.Raw(rawjson.AppendQuoted(nil, value)))
	}
	if !ok {
		d.Fail(at, "in the front matter: %s is a string that does not end", key)
	}
}
