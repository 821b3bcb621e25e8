package openairesponses

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
)

// inputImage reads an image: a URL, which may contain the data, or a file
// handle.
func (d *decoder) inputImage() conv.Block {
	m := &conv.ImageContent{}
	if !d.mediaPart((*conv.Media)(m), imageKeys) {
		return nil
	}
	return m
}

// inputFile reads a file: its data, its address or its file handle.
func (d *decoder) inputFile() conv.Block {
	m := &conv.DocumentContent{}
	if !d.mediaPart((*conv.Media)(m), fileKeys) {
		return nil
	}
	return m
}

// The fields of a part that hold its media.
var (
	imageKeys = []string{"image_url", "file_id", "detail"}
	fileKeys  = []string{"file_data", "file_url", "file_id", "filename", "detail"}
)

// mediaPart reads a part. It reports whether the part is media: it has one
// source, and nothing that we could not write again.
func (d *decoder) mediaPart(m *conv.Media, keys []string) bool {
	d.Place(&m.Node)
	sources, fits := 0, true
	for key := range d.Fields {
		switch {
		case !slices.Contains(keys, key):
			d.partField(&m.Node, key)
		case d.IsNull():
		case d.Kind() != rawjson.String:
			fits = false
			d.Skip()
		default:
			if s := d.Str(); s == "" {
				residue.SetBlank(&m.Node, key, `""`)
			} else if isSource := takeMedia(m, key, s); isSource {
				sources++
			}
		}
	}
	residue.Settle(&m.Node)
	return fits && sources == 1 && (m.Data != "" || m.URL != "" || m.FileID != "")
}

// takeMedia takes a field with a value, and reports whether it is a source.
func takeMedia(m *conv.Media, key, s string) (source bool) {
	switch key {
	case "detail":
		m.Detail = s
		return false
	case "filename":
		m.Name = s
		return false
	case "file_id":
		m.FileID, m.Provider = s, vendor
	case "file_url":
		m.URL = s
	case "image_url":
		setURL(m, s)
	case "file_data":
		setData(m, s)
	default:
		panic("openairesponses: no field of media: " + key)
	}
	return true
}

// setURL sets the data of an image, if the URL contains it, or else the URL.
// If writing would spell the data URL in another way, it is a hint.
func setURL(m *conv.Media, s string) {
	mime, data, ok := media.DataURL(s)
	if !ok || data == "" {
		m.URL = s
		return
	}
	m.Data, m.MIMEType = data, mime
	keepSpelling(m, s)
}

// keepSpelling remembers a data URL up to its data, or all of it if the data
// were spelled in another way too.
func keepSpelling(m *conv.Media, s string) {
	switch prefix, same := strings.CutSuffix(s, m.Data); {
	case !same:
		residue.Set(&m.Node, hintURL, rawjson.Quoted(s))
	case prefix != media.URL(m.MIMEType, ""):
		residue.Set(&m.Node, hintURL, rawjson.Quoted(prefix))
	}
}

// setData sets the data of a file from a data URL, or from base64, which is a
// hint.
func setData(m *conv.Media, s string) {
	if mime, data, ok := media.DataURL(s); ok && data != "" {
		m.Data, m.MIMEType = data, mime
		keepSpelling(m, s)
		return
	}
	if data, ok := media.Base64(s); ok && data == s {
		m.Data = s
		residue.Set(&m.Node, hintURL, `""`)
	}
}

// urlOf is the URL that the data came from, or one that means the same.
func urlOf(m *conv.Media) string {
	raw := residue.Get(&m.Node, hintURL)
	if raw == "" {
		return media.URL(m.MIMEType, m.Data)
	}
	s := raw.Text()
	if s == "" && m.MIMEType == "" {
		return m.Data
	}
	for _, whole := range []string{s, s + m.Data} {
		if mime, data, ok := media.DataURL(whole); ok && mime == m.MIMEType && data == m.Data {
			return whole
		}
	}
	return media.URL(m.MIMEType, m.Data)
}
