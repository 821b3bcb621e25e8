package markdown

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/ansi"
	"convo/conv/rawjson"
)

// Hints of this room in a comment on a text: the blank lines before it and the
// white space after it, which are not shown.
const (
	beforeHint = "~before"
	afterHint  = "~after"
)

// hidden writes a comment with the fields of a node that are not shown. The
// node writes itself into the writer's scratch. Without such fields there is
// no comment.
func (w *writer) hidden(node func(*rawjson.Writer), hints []rawjson.Member, shown ...string) (commented bool) {
	if w.noComments {
		return false
	}
	w.scratch.Reset()
	node(w.scratch)
	c, out := &w.reader, w.fields
	c.Reset(w.scratch.Bytes())
	c.Trust() // the text is our own
	out.Reset()
	for key := range c.Fields {
		if slices.Contains(shown, key) {
			continue
		}
		if value := c.Raw(); key != "request" || value != "{}" || !w.modelShown {
			member(out, key, value)
		}
	}
	for _, m := range hints {
		member(out, m.Key, m.Value)
	}
	if len(out.Bytes()) == 0 {
		return false
	}
	out.EndObject()
	w.comment(rawjson.TextOf(out.Bytes())) // nothing of it is kept
	return true
}

// member writes a field, the first with the opening brace.
func member(w *rawjson.Writer, key string, value conv.Raw) {
	if len(w.Bytes()) == 0 {
		w.BeginObject()
	}
	w.RawField(key, value)
}

// comment writes an object as a comment. A comment may not hold two dashes, so
// the second becomes dashEscape. An object that already has dashEscape, or
// characters that a terminal obeys, is written as a string with more escapes.
func (w *writer) comment(object string) {
	if w.noComments {
		return
	}
	if strings.Contains(object, dashEscape) || !ansi.IsPlain(object) {
		object = quoted(object)
	}
	w.Text(commentStart + ": ")
	w.Text(strings.ReplaceAll(object, "--", dashEscape))
	w.Text(" " + commentEnd + "\n")
}

const dashEscape = `-\u002d`

// openComment is a reader at the JSON of a comment line. The offset is that of
// the line.
func (d *decoder) openComment(line string, at int) (*conv.Reader, bool) {
	inside, ok := strings.CutSuffix(strings.TrimRight(line, blanks), commentEnd)
	if inside = strings.TrimPrefix(inside, commentStart); !ok || !strings.HasPrefix(inside, ":") {
		d.Fail(at, `want a comment of one line: <!-- convo: {…} -->`)
		return nil, false
	}
	inside = inside[1:]
	start := at + len(commentStart) + 1
	json := strings.Trim(inside, blanks)
	if !strings.Contains(inside, dashEscape) && !strings.HasPrefix(json, `"`) {
		d.Rewind(start)
		return d.Reader, true
	}
	json = strings.ReplaceAll(json, dashEscape, "--")
	if strings.HasPrefix(json, `"`) {
		if json, ok = unquoted(json); !ok {
			d.Fail(at, "cannot read this string in a comment")
			return nil, false
		}
	}
	return conv.NewReader([]byte(json), d.Family, d.Notes), true
}

// closeComment checks that a comment ends after its JSON, before the offset
// end.
func (d *decoder) closeComment(r *conv.Reader, at, end int) bool {
	if r != d.Reader {
		if err := r.End(); err != nil {
			d.Fail(at, "in a comment: %v", err)
		}
		return d.Err() == nil
	}
	if next := d.Offset(); d.Err() == nil && (next >= end || !strings.HasPrefix(d.All[next:], commentEnd)) {
		d.Fail(min(next, end), "want the end of the comment, -->")
	}
	return d.Err() == nil
}

// hint takes one of our hints from a node that was read.
func hint(n *conv.Node, key string) string {
	value := n.Extensions.Get(nativeFamily, key)
	if value == "" {
		return ""
	}
	old := n.Extensions
	n.Extensions = nil
	for _, x := range old {
		for _, m := range x.Members {
			if x.Family != nativeFamily || m.Key != key {
				n.Extensions.Set(x.Family, m.Key, m.Value)
			}
		}
	}
	text, _ := unquoted(string(value))
	return text
}
