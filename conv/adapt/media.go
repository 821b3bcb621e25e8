package adapt

import (
	"cmp"
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
)

// retype gives media the type that their bytes show, where servers check it. It
// replaces media of a refused type with a line of text, and turns documents in
// plain text into text where servers accept that.
func (a *adapter) retype(in []conv.Message) []conv.Message {
	if !a.have(in, mediaBlocks) {
		return in
	}
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		switch m.(type) {
		case *conv.UserMessage, *conv.ToolResultMessage:
			return format.ChangeBlocks(m, a.retypeBlock)
		}
		return m
	})
}

func (a *adapter) retypeBlock(b conv.Block) conv.Block {
	types, code := a.ImageTypes, note.CodeImage
	switch b.(type) {
	case *conv.ImageContent:
	case *conv.DocumentContent:
		types, code = a.DocumentTypes, note.CodeDocument
	default:
		return b
	}
	m := conv.MediaOf(b)
	if code == note.CodeDocument && a.NamedFiles && m.Name == "" && (m.Data != "" || m.Text != "") {
		x := *m
		x.Name = usualName(m)
		a.info(code, note.Synthesized, &m.Node, "file name of document, which servers want,", x.Name)
		m, b = &x, x.Block(b.BlockType())
	}
	if name := a.fileName(m.Name); code == note.CodeDocument && name != m.Name {
		a.info(code, note.Renamed, &m.Node, "document", m.Name)
		x := *m
		x.Name = name
		m, b = &x, x.Block(b.BlockType())
	}
	if m.Data == "" {
		return b
	}
	if is := a.typeOf(m, types); is != m.MIMEType {
		a.info(code, note.Renamed, &m.Node, "type of "+b.BlockType()+", now as its bytes show", is)
		x := *m
		x.MIMEType = is
		m, b = &x, x.Block(b.BlockType())
	}
	unknown := strings.HasSuffix(m.MIMEType, "*")
	if types == "" && !unknown || strings.Contains(types, " "+m.MIMEType+" ") {
		return b
	}
	if code == note.CodeDocument && a.fit.Document&format.TextSource != 0 {
		if text, ok := plainText(m); ok {
			a.info(code, note.Renamed, &m.Node, "document data, now text, of type", m.MIMEType)
			x := *m
			x.Data, x.MIMEType, x.Text = "", "text/plain", text
			return x.Block("document")
		}
	}
	a.lose(code, note.Downgraded, &m.Node, b.BlockType()+" of a type that servers refuse,", m.MIMEType)
	refused := cmp.Or(m.MIMEType, b.BlockType()+" of an unknown type")
	return &conv.TextContent{Text: "(" + b.BlockType() + " omitted: the server takes no " + refused + ")"}
}

// fileName is the name of a document in the characters that servers take. A name that is
// taken gets a number.
func (a *adapter) fileName(name string) string {
	if a.FileNames == "" || name == "" {
		return name
	}
	name = strings.Join(strings.Fields(name[:min(len(name), 190)]), " ") // servers take 200
	name = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(a.FileNames, r) {
			return r
		}
		return '-'
	}, name)
	if a.files == nil {
		a.files = map[string]int{}
	}
	for a.files[name]++; a.files[name] > 1; a.files[name]++ {
		name += " " + strconv.Itoa(a.files[name])
	}
	return name
}

// usualName returns a name for a document without one.
func usualName(m *conv.Media) string {
	switch {
	case m.MIMEType == "application/pdf":
		return "document.pdf"
	case m.Text != "" || m.MIMEType == "text/plain":
		return "document.txt"
	}
	return "document"
}

// typeOf returns the type of media: the declared one if it can be right, else
// the type that the bytes show.
func (a *adapter) typeOf(m *conv.Media, types string) string {
	says, isImage := m.MIMEType, types == a.ImageTypes && types != ""
	if !isImage && says != "" && says != "application/octet-stream" && !strings.HasSuffix(says, "*") {
		return says
	}
	is := media.Type64(m.Data)
	if is == "" || isImage && !strings.HasPrefix(is, "image/") {
		return says
	}
	return is
}

// plainText returns the text of a document if its type is a text type.
func plainText(m *conv.Media) (string, bool) {
	if !strings.HasPrefix(m.MIMEType, "text/") && m.MIMEType != "application/json" {
		return "", false
	}
	b, err := base64.StdEncoding.DecodeString(m.Data)
	return string(b), err == nil && utf8.Valid(b) && len(b) > 0
}
