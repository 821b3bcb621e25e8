package openaichat

import (
	"strings"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
)

// speaker is the role whose content is read. It decides which parts are known.
type speaker int

const (
	inUser speaker = iota
	inAssistant
	inResult
	inSystem
)

// content reads a message's content: a string, parts or null. An empty string
// is a block. But in a tool result and in an instruction, where the API always
// wants a string, it is no content.
func content[T any](d *decoder, n *conv.Node, in speaker) []T {
	switch k := d.Kind(); k {
	case rawjson.String:
		t := &conv.TextContent{}
		d.Place(&t.Node)
		if t.Text = d.Text(&t.Node); t.Text == "" && (in == inResult || in == inSystem) {
			return nil
		}
		return []T{any(t).(T)}
	case rawjson.Array:
		var parts []T
		for range d.Elements {
			parts = append(parts, any(d.part(in)).(T))
		}
		if parts == nil && in != inUser {
			residue.SetBlank(n, "content", "[]")
		}
		return parts
	case rawjson.Null:
		d.Skip()
		if in != inAssistant {
			residue.SetBlank(n, "content", "null")
		}
	default:
		d.Fail(d.Offset(), "want content as a string or an array, got %s", k)
	}
	return nil
}

// part reads a content part. A part that its role may not have becomes opaque.
func (d *decoder) part(in speaker) conv.Block {
	at := d.Offset()
	if d.Kind() == rawjson.Object {
		tag, _ := d.FindTag("type")
		if b := d.knownPart(tag, in); b != nil {
			settleMedia(b)
			return b
		}
		d.Notes.Unknown(at, "part", tag)
		d.Rewind(at)
	}
	o := &conv.Opaque{Family: family}
	d.Place(&o.Node)
	o.Raw = d.Raw()
	return o
}

// knownPart reads a part of a known type. It returns nil for an unknown type
// and for a malformed part.
func (d *decoder) knownPart(tag string, in speaker) conv.Block {
	switch {
	case tag == "text":
		return d.textPart(tag, false)
	case tag == "refusal" && in == inAssistant:
		return d.textPart(tag, true)
	case tag == "image_url" && in == inUser:
		return d.imagePart()
	case tag == "input_audio" && in == inUser:
		return d.audioPart()
	case tag == "file" && in == inUser:
		return d.filePart()
	}
	return nil
}

func (d *decoder) textPart(key string, refusal bool) conv.Block {
	t := &conv.TextContent{Refusal: refusal}
	d.Place(&t.Node)
	found := false
	for k := range d.Fields {
		switch {
		case k == key && d.Kind() == rawjson.String:
			found = true
			t.Text = d.Text(&t.Node)
		default:
			d.partMember(&t.Node, k)
		}
	}
	if !found || residue.Get(&t.Node, key) != "" {
		return nil
	}
	return t
}

// partMember reads a field that any part may have.
func (d *decoder) partMember(n *conv.Node, key string) {
	switch key {
	case "type":
		d.Skip()
	case "cache_control", "prompt_cache_breakpoint":
		d.Known(n, key)
	default:
		d.Keep(n, key)
	}
}

// imagePart reads {image_url:{url, detail}}, or {image_url:"…"} as some
// servers send it.
func (d *decoder) imagePart() conv.Block {
	m := &conv.ImageContent{}
	d.Place(&m.Node)
	found := false
	for key := range d.Fields {
		switch {
		case key == "image_url" && d.Kind() == rawjson.String:
			residue.Set(&m.Node, hintForm, `"string"`)
			found = true
			setURL((*conv.Media)(m), d.Str())
		case key == "image_url" && d.Kind() == rawjson.Object:
			for inner := range d.Fields {
				switch kind := d.Kind(); {
				case inner == "url" && kind == rawjson.String:
					found = true
					setURL((*conv.Media)(m), d.Str())
				case inner == "detail" && kind == rawjson.String:
					if m.Detail = d.Str(); m.Detail == "" {
						residue.SetBlank(&m.Node, "image_url.detail", `""`)
					}
				case kind == rawjson.Null:
					d.Skip()
				default:
					d.KeepInside(&m.Node, key, inner, d.Offset())
				}
			}
		default:
			d.partMember(&m.Node, key)
		}
	}
	if !found || !residue.IsWhole(&m.Node, "image_url") {
		return nil
	}
	return m
}

