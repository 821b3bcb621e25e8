package claudecode

import (
	"bytes"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// hintOrder, on a conversation, is the order in which its lines stood: for each
// line of the file, its number among those that are written. Whoever merges files
// may put an answer before its question.
const hintOrder = "~order"

// sort puts each line after those that it follows, if messages do not stand so.
// Lines in a circle stay where they are.
func (p *part) sort() {
	if !slices.ContainsFunc(p.lines, func(l *line) bool { return l.isLink() && l.up >= 0 && p.lines[l.up].offset > l.offset }) {
		return
	}
	ups := make(format.Parents, len(p.lines))
	for i, l := range p.lines {
		ups[i] = l.up
	}
	var out []*line
	order := slices.Repeat([]int{-1}, len(p.lines))
	for i := range ups.Down {
		if up := ups[i]; up >= 0 && order[up] < 0 {
			return // in a circle
		}
		order[i] = len(out)
		out = append(out, p.lines[i])
	}
	p.lines, p.order = out, order
}

// keepOrder remembers how the lines stood.
func (p *part) keepOrder(c *conv.Conversation) {
	if p.order == nil {
		return
	}
	list := make([]conv.Raw, len(p.order))
	for i, n := range p.order {
		list[i] = conv.Raw(rawjson.NumberOf(int64(n)))
	}
	c.Extensions.Set(family, hintOrder, rawjson.ArrayOf(list))
}

// write writes the lines of a conversation in the order in which they stood, if
// there are as many.
func write(w *rawjson.Writer, c *conv.Conversation) {
	order := c.Extensions.Get(family, hintOrder)
	if order == "" {
		writeLines(w, c)
		return
	}
	sorted := rawjson.NewWriter(nil)
	writeLines(sorted, c)
	lines := slices.Collect(bytes.Lines(sorted.Bytes()))
	for _, text := range ordered(lines, order) {
		w.Text(string(text))
	}
}

// ordered returns lines in the order of a hint, or as they are if it does not fit.
func ordered(lines [][]byte, order conv.Raw) [][]byte {
	var out [][]byte
	left := slices.Clone(lines)
	for value := range order.Elements {
		n, ok := rawjson.Number(value).Int()
		if !ok || n < 0 || n >= int64(len(lines)) || left[n] == nil {
			return lines
		}
		out = append(out, left[n])
		left[n] = nil
	}
	if len(out) != len(lines) {
		return lines
	}
	return out
}
