package gemini

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// decoder reads one wire body. Nodes of a stream have no place: the offsets
// of a chunk say nothing about the input.
type decoder struct {
	*conv.Reader
	streamed bool
	sent     bool // in a request
}

func newDecoder(data []byte, notes *conv.Notes) decoder {
	return decoder{Reader: conv.NewReader(data, family, notes)}
}

// place records where the node that comes next stands.
func (d decoder) place(n *conv.Node) { d.placeAt(n, d.Offset()) }

func (d decoder) placeAt(n *conv.Node, offset int) {
	if !d.streamed {
		n.PlaceAt(offset)
	}
}

// wellKnown are members that the API documents and the neutral model has no
// place for.
var wellKnown = []string{
	"videoMetadata", "mediaResolution", "mediaProcessing", "partMetadata", "speechMetadata", "audioTranscription",
	"displayName", "scheduling", "willContinue", "partialArgs",
	"response", "responseJsonSchema", "behavior",
	"safetySettings", "cachedContent", "labels", "serviceTier", "store", "modelArmorConfig", "model",
	"candidateCount", "responseModalities", "speechConfig", "responseLogprobs", "logprobs", "imageConfig",
	"enableEnhancedCivicAnswers", "audioTimestamp", "routingConfig", "modelConfig", "modelSelectionConfig",
	"thinkingConfig", "includeThoughts", "thinkingBudget", "thinkingLevel", "responseMimeType", "responseSchema",
	"retrievalConfig", "includeServerSideToolInvocations", "functionCallingConfig", "streamFunctionCallArguments",
	"mode", "allowedFunctionNames", "parameters", "parametersJsonSchema",
}

// keep keeps a member as the node's residue: quietly if the API documents it;
// null is absent.
func (d decoder) keep(n *conv.Node, name string) {
	if d.isNull() {
		return
	}
	if slices.Contains(wellKnown, camel(name)) {
		d.KeepQuietly(n, name)
		return
	}
	d.Keep(n, name)
}

// optional reads a string that may be absent or null. That it is there and
// empty is a hint, so that it comes back.
func (d decoder) optional(n *conv.Node, name string) string {
	forget(n, name)
	there := d.Kind() == rawjson.String
	s := d.Str()
	if there && s == "" {
		n.Extensions.Set(family, "~"+name, `""`)
	}
	return s
}

// writeOptional writes a string that may be absent, or be there and empty.
func writeOptional(w *rawjson.Writer, n *conv.Node, name, value string) {
	if value == "" {
		if len(n.Extensions) > 0 {
			w.OptRaw(key(n, name), n.Extensions.Get(family, "~"+name))
		}
		return
	}
	w.Key(key(n, name))
	conv.WriteText(w, n, value)
}

// rawAt is the value that starts at an offset and was read already.
func (d decoder) rawAt(offset int) conv.Raw {
	if d.Err() != nil {
		return ""
	}
	return rawjson.NewCursor(d.Buffer()[offset:]).Raw()
}

// wantObject fails unless an object comes next.
func (d decoder) wantObject(what string) bool {
	switch k := d.Kind(); k {
	case rawjson.Object:
		return true
	case rawjson.Invalid:
		d.Skip()
	default:
		d.Fail(d.Offset(), "want %s, got %s", what, k)
	}
	return false
}

// isNull reads a null, if that is what comes.
func (d decoder) isNull() bool {
	if d.Kind() != rawjson.Null {
		return false
	}
	d.Skip()
	return true
}

// elements reads a list, or the one element that the API takes for a list of
// one, which is a hint at the node.
func (d decoder) elements(n *conv.Node, name string, read func()) {
	forget(n, name)
	if d.Kind() != rawjson.Object {
		for range d.Elements {
			read()
		}
		return
	}
	n.Extensions.Set(family, "~"+name, "{}")
	read()
}

