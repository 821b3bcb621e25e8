package turn

import (
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/media"
)

// addFiles reads what -F and -a name, in the order given.
func (t *turn) addFiles() error {
	for _, s := range t.p.Parsed.Settings {
		var b conv.Block
		var err error
		switch s.Name {
		case "file":
			b, err = labelled(t.p, s.Value)
		case "attach":
			b, err = attached(t.p, s.Value)
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
func labelled(p *frame.Program, name string) (conv.Block, error) {
	label, text, err := "stdin", "", error(nil)
	if name == "-" {
		text, err = p.StdinText()
	} else {
		label = labelEscapes().Replace(terminal.Printable(name))
		text, err = frame.TextOf(name)
	}
	if err != nil {
		return nil, err
	}
	return &conv.TextContent{Text: `<file name="` + label + "\">\n" + text + "\n</file>"}, nil
}

func labelEscapes() *strings.Replacer {
	return strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;")
}

// attached is what -a names: a file, stdin, or an address.
func attached(p *frame.Program, value string) (conv.Block, error) {
	if kind, address, ok := addressOf(value); ok {
		return mediaAt(kind, address)
	}
	var m conv.MediaContent
	var err error
	name := value
	if value == "-" {
		name = frame.StdinName
		m, err = pipe.Spooled(name, p.StdinReader())
	} else {
		m, err = pipe.MediaIn(name)
	}
	if err != nil {
		return nil, err
	}
	x := conv.MediaOf(m)
	if x.Data == "" {
		return nil, &frame.Failure{Code: frame.ExitUnreadable, File: name, What: "is empty"}
	}
	if value != "-" {
		compareName(p, name, x.MIMEType)
		// What is no document has no place for a name in most formats.
		if m.BlockType() == "document" {
			x.Name = filepath.Base(name)
		}
	}
	return m, nil
}

// nameTypes is what the ends of names say. The first type is what an address
// is taken for; the bytes of a file may say any.
var nameTypes = []struct {
	ending string
	types  []string
}{
	{".png", []string{"image/png", "image/vnd.mozilla.apng"}},
	{".jpg", []string{"image/jpeg"}},
	{".jpeg", []string{"image/jpeg"}},
	{".gif", []string{"image/gif"}},
	{".webp", []string{"image/webp"}},
	{".heic", []string{"image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"}},
	{".heif", []string{"image/heif", "image/heic", "image/heic-sequence", "image/heif-sequence"}},
	{".avif", []string{"image/avif"}},
	{".svg", []string{"image/svg+xml"}},
	{".mp3", []string{"audio/mpeg"}},
	{".ogg", []string{"audio/ogg", "video/ogg"}},
	{".oga", []string{"audio/ogg"}},
	{".opus", []string{"audio/ogg"}},
	{".flac", []string{"audio/flac"}},
	{".wav", []string{"audio/wav"}},
	{".m4a", []string{"audio/mp4", "video/mp4"}},
	{".mp4", []string{"video/mp4", "audio/mp4"}},
	{".m4v", []string{"video/mp4", "video/x-m4v"}},
	{".mov", []string{"video/quicktime"}},
	{".webm", []string{"video/webm"}},
	{".pdf", []string{"application/pdf"}},
	{".txt", []string{"text/plain"}},
}

// typesOf is what the end of a name says, nil if that is nothing.
func typesOf(ending string) []string {
	ending = strings.ToLower(ending)
	for _, t := range nameTypes {
		if t.ending == ending {
			return t.types
		}
	}
	return nil
}

// compareName says so if a file's name promises another type than its bytes,
// which count.
func compareName(p *frame.Program, name, mimeType string) {
	ext := strings.ToLower(filepath.Ext(name))
	says := typesOf(ext)
	switch {
	case says == nil || slices.Contains(says, mimeType):
	case strings.HasPrefix(mimeType, "text/") && strings.HasPrefix(says[0], "text/"):
	case mimeType == "application/octet-stream":
		p.Note("%s: the content is not of type %s or any other known type; attached as %s", name, ext, mimeType)
	default:
		p.Note("%s: the content is %s, although the name says otherwise; attached as that", name, mimeType)
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
		return nil, frame.UsageError("-a %s: not a URL", frame.Shortened(address))
	}
	switch strings.ToLower(u.Scheme) {
	case "data":
		return dataAt(kind, address)
	case "http", "https", "gs", "s3":
	default:
		return nil, frame.UsageError("-a %s: the URL must begin with https, http, gs, s3 or data", frame.Shortened(address)).WithHint("for a file on this machine, give its path")
	}
	if kind == "" {
		types := typesOf(path.Ext(u.Path))
		if types == nil {
			return nil, frame.UsageError("-a %s: the type of the URL is not known", frame.Shortened(address)).WithHint("give its type: -a image=%s (or audio=, video=, document=, or a MIME type)", terminal.ShellWord(frame.Shortened(address)))
		}
		kind = types[0]
	}
	m := &conv.Media{URL: address}
	if strings.Contains(kind, "/") {
		m.MIMEType = kind
	}
	return m.Block(media.Kind(kind)), nil
}

// dataAt is the block of a data: URL.
func dataAt(kind, address string) (conv.Block, error) {
	if !strings.Contains(kind, "/") {
		kind = ""
	}
	m, err := conv.MediaFromBase64(address, kind)
	if err != nil || conv.MediaOf(m).Data == "" {
		return nil, frame.UsageError("-a %s: not a valid data URL", frame.Shortened(address))
	}
	return m, nil
}
