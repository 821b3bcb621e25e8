package markdown

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Hints of this room in a comment on a text: the blank lines before it and
// the white space behind it, which do not stand in the open.
const (
	beforeHint = "~before"
	afterHint  = "~after"
)

// hidden writes a comment with the members of a node that are not shown; the
// node writes itself into the writer's scratch. It writes nothing if all are
// shown and nothing is added.
func (w *writer) hidden(node func(*rawjson.Writer), hints []conv.Member, shown ...string) {
	if w.noComments {
		return
	}
	w.scratch.Reset()
	node(w.scratch)
	c := rawjson.NewCursor(w.scratch.Bytes())
	out := rawjson.NewWriter(nil)
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
	if len(out.Bytes()) > 0 {
		out.EndObject()
		w.comment(string(out.Bytes()))
	}
}

// member writes a member, the first with the bracket before it.
func member(w *rawjson.Writer, key string, value conv.Raw) {
	if len(w.Bytes()) == 0 {
		w.BeginObject()
	}
	w.Key(key)
	w.Raw(value)
}

// comment writes an object as a comment, in which no two dashes may meet: the
// second becomes dashEscape. Where the object has that by itself, it goes as
// a string, which has another backslash before it.
func (w *writer) comment(object string) {
	if w.noComments {
		return
	}
	if strings.Contains(object, dashEscape) {
		object = string(rawjson.AppendQuoted(nil, object))
	}
	w.Text(commentStart + ": ")
	w.Text(strings.ReplaceAll(object, "--", dashEscape))
	w.Text(" " + commentEnd + "\n")
}

const dashEscape = `-\u002d`

// openComment is the JSON in the comment that a line is, with a reader that
// stands at it. The offset is the line's.
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
			d.Fail(at, "a string in a comment that cannot be read")
			return nil, false
		}
	}
	return conv.NewReader([]byte(json), d.Family, d.Notes), true
}

// closeComment ends the reading of a comment whose line ends before end.
func (d *decoder) closeComment(r *conv.Reader, at, end int) bool {
	if r != d.Reader {
		if err := r.End(); err != nil {
			d.Fail(at, "in a comment: %v", err)
		}
		return d.Err() == nil
	}
	if next := d.Offset(); d.Err() == nil && (next >= end || !strings.HasPrefix(d.data[next:], commentEnd)) {
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
