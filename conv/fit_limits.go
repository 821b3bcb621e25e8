package conv

import (
	"path"
	"slices"
	"strings"

	"convo/conv/media"
)

// oneText makes one text, before all media, of the texts of a tool result.
func (f *fitter) oneText(m *ToolResultMessage, in []ToolResultContent, kept bool) ([]ToolResultContent, bool) {
	if f.Limits&OneResultText == 0 {
		return in, kept
	}
	var texts []string
	var first *TextContent
	var rest []ToolResultContent
	for i, b := range in {
		t, ok := b.(*TextContent)
		if !ok {
			rest = append(rest, b)
			continue
		}
		if texts = append(texts, t.Text); i == 0 {
			first = t
		}
	}
	switch {
	case len(texts) == 0 || len(texts) == 1 && first != nil:
		return in, kept
	case len(texts) == 1:
		f.info(CodeOrder, Merged, &m.Node, "text of a tool result, now before its media", "")
	default:
		f.lose(CodeMerge, Merged, &m.Node, "text blocks of a tool result", "")
	}
	if first == nil {
		first = in[slices.IndexFunc(in, isText)].(*TextContent)
	}
	x := *first
	x.Text = strings.Join(texts, "\n")
	return append([]ToolResultContent{&x}, rest...), false
}

func isText(b ToolResultContent) bool {
	_, ok := b.(*TextContent)
	return ok
}

// typed gives media a MIME type where the format demands one: that of its
// bytes or of its address, else the usual one for its kind.
func (f *fitter) typed(x *Media, kind string, code Code) {
	if f.Limits&TypedMedia == 0 || x.MIMEType != "" && !strings.HasSuffix(x.MIMEType, "*") {
		return
	}
	is := media.Type64(x.Data)
	if x.Data == "" {
		is = typeOfName(x.URL + x.FileID)
	}
	if is == "" || media.Kind(is) != kind {
		is = usualTypes[kind]
	}
	f.info(code, Synthesized, &x.Node, "type of "+kind+", which the format demands:", is)
	x.MIMEType = is
}

// usualTypes are the MIME types of media of which nothing is known.
var usualTypes = map[string]string{
	"image": "image/jpeg", "audio": "audio/mpeg", "video": "video/mp4", "document": "application/pdf",
}

// typeOfName is the MIME type that the end of an address says, "" if none.
func typeOfName(name string) string {
	name, _, _ = strings.Cut(name, "?")
	name, _, _ = strings.Cut(name, "#")
	return namedTypes[strings.ToLower(path.Ext(name))]
}

var namedTypes = map[string]string{
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
	".heic": "image/heic", ".wav": "audio/wav", ".mp3": "audio/mpeg", ".flac": "audio/flac", ".ogg": "audio/ogg",
	".mp4": "video/mp4", ".mov": "video/quicktime", ".webm": "video/webm", ".mpeg": "video/mpeg",
	".pdf": "application/pdf", ".txt": "text/plain", ".md": "text/markdown", ".csv": "text/csv", ".html": "text/html",
}

// ofType is media as the kind of block that its MIME type says, where nothing
// else tells kinds apart.
func (f *fitter) ofType(b Block, x *Media, held Blocks) Block {
	kind := b.BlockType()
	if f.Limits&TypedMedia != 0 {
		kind = media.Kind(x.MIMEType)
	}
	if kind == b.BlockType() {
		return NewMedia(kind, x)
	}
	out := NewMedia(kind, x)
	code := mediaCode(b)
	if !held.Has(out) {
		f.lose(code, Downgraded, &x.Node, b.BlockType()+" of type", x.MIMEType)
		return omitted(b, held)
	}
	f.lose(code, Downgraded, &x.Node, b.BlockType()+", by its type now "+kind+", of type", x.MIMEType)
	return out
}

// nameless leaves of a response format what says what the answer must be.
func (f *fitter) nameless(r *Request) {
	x := r.ResponseFormat
	if f.Limits&NamelessSchemas == 0 {
		return
	}
	if x.Name != "" || x.Description != "" {
		f.info(CodeParam, Dropped, &r.Node, "parameter", "responseFormat.name")
	}
	if x.Strict != nil {
		f.info(CodeParam, Dropped, &r.Node, "parameter", "responseFormat.strict")
	}
	x.Name, x.Description, x.Strict = "", "", nil
}

// cacheWrites counts what was written to a cache as input, where that is all
// the format has.
func (f *fitter) cacheWrites(u *Usage) *Usage {
	if f.Limits&NoCacheWrites == 0 || u.CacheWrite == 0 && u.CacheWrite1h == 0 {
		return u
	}
	f.lose(CodeUsage, Downgraded, &u.Node, "cache writes, now input", "")
	x := *u
	x.Input += x.CacheWrite
	x.CacheWrite, x.CacheWrite1h = 0, 0
	return &x
}

// byContent sets a stop for which the format has one word, whether tools are
// called or not: the calls tell.
func (f *fitter) byContent(m *AssistantMessage) {
	is := StopNormal
	if m.HasCalls() {
		is = StopToolUse
	}
	if m.StopReason == is || m.StopReason != StopNormal && m.StopReason != StopToolUse || !f.oneStop() {
		return
	}
	if is == StopNormal {
		f.lose(CodeStop, Downgraded, &m.Node, "stop reason of an answer without calls", string(m.StopReason))
	} else {
		f.info(CodeStop, Renamed, &m.Node, "stop reason of an answer with calls", string(m.StopReason))
	}
	m.StopReason = is
}

// oneStop reports whether the format has one word for a normal stop and for
// one at a call.
func (f *fitter) oneStop() bool {
	usual := func(r StopReason) string {
		i := slices.IndexFunc(f.StopWords, func(w StopWord) bool { return w.Reason == r })
		if i < 0 {
			return ""
		}
		return f.StopWords[i].Raw
	}
	word := usual(StopNormal)
	return word != "" && word == usual(StopToolUse)
}

// oneInstruction makes one text of those of an instruction, joined by blank lines.
func (f *fitter) oneInstruction(m *SystemMessage, in []SystemContent, kept bool) ([]SystemContent, bool) {
	if len(in) == 1 || slices.ContainsFunc(in, isOpaque) {
		return in, kept
	}
	if len(in) == 0 {
		f.info(CodeSynthesized, Synthesized, &m.Node, "empty text of an instruction", "")
		return []SystemContent{&TextContent{}}, false
	}
	f.lose(CodeMerge, Merged, &m.Node, "text blocks of an instruction", "")
	x := *in[0].(*TextContent)
	for _, b := range in[1:] {
		x.Text += "\n\n" + b.(*TextContent).Text
	}
	return []SystemContent{&x}, false
}

func isOpaque(b SystemContent) bool {
	_, ok := b.(*Opaque)
	return ok
}
