package markdown

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
)

// frontMatter is the fields between two lines of dashes, of which convo knows
// four: convo, id, title, model. All others are residue of this format: their
// text, with the continuation lines.
type frontMatter struct {
	id, title, model string
	others           extension.Extensions
}

// frontField writes a known field, unless it is "".
func (w *writer) frontField(key, value string) {
	if value == "" {
		return
	}
	if !isScalar(value) {
		value = quoted(value)
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
	return isClean(s) && !strings.HasSuffix(s, " ") && !strings.ContainsAny(s, "\ufeff")
}

// scalar is the string of a value in a front matter.
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

// singleQuoted is a string in single quotes, after the first. Two quotes
// inside mean one.
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

// frontLine is an unknown field, as one line or several.
func frontLine(key, value string) string {
	if value != "" && value[0] != '\n' {
		value = " " + value
	}
	return key + ":" + value + "\n"
}

// ownFields splits residue into what the front matter can hold and the rest.
// The front matter holds either all fields of this format, if they come first,
// or none.
func ownFields(e extension.Extensions) (own []rawjson.Member, rest extension.Extensions) {
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

// isField reports whether a field reads back from its lines.
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
	}
	lines[0] = v
	return strings.Join(lines, "\n") == text && !strings.Contains(text, "\r")
}

// cutField splits a line KEY: VALUE.
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

// front reads a front matter after its first line.
func (d *decoder) front() (f frontMatter) {
	key, value, at := "", []string(nil), 0
	settle := func() {
		if key != "" {
			d.field(&f, key, strings.Join(value, "\n"), at)
		}
		key = ""
	}
	for d.Next() {
		line := d.Line
		switch {
		case isRule(line) || strings.TrimRight(line, blanks) == "...":
			settle()
			return f
		case key != "" && isContinuation(line):
			value = append(value, line)
		case strings.Trim(line, blanks) == "" || line[0] == '#':
			settle()
		default:
			settle()
			var ok bool
			var first string
			if key, first, ok = cutField(line); !ok {
				d.Fail(d.At, "in the front matter: want KEY: VALUE")
				return f
			}
			value, at = append(value[:0], first), d.At
		}
	}
	d.Fail(len(d.All), "the front matter does not end: want ---")
	return f
}

// field takes a field of a front matter.
func (d *decoder) field(f *frontMatter, key, value string, at int) {
	text, ok := scalar(value)
	switch key {
	case "convo":
		if text != "1" {
			d.Fail(at, "unknown version %s of convo's Markdown; this convo reads version 1", value)
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
		d.Fail(at, "in the front matter: %s is a string without an end", key)
	}
}
