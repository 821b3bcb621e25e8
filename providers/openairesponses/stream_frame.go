package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// frame opens an event and its data.
func (s *streamWriter) frame(kind string) {
	record.BeginFrame(s.w, kind)
	s.w.Field("type", kind)
	s.w.IntField("sequence_number", s.sequence)
	s.sequence++
}

// of opens an event about a part of an item.
func (s *streamWriter) of(b *emittedBlock, kind, part string) {
	s.frame(kind)
	s.w.Field("item_id", b.item.id)
	s.w.IntField("output_index", int64(b.item.index))
	if part != "" {
		s.w.IntField(part, int64(b.part))
	}
}

// string writes an event about a part of an item, with one more field.
func (s *streamWriter) string(b *emittedBlock, kind, part, key, value string) {
	s.of(b, kind, part)
	s.w.Field(key, value)
	record.EndFrame(s.w)
}

// add writes that an item begins (write writes the item), and reserves a place
// for it.
func (s *streamWriter) add(id string, item func(*emittedItem)) *emittedItem {
	o := &emittedItem{index: len(s.items), id: id}
	s.items = append(s.items, "")
	s.frame("response.output_item.added")
	s.w.IntField("output_index", int64(o.index))
	s.w.Key("item")
	item(o)
	record.EndFrame(s.w)
	return o
}

// done writes that an item ended, and keeps it for the end of the response.
func (s *streamWriter) done(o *emittedItem) {
	s.items[o.index] = itemOf(o.parts, o.index)
	s.frame("response.output_item.done")
	s.w.IntField("output_index", int64(o.index))
	s.w.RawField("item", s.items[o.index])
	record.EndFrame(s.w)
}

// itemOf is the item for blocks.
func itemOf(blocks []conv.AssistantContent, index int) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) { (&encoder{Writer: w, answer: true}).item(blocks, index) })
}

// orMade is an id, or a made-up one if it is empty.
func (s *streamWriter) orMade(id, prefix string) string {
	if id == "" {
		return placeholder(prefix, len(s.items))
	}
	return id
}
