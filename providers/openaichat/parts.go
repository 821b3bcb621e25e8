package openaichat

import (
	"fmt"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// mediaPart is a part that is not text.
type mediaPart struct {
	*conv.Media
	broken bool // it lacks its source, or has more than one
	files  int
}

func (p *mediaPart) node() *conv.Node { return &p.Node }

func (p *mediaPart) lacks() { p.broken = true }

// spelling is the hints that say how a data URL was spelled.
var spelling = record.DataHints{Whole: hintForm, Prefix: hintPrefix}

// parts describes the content parts.
func (o *described) parts() {
	mark := func() *shape.Shape {
		return shape.Object(shape.Must("mode", shape.String()), shape.May("ttl", record.LooseString())).Loose()
	}
	text := func(kind string, mark func() *shape.Shape) *record.Record[*decoder, *conv.TextContent] {
		r := record.New[*decoder](residue, kind+"_part", func(t *conv.TextContent) *conv.Node { return &t.Node })
		record.Word(r, "type", kind)
		record.Text(r, kind, func(t *conv.TextContent) *string { return &t.Text })
		record.Absent(r, func(t *conv.TextContent) { residue.Set(&t.Node, kind, "null") })
		record.Known(r, "cache_control", nil)
		record.Known(r, "prompt_cache_breakpoint", mark)
		return r
	}
	o.text, o.refusal = text("text", mark), text("refusal", nil)

	o.thought = record.New[*decoder](residue, "thinking_part", func(t *conv.ThinkingContent) *conv.Node { return &t.Node })
	record.Word(o.thought, "type", "thinking")
	record.Field(o.thought, "thinking", (*decoder).thought, writeThought)
	record.Known(o.thought, "signature", nil)
	record.Known(o.thought, "closed", nil)

	part := func(name, kind string) *record.Record[*decoder, *mediaPart] {
		r := record.New[*decoder](residue, name, (*mediaPart).node)
		record.Word(r, "type", kind)
		return r
	}
	marked := func(r *record.Record[*decoder, *mediaPart]) *record.Record[*decoder, *mediaPart] {
		record.Absent(r, (*mediaPart).lacks)
		record.Known(r, "cache_control", nil)
		record.Known(r, "prompt_cache_breakpoint", mark)
		return r
	}
	inside := func(outer string) *record.Record[*decoder, *mediaPart] {
		r := record.New[*decoder](residue, "", (*mediaPart).node)
		r.Outer = outer
		return r
	}
	o.url = inside("image_url")
	record.Field(o.url, "url",
		func(d *decoder, p *mediaPart) { residue.SetURL(p.Media, d.in.Str(), spelling) },
		func(w *rawjson.Writer, p *mediaPart) {
			w.Key("url")
			w.Joined(residue.URLOf(p.Media, spelling))
		}).Of(rawjson.String).Must(shape.Full)
	record.Absent(o.url, (*mediaPart).lacks)
	record.OptStr(o.url, "detail", func(p *mediaPart) *string { return &p.Detail }).
		May(func() *shape.Shape { return shape.Words("auto low high original") })
	o.image = part("image_part", "image_url")
	record.Field(o.image, "image_url", (*decoder).imageURL, writeImageURL).Must(func() *shape.Shape { return record.Shape(o.url).Loose() })
	marked(o.image)

	sound := inside("")
	record.Str(sound, "data", func(p *mediaPart) *string { return &p.Data }).Must(shape.Base64)
	record.Absent(sound, (*mediaPart).lacks)
	record.Field(sound, "format", (*decoder).audioFormat, writeAudioFormat).Of(rawjson.String).
		Must(func() *shape.Shape { return shape.Words("wav mp3") })
	record.Absent(sound, (*mediaPart).lacks)
	o.audio = part("audio_part", "input_audio")
	record.Inside(o.audio, "input_audio", sound).Must(func() *shape.Shape { return record.Shape(sound).Loose() })
	marked(o.audio)

	file := inside("file")
	record.OptStr(file, "filename", func(p *mediaPart) *string { return &p.Name }).May(shape.String)
	record.Field(file, "file_data", (*decoder).fileData, func(w *rawjson.Writer, p *mediaPart) {
		w.Key("file_data")
		w.Joined(residue.URLOf(p.Media, spelling))
	}).Of(rawjson.String).May(shape.DataURL)
	record.If(file, func(p *mediaPart) bool { return p.Data != "" })
	record.OptStr(file, "file_id", func(p *mediaPart) *string { return &p.FileID }).May(shape.String)
	file.Then = func(p *mediaPart) {
		if p.FileID != "" {
			p.Provider = vendor
		}
		p.files++ // of a repeated field nobody knows which one counts
		p.broken = p.broken || p.files > 1 || p.Data == "" && p.FileID == "" && residue.Get(&p.Node, "file") != ""
	}
	o.file = part("file_part", "file")
	record.Inside(o.file, "file", file).Must(func() *shape.Shape { return record.Shape(file).SomeOf("file_data", "file_id").Loose() })
	marked(o.file)
}

// partShape is a content part of any message.
func partShape() *shape.Shape {
	o := objects()
	return shape.ByTag("type",
		shape.When("text", record.Shape(o.text)),
		shape.When("image_url", record.Shape(o.image)),
		shape.When("input_audio", record.Shape(o.audio)),
		shape.When("file", record.Shape(o.file)),
		shape.When("refusal", record.Shape(o.refusal)),
	).Dialects(shape.Anything(), nil)
}

// part reads a content part. A part that its role may not have becomes opaque.
func (d *decoder) part(in speaker) conv.Block {
	at := d.in.Offset()
	if d.in.Kind() == rawjson.Object {
		tag := d.in.Tag("type")
		if b := d.knownPart(tag, in); b != nil {
			return b
		}
		if tag != "image" || !d.thread.Templates {
			d.in.Notes.Unknown(at, "part", tag)
		}
		d.in.Rewind(at)
	}
	return d.in.Opaque()
}

// knownPart reads a part of a known type. It returns nil for an unknown type
// and for a malformed part.
func (d *decoder) knownPart(tag string, in speaker) conv.Block {
	o := objects()
	switch {
	case tag == "text", tag == "refusal" && in == inAssistant:
		t, r := &d.nodes().texts.New().TextContent, o.text
		if t.Refusal = tag == "refusal"; t.Refusal {
			r = o.refusal
		}
		if record.Read(r, d, t); residue.Get(&t.Node, tag) == "" {
			return t
		}
	case tag == "thinking" && in == inAssistant:
		t := &conv.ThinkingContent{}
		if record.Read(o.thought, d, t); t.ThinkingSignature != "" {
			return t
		}
	case in != inUser:
	case tag == "image_url":
		if m := (&conv.ImageContent{}); d.isMedia(o.image, (*conv.Media)(m), tag) {
			return m
		}
	case tag == "input_audio":
		if m := (&conv.AudioContent{}); d.isMedia(o.audio, (*conv.Media)(m), tag) {
			return m
		}
	case tag == "file":
		if m := (&conv.DocumentContent{}); d.isMedia(o.file, (*conv.Media)(m), tag) {
			return m
		}
	}
	return nil
}

// thought reads the texts of a thinking part. Anything else in it makes the part unknown.
func (d *decoder) thought(t *conv.ThinkingContent) {
	raw := d.in.Raw()
	text, plain, ok := thoughtOf(raw)
	if !ok {
		return
	}
	t.Thinking, t.ThinkingSignature = text, format.ThinkingPart
	if !plain {
		residue.Set(&t.Node, hintForm, raw)
	}
}

// thoughtOf joins a list of texts. It is plain if it is one text with nothing else, and
// not ok if it is another value.
func thoughtOf(list conv.Raw) (text string, plain, ok bool) {
	if list == "" || list[0] != '[' {
		return "", false, false
	}
	var all []string
	for part := range list.Elements {
		said := part.Lookup("text")
		if part.Lookup("type") != `"text"` || said == "" || said[0] != '"' {
			return "", false, false
		}
		all = append(all, said.Text())
		plain = len(part.Members()) == 2
	}
	return strings.Join(all, ""), plain && len(all) == 1, true
}

func writeThought(w *rawjson.Writer, t *conv.ThinkingContent) {
	w.Key("thinking")
	list := residue.Get(&t.Node, hintForm)
	if was, _, ok := thoughtOf(list); ok && was == t.Thinking {
		w.Raw(list)
		return
	}
	w.BeginArray()
	record.Write(objects().text, w, &conv.TextContent{Text: t.Thinking})
	w.EndArray()
}

// isMedia reads a part with media at a key. It reports whether it has a source.
func (d *decoder) isMedia(r *record.Record[*decoder, *mediaPart], m *conv.Media, outer string) bool {
	p := mediaPart{Media: m}
	record.Read(r, d, &p)
	return !p.broken && residue.IsWhole(&m.Node, outer)
}

// imageURL reads {url, detail}, or the URL alone as some servers send it.
func (d *decoder) imageURL(p *mediaPart) {
	switch d.in.Kind() {
	case rawjson.String:
		residue.Set(&p.Node, hintForm, `"string"`)
		residue.SetURL(p.Media, d.in.Str(), spelling)
	case rawjson.Object:
		record.ReadInside(objects().url, d, p)
	default:
		d.Keep(&p.Node, "image_url")
	}
}

func writeImageURL(w *rawjson.Writer, p *mediaPart) {
	w.Key("image_url")
	if residue.Text(&p.Node, hintForm) == "string" && p.Detail == "" {
		w.Joined(residue.URLOf(p.Media, spelling))
	} else {
		record.WriteInside(objects().url, w, p)
	}
}

// fileData reads a data URL or bare base64.
func (d *decoder) fileData(p *mediaPart) {
	at := d.in.Offset()
	if !residue.SetData(p.Media, d.in.Str(), spelling) {
		d.in.Rewind(at)
		d.in.KeepInside(&p.Node, "file", "file_data", at)
	}
}

// audioFormat reads the API's name for a type of sound.
func (d *decoder) audioFormat(p *mediaPart) {
	format := d.in.Str()
	p.MIMEType = audioType(format)
	if audioFormat(p.MIMEType) != format {
		residue.Set(&p.Node, hintForm, rawjson.Quoted(format))
	}
}

func writeAudioFormat(w *rawjson.Writer, p *mediaPart) {
	format := audioFormat(p.MIMEType)
	if said := residue.Text(&p.Node, hintForm); said != "" && audioType(said) == p.MIMEType {
		format = said
	}
	w.Field("format", format)
}

// audioType is the MIME type of an audio format of the API.
func audioType(format string) string {
	switch format {
	case "":
		return ""
	case "mp3":
		return "audio/mpeg"
	default:
		return "audio/" + strings.ToLower(format)
	}
}

// audioFormat is the API's name for a MIME type.
func audioFormat(mime string) string {
	switch s := strings.TrimPrefix(mime, "audio/"); s {
	case "mpeg", "mp3":
		return "mp3"
	case "wave", "x-wav", "vnd.wave":
		return "wav"
	default:
		return s
	}
}

// writePart writes a content part. Fit left only these.
func writePart(w *rawjson.Writer, b conv.Block) {
	o := objects()
	switch b := b.(type) {
	case *conv.TextContent:
		if b.Refusal {
			record.Write(o.refusal, w, b)
		} else {
			record.Write(o.text, w, b)
		}
	case *conv.ThinkingContent:
		record.Write(o.thought, w, b)
	case *conv.ImageContent:
		record.Write(o.image, w, &mediaPart{Media: (*conv.Media)(b)})
	case *conv.AudioContent:
		record.Write(o.audio, w, &mediaPart{Media: (*conv.Media)(b)})
	case *conv.DocumentContent:
		record.Write(o.file, w, &mediaPart{Media: (*conv.Media)(b)})
	case *conv.Opaque:
		w.Raw(b.Raw)
	default:
		panic(fmt.Sprintf("openaichat: %T is not a content part", b))
	}
}
