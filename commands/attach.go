package commands

import (
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/media"
)

// addFiles reads what -F and -a name, in the order given.
func (t *turn) addFiles() error {
	for _, s := range t.p.parsed.settings {
		var b conv.Block
		var err error
		switch s.name {
		case "file":
			b, err = t.p.labelled(s.value)
		case "attach":
			b, err = t.p.attached(s.value)
		default:
			continue
		}
		if err != nil {
			return err
		}
		t.blocks = append(t.blocks, b)
	}
	return nil
}

// labelled is a text file between lines that name it:
//
//	<file name="main.go">
//	…
//	</file>
func (p *program) labelled(name string) (conv.Block, error) {
	label, text, err := "stdin", "", error(nil)
	if name == "-" {
		text, err = p.stdinText()
	} else {
		label = labelEscapes.Replace(printable(name))
		text, err = textOf(name)
	}
	if err != nil {
		return nil, err
	}
	return &conv.TextContent{Text: `<file name="` + label + "\">\n" + text + "\n</file>"}, nil
}

var labelEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;")

// textOf is a text file without the end of its last line.
func textOf(name string) (string, error) {
	b, err := bytesOf(name)
	if err != nil {
		return "", err
	}
	return plainText(name, string(b))
}

// bytesOf is all that a file has that a flag names.
func bytesOf(name string) ([]byte, error) {
	f, _, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, fileFailure(exitUnreadable, name, err)
	}
	return b, nil
}

// openFile opens a file that a flag names, with its size, 0 if that is not
// known.
func openFile(name string) (*os.File, int64, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, fileFailure(exitUnreadable, name, err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		err = fileFailure(exitUnreadable, name, err)
	case info.IsDir():
		err = &failure{code: exitUnreadable, file: name, what: "is a directory"}
	case info.Mode().IsRegular():
		return f, info.Size(), nil
	default:
		return f, 0, nil
	}
	f.Close()
	return nil, 0, err
}

// attached is what -a names: a file, stdin, or an address.
func (p *program) attached(value string) (conv.Block, error) {
	if kind, address, ok := addressOf(value); ok {
		return mediaAt(kind, address)
	}
	var m conv.MediaContent
	var err error
	name := value
	if value == "-" {
		name = stdinName
		m, err = spooled(name, p.stdinReader())
	} else {
		m, err = mediaIn(name)
	}
	if err != nil {
		return nil, err
	}
	x := conv.MediaOf(m)
	if x.Data == "" {
		return nil, &failure{code: exitUnreadable, file: name, what: "is empty"}
	}
	if value != "-" {
		p.compareName(name, x.MIMEType)
		// What is no document has no place for a name in most formats.
		if m.BlockType() == "document" {
			x.Name = filepath.Base(name)
		}
	}
	return m, nil
}

// mediaIn reads a file.
func mediaIn(name string) (conv.MediaContent, error) {
	f, size, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if size == 0 {
		return spooled(name, f)
	}
	m, err := conv.MediaFromReader(f, size)
	if err != nil {
		return nil, fileFailure(exitUnreadable, name, err)
	}
	return m, nil
}

// spooled reads what has no size yet: it is held back until it has, so that
// it is not held twice in memory.
func spooled(name string, r io.Reader) (conv.MediaContent, error) {
	s := &spool{}
	defer s.close()
	if _, err := io.Copy(s, r); err != nil {
		return nil, fileFailure(exitUnreadable, name, err)
	}
	all, size, err := s.reader()
	if err != nil {
		return nil, err
	}
	return conv.MediaFromReader(all, size)
}

