package record

import (
	"strings"

	"convo/conv"
)

// PromptOf joins the texts of an instruction with blank lines.
func PromptOf(m *conv.SystemMessage) string {
	var s strings.Builder
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			if s.Len() > 0 {
				s.WriteString("\n\n")
			}
			s.WriteString(t.Text)
		}
	}
	return s.String()
}
