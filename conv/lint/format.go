package lint

import (
	"strings"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/rawjson"
)

// vendorsOwn reports whether the goal is the servers of who made the format,
// not those of others that speak it.
func (v *validator) vendorsOwn() bool {
	t := v.goal.Target
	return t == nil || t.Provider == "" || t.Provider == v.goal.Format.Holds.Provider
}

// silentJSON is a request for JSON of which no text says a word.
func silentJSON(v *validator) {
	r := v.c.Request
	if r == nil || r.ResponseFormat == nil || r.ResponseFormat.Type != "json" || !v.vendorsOwn() || v.goesOn() || saysJSON(v.c.SystemPrompt) {
		return
	}
	said := false
	v.eachBlock(func(_ conv.Message, b conv.Block) {
		if t, ok := b.(*conv.TextContent); ok {
			said = said || saysJSON(t.Text)
		}
	})
	if !said {
		v.find(&r.ResponseFormat.Node, "no text has the word JSON")
	}
}

func saysJSON(s string) bool { return strings.Contains(strings.ToLower(s), "json") }

// strangeFormatNames are names of an answer's schema that servers do not take.
func strangeFormatNames(v *validator) {
	r := v.c.Request
	if r == nil || r.ResponseFormat == nil || r.ResponseFormat.Name == "" {
		return
	}
	if !v.rules.ToolNames.Admits(r.ResponseFormat.Name) {
		v.find(&r.ResponseFormat.Node, "the servers take no schema of the name %s", quoted(r.ResponseFormat.Name))
	}
}

// wideMetadata is more metadata than servers keep with an answer.
func wideMetadata(v *validator) {
	r := v.c.Request
	if r == nil || !v.vendorsOwn() {
		return
	}
	raw := r.Extensions.Get(v.goal.Format.Family, "metadata")
	if raw == "" || raw[0] != '{' {
		return
	}
	const pairs, keys, values = 16, 64, 512
	n := 0
	c := rawjson.NewCursor([]byte(raw))
	for key := range c.Fields {
		if n++; n == pairs+1 {
			v.find(&r.Node, "more than %d pairs of metadata", pairs)
		}
		if utf8.RuneCountInString(key) > keys {
			v.find(&r.Node, "a key of metadata of more than %d characters", keys)
		}
		if c.Kind() == rawjson.String && utf8.RuneCountInString(c.Str()) > values {
			v.find(&r.Node, "metadata %s of more than %d characters", quoted(key), values)
		}
	}
}

// shownMessages are messages for people in what a run of an agent begins with.
func shownMessages(v *validator) {
	if v.c.Extensions.Get(v.goal.Format.Family, "runId") == "" {
		return
	}
	for _, m := range v.c.Messages {
		if c, ok := m.(*conv.CustomMessage); ok {
			v.find(&c.Node, "a message of type %s, which no agent reads", quoted(c.CustomType))
		}
	}
}
