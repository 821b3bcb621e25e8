package openairesponses

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// The hints: how the wire spelled what the neutral fields say. Keys inside
// ~blank and ~lacks that begin with "message." are those of the item that a
// text begins.
const (
	hintBlank  = "~blank" // members that were there and say nothing, or what is usual
	hintLacks  = "~lacks" // members that are usually there and were not
	hintID     = conv.ItemID
	hintItem   = "~item"   // a text begins an item, though the one before it would take it
	hintKind   = "~kind"   // the type of an output or a part, where it is another than the usual one
	hintForm   = "~form"   // of the input: list, absent; of arguments: string, object; content: reasoning stood there
	hintParts  = "~parts"  // lengths of the parts of reasoning
	hintRaw    = "~raw"    // the parts of reasoning as they were
	hintURL    = "~url"    // of media, where it is spelled in another way
	hintSystem = "~system" // the role of the item, or the whole item, that the prompt came from
	hintMember = "~"       // before a key: a hint
	wireTilde  = "~~"      // before the key of a wire member that would be a hint here
)

// outer is the residue, and the prefix of keys, of the item of a text.
const outer = "message"

// hint sets a hint to a JSON text.
func hint(n *conv.Node, key string, value conv.Raw) { n.Extensions.Set(family, key, value) }

// residue is a member that a node has kept, "" if none.
func residue(n *conv.Node, key string) conv.Raw {
	if len(n.Extensions) == 0 {
		return ""
	}
	return n.Extensions.Get(family, key)
}

// text is a member's string as a node keeps it, "" if it is none.
func text(n *conv.Node, key string) string { return residue(n, key).Text() }

// quoted is s as JSON text.
func quoted(s string) conv.Raw { return conv.Raw(rawjson.AppendQuoted(nil, s)) }

// plain reports whether a node has nothing of this family.
func plain(n *conv.Node) bool { return len(n.Extensions) == 0 || len(n.Extensions.Of(family)) == 0 }

// keep reads the next value as residue of a node and notes it. A wire member
// is never taken for what stands beside it.
func (d *decoder) keep(n *conv.Node, key string) {
	if key == outer {
		d.Notes.Unknown(d.Offset(), "field", key)
		d.KeepQuietly(n, wireTilde+key)
		return
	}
	d.Keep(n, key)
}

// known reads the next value as residue of a node; null is absent, and an
// empty list or object is a hint.
func (d *decoder) known(n *conv.Node, key string) {
	if d.isNull() {
		return
	}
	switch raw := d.Raw(); raw {
	case "[]", "{}", `""`:
		setBlank(n, key, raw)
	default:
		n.Extensions.Set(family, key, raw)
	}
}

// optional reads a string that may be absent or null. An empty one is a hint;
// what is no string is residue.
func (d *decoder) optional(n *conv.Node, key string) string {
	if d.Kind() != rawjson.String {
		d.known(n, key)
		return ""
	}
	s := d.Str()
	if s == "" {
		setBlank(n, key, `""`)
	}
	return s
}

// usual reads a member that usually has a value: a hint if it has that, else
// residue.
func (d *decoder) usual(n *conv.Node, key string, value conv.Raw) {
	if raw := d.Raw(); raw == value {
		setBlank(n, key, raw)
	} else if raw != "null" {
		n.Extensions.Set(family, key, raw)
	}
}

// setBlank remembers a member that says nothing, so that it comes back. They
// stand in the order of their keys.
func setBlank(n *conv.Node, key string, value conv.Raw) {
	all := append(membersOf(residue(n, hintBlank)), conv.Member{Key: key, Value: value})
	slices.SortStableFunc(all, func(a, b conv.Member) int { return strings.Compare(a.Key, b.Key) })
	hint(n, hintBlank, object(all))
}

// blank is a member that says nothing, "" if it was not there.
func blank(n *conv.Node, key string) conv.Raw {
	for _, m := range membersOf(residue(n, hintBlank)) {
		if m.Key == key {
			return m.Value
		}
	}
	return ""
}