// nameTypes is what the ends of names say. The first type is what an address
// is taken for; the bytes of a file may say any.
var nameTypes = map[string][]string{
	".png":  {"image/png", "image/vnd.mozilla.apng"},
	".jpg":  {"image/jpeg"},
	".jpeg": {"image/jpeg"},
	".gif":  {"image/gif"},
	".webp": {"image/webp"},
	".heic": {"image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"},
	".heif": {"image/heif", "image/heic", "image/heic-sequence", "image/heif-sequence"},
	".avif": {"image/avif"},
	".svg":  {"image/svg+xml"},
	".mp3":  {"audio/mpeg"},
	".ogg":  {"audio/ogg", "video/ogg"},
	".oga":  {"audio/ogg"},
	".opus": {"audio/ogg"},
	".flac": {"audio/flac"},
	".wav":  {"audio/wav"},
	".m4a":  {"audio/mp4", "video/mp4"},
	".mp4":  {"video/mp4", "audio/mp4"},
	".m4v":  {"video/mp4", "video/x-m4v"},
	".mov":  {"video/quicktime"},
	".webm": {"video/webm"},
	".pdf":  {"application/pdf"},
	".txt":  {"text/plain"},
}

// compareName says so if a file's name promises another type than its bytes,
// which count.
func (p *program) compareName(name, mimeType string) {
	ext := strings.ToLower(filepath.Ext(name))
	says := nameTypes[ext]
	switch {
	case says == nil || slices.Contains(says, mimeType):
	case strings.HasPrefix(mimeType, "text/") && strings.HasPrefix(says[0], "text/"):
	case mimeType == "application/octet-stream":
		p.remark(name, "the bytes are not those of a "+ext+" file, nor of any type that is known; attached as "+mimeType)
	default:
		p.remark(name, "the bytes are "+mimeType+", whatever the name says; attached as that")
	}
}

// remark tells something about a file that is no failure.
func (p *program) remark(name, what string) {
	if !p.quiet {
		_, _ = p.stderr.WriteString("convo: " + printable(name+": "+what) + "\n")
	}
}

// addressOf takes URL or TYPE=URL apart. ok is false for the name of a file.
func addressOf(value string) (kind, address string, ok bool) {
	if isAddress(value) {
		return "", value, true
	}
	kind, address, ok = strings.Cut(value, "=")
	top, _, _ := strings.Cut(kind, "/")
	if ok && isAddress(address) && slices.Contains([]string{"image", "audio", "video", "document", "application", "text"}, top) {
		return kind, address, true
	}
	return "", "", false
}

// isAddress reports whether a value has a scheme: data:, or one with ://.
func isAddress(value string) bool {
	scheme, _, ok := strings.Cut(value, "://")
	return ok && scheme != "" && !strings.ContainsAny(scheme, "/=. ") || len(value) > 5 && strings.EqualFold(value[:5], "data:")
}

// mediaAt is an address as a block. Its type is the one that was said, else
// the one that its path ends in: nothing is fetched.
func mediaAt(kind, address string) (conv.Block, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, usageError("-a %s: not an address", shortened(address))
	}
	switch strings.ToLower(u.Scheme) {
	case "data":
		return dataAt(kind, address)
	case "http", "https", "gs", "s3":
	default:
		return nil, usageError("-a %s: an address begins with https, http, gs, s3 or data", shortened(address)).withHint("for a file on this machine, give its path")
	}
	if kind == "" {
		types := nameTypes[strings.ToLower(path.Ext(u.Path))]
		if types == nil {
			return nil, usageError("-a %s: the address does not tell what it is", shortened(address)).withHint("say it: -a image=%s, or audio, video, document, or a MIME type", shortened(address))
		}
		kind = types[0]
	}
	m := &conv.Media{URL: address}
	if strings.Contains(kind, "/") {
		m.MIMEType = kind
	}
	return conv.NewMedia(media.Kind(kind), m), nil
}

// dataAt is the block of a data: URL.
func dataAt(kind, address string) (conv.Block, error) {
	if !strings.Contains(kind, "/") {
		kind = ""
	}
	m, err := conv.MediaFromBase64(address, kind)
	if err != nil || conv.MediaOf(m).Data == "" {
		return nil, usageError("-a %s: not the data of a file", shortened(address))
	}
	return m, nil
}
