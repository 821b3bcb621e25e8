package hfmessages

import (
	"cmp"
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// A row lists its images in a column, and a part of a message stands for the next one:
// {"type":"image"}.
const (
	imagePart  = `{"type":"image"}`
	inlinePart = `"image_url"` // as Chat Completions has it: the image is in the part
)

// images leaves the column to the parts if it has one image for each of them.
// Otherwise nobody knows which is whose: the column stays as it is.
func (d *decoder) images() {
	var parts []*conv.UserContent
	for _, m := range d.out.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			for i, b := range m.Content {
				if isPlaceholder(b) {
					parts = append(parts, &m.Content[i])
				} else if image, ok := b.(*conv.ImageContent); ok {
					training.Own.Set(&image.Node, hintPart, inlinePart)
				}
			}
		default:
			if slices.ContainsFunc(slices.Collect(conv.BlocksOf(m)), isPlaceholder) {
				return
			}
		}
	}
	var list []*conv.ImageContent
	for entry := range training.Own.Get(&d.out.Node, "images").Elements {
		image := imageOf(entry)
		if image == nil || len(list) == len(parts) {
			return
		}
		list = append(list, image)
	}
	if len(list) == 0 || len(list) != len(parts) {
		return
	}
	for i, part := range parts {
		o := (*part).(*conv.Opaque)
		if list[i].SetOffset(o.Offset()); o.Raw != imagePart {
			training.Own.Set(&list[i].Node, hintPart, o.Raw)
		}
		*part = list[i]
	}
	training.Own.Drop(&d.out.Node, "images")
}

// isPlaceholder reports whether a block is a part that stands for an image of the
// column. Its other fields are null.
func isPlaceholder(b conv.Block) bool {
	o, ok := b.(*conv.Opaque)
	if !ok || o.Raw.Lookup("type").Text() != "image" {
		return false
	}
	for key, value := range o.Raw.Fields {
		if key != "type" && value != "null" {
			return false
		}
	}
	return true
}

// imageOf reads an entry of the column: a path, an address, a data URL, or the file as
// tables keep it, {"bytes":…,"path":…}. It is nil for anything else.
func imageOf(entry conv.Raw) *conv.ImageContent {
	if entry == "" {
		return nil
	}
	if entry[0] == '"' {
		return (*conv.ImageContent)(training.Medium(entry.Text()))
	}
	m := &conv.Media{}
	if data, ok := media.Base64(entry.Lookup("bytes").Text()); ok && data != "" {
		if m.Data = data; data != entry.Lookup("bytes").Text() {
			return nil
		}
		m.MIMEType = sniffed(data)
	} else if path := entry.Lookup("path").Text(); path != "" && entry.Lookup("bytes").Text() == "" {
		m = training.Medium(path)
	} else {
		return nil
	}
	training.Own.Set(&m.Node, hintEntry, entry)
	return (*conv.ImageContent)(m)
}

func sniffed(data string) string {
	b, err := conv.MediaFromBase64(data, "")
	if err != nil {
		return ""
	}
	return conv.MediaOf(b).MIMEType
}

// entryOf is what imageOf reads.
func entryOf(image *conv.ImageContent) conv.Raw {
	m := (*conv.Media)(image)
	if raw := training.Own.Get(&m.Node, hintEntry); raw != "" {
		if was := imageOf(raw); was != nil && was.Data == m.Data && was.URL == m.URL && was.MIMEType == m.MIMEType {
			return raw
		}
	}
	return rawjson.Quoted(training.Entry(m))
}

// inColumn is a question whose images go to the column.
func inColumn(m *conv.UserMessage, column *[]conv.Raw) *conv.UserMessage {
	return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		image, ok := b.(*conv.ImageContent)
		if !ok {
			return b
		}
		part := cmp.Or(training.Own.Get(&image.Node, hintPart), imagePart)
		if part == inlinePart {
			return b
		}
		*column = append(*column, entryOf(image))
		return &conv.Opaque{Family: chat.Name, Raw: part}
	})
}
