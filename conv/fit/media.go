package fit

import (
	"cmp"
	"encoding/base64"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
)

// media fits an image, audio, video or document block: as it is, with its
// source said in another way, or, where there is none, as a line of text.
func (f *Fitter) media(b conv.Block, held format.Blocks) conv.Block {
	m := conv.MediaOf(b)
	sources, code := f.sources(b), MediaCode(b)
	if f.mention != nil && held&format.TextBlock != 0 && (!held.Has(b) || !f.holdsSource(m, sources)) {
		return f.mentioned(b, code)
	}
	if !held.Has(b) {
		f.lose(code, note.Downgraded, &m.Node, b.BlockType()+" that the message cannot hold", "")
		return Omitted(b, held)
	}
	x := *m
	x.Extensions = f.residue(&m.Node)
	if x.Text != "" && sources&format.TextSource == 0 && sources&format.DataSource != 0 {
		f.info(code, note.Renamed, &m.Node, "document text, now data", "")
		x.Data, x.Text = base64.StdEncoding.EncodeToString([]byte(x.Text)), ""
		x.MIMEType = cmp.Or(x.MIMEType, "text/plain")
	}
	if !f.holdsSource(&x, sources) {
		f.lose(sourceCode(&x, code), note.Downgraded, &m.Node, "source of "+b.BlockType()+" that the format cannot hold", x.URL)
		return Omitted(b, held)
	}
	f.oneSource(&x, m, sources, code)
	if sources&format.MediaName == 0 {
		f.clearMedia(&x.Name, m, code, "name of "+b.BlockType())
	}
	if sources&format.MediaDetail == 0 {
		f.clearMedia(&x.Detail, m, code, "detail of "+b.BlockType())
	}
	if equalMedia(&x, m) {
		return b
	}
	return x.Block(b.BlockType())
}

// oneSource leaves one source of media, with the MIME type if it takes one.
func (f *Fitter) oneSource(x, m *conv.Media, sources format.Sources, code note.Code) {
	found := false
	for _, source := range []*string{&x.Data, &x.URL, &x.FileID, &x.Text} {
		if *source != "" && found {
			f.lose(code, note.Dropped, &m.Node, "second source of media", "")
			*source = ""
		}
		found = found || *source != ""
	}
	if x.FileID == "" {
		x.Provider = ""
	} else if x.Provider == "" && f.Provider != format.AnyProvider {
		x.Provider = f.Provider
	}
	switch {
	case x.Text != "" && x.MIMEType != "text/plain":
		if x.MIMEType != "" {
			f.lose(code, note.Downgraded, &m.Node, "MIME type, now text/plain,", x.MIMEType)
		}
		x.MIMEType = "text/plain"
	case x.Data == "" && x.Text == "" && x.MIMEType != "" && sources&format.MediaType == 0:
		f.info(code, note.Dropped, &m.Node, "MIME type", x.MIMEType)
		x.MIMEType = ""
	}
}

func equalMedia(m, o *conv.Media) bool {
	return unchanged(m.Extensions, o.Extensions) && m.Data == o.Data && m.URL == o.URL && m.FileID == o.FileID &&
		m.Provider == o.Provider && m.MIMEType == o.MIMEType && m.Text == o.Text && m.Name == o.Name && m.Detail == o.Detail
}

func (f *Fitter) clearMedia(s *string, m *conv.Media, code note.Code, what string) {
	if *s != "" {
		f.lose(code, note.Dropped, &m.Node, what, *s)
		*s = ""
	}
}

// TakesMedia reports whether a block of media is held as it is given, where its
// type is.
func (f *Fitter) TakesMedia(b conv.Block) bool { return f.holdsSource(conv.MediaOf(b), f.sources(b)) }

// sources is how a block's kind of media may be given.
func (f *Fitter) sources(b conv.Block) format.Sources {
	switch b.(type) {
	case *conv.ImageContent:
		return f.Image
	case *conv.AudioContent:
		return f.Audio
	case *conv.VideoContent:
		return f.Video
	default:
		return f.Document
	}
}

// MediaCode is the code of notes on a block of media.
func MediaCode(b conv.Block) note.Code {
	switch b.(type) {
	case *conv.ImageContent:
		return note.CodeImage
	case *conv.AudioContent:
		return note.CodeAudio
	case *conv.VideoContent:
		return note.CodeVideo
	default:
		return note.CodeDocument
	}
}

func (f *Fitter) holdsSource(m *conv.Media, s format.Sources) bool {
	switch {
	case f.Reads.Media != nil && !f.Reads.Media(m):
		return false
	case m.Data != "":
		return s&format.DataSource != 0
	case media.IsLocal(m.URL):
		return f.Has(format.LocalFiles)
	case m.URL != "":
		return s&format.URLSource != 0
	case m.FileID != "":
		return s&format.FileSource != 0 && (m.Provider == "" || m.Provider == f.Provider || f.Provider == format.AnyProvider)
	case m.Text != "":
		return s&format.TextSource != 0
	default: // nothing to see
		return false
	}
}

func sourceCode(m *conv.Media, code note.Code) note.Code {
	switch {
	case m.FileID != "":
		return note.CodeFile
	case m.URL != "":
		return note.CodeURL
	default:
		return code
	}
}

// Omitted is a line of text in the place of media, where text can stand.
func Omitted(b conv.Block, held format.Blocks) conv.Block {
	if held&format.TextBlock == 0 || held&format.ToolCallBlock != 0 {
		return nil
	}
	return &conv.TextContent{Text: "(" + b.BlockType() + placeholderEnd}
}

// StandardFile is a file whose data is standard base64 in its own field, for a Reduce;
// another block as it is.
func StandardFile(b conv.Block) conv.Block {
	f := conv.MediaOf(b)
	if f == nil {
		return b
	}
	y := *f
	if mime, data, ok := media.DataURL(f.URL); ok && data != "" {
		y.URL, y.Data, y.MIMEType = "", data, cmp.Or(f.MIMEType, mime)
	}
	if data, ok := media.Base64(y.Data); ok {
		y.Data = data
	}
	if y.URL == f.URL && y.Data == f.Data {
		return b
	}
	return y.Block(b.BlockType())
}

// TypedFile is StandardFile with a media type of its kind, for a format whose files must
// have one.
func TypedFile(b conv.Block, notes *note.Notes) conv.Block {
	b = StandardFile(b)
	f := conv.MediaOf(b)
	if f == nil {
		return b
	}
	mime := f.MIMEType
	switch {
	case mime != "":
	case f.Data != "":
		mime = media.Type64(f.Data)
	default:
		mime = media.TypeOfName(f.URL)
	}
	if kind := b.BlockType(); mime == "" && f.FileID == "" || media.Kind(mime) != kind {
		if mime = kind + "/*"; kind == "document" {
			mime = "application/octet-stream"
		}
	}
	switch f.MIMEType {
	case mime:
		return b
	case "":
		notes.Info(MediaCode(b), note.Synthesized, f.Offset(), "media type", mime)
	default:
		notes.Loss(MediaCode(b), note.Downgraded, f.Offset(), "media type, now "+mime+",", f.MIMEType)
	}
	y := *f
	y.MIMEType = mime
	return y.Block(b.BlockType())
}
