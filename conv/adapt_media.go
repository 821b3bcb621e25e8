package conv

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf8"
)

// retype puts a line of text in the place of media whose type servers refuse,
// and gives documents of plain text as text where they take that.
func (a *adapter) retype(in []Message) []Message {
	if a.ImageTypes == "" && a.DocumentTypes == "" {
		return in
	}
	return rebuilt(in, func(m Message) Message {
		switch m := m.(type) {
		case *UserMessage:
			if content := retyped(a, m.Content); content != nil {
				x := *m
				x.Content = content
				return &x
			}
		case *ToolResultMessage:
			if content := retyped(a, m.Content); content != nil {
				x := *m
				x.Content = content
				return &x
			}
		}
		return m
	})
}

// retyped is content with the blocks that must change changed, nil if none
// must.
func retyped[B Block](a *adapter, content []B) []B {
	var out []B
	for i, b := range content {
		if fit, ok := a.retypeBlock(b).(B); ok && Block(fit) != Block(b) {
			if out == nil {
				out = slices.Clone(content)
			}
			out[i] = fit
		}
	}
	return out
}

func (a *adapter) retypeBlock(b Block) Block {
	types, code := a.ImageTypes, CodeImage
	switch b.(type) {
	case *ImageContent:
	case *DocumentContent:
		types, code = a.DocumentTypes, CodeDocument
	default:
		return b
	}
	m := MediaOf(b)
	if types == "" || m.Data == "" || strings.Contains(types, " "+m.MIMEType+" ") {
		return b
	}
	if code == CodeDocument && a.fit.Document&TextSource != 0 {
		if text, ok := plainText(m); ok {
			a.info(code, Renamed, &m.Node, "document data, now text, of type", m.MIMEType)
			x := *m
			x.Data, x.MIMEType, x.Text = "", "text/plain", text
			return NewMedia("document", &x)
		}
	}
	a.lose(code, Downgraded, &m.Node, b.BlockType()+" of a type that servers refuse,", m.MIMEType)
	return &TextContent{Text: "(" + b.BlockType() + " omitted: the server takes no " + m.MIMEType + ")"}
}

// plainText is the text of a document whose type says that it is one.
func plainText(m *Media) (string, bool) {
	if !strings.HasPrefix(m.MIMEType, "text/") && m.MIMEType != "application/json" {
		return "", false
	}
	b, err := base64.StdEncoding.DecodeString(m.Data)
	return string(b), err == nil && utf8.Valid(b) && len(b) > 0
}