// setLacks remembers which of the members that are usually there were not.
func setLacks(n *conv.Node, keys []string) {
	if len(keys) == 0 {
		return
	}
	for v := range elements(residue(n, hintLacks)) {
		keys = append(keys, v.Text())
	}
	slices.Sort(keys)
	w := rawjson.NewWriter(nil)
	w.BeginArray()
	for _, key := range keys {
		w.Str(key)
	}
	w.EndArray()
	hint(n, hintLacks, conv.Raw(w.Bytes()))
}

// lacks reports whether a member that is usually there was not.
func lacks(n *conv.Node, key string) bool {
	for v := range elements(residue(n, hintLacks)) {
		if v.Text() == key {
			return true
		}
	}
	return false
}

// settle puts a node's hints first, and what writing puts at a place of its
// own, in the order of their keys: the order of the rest is that of writing.
func settle(n *conv.Node) {
	if len(n.Extensions) == 0 {
		return
	}
	slices.SortStableFunc(n.Extensions.Of(family), func(a, b conv.Member) int {
		x, y := rank(a.Key), rank(b.Key)
		if x == y && x < 2 {
			return strings.Compare(a.Key, b.Key)
		}
		return x - y
	})
}

func rank(key string) int {
	switch {
	case isHint(key):
		return 0
	case key == "text" || key == "created_at":
		return 1
	}
	return 2
}

func isHint(key string) bool { return conv.IsHint(key) && !strings.HasPrefix(key, wireTilde) }

// writeResidue writes what a node has kept as members of the object that is
// open: residue, then what says nothing, without the keys that were written.
func writeResidue(w *rawjson.Writer, n *conv.Node, except ...string) {
	if len(n.Extensions) == 0 {
		return
	}
	for _, m := range n.Extensions.Of(family) {
		key := m.Key
		if strings.HasPrefix(key, wireTilde) {
			key = key[len(wireTilde):]
		} else if conv.IsHint(key) || slices.Contains(except, key) {
			continue
		}
		w.Key(key)
		w.Raw(m.Value)
	}
	for _, m := range membersOf(residue(n, hintBlank)) {
		if !strings.Contains(m.Key, ".") && !slices.Contains(except, m.Key) {
			w.Key(m.Key)
			w.Raw(m.Value)
		}
	}
}

// writeOuter is writeResidue for the item that a text begins.
func writeOuter(w *rawjson.Writer, n *conv.Node, except ...string) {
	if len(n.Extensions) == 0 {
		return
	}
	for _, m := range membersOf(residue(n, outer)) {
		if !slices.Contains(except, m.Key) {
			w.Key(m.Key)
			w.Raw(m.Value)
		}
	}
	for _, m := range membersOf(residue(n, hintBlank)) {
		if key, ok := strings.CutPrefix(m.Key, outer+"."); ok && !slices.Contains(except, key) {
			w.Key(key)
			w.Raw(m.Value)
		}
	}
}

// membersOf are the members of an object, none of anything else.
func membersOf(raw conv.Raw) (all []conv.Member) {
	if raw == "" || raw[0] != '{' {
		return nil
	}
	c := rawjson.NewCursor([]byte(raw))
	for key := range c.Fields {
		all = append(all, c.Member(key))
	}
	return all
}

// object is the JSON object of members.
func object(members []conv.Member) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	for _, m := range members {
		w.Key(m.Key)
		w.Raw(m.Value)
	}
	w.EndObject()
	return conv.Raw(w.Bytes())
}

// elements passes the values of a JSON array, none of anything else.
func elements(raw conv.Raw) func(yield func(conv.Raw) bool) {
	return func(yield func(conv.Raw) bool) {
		if raw == "" || raw[0] != '[' {
			return
		}
		c, more := rawjson.NewCursor([]byte(raw)), true
		for range c.Elements {
			if v := c.Raw(); more {
				more = yield(v)
			}
		}
	}
}
