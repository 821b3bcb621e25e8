package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// itemHead is the fields of an item of the model other than its content.
type itemHead struct {
	id, phase string
	status    conv.Raw
	index     int    // of the item
	answer    bool   // in a response
	outer     string // before the keys of hints, if the node is a text

	typed, broken bool
	made          bool // we made up the id in writing
	stateless     bool // items of this type usually have no status
}

// withHead adds the id, the type and the status of an item.
func withHead[T interface {
	head() (*itemHead, *conv.Node)
}](r *record.Record[*decoder, T], kind func(T) (kind, prefix string)) *record.Record[*decoder, T] {
	reads := func(read func(h *itemHead, d *decoder)) func(*decoder, T) {
		return func(d *decoder, t T) {
			h, _ := t.head()
			read(h, d)
		}
	}
	record.Field(r, "id", reads(func(h *itemHead, d *decoder) { h.id = h.name(d) }), func(w *rawjson.Writer, t T) {
		h, n := t.head()
		_, prefix := kind(t)
		h.writeID(w, n, prefix)
	})
	record.Field(r, "type", reads(func(h *itemHead, d *decoder) { h.typed = h.name(d) != "" }), func(w *rawjson.Writer, t T) {
		h, n := t.head()
		if word, _ := kind(t); h.outer == "" || h.isFull() && !residue.Lacks(n, h.outer+"type") {
			w.Field("type", word)
		}
	})
	record.Field(r, "status", reads(func(h *itemHead, d *decoder) { h.status = d.in.OptRaw() }), func(w *rawjson.Writer, t T) {
		if h, n := t.head(); h.isFull() && !h.stateless && !h.hasStatus(n) {
			w.Field("status", "completed")
		}
	})
	return r
}

// name reads a string that must not be empty: else the item is malformed.
func (h *itemHead) name(d *decoder) string {
	s := ""
	switch {
	case d.in.IsNull():
		return ""
	case d.in.Kind() == rawjson.String:
		s = d.in.Str()
	default:
		d.in.Skip()
	}
	h.broken = h.broken || s == ""
	return s
}

// isFull reports whether an item has the full form: in a response, or with an
// id.
func (h *itemHead) isFull() bool { return h.answer || h.id != "" }

// settle remembers how the head was written, if writing would write it in
// another way. prefix begins the ids that we make up.
func (h *itemHead) settle(n *conv.Node, prefix string) (status conv.Raw) {
	if h.made = h.answer && h.id == placeholder(prefix, h.index); h.made {
		h.id = ""
	}
	var lacking []string
	full := h.isFull()
	lack := func(key string) { lacking = append(lacking, h.outer+key) }
	if h.answer && h.id == "" && !h.made {
		lack("id")
	}
	switch {
	case h.typed && !full && h.outer != "":
		residue.SetBlank(n, h.outer+"type", `"message"`)
	case !h.typed && full:
		lack("type")
	}
	switch {
	case h.status == "" && full && !h.stateless:
		lack("status")
	case h.status == `"completed"` && (!full || h.stateless), h.status == `"incomplete"` && h.answer:
		residue.SetBlank(n, h.outer+"status", h.status)
	case h.status != "" && h.status != `"completed"`:
		status = h.status
	}
	residue.SetLacks(n, lacking...)
	return status
}

// settleItem keeps the head of an item that is a single block.
func (h *itemHead) settleItem(n *conv.Node, prefix string) {
	if status := h.settle(n, prefix); status != "" {
		residue.Set(n, "status", status)
	}
}

// writeID writes the id of an item. In a response every item has one.
func (h *itemHead) writeID(w *rawjson.Writer, n *conv.Node, prefix string) {
	switch {
	case h.id != "":
		w.Field("id", h.id)
	case h.answer && !residue.Lacks(n, h.outer+"id"):
		w.Field("id", placeholder(prefix, h.index))
	}
}

// hasStatus reports whether a node remembers another status than the usual.
func (h *itemHead) hasStatus(n *conv.Node) bool {
	raw := residue.Get(n, "status")
	if h.outer != "" {
		raw = residue.Get(n, outer).Lookup("status")
	}
	return raw != "" || residue.Blank(n, h.outer+"status") != "" || residue.Lacks(n, h.outer+"status")
}
