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
		record.Field(r, key,
			func(d *decoder, p *mediaPart) { *at(p) = d.mediaText(p, key) },
			func(w *rawjson.Writer, p *mediaPart) {
				w.OptField(key, *at(p))
			})
		return r
	}
	source := func(r *record.Record[*decoder, *mediaPart], key string, take func(*conv.Media, string), has func(*conv.Media) bool) *record.Record[*decoder, *mediaPart] {
		record.Field(r, key,
			func(d *decoder, p *mediaPart) {
				if s := d.mediaText(p, key); s != "" {
					p.sources++
					take(p.Media, s)
				}
			},
			func(w *rawjson.Writer, p *mediaPart) {
				w.Key(key)
				w.Joined(residue.URLOf(p.Media, spelling))
			})
		record.If(r, func(p *mediaPart) bool { return has(p.Media) })
		return r
	}
	setURL := func(m *conv.Media, s string) { residue.SetURL(m, s, spelling) }
	setData := func(m *conv.Media, s string) { residue.SetData(m, s, spelling) }
	handle := func(r *record.Record[*decoder, *mediaPart]) *record.Record[*decoder, *mediaPart] {
		r = text(r, "file_id", func(p *mediaPart) *string { return &p.FileID })
		record.Last(r).May(shape.String)
		record.If(r, func(p *mediaPart) bool { return p.Data == "" && p.URL == "" })
		return r
	}
	part := func(kind string) *record.Record[*decoder, *mediaPart] {
		r := record.New[*decoder](residue, "", (*mediaPart).node)
		record.Word(r, "type", kind)
		return r
	}
	marked := func(r *record.Record[*decoder, *mediaPart], detail func() *shape.Shape) *record.Record[*decoder, *mediaPart] {
		r = text(r, "detail", func(p *mediaPart) *string { return &p.Detail })
		record.Last(r).May(detail)
		record.Known(r, "prompt_cache_breakpoint", record.LooseObject)
		r.Then = func(p *mediaPart) {
			if p.FileID != "" {
				p.sources++
				p.Provider = vendor
			}
		}
		return r
	}
	o.image = source(part("input_image"), "image_url", setURL, func(m *conv.Media) bool { return m.Data != "" || m.URL != "" })
	record.Last(o.image).May(shape.Full).Says("An address, or a data: URL.")
	marked(handle(o.image), func() *shape.Shape { return shape.Words("auto low high original").Loose() })
	o.file = text(part("input_file"), "filename", func(p *mediaPart) *string { return &p.Name })
	record.Last(o.file).May(record.LooseString)
	source(o.file, "file_data", setData, func(m *conv.Media) bool { return m.Data != "" })
	record.Last(o.file).May(shape.DataURL)
	source(o.file, "file_url", func(m *conv.Media, s string) { m.URL = s }, func(m *conv.Media) bool { return m.Data == "" && m.URL != "" })
	record.Last(o.file).May(shape.String)
	marked(handle(o.file), record.LooseString)
}

// mediaText reads a string. An empty one is a hint, any other value breaks the
// part.
func (d *decoder) mediaText(p *mediaPart, key string) string {
	switch {
	case d.in.IsNull():
	case d.in.Kind() != rawjson.String:
		p.broken = true
		d.in.Skip()
	default:
		return d.in.OptStr(&p.Node, key)
	}
	return ""
}

// isMedia reads a part. It reports whether the part is media: it has one
// source, and nothing that we could not write again.
func (d *decoder) isMedia(r *record.Record[*decoder, *mediaPart], m *conv.Media) bool {
	p := mediaPart{Media: m}
	record.Read(r, d, &p)
	return !p.broken && p.sources == 1 && (m.Data != "" || m.URL != "" || m.FileID != "")
}
