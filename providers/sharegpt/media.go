package sharegpt

import (
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// A row lists its media by kind, and a tag in a text stands for the next one:
// {"from":"human","value":"<image>What is it?"} and "images":["a.png"]. LLaVA's rows have
// "image":"a.png", or a list there.
var (
	mediaKinds = [...]string{"image", "video", "audio"}
	mediaKeys  = [...]string{"images", "videos", "audios"}
	mediaTags  = [...]string{"<image>", "<video>", "<audio>"}
)

// matchMedia leaves a list to the tags if it has one medium for each of them.
// Otherwise nobody knows which is whose: the list stays as it is, and the tags
// are text.
func (x *reader) matchMedia() {
	for kind, list := range x.row.media {
		key := mediaKeys[kind]
		if one := x.row.one[kind]; one != "" && list == "" {
			key, list = mediaKinds[kind], asList(one)
		} else if one != "" {
			own.Set(&x.out.Node, mediaKinds[kind], one)
		}
		tags := 0
		for t := range x.turns.All {
			if of := kindOf(t.role); of == user || of == result {
				tags += strings.Count(t.text, mediaTags[kind])
			}
		}
		var entries []string
		strange := false
		for entry := range list.Elements {
			strange = strange || entry[0] != '"'
			entries = append(entries, entry.Text())
		}
		switch {
		case tags > 0 && tags == len(entries) && !strange:
			x.media[kind] = entries
			if key == mediaKinds[kind] {
				own.SetHint(&x.out.Node, key, conv.Raw(strconv.FormatBool(x.row.one[kind][0] == '"')))
			}
		case key == mediaKinds[kind]:
			own.Set(&x.out.Node, key, x.row.one[kind])
		case list != "":
			own.Set(&x.out.Node, key, list)
		}
	}
}

// asList is a list of one text, or the list that a value is.
func asList(one conv.Raw) conv.Raw {
	if one[0] == '"' {
		return "[" + one + "]"
	}
	return one
}

// place puts media into the field that they were read from. A text has room for one.
func (r *row) place(n *conv.Node, kind int, used []conv.Raw) {
	switch was := own.Hint(n, mediaKinds[kind]); {
	case was == "":
		r.media[kind] = rawjson.ArrayOf(used)
	case was == "true" && len(used) == 1:
		r.one[kind] = used[0]
	default:
		r.one[kind] = rawjson.ArrayOf(used)
	}
}

// tag finds the first tag in a text that stands for something; at is -1 if
// there is none.
func (x *reader) tag(text string) (kind, at int) {
	for at = strings.IndexByte(text, '<'); at >= 0; {
		for kind, tag := range mediaTags {
			if len(x.media[kind]) > 0 && strings.HasPrefix(text[at:], tag) {
				return kind, at
			}
		}
		next := strings.IndexByte(text[at+1:], '<')
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return 0, -1
}

// parts is a text and the media that its tags stand for; "" is neither.
func parts[B conv.Block](x *reader, t *turn) (blocks []B) {
	text := t.text
	for {
		kind, at := x.tag(text)
		if at < 0 {
			break
		}
		if at > 0 {
			blocks = append(blocks, conv.Block(&conv.TextContent{Text: text[:at]}).(B))
		}
		m := training.Medium(x.media[kind][0])
		m.SetOffset(t.Offset())
		blocks = append(blocks, m.Block(mediaKinds[kind]).(B))
		x.media[kind], text = x.media[kind][1:], text[at+len(mediaTags[kind]):]
	}
	if text != "" {
		blocks = append(blocks, conv.Block(&conv.TextContent{Text: text}).(B))
	}
	return blocks
}

// tagged is what parts reads. The media go to the lists.
func tagged(lists *[len(mediaKinds)][]conv.Raw, m conv.Message) string {
	var text strings.Builder
	for b := range conv.BlocksOf(m) {
		switch kind := slices.Index(mediaKinds[:], b.BlockType()); b := b.(type) {
		case *conv.TextContent:
			text.WriteString(b.Text)
		case *conv.ImageContent, *conv.VideoContent, *conv.AudioContent:
			lists[kind] = append(lists[kind], rawjson.Quoted(training.Entry(conv.MediaOf(b))))
			text.WriteString(mediaTags[kind])
		}
	}
	return text.String()
}
