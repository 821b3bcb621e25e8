package record

import "convo/conv"

// PromptOf joins the texts of an instruction with blank lines.
func PromptOf(m *conv.SystemMessage) string {
	s := ""
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			if s != "" {
				s += "\n\n"
			}
			s += t.Text
		}
	}
	return s
}
