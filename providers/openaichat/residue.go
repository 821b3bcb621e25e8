package openaichat

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// The hints: how the wire spelled what the neutral fields say.
const (
	hintLegacy  = "~legacy"          // a call as function_call, a result as a function's
	hintField   = "~field"           // a refusal as a field beside the content
	hintForm    = "~form"            // "string" or "object" where another form is usual
	hintPrefix  = "~prefix"          // of a data URL, up to the data; "" for bare base64
	hintKey     = "~key"             // the name of the member that held it
	hintType    = "~type"            // a call's type as it was; null: there was none
	hintAt      = "~at"              // the place of an opaque call among the calls
	hintAudio   = "~audio"           // an answer's audio, of which a request takes the id
	hintContent = "~content"         // an answer's content as a list of parts
	hintLacks   = "~lacks"           // members that an answer usually has and this has not
	hintUsage   = "~usage"           // "choice": the usage stands in the choice
	hintObject  = "~object"          // an answer's object member, where it is another
	hintBlank   = "~blank"           // members that were there and say nothing: "", [] and the like
	hintIndex   = "~index"           // of a call at rest
	hintSame    = "~same"            // the field that repeats another field's reasoning
	hintSystem  = conv.PromptMessage // the message of the prompt, if the prompt says all of it but the role
	hintMember  = "~"                // before a key: a hint
	wireTilde   = "~~"               // before the key of a wire member that would mean something else here
)

// keep reads the next value as residue of a node and notes it. A wire member
// must never be taken for a hint.
func (d *decoder) keep(n *conv.Node, key string) {
	forgetBlank(n, key)
	if conv.IsHint(key) {
		d.escape(n, key)
		return
	}
	d.Keep(n, key)
}

// escape keeps a member whose key has another meaning in the residue.
func (d *decoder) escape(n *conv.Node, key string) {
	d.Notes.Unknown(d.Offset(), "field", key)
	d.KeepQuietly(n, wireTilde+key)
}

// known reads the next value as residue of a node; null is absent.
func (d *decoder) known(n *conv.Node, key string) {
	if !d.isNull() {
		forgetBlank(n, key)
		d.KeepQuietly(n, key)
	}
}

// keepIn keeps a member of an object that a node's wire form has inside, such
// as function in a call: residue under that object's key.
func (d *decoder) keepIn(n *conv.Node, outer, key string) {
	at := d.Offset()
	setIn(n, outer, key, d.Raw())
	d.Notes.Unknown(at, "field", outer+"."+key)
}

// isWhole reports whether nothing but an object was read under the key of an
// object inside.
func isWhole(n *conv.Node, outer string) bool {
	raw := residue(n, outer)
	return raw == "" || raw[0] == '{'
}

func setIn(n *conv.Node, outer, key string, value conv.Raw) {
	n.Extensions.Set(family, outer, withMember(n.Extensions.Get(family, outer), key, value))
}

// withMember is an object, "" for none, with one more member.
func withMember(object conv.Raw, key string, value conv.Raw) conv.Raw {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	writeMembers(w, object)
	w.Key(key)
	w.Raw(value)
	w.EndObject()
	return conv.Raw(w.Bytes())
}

// writeMembers writes the members of an object into the one that is open.
func writeMembers(w *rawjson.Writer, object conv.Raw, except ...string) {
	if object == "" || object[0] != '{' {
		return
	}
	c := rawjson.NewCursor([]byte(object))
	for key := range c.Fields {
		if !slices.Contains(except, key) {
			w.Key(key)
			w.Raw(c.Raw())
		}
	}
}

// forgetBlank is for a member that is given again and now says something.
func forgetBlank(n *conv.Node, key string) {
	if blank(n, key) == "" {
		return
	}
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	writeMembers(w, residue(n, hintBlank), key)
	w.EndObject()
	hint(n, hintBlank, conv.Raw(w.Bytes()))
}

// setBlank remembers a member that says nothing, so that it comes back.
func setBlank(n *conv.Node, key string, value conv.Raw) {
	hint(n, hintBlank, replaceMember(residue(n, hintBlank), key, value))
}

// blank is a member that says nothing, "" if it was not there.
func blank(n *conv.Node, key string) conv.Raw {
	object := residue(n, hintBlank)
	if object == "" {
		return ""
	}
	c := rawjson.NewCursor([]byte(object))
	for k := range c.Fields {
		if k == key {
			return c.Raw()
		}
	}
	return ""
}