// setURL sets the data of media, if the URL holds it, else the URL. If writing
// would spell a data URL in another way, its prefix is kept, or all of it.
func setURL(m *conv.Media, s string) {
	mime, data, ok := media.DataURL(s)
	if !ok || data == "" {
		m.URL = s
		return
	}
	m.Data, m.MIMEType = data, mime
	switch prefix, same := strings.CutSuffix(s, data); {
	case !same:
		residue.Set(&m.Node, hintForm, rawjson.Quoted(s))
	case prefix != media.URL(mime, ""):
		residue.Set(&m.Node, hintPrefix, rawjson.Quoted(prefix))
	}
}

func (d *decoder) filePart() conv.Block {
	m := &conv.DocumentContent{}
	d.Place(&m.Node)
	found := false
	for key := range d.Fields {
		if key != "file" || d.Kind() != rawjson.Object {
			d.partMember(&m.Node, key)
			continue
		}
		if found { // a repeated field: nobody knows which one counts
			return nil
		}
		found = true
		for inner := range d.Fields {
			d.fileMember((*conv.Media)(m), inner)
		}
	}
	if !found || m.Data == "" && m.FileID == "" && residue.Get(&m.Node, "file") != "" || !residue.IsWhole(&m.Node, "file") {
		return nil
	}
	return m
}

func (d *decoder) fileMember(m *conv.Media, key string) {
	if d.IsNull() {
		return
	}
	if d.Kind() != rawjson.String {
		d.KeepInside(&m.Node, "file", key, d.Offset())
		return
	}
	switch key {
	case "file_data":
		at := d.Offset()
		s := d.Str()
		if !setFileData(m, s) {
			d.Rewind(at)
			d.KeepInside(&m.Node, "file", key, d.Offset())
		}
	case "file_id":
		if m.FileID = d.Str(); m.FileID != "" {
			m.Provider = vendor
		}
	case "filename":
		if m.Name = d.Str(); m.Name == "" {
			residue.SetBlank(&m.Node, "file.filename", `""`)
		}
	default:
		d.KeepInside(&m.Node, "file", key, d.Offset())
	}
}

// setFileData reads a data URL or bare base64.
func setFileData(m *conv.Media, s string) bool {
	if mime, data, ok := media.DataURL(s); ok && data != "" {
		setURL(m, s)
		m.MIMEType = mime
		return true
	}
	data, ok := media.Base64(s)
	if !ok || data != s || s == "" {
		return false
	}
	m.Data = s
	residue.Set(&m.Node, hintPrefix, `""`)
	return true
}

func (d *decoder) audioPart() conv.Block {
	m := &conv.AudioContent{}
	d.Place(&m.Node)
	format, found, named := "", false, false
	for key := range d.Fields {
		if key != "input_audio" || d.Kind() != rawjson.Object {
			d.partMember(&m.Node, key)
			continue
		}
		for inner := range d.Fields {
			switch kind := d.Kind(); {
			case inner == "data" && kind == rawjson.String:
				m.Data, found = d.Str(), true
			case inner == "format" && kind == rawjson.String:
				format, named = d.Str(), true
			default:
				d.KeepInside(&m.Node, key, inner, d.Offset())
			}
		}
	}
	if !found || !named || !residue.IsWhole(&m.Node, "input_audio") {
		return nil
	}
	m.MIMEType = audioType(format)
	if audioFormat(m.MIMEType) != format {
		residue.Set(&m.Node, hintForm, rawjson.Quoted(format))
	}
	return m
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

func settleMedia(b conv.Block) {
	if m := conv.MediaOf(b); m != nil {
		residue.Settle(&m.Node)
	}
}
