package tau

import (
	"strings"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/session"
)

func customRecord() *record.Record[*decoder, *conv.CustomMessage] {
	r := message("custom", func(m *conv.CustomMessage) *conv.Node { return &m.Node })
	record.Str(r, "custom_type", func(m *conv.CustomMessage) *string { return &m.CustomType })
	record.Field(r, "contents", passContents[*conv.CustomMessage], func(w *rawjson.Writer, m *conv.CustomMessage) {
		if isOwn(m) {
			w.Key("contents")
			writeList(w, m.Content)
		}
	})
	record.Field(r, "content",
		func(d *decoder, m *conv.CustomMessage) {
			if d.in.Kind() == rawjson.Array {
				m.Content = conv.Native.ReadContent(d.in.Reader)
			} else {
				d.in.Keep(&m.Node, "content")
			}
		},
		func(w *rawjson.Writer, m *conv.CustomMessage) {
			if m.Content == nil || isOwn(m) {
				return
			}
			conv.Dialect{Family: family}.WriteContent(w, m.Content)
		})
	record.OptRaw(r, "details", func(m *conv.CustomMessage) *conv.Raw { return &m.Data })
	return r
}

// noteForeign marks a custom message whose content is in the spelling of
// convo, though Tau could hold it.
func noteForeign(n *conv.Node, content []conv.UserContent) {
	if content != nil && isSimple(content) {
		residue.Set(n, hintForeign, "true")
	}
}

// customEntry reads an extension's own entry, which no model sees.
func (d *decoder) customEntry(env *session.Envelope, kind string) {
	m := &conv.CustomMessage{}
	text := false
	var foreign []conv.UserContent
	d.head = head{contents: -1}
	for key := range d.in.Fields {
		switch {
		case d.path.Shared(env, key):
		case key == "custom_type":
			m.CustomType = d.in.Str()
		case key == "data" && kind == "custom" || key == "details" && kind != "custom":
			m.Data = d.in.OptRaw()
		case key == "content" && kind == "custom":
			m.Content = conv.Native.ReadContent(d.in.Reader)
			foreign = m.Content
		case key == "content":
			if d.head.contents = d.in.Offset(); d.in.Kind() == rawjson.String {
				text = true
				m.Content = conv.Native.ReadContent(d.in.Reader)
			}
		case key == "display":
			d.in.KeepQuietly(&env.Node, key)
		default:
			d.in.Keep(&env.Node, key)
		}
	}
	if kind != "custom" && m.Content == nil {
		end := d.in.Offset()
		m.Content = contents[conv.UserContent](d)
		d.in.Rewind(end)
	}
	noteForeign(&env.Node, foreign)
	if text {
		residue.SetHint(&env.Node, "content", "true")
	}
	d.alone(env, m)
}

// custom writes a message that no model sees.
func (s *writer) custom(m *conv.CustomMessage) {
	kind, own := strings.CutPrefix(m.CustomType, family+".")
	own = own && kind != ""
	switch {
	case own && m.Data.Lookup("role").Text() == kind:
		s.verbatim(&m.Meta, m.Data)
	case own && s.chain != nil && m.Data.Lookup("type").Text() == kind:
		s.chain.Begin(kind, &m.Meta, false)
		s.chain.Fields(m.Data)
		s.chain.End()
	case s.isEntry(&m.Meta):
		s.customEntry(m)
	default:
		writeMessage(s, objects().custom, m, &m.Meta, "custom")
	}
}

// isOwn reports whether a custom message's content is written as Tau writes it.
func isOwn(m *conv.CustomMessage) bool {
	return isSimple(m.Content) && residue.Get(&m.Node, hintForeign) == ""
}

func (s *writer) customEntry(m *conv.CustomMessage) {
	if m.Content == nil || !isOwn(m) {
		s.chain.Begin("custom", &m.Meta, false)
		s.Field("custom_type", m.CustomType)
		s.OptRaw("data", m.Data)
		if m.Content != nil {
			conv.Dialect{Family: family}.WriteContent(s.Writer, m.Content)
		}
		residue.Write(s.Writer, &m.Node)
		s.chain.End()
		return
	}
	s.chain.Begin("custom_message", &m.Meta, false)
	s.Field("custom_type", m.CustomType)
	s.Key("content")
	if text, ok := m.Content[:1:1][0].(*conv.TextContent); ok && len(m.Content) == 1 && residue.Hint(&m.Node, "content") != "" {
		s.Str(text.Text)
	} else {
		writeList(s.Writer, m.Content)
	}
	s.OptRaw("details", m.Data)
	residue.Write(s.Writer, &m.Node)
	s.chain.End()
}

// isSimple reports whether Tau can hold blocks in a custom message.
func isSimple(blocks []conv.UserContent) bool {
	for _, b := range blocks {
		node := conv.NodeOf(b)
		if len(node.Extensions) > 1 || len(node.Extensions) == 1 && node.Extensions.Of(family) == nil {
			return false
		}
		switch b := b.(type) {
		case *conv.TextContent:
			if b.TextSignature != "" || b.Refusal {
				return false
			}
		case *conv.ImageContent:
			m := conv.MediaOf(b)
			if m.Name != "" || m.Detail != "" || m.FileID != "" || m.Text != "" || m.Provider != "" ||
				(m.Data == "") == (m.URL == "") || m.URL != "" && m.MIMEType != "" || m.URL != "" && !media.IsLocal(m.URL) && !strings.HasPrefix(m.URL, "http") {
				return false
			}
		case *conv.Opaque:
			if b.Family != family {
				return false
			}
		default:
			return false
		}
	}
	return len(blocks) > 0
}
