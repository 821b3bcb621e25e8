package fit

import (
	"path"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/media"
)

// oneText makes one text, before all media, of the texts of a tool result.
func (f *Fitter) oneText(m *conv.ToolResultMessage, in []conv.ToolResultContent, kept bool) ([]conv.ToolResultContent, bool) {
	if f.Limits&conv.OneResultText == 0 {
		return in, kept
	}
	var texts []string
	var first *conv.TextContent
	var rest []conv.ToolResultContent
	for i, b := range in {
		t, ok := b.(*conv.TextContent)
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
		f.info(conv.CodeOrder, conv.Merged, &m.Node, "text of a tool result, now before its media", "")
	default:
		f.lose(conv.CodeMerge, conv.Merged, &m.Node, "text blocks of a tool result", "")
	}
	if first == nil {
		first = in[slices.IndexFunc(in, isText)].(*conv.TextContent)
	}
	x := *first
	x.Text = strings.Join(texts, "\n")
	return append([]conv.ToolResultContent{&x}, rest...), false
}

func isText(b conv.ToolResultContent) bool {
	_, ok := b.(*conv.TextContent)
	return ok
}

// typed gives media a MIME type where the format demands one: that of its
// bytes or of its address, else the usual one for its kind.
func (f *Fitter) typed(x *conv.Media, kind string, code conv.Code) {
	if f.Limits&conv.TypedMedia == 0 || x.MIMEType != "" && !strings.HasSuffix(x.MIMEType, "*") {
		return
	}
	is := media.Type64(x.Data)
	if x.Data == "" {
		is = typeOfName(x.URL + x.FileID)
	}
	if is == "" || media.Kind(is) != kind {
		is = usualTypes[kind]
	}
	f.info(code, conv.Synthesized, &x.Node, "type of "+kind+", which the format demands:", is)
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
func (f *Fitter) ofType(b conv.Block, x *conv.Media, held conv.Blocks) conv.Block {
	kind := b.BlockType()
	if f.Limits&conv.TypedMedia != 0 {
		kind = media.Kind(x.MIMEType)
	}
	if kind == b.BlockType() {
		return conv.NewMedia(kind, x)
	}
	out := conv.NewMedia(kind, x)
	code := MediaCode(b)
	if !held.Has(out) {
		f.lose(code, conv.Downgraded, &x.Node, b.BlockType()+" of type", x.MIMEType)
		return omitted(b, held)
	}
	f.lose(code, conv.Downgraded, &x.Node, b.BlockType()+", by its type now "+kind+", of type", x.MIMEType)
	return out
}

// nameless leaves of a response format what says what the answer must be.
func (f *Fitter) nameless(r *conv.Request) {
	x := r.ResponseFormat
	if f.Limits&conv.NamelessSchemas == 0 {
		return
	}
	if x.Name != "" || x.Description != "" {
		f.info(conv.CodeParam, conv.Dropped, &r.Node, "parameter", "responseFormat.name")
	}
	if x.Strict != nil {
		f.info(conv.CodeParam, conv.Dropped, &r.Node, "parameter", "responseFormat.strict")
	}
	x.Name, x.Description, x.Strict = "", "", nil
}

// cacheWrites counts what was written to a cache as input, where that is all
// the format has.
func (f *Fitter) cacheWrites(u *conv.Usage) *conv.Usage {
	if f.Limits&conv.NoCacheWrites == 0 || u.CacheWrite == 0 && u.CacheWrite1h == 0 {
		return u
	}
	f.lose(conv.CodeUsage, conv.Downgraded, &u.Node, "cache writes, now input", "")
	x := *u
	x.Input += x.CacheWrite
	x.CacheWrite, x.CacheWrite1h = 0, 0
	return &x
}

// byContent sets a stop for which the format has one word, whether tools are
// called or not: the calls tell.
func (f *Fitter) byContent(m *conv.AssistantMessage) {
	is := conv.StopNormal
	if m.HasCalls() {
		is = conv.StopToolUse
	}
	if m.StopReason == is || m.StopReason != conv.StopNormal && m.StopReason != conv.StopToolUse || !f.oneStop() {
		return
	}
	if is == conv.StopNormal {
		f.lose(conv.CodeStop, conv.Downgraded, &m.Node, "stop reason of an answer without calls", string(m.StopReason))
	} else {
		f.info(conv.CodeStop, conv.Renamed, &m.Node, "stop reason of an answer with calls", string(m.StopReason))
	}
	m.StopReason = is
}

// oneStop reports whether the format has one word for a normal stop and for
// one at a call.
func (f *Fitter) oneStop() bool {
	usual := func(r conv.StopReason) string {
		i := slices.IndexFunc(f.StopWords, func(w conv.StopWord) bool { return w.Reason == r })
		if i < 0 {
			return ""
		}
		return f.StopWords[i].Raw
	}
	word := usual(conv.StopNormal)
	return word != "" && word == usual(conv.StopToolUse)
}

// oneInstruction makes one text of those of an instruction, joined by blank lines.
func (f *Fitter) oneInstruction(m *conv.SystemMessage, in []conv.SystemContent, kept bool) ([]conv.SystemContent, bool) {
	if len(in) == 1 || slices.ContainsFunc(in, isOpaque) {
		return in, kept
	}
	if len(in) == 0 {
		f.info(conv.CodeSynthesized, conv.Synthesized, &m.Node, "empty text of an instruction", "")
		return []conv.SystemContent{&conv.TextContent{}}, false
	}
	f.lose(conv.CodeMerge, conv.Merged, &m.Node, "text blocks of an instruction", "")
	x := *in[0].(*conv.TextContent)
	for _, b := range in[1:] {
		x.Text += "\n\n" + b.(*conv.TextContent).Text
	}
	return []conv.SystemContent{&x}, false
}

func isOpaque(b conv.SystemContent) bool {
	_, ok := b.(*conv.Opaque)
	return ok
}
