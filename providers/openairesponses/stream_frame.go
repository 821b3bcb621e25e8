package openairesponses

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// frame opens an event of the wire and its data.
func (s *streamWriter) frame(kind string) {
	s.w.Text("event: ")
	s.w.Text(kind)
	s.w.Text("\ndata: ")
	s.w.BeginObject()
	s.w.Field("type", kind)
	s.w.Key("sequence_number")
	s.w.Int(s.sequence)
	s.sequence++
}

func (s *streamWriter) frameEnd() {
	s.w.EndObject()
	s.w.Text("\n\n")
}

// of opens an event of a part of an item.
func (s *streamWriter) of(b *emittedBlock, kind, part string) {
	s.frame(kind)
	s.w.Field("item_id", b.item.id)
	s.w.Key("output_index")
	s.w.Int(int64(b.item.index))
	if part != "" {
		s.w.Key(part)
		s.w.Int(int64(b.part))
	}
}

// string writes an event of a part of an item that says one thing more.
func (s *streamWriter) string(b *emittedBlock, kind, part, key, value string) {
	s.of(b, kind, part)
	s.w.Field(key, value)
	s.frameEnd()
}

// add writes that an item is added, which a function writes, and makes room
// for it.
func (s *streamWriter) add(id string, item func(*emittedItem)) *emittedItem {
	o := &emittedItem{index: len(s.items), id: id}
	s.items = append(s.items, "")
	s.frame("response.output_item.added")
	s.w.Key("output_index")
	s.w.Int(int64(o.index))
	s.w.Key("item")
	item(o)
	s.frameEnd()
	return o
}

// done writes that an item ended, and keeps it for the end of the response.
func (s *streamWriter) done(o *emittedItem) {
	s.items[o.index] = itemOf(o.parts, o.index)
	s.frame("response.output_item.done")
	s.w.Key("output_index")
	s.w.Int(int64(o.index))
	s.w.Key("item")
	s.w.Raw(s.items[o.index])
	s.frameEnd()
}

// itemOf is the item of blocks.
func itemOf(blocks []conv.AssistantContent, index int) conv.Raw {
	e := encoder{Writer: rawjson.NewWriter(nil), answer: true}
	e.item(blocks, index)
	return conv.Raw(e.Bytes())
}

// orMade is an id, or the one of an item that has none.
func (s *streamWriter) orMade(id, prefix string) string {
	if id == "" {
		return placeholder(prefix, len(s.items))
	}
	return id
}