// replaceMember is an object, "" for none, with a member in the place of one
// that it may have. Its members are in the order of their keys.
func replaceMember(object conv.Raw, key string, value conv.Raw) conv.Raw {
	all := []conv.Member{{Key: key, Value: value}}
	if object != "" {
		c := rawjson.NewCursor([]byte(object))
		for k := range c.Fields {
			if k != key {
				all = append(all, c.Member(k))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b conv.Member) int { return strings.Compare(a.Key, b.Key) })
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	for _, m := range all {
		w.Key(m.Key)
		w.Raw(m.Value)
	}
	w.EndObject()
	return conv.Raw(w.Bytes())
}

// hint sets a hint to a JSON text.
func hint(n *conv.Node, key string, value conv.Raw) { n.Extensions.Set(family, key, value) }

// residue is a member that a node has kept, "" if none.
func residue(n *conv.Node, key string) conv.Raw {
	if len(n.Extensions) == 0 {
		return ""
	}
	return n.Extensions.Get(family, key)
}

// plain reports whether a node has nothing of this family to write.
func plain(n *conv.Node) bool { return len(n.Extensions) == 0 || len(n.Extensions.Of(family)) == 0 }

// writeResidue writes what a node has kept as members of the object that is
// open, except the keys that were written.
func writeResidue(w *rawjson.Writer, n *conv.Node, except ...string) {
	for _, m := range n.Extensions.Of(family) {
		key := m.Key
		if len(key) > 2 && key[:2] == wireTilde {
			key = key[2:]
		} else if conv.IsHint(key) || slices.Contains(except, key) {
			continue
		}
		w.Key(key)
		w.Raw(m.Value)
	}
	writeBlanks(w, n, "", except)
}

// writeInside writes what a node has kept of an object that its wire form has
// inside, except the keys that were written.
func writeInside(w *rawjson.Writer, n *conv.Node, outer string, except ...string) {
	writeMembers(w, residue(n, outer), except...)
	writeBlanks(w, n, outer, except)
}

// writeBlanks writes the members that say nothing of an object inside, or, if
// outer is "", of the node itself.
func writeBlanks(w *rawjson.Writer, n *conv.Node, outer string, except []string) {
	object := residue(n, hintBlank)
	if object == "" {
		return
	}
	c := rawjson.NewCursor([]byte(object))
	for k := range c.Fields {
		in, key, nested := strings.Cut(k, ".")
		if !nested {
			in, key = "", k
		}
		if in == outer && !slices.Contains(except, key) {
			w.Key(key)
			w.Raw(c.Raw())
		}
	}
}

// text is a member's string as a node keeps it, "" if it is none.
func text(n *conv.Node, key string) string { return residue(n, key).Text() }

// quoted is s as JSON text.
func quoted(s string) conv.Raw { return conv.Raw(rawjson.AppendQuoted(nil, s)) }

// optString reads a string that may be absent; what is no string, or empty,
// is residue, so that it comes back.
func (d *decoder) optString(n *conv.Node, key string, to *string) {
	*to = ""
	switch d.Kind() {
	case rawjson.String:
		if *to = d.Str(); *to == "" {
			setBlank(n, key, `""`)
		}
	case rawjson.Null:
		d.Skip()
	default:
		d.keep(n, key)
	}
}

// settle puts a node's residue in an order that does not depend on where the
// wire had the members that writing puts at places of their own: hints, then
// those, then the others as they came.
func settle(n *conv.Node) {
	if len(n.Extensions) == 0 {
		return
	}
	m := n.Extensions.Of(family)
	for i := range m {
		if i > 0 && placed(m[i].Key) {
			slices.SortStableFunc(m, byPlace)
			return
		}
	}
}

func byPlace(a, b conv.Member) int {
	switch x, y := placed(a.Key), placed(b.Key); {
	case x && y:
		return strings.Compare(a.Key, b.Key)
	case x:
		return -1
	case y:
		return 1
	}
	return 0
}

// placed reports whether a member is written at a place of its own.
func placed(key string) bool {
	switch key {
	case "audio", "choices", "created", "custom", "error", "file", "finish_reason", "function", "function_call", "id",
		"image_url", "input_audio", "json_schema", "logprobs", "model", "name", "refusal", "role",
		"prompt_tokens", "completion_tokens", "total_tokens", promptDetails, outputDetails:
		return true
	}
	return conv.IsHint(key)
}
