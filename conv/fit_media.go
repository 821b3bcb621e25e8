package conv

import "encoding/base64"

// media fits an image, audio, video or document block: as it is, with its
// source said in another way, or, where there is none, as a line of text.
func (f *fitter) media(b Block, held Blocks) Block {
	m := MediaOf(b)
	sources, code := f.sources(b), mediaCode(b)
	if f.Has(Mentions) && held&TextBlock != 0 && (!held.Has(b) || !f.holdsSource(m, sources)) {
		return f.mention(b, code)
	}
	if !held.Has(b) {
		f.lose(code, Downgraded, &m.Node, b.BlockType()+" that the message cannot hold", "")
		return omitted(b, held)
	}
	x := *m
	x.Extensions = f.residue(&m.Node)
	if x.Text != "" && sources&TextSource == 0 && sources&DataSource != 0 {
		f.info(code, Renamed, &m.Node, "document text, now data", "")
		x.Data, x.Text = base64.StdEncoding.EncodeToString([]byte(x.Text)), ""
		if x.MIMEType == "" {
			x.MIMEType = "text/plain"
		}
	}
	if !f.holdsSource(&x, sources) {
		f.lose(sourceCode(&x, code), Downgraded, &m.Node, "source of "+b.BlockType()+" that the format cannot hold", x.URL)
		return omitted(b, held)
	}
	f.typed(&x, b.BlockType(), code)
	f.oneSource(&x, m, sources, code)
	if sources&MediaName == 0 {
		f.clearMedia(&x.Name, m, code, "name of "+b.BlockType())
	}
	if sources&MediaDetail == 0 {
		f.clearMedia(&x.Detail, m, code, "detail of "+b.BlockType())
	}
	if fit := f.ofType(b, &x, held); fit.BlockType() != b.BlockType() || !equalMedia(&x, m) {
		return fit
	}
	return b
}

// oneSource leaves one source of media, with the MIME type if it takes one.
func (f *fitter) oneSource(x, m *Media, sources Sources, code Code) {
	found := false
	for _, source := range []*string{&x.Data, &x.URL, &x.FileID, &x.Text} {
		if *source != "" && found {
			f.lose(code, Dropped, &m.Node, "second source of media", "")
			*source = ""
		}
		found = found || *source != ""
	}
	if x.FileID == "" {
		x.Provider = ""
	} else if x.Provider == "" && f.Provider != AnyProvider {
		x.Provider = f.Provider
	}
	switch {
	case x.Text != "" && x.MIMEType != "text/plain":
		if x.MIMEType != "" {
			f.lose(code, Downgraded, &m.Node, "MIME type, now text/plain,", x.MIMEType)
		}
		x.MIMEType = "text/plain"
	case x.Data == "" && x.Text == "" && x.MIMEType != "" && sources&MediaType == 0:
		f.info(code, Dropped, &m.Node, "MIME type", x.MIMEType)
		x.MIMEType = ""
	}
}

func equalMedia(m, o *Media) bool {
	return len(m.Extensions) == len(o.Extensions) && m.Data == o.Data && m.URL == o.URL && m.FileID == o.FileID &&
		m.Provider == o.Provider && m.MIMEType == o.MIMEType && m.Text == o.Text && m.Name == o.Name && m.Detail == o.Detail
}

func (f *fitter) clearMedia(s *string, m *Media, code Code, what string) {
	if *s != "" {
		f.lose(code, Dropped, &m.Node, what, *s)
		*s = ""
	}
}

// takesMedia reports whether a block of media is held as it is given, where its
// type is.
func (f *fitter) takesMedia(b Block) bool { return f.holdsSource(MediaOf(b), f.sources(b)) }

// sources is how a block's kind of media may be given.
func (f *fitter) sources(b Block) Sources {
	switch b.(type) {
	case *ImageContent:
		return f.Image
	case *AudioContent:
		return f.Audio
	case *VideoContent:
		return f.Video
	default:
		return f.Document
	}
}

// mediaCode is the code of notes on a block of media.
func mediaCode(b Block) Code {
	switch b.(type) {
	case *ImageContent:
		return CodeImage
	case *AudioContent:
		return CodeAudio
	case *VideoContent:
		return CodeVideo
	default:
		return CodeDocument
	}
}

func (f *fitter) holdsSource(m *Media, s Sources) bool {
	switch {
	case m.Data != "":
		return s&DataSource != 0
	case IsLocal(m.URL):
		return f.Has(LocalFiles)
	case m.URL != "":
		return s&URLSource != 0
	case m.FileID != "":
		return s&FileSource != 0 && (m.Provider == "" || m.Provider == f.Provider || f.Provider == AnyProvider)
	case m.Text != "":
		return s&TextSource != 0
	default: // nothing to see
		return false
	}
}

func sourceCode(m *Media, code Code) Code {
	switch {
	case m.FileID != "":
		return CodeFile
	case m.URL != "":
		return CodeURL
	default:
		return code
	}
}

// omitted is a line of text in the place of media, where text can stand.
func omitted(b Block, held Blocks) Block {
	if held&TextBlock == 0 || held&ToolCallBlock != 0 {
		return nil
	}
	return &TextContent{Text: "(" + b.BlockType() + placeholderEnd}
}
