package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// mediaPart is an image or a file in a message.
type mediaPart struct {
	*conv.Media
	sources int
	broken  bool // it has something that we could not write again
}

func (p *mediaPart) node() *conv.Node { return &p.Node }

// spelling is the hints for the unusual spelling of a data URL.
var spelling = record.DataHints{Whole: hintURL, Prefix: hintURL}

// media describes images and files.
func (o *described) media() {
	text := func(r *record.Record[*decoder, *mediaPart], key string, at func(*mediaPart) *string) *record.Record[*decoder, *mediaPart] {
		return r.Field(key,
			func(d *decoder, p *mediaPart) { *at(p) = d.mediaText(p, key) },
			func(w *rawjson.Writer, p *mediaPart) bool {
				w.OptField(key, *at(p))
				return *at(p) != ""
			})
	}
	source := func(r *record.Record[*decoder, *mediaPart], key string, take func(*conv.Media, string), has func(*conv.Media) bool) *record.Record[*decoder, *mediaPart] {
		return r.Field(key,
			func(d *decoder, p *mediaPart) {
				if s := d.mediaText(p, key); s != "" {
					p.sources++
					take(p.Media, s)
				}
			},
			func(w *rawjson.Writer, p *mediaPart) bool {
				w.Key(key)
				w.Joined(residue.URLOf(p.Media, spelling))
				return true
			}).If(func(p *mediaPart) bool { return has(p.Media) })
	}
	setURL := func(m *conv.Media, s string) { residue.SetURL(m, s, spelling) }
	setData := func(m *conv.Media, s string) { residue.SetData(m, s, spelling) }
	handle := func(r *record.Record[*decoder, *mediaPart]) *record.Record[*decoder, *mediaPart] {
		return text(r, "file_id", func(p *mediaPart) *string { return &p.FileID }).May(shape.String).
			If(func(p *mediaPart) bool { return p.Data == "" && p.URL == "" })
	}
	part := func(kind string) *record.Record[*decoder, *mediaPart] {
		return record.New[*decoder](residue, "", (*mediaPart).node).Lenient().Word("type", kind)
	}
	marked := func(r *record.Record[*decoder, *mediaPart], detail func() *shape.Shape) *record.Record[*decoder, *mediaPart] {
		return text(r, "detail", func(p *mediaPart) *string { return &p.Detail }).May(detail).
			Known("prompt_cache_breakpoint", record.LooseObject).
			Then(func(p *mediaPart) {
				if p.FileID != "" {
					p.sources++
					p.Provider = vendor
				}
			})
	}
	o.image = marked(handle(
		source(part("input_image"), "image_url", setURL, func(m *conv.Media) bool { return m.Data != "" || m.URL != "" }).
			May(shape.Full).Says("An address, or a data: URL.")),
		func() *shape.Shape { return shape.Words("auto low high original").Loose() })
	file := text(part("input_file"), "filename", func(p *mediaPart) *string { return &p.Name }).May(record.LooseString)
	source(file, "file_data", setData, func(m *conv.Media) bool { return m.Data != "" }).May(shape.DataURL)
	source(file, "file_url", func(m *conv.Media, s string) { m.URL = s }, func(m *conv.Media) bool { return m.Data == "" && m.URL != "" }).May(shape.String)
	o.file = marked(handle(file), record.LooseString)
}

// mediaText reads a string. An empty one is a hint, any other value breaks the
// part.
func (d *decoder) mediaText(p *mediaPart, key string) string {
	switch {
	case d.IsNull():
	case d.Kind() != rawjson.String:
		p.broken = true
		d.Skip()
	default:
		return d.OptStr(&p.Node, key)
	}
	return ""
}

// isMedia reads a part. It reports whether the part is media: it has one
// source, and nothing that we could not write again.
func (d *decoder) isMedia(r *record.Record[*decoder, *mediaPart], m *conv.Media) bool {
	p := mediaPart{Media: m}
	r.Read(d, &p)
	return !p.broken && p.sources == 1 && (m.Data != "" || m.URL != "" || m.FileID != "")
}
