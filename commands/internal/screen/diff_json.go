package screen

import (
	"convo/conv"
	"convo/conv/diff"
	"convo/conv/rawjson"
)

// jsonDiff writes what differs for programs: one object, with all of it.
type jsonDiff struct {
	w *rawjson.Writer
}

func (d *jsonDiff) begin(names, formats [2]string) error {
	d.w.BeginObject()
	for i, key := range [...]string{"a", "b"} {
		d.w.ObjectField(key)
		d.w.Field("file", names[i])
		d.w.Field("format", formats[i])
		d.w.EndObject()
	}
	d.w.ArrayField("changes")
	return nil
}

func (d *jsonDiff) end(differs bool) error {
	d.w.EndArray()
	d.w.BoolField("equal", !differs)
	d.w.EndObject()
	d.w.Text("\n")
	return d.w.Flush()
}

func (d *jsonDiff) result(number int, r *diff.Result, whole [2]*conv.Conversation) error {
	w := d.w
	if number > 1 && (whole[0] == nil || whole[1] == nil) {
		c, change := whole[1], diff.Added
		if c == nil {
			c, change = whole[0], diff.Removed
		}
		d.open(change, number)
		w.IntField("messages", int64(len(c.Messages)))
		w.EndObject()
		return w.Flush()
	}
	for _, v := range r.Values {
		d.open(diff.Changed, number)
		d.value(v)
		w.EndObject()
	}
	for i := range r.Messages {
		if m := &r.Messages[i]; m.Change != diff.Same {
			d.open(m.Change, number)
			if err := d.message(m); err != nil {
				return err
			}
			w.EndObject()
		}
	}
	return w.Flush()
}

func (d *jsonDiff) open(c diff.Change, number int) {
	d.w.BeginObject()
	d.w.Field("change", string(c))
	d.w.IntField("conversation", int64(number-1))
}

func (d *jsonDiff) message(m *diff.Message) error {
	w := d.w
	for i, at := range [...]int{m.A, m.B} {
		if at >= 0 {
			w.IntField([...]string{"a", "b"}[i], int64(at))
		}
	}
	w.Field("role", string(conv.RoleOf(m.Either())))
	if m.Change == diff.Added || m.Change == diff.Removed {
		data, err := conv.Native.MarshalMessage(m.Either())
		if err != nil {
			return err
		}
		w.RawField("message", rawjson.Raw(data))
	}
	d.values("fields", m.Values)
	if len(m.Blocks) == 0 {
		return nil
	}
	w.ArrayField("blocks")
	for i := range m.Blocks {
		b := &m.Blocks[i]
		w.BeginObject()
		w.Field("change", string(b.Change))
		w.Field("type", b.Either().BlockType())
		switch call, ok := b.Either().(*conv.ToolCall); {
		case ok:
			w.Field("name", call.Name)
		case b.Text != nil:
			d.pieces(b.Text)
		}
		if b.Change == diff.Added || b.Change == diff.Removed {
			d.block(b.Either())
		}
		d.values("arguments", b.Values)
		w.EndObject()
	}
	w.EndArray()
	return nil
}

// block writes what a block says that only one side has.
func (d *jsonDiff) block(b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		d.w.Field("text", b.Text)
	case *conv.ThinkingContent:
		d.w.Field("text", b.Thinking)
	case *conv.ToolCall:
		d.w.Field("arguments", b.ArgumentsString())
	}
}

func (d *jsonDiff) values(key string, list []diff.Value) {
	if len(list) == 0 {
		return
	}
	d.w.ArrayField(key)
	for _, v := range list {
		d.w.BeginObject()
		d.value(v)
		d.w.EndObject()
	}
	d.w.EndArray()
}

func (d *jsonDiff) value(v diff.Value) {
	d.w.Field("path", v.Path)
	if v.Text != nil {
		d.pieces(v.Text)
		return
	}
	d.w.OptRaw("a", v.A)
	d.w.OptRaw("b", v.B)
}

// pieces writes a text in pieces: what both have, or one of them.
func (d *jsonDiff) pieces(list []diff.Piece) {
	d.w.ArrayField("text")
	for _, p := range list {
		d.w.BeginObject()
		d.w.Field(string(p.Change), p.Text)
		d.w.EndObject()
	}
	d.w.EndArray()
}
