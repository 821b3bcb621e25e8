package session

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// An order is how a line had its fields: an object with a field for each, whose
// value is the order of what is inside, or 0 for what the writer writes alike.
// [Layout.Inside] names the fields that have an order of their own. "s" is a list
// of one text that was a string.

// hintOrder keeps the order of a line, if the writer has another.
const hintOrder = "~order"

// orderOf reads a value and returns its order.
func (l *Layout) orderOf(c *rawjson.Cursor) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) { l.order(w, c) })
}

func (l *Layout) order(w *rawjson.Writer, c *rawjson.Cursor) {
	switch c.Kind() {
	case rawjson.Object:
		w.BeginObject()
		for key := range c.Fields {
			w.Key(key)
			switch inside, is := l.Inside(key), c.Kind(); {
			case inside == is:
				l.order(w, c)
			case inside == rawjson.Array && is == rawjson.String:
				w.Str("s")
			default:
				w.Raw("0")
			}
		}
		w.EndObject()
	case rawjson.Array:
		w.BeginArray()
		for range c.Elements {
			l.order(w, c)
		}
		w.EndArray()
	default:
		c.Skip()
		w.Raw("0")
	}
}

// ordered keeps the order of the fields of an entry that is odd.
func (p *Path) ordered(env *Envelope, m conv.Message) {
	l := p.layout
	if !env.Entry.Odd || l.Inside == nil || p.In.Notes.WantKeysOnly() {
		return
	}
	end := p.In.Offset()
	p.In.Rewind(env.Entry.Offset)
	order := l.orderOf(p.In.Cursor)
	p.In.Rewind(end)
	l.keepOrder(&conv.MetaOf(m).Node, order, p.Session.Linear, func(s *Chain) { l.Entry(s, m) })
}

// HeaderOrder keeps the order of the fields of a header, which fields completes.
func (l *Layout) HeaderOrder(header []byte, c *conv.Conversation, fields func(*rawjson.Writer)) {
	l.keepOrder(&c.Node, l.orderOf(rawjson.NewCursor(header)), false, func(s *Chain) { s.header(c, fields) })
}

// FitOrders leaves of the orders what still is one after a conversation was changed.
// Its messages are replaced, and the header of fields completed.
func (l *Layout) FitOrders(c *conv.Conversation, fields func(*rawjson.Writer)) {
	linear := c.Extensions.Get(l.Family, hintLinear) != ""
	if order := c.Extensions.Get(l.Family, hintOrder); order != "" {
		c.Extensions = c.Extensions.Without(l.Family, hintOrder)
		l.keepOrder(&c.Node, order, false, func(s *Chain) { s.header(c, fields) })
	}
	for i, m := range c.Messages {
		order := conv.MetaOf(m).Extensions.Get(l.Family, hintOrder)
		if order == "" {
			continue
		}
		meta := *conv.MetaOf(m)
		meta.Extensions = meta.Extensions.Without(l.Family, hintOrder)
		entry := format.WithMeta(m, meta)
		meta.Extensions = meta.Extensions.Clone()
		l.keepOrder(&meta.Node, order, linear, func(s *Chain) { l.Entry(s, entry) })
		if meta.Extensions.Get(l.Family, hintOrder) != order {
			c.Messages[i] = format.WithMeta(m, meta)
		}
	}
}

// keepOrder keeps the order that a line as write writes it gets, if that changes it.
func (l *Layout) keepOrder(n *conv.Node, order conv.Raw, linear bool, write func(*Chain)) {
	s := &Chain{Line: rawjson.NewWriter(nil), layout: l, taken: map[string]bool{}, Linear: linear}
	write(s)
	line, w := s.Line.Bytes(), rawjson.NewWriter(nil)
	Reorder(w, conv.Raw(line), order, nil)
	if now := l.orderOf(rawjson.NewCursor(w.Bytes())); now != l.orderOf(rawjson.NewCursor(line)) {
		n.Extensions.Set(l.Family, hintOrder, now)
	}
}

// InOrder reads the fields of an object and reports whether they are among those
// of an order, and in it. nested reads a value; it may leave it unread.
func InOrder(c *rawjson.Cursor, order []string, nested func(key string) bool) bool {
	alike := true
	for key := range c.Fields {
		at := slices.Index(order, key)
		order = order[at+1:]
		if nested != nil && !nested(key) || at < 0 {
			alike = false
		}
	}
	return alike
}

// Reorder writes a value with its fields in an order. It leaves out other fields for
// which empty is true; nil: there are none. A list may be of one text that is a string.
func Reorder(w *rawjson.Writer, value, order conv.Raw, empty func(rawjson.Member) bool) {
	switch {
	case order[0] == '[' && value[0] == '"':
		Reorder(w, `[{"type":"text","text":`+value+`}]`, order, empty)
	case order == `"s"` && value[0] == '[':
		if text, ok := onlyText(value); ok {
			value = text
		}
		w.Raw(value)
	case order[0] == '{' && value[0] == '{':
		reorderFields(w, value, order, empty)
	case order[0] == '[' && value[0] == '[':
		inner := slices.Collect(order.Elements)
		w.BeginArray()
		i := 0
		for v := range value.Elements {
			if i < len(inner) {
				Reorder(w, v, inner[i], empty)
			} else {
				w.Raw(v)
			}
			i++
		}
		w.EndArray()
	default:
		w.Raw(value)
	}
}

// reorderFields writes the fields that an order names, then the rest. Fields of one
// name stay in their order, as the last one counts.
func reorderFields(w *rawjson.Writer, value, order conv.Raw, empty func(rawjson.Member) bool) {
	fields := value.Members()
	first := make(map[string]int, len(fields)) // of those that are not yet written
	next := make([]int, len(fields))
	for i := len(fields) - 1; i >= 0; i-- {
		next[i] = len(fields)
		if same, ok := first[fields[i].Key]; ok {
			next[i] = same
		}
		first[fields[i].Key] = i
	}
	w.BeginObject()
	for key, o := range order.Fields {
		if i, ok := first[key]; ok && i < len(fields) {
			w.Key(key)
			Reorder(w, fields[i].Value, o, empty)
			fields[i].Value = ""
			first[key] = next[i]
		}
	}
	for _, f := range fields {
		if empty == nil || !empty(f) {
			w.OptRaw(f.Key, f.Value)
		}
	}
	w.EndObject()
}

// onlyText is the text of a list of one block that says nothing else.
func onlyText(list conv.Raw) (text conv.Raw, ok bool) {
	n := 0
	for b := range list.Elements {
		n++
		if fields := b.Members(); len(fields) != 2 || fields[0].Value != `"text"` || fields[1].Key != "text" {
			return "", false
		}
		text = b.Lookup("text")
	}
	return text, n == 1 && text != ""
}
