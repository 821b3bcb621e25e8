package lint

import (
	"strings"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/rawjson"
)

// unsupportedMedia checks the MIME types of images and documents.
func unsupportedMedia(s *Subject) {
	EachBlock(s.Conversation, func(_ conv.Message, b conv.Block) {
		types := ""
		switch b.(type) {
		case *conv.ImageContent:
			types = s.Rules.ImageTypes
		case *conv.DocumentContent:
			types = s.Rules.DocumentTypes
		}
		m := conv.MediaOf(b)
		if types == "" || m.Data == "" || m.MIMEType == "" || strings.HasPrefix(m.MIMEType, "text/") {
			return
		}
		if !strings.Contains(types, " "+m.MIMEType+" ") {
			s.Reportf(&m.Node, "the servers take no %s of type %s", b.BlockType(), Quoted(m.MIMEType))
		}
	})
}

// OwnServers reports whether the target is the vendor of the format, not a vendor
// of compatible servers.
func OwnServers(s *Subject) bool {
	return s.Target == nil || s.Target.Provider == "" || s.Target.Provider == s.Format.Capabilities.Provider
}

// silentJSON checks that some text has the word JSON if the request wants a
// JSON object.
func silentJSON(s *Subject) {
	q := s.Request
	if q == nil || q.ResponseFormat == nil || q.ResponseFormat.Type != "json" || !OwnServers(s) || Continues(s.Conversation) || saysJSON(s.SystemPrompt) {
		return
	}
	said := false
	EachBlock(s.Conversation, func(_ conv.Message, b conv.Block) {
		if t, ok := b.(*conv.TextContent); ok {
			said = said || saysJSON(t.Text)
		}
	})
	if !said {
		s.Reportf(&q.ResponseFormat.Node, "no text has the word JSON")
	}
}

func saysJSON(s string) bool { return strings.Contains(strings.ToLower(s), "json") }

// invalidSchemaNames checks the name of the answer's schema.
func invalidSchemaNames(s *Subject) {
	q := s.Request
	if q == nil || q.ResponseFormat == nil || q.ResponseFormat.Name == "" {
		return
	}
	if !s.Rules.ToolNames.Admits(q.ResponseFormat.Name) {
		s.Reportf(&q.ResponseFormat.Node, "the servers refuse the schema name %s", Quoted(q.ResponseFormat.Name))
	}
}

// largeMetadata checks that the request's metadata has at most 16 pairs, with
// keys of at most 64 and values of at most 512 characters.
func largeMetadata(s *Subject) {
	q := s.Request
	if q == nil || !OwnServers(s) {
		return
	}
	raw := q.Extensions.Get(s.Format.Family, "metadata")
	if raw == "" || raw[0] != '{' {
		return
	}
	const pairs, keys, values = 16, 64, 512
	n := 0
	c := rawjson.NewCursor([]byte(raw))
	for key := range c.Fields {
		if n++; n == pairs+1 {
			s.Reportf(&q.Node, "metadata has more than %d pairs", pairs)
		}
		if utf8.RuneCountInString(key) > keys {
			s.Reportf(&q.Node, "a key of metadata has more than %d characters", keys)
		}
		if c.Kind() == rawjson.String && utf8.RuneCountInString(c.Str()) > values {
			s.Reportf(&q.Node, "metadata %s has more than %d characters", Quoted(key), values)
		}
	}
}
