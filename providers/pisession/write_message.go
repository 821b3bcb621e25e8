package pisession

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// user writes a message of the user, or one that pi shows a model as such.
func (s writer) user(m *conv.UserMessage) {
	ext := m.Extensions
	if raw := ext.Get(family, hintCommand); raw != "" {
		if x, _ := execution(raw); len(m.Content) == 1 && m.Text() == x.Text() {
			s.beginMessage(&m.Meta)
			s.Line.Raw(raw)
			s.End()
			return
		}
	}
	if raw := ext.Get(family, hintOther); raw != "" && says(m.Content, raw.Lookup("content")) {
		s.beginMessage(&m.Meta)
		s.Line.Raw(raw)
		s.End()
		return
	}
	switch customType := ext.Get(family, "customType"); {
	case customType == "":
		s.plain(m)
	case ext.Get(family, extension.OwnRole) != "":
		custom := &conv.CustomMessage{Meta: m.Meta, CustomType: customType.Text(), Data: ext.Get(family, "data"), Content: m.Content}
		custom.Extensions = without(ext, func(key string) bool { return key == "customType" || key == "data" })
		s.plain(custom)
	default:
		s.Begin("custom_message", &m.Meta, false)
		s.Line.OptRaw("customType", customType)
		dialect(true).WriteContent(s.Line, m.Content)
		s.end(&m.Meta, "customType")
	}
}

// says reports whether a content is what was read.
func says(content []conv.UserContent, read conv.Raw) bool {
	was, is := rawjson.NewWriter(nil), rawjson.NewWriter(nil)
	dialect(true).WriteContent(was, conv.Native.ReadContent(conv.NewReader([]byte(read), family, nil)))
	dialect(true).WriteContent(is, content)
	return string(was.Bytes()) == string(is.Bytes())
}

// custom writes an entry that no model sees.
func (s writer) custom(m *conv.CustomMessage) {
	kind, own := strings.CutPrefix(m.CustomType, family+".")
	switch {
	case own && m.Data != "" && m.Extensions.Get(family, extension.OwnRole) != "":
		s.beginMessage(&m.Meta)
		s.Line.Raw(m.Data)
		s.End()
	case own && m.Data.Lookup("type").Text() == kind && kind != "":
		s.Begin(kind, &m.Meta, false)
		s.Fields(m.Data)
		s.End()
	default:
		s.Begin("custom", &m.Meta, false)
		s.Line.Field("customType", m.CustomType)
		s.Line.OptRaw("data", m.Data)
		if m.Content != nil {
			dialect(true).WriteContent(s.Line, m.Content)
		}
		s.end(&m.Meta)
	}
}

// plain writes a message entry.
func (s writer) plain(m conv.Message) {
	meta := *conv.MetaOf(m)
	s.beginMessage(&meta)
	partial := meta.Extensions.Get(family, extension.Partial) != ""
	meta.ID = ""
	if untimed(&meta) {
		meta.Timestamp = 0
	}
	meta.Extensions = without(meta.Extensions, ofEntry)
	dialect(!partial).WriteMessage(s.Line, format.WithMeta(m, meta))
	s.End()
}

// beginMessage opens a message entry up to its message.
func (s writer) beginMessage(m *conv.Meta) {
	s.Begin("message", m, !untimed(m))
	for _, x := range m.Extensions.Of(family) {
		if key, ok := strings.CutPrefix(x.Key, entryPrefix); ok {
			s.Line.OptRaw(key, x.Value)
		}
	}
	s.Line.Key("message")
}

// without is a message's residue without the keys for which the test is true.
func without(e extension.Extensions, named func(key string) bool) extension.Extensions {
	is := func(m rawjson.Member) bool { return named(m.Key) }
	own := e.Of(family)
	if !slices.ContainsFunc(own, is) {
		return e
	}
	out := slices.Clone(e)
	for i := range out {
		if out[i].Family == family {
			out[i].Members = slices.DeleteFunc(slices.Clone(own), is)
		}
	}
	return out
}

// ofEntry reports whether a key is that of an entry's own field.
func ofEntry(key string) bool { return strings.HasPrefix(key, entryPrefix) }