// beginList opens a list of n elements, unless the node was read with the
// only one in its place; it tells whether there is one to close.
func beginList(w *rawjson.Writer, n *conv.Node, name string, count int) bool {
	if count == 1 && n.Extensions.Get(family, "~"+name) == "{}" {
		return false
	}
	w.BeginArray()
	return true
}

// forget drops the residue and the hint of a key, and of what is in it: a
// repeated one counts once.
func forget(n *conv.Node, name string) {
	if len(n.Extensions) == 0 {
		return
	}
	old := n.Extensions
	n.Extensions = nil
	for _, x := range old {
		for _, m := range x.Members {
			if x.Family != family || m.Key != name && m.Key != "~"+name && !strings.HasPrefix(m.Key, name+".") {
				n.Extensions.Set(x.Family, m.Key, m.Value)
			}
		}
	}
}

// tidy puts the residue of a node in the order of its keys: bodies that say
// the same in another order are read as the same.
func tidy(n *conv.Node) {
	if members := n.Extensions.Of(family); len(members) > 1 {
		slices.SortStableFunc(members, func(a, b conv.Member) int { return strings.Compare(a.Key, b.Key) })
	}
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

// writeMembers writes the members of an object but those that were written.
func writeMembers(w *rawjson.Writer, rest conv.Raw, written func(name string) bool) {
	c := rawjson.NewCursor([]byte(rest))
	if rest == "" || c.Kind() != rawjson.Object {
		return
	}
	for name := range c.Fields {
		if v := c.Raw(); c.Err() == nil && !written(camel(name)) {
			w.Key(name)
			w.Raw(v)
		}
	}
}

// none is for writeKept: nothing was written.
func none(string) bool { return false }

// nested are the members that a node has the residue of, by its own names.
var nested = []string{
	"generationConfig.", "toolConfig.", "functionCall.", "functionResponse.", "inlineData.", "fileData.", "content.", "response.",
}

func isNested(key string) bool {
	return slices.ContainsFunc(nested, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}

// keepIn keeps the residue of a member of a node's wire object at the node.
func keepIn(n *conv.Node, name string, rest *conv.Node) (any bool) {
	tidy(rest)
	for _, m := range rest.Extensions.Of(family) {
		n.Extensions.Set(family, name+"."+m.Key, m.Value)
		any = true
	}
	return any
}

// writeKept writes what keepIn kept, but those members that were written.
func writeKept(w *rawjson.Writer, n *conv.Node, name string, written func(name string) bool) {
	for _, m := range n.Extensions.Of(family) {
		if member, ok := strings.CutPrefix(m.Key, name+"."); ok && !written(camel(member)) {
			w.Key(member)
			w.Raw(m.Value)
		}
	}
}

// hasKept reports whether keepIn kept something.
func hasKept(n *conv.Node, name string) bool {
	return slices.ContainsFunc(n.Extensions.Of(family), func(m conv.Member) bool { return strings.HasPrefix(m.Key, name+".") })
}

// writeResidue writes the residue of a node itself, but those members that
// were written.
func writeResidue(w *rawjson.Writer, n *conv.Node, except ...string) {
	for _, m := range n.Extensions.Of(family) {
		if key, ok := conv.WireKey(m.Key); ok && !isNested(m.Key) && !slices.Contains(except, m.Key) {
			w.Key(key)
			w.Raw(m.Value)
		}
	}
}

// kept is a node's residue as an object with what hints say of snake case, ""
// if it has neither.
func kept(n *conv.Node) conv.Raw {
	if members := n.Extensions.Of(family); members != nil {
		return object(members)
	}
	return ""
}

func quoted(s string) string { return string(rawjson.AppendQuoted(nil, s)) }

// isObject reports whether a text is a JSON object without white space
// between its tokens.
func isObject(s string) bool {
	c := rawjson.NewCursor([]byte(s))
	if c.Kind() != rawjson.Object {
		return false
	}
	return string(c.Raw()) == s && c.End() == nil
}
