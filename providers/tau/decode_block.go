package tau

import (
	"strings"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// eachContent reads the contents of a message block by block: block reads one
// of a type.
func (d *decoder) eachContent(block func(typ string)) {
	if d.head.contents < 0 || d.in.Err() != nil {
		return
	}
	d.in.Rewind(d.head.contents)
	for range d.in.Elements {
		if !d.in.WantObject("a content block") {
			return
		}
		typ := d.in.Tag("type")
		if typ == "" {
			d.in.Refuse("a content block without a type")
			return
		}
		block(typ)
	}
}

// contents reads the contents of a message.
func contents[B conv.Block](d *decoder) []B {
	list := []B{}
	d.eachContent(func(typ string) { list = appendBlocks(d, list, typ) })
	return list
}

// appendBlocks appends the block that is next: one block for each element of a
// list of media, else one. A block that its message cannot hold is opaque.
func appendBlocks[B conv.Block](d *decoder, list []B, typ string) []B {
	start, before := d.in.Offset(), len(list)
	one, more := d.blocks(typ)
	if x, fits := one.(B); fits {
		list = append(list, x)
	}
	for _, b := range more {
		if x, fits := b.(B); fits {
			list = append(list, x)
		}
	}
	if len(list) > before && d.isPast(start) {
		return list
	}
	d.in.Rewind(start)
	x, _ := any(d.opaque(typ)).(B)
	return append(list[:before], x)
}

// blocks reads the block that is next, or several of a list of media.
func (d *decoder) blocks(typ string) (one conv.Block, more []conv.Block) {
	one, ok := d.block(typ)
	if !ok {
		return nil, d.mediaOf(typ)
	}
	return one, nil
}

// isPast reports whether a value at an offset was read.
func (d *decoder) isPast(start int) bool { return d.in.Offset() > start && d.in.Err() == nil }

// opaque keeps the block that is next as it is.
func (d *decoder) opaque(typ string) *conv.Opaque {
	if typ != "lines" {
		d.in.Notes.Unknown(d.in.Offset(), "block type", typ)
	}
	return d.in.Opaque()
}

// answer reads the contents of an answer: text, reasoning and calls.
func (d *decoder) answer() []conv.AssistantContent {
	list := []conv.AssistantContent{}
	d.eachContent(func(typ string) {
		switch typ {
		case "text", "thinking", "tool_call":
			list = appendBlocks(d, list, typ)
		default:
			list = append(list, d.opaque(typ))
		}
	})
	return list
}

// block reads a block of a type that has no list.
func (d *decoder) block(typ string) (b conv.Block, ok bool) {
	switch typ {
	case "text":
		t := d.texts.New()
		record.Read(objects().text, d, t)
		return t, true
	case "thinking":
		t := &conv.ThinkingContent{}
		record.Read(objects().thinking, d, t)
		return t, true
	case "tool_call":
		t := d.calls.New()
		record.Read(objects().call, d, t)
		return t, true
	}
	return nil, false
}

// mediaOf reads the blocks of a list of media; nil for another type.
func (d *decoder) mediaOf(typ string) []conv.Block {
	switch typ {
	case "image", "audio", "video", "file":
		return d.media(typ)
	}
	return nil
}

// arguments reads the arguments of a call.
func (d *decoder) arguments(t *conv.ToolCall) {
	switch t.Arguments = "{}"; d.in.Kind() {
	case rawjson.Object:
		t.Arguments = d.in.Raw()
	case rawjson.Null:
		d.in.Skip()
	default:
		d.in.Refuse("args must be an object, got %s", d.in.Kind())
	}
}

// mediaKeys are the names of the lists of media, by block type: first the
// specification's, then that of later releases.
func mediaKeys(typ string) []string {
	switch typ {
	case "image":
		return []string{"images"}
	case "audio":
		return []string{"audio", "audios"}
	case "video":
		return []string{"video", "videos"}
	case "file":
		return []string{"files"}
	}
	return nil
}

// blockType is the neutral name of one of Tau's types of media.
func blockType(typ string) string {
	if typ == "file" {
		return "document"
	}
	return typ
}

// media reads a list of media as a block for each. An element is base64, a
// URL, or file: and a path. No file is read here.
func (d *decoder) media(typ string) []conv.Block {
	var list []*conv.Media
	var rest conv.Node
	var mime *string
	name := mediaKeys(typ)[0]
	start := d.in.Offset()
	for key := range d.in.Fields {
		switch {
		case key == "type":
		case key == mediaKeys(typ)[0] || len(mediaKeys(typ)) > 1 && key == mediaKeys(typ)[1]:
			name, list = key, nil
			for range d.in.Elements {
				list = append(list, d.medium(typ))
			}
		case key == keyType:
			s := d.in.Str()
			mime = &s
		case key == "dimension_note" && d.in.Kind() == rawjson.Null:
		default:
			d.in.Keep(&rest, key)
		}
	}
	if name != mediaKeys(typ)[0] {
		residue.Set(&rest, hintKey, rawjson.Quoted(name))
	}
	var out []conv.Block
	for i, m := range list {
		if i > 0 {
			residue.Set(&m.Node, hintList, "true")
		} else {
			setAll(&m.Node, residue.Of(&rest))
			if m.SetOffset(start); mime != nil && m.Data != "" {
				m.MIMEType = *mime
			}
		}
		out = append(out, m.Block(blockType(typ)))
	}
	return out
}

// medium reads one element of a list of media.
func (d *decoder) medium(typ string) *conv.Media {
	m := &conv.Media{}
	at := d.in.Offset()
	m.SetOffset(at)
	if k := d.in.Kind(); k != rawjson.String {
		d.in.Refuse("want %s as text, got %s", typ, k)
		return m
	}
	s := d.in.Text(&m.Node)
	if media.IsLocal(s) || typ == "image" && strings.HasPrefix(s, "http") {
		m.URL = s
		return m
	}
	var ok bool
	if m.MIMEType, m.Data, ok = media.DataURL(s); !ok {
		m.Data, ok = media.Base64(s)
	}
	if !ok || m.Data == "" {
		d.in.Fail(at, "want %s as base64, a URL, or file: and a path", typ)
		return m
	}
	if m.Data != s {
		residue.Set(&m.Node, hintData, rawjson.Quoted(s))
	}
	if m.MIMEType == "" {
		m.MIMEType = sniffed(typ, m.Data)
	}
	return m
}

// sniffed is the MIME type that the first bytes show, or else the one that Tau
// assumes.
func sniffed(typ, data string) string {
	t := media.Type64(data)
	switch {
	case typ == "file" && t != "":
		return t
	case typ == "file":
		return "application/pdf"
	case strings.HasPrefix(t, typ+"/"):
		return t
	case typ == "image":
		return "image/png"
	case typ == "audio":
		return "audio/mpeg"
	default:
		return "video/mp4"
	}
}
