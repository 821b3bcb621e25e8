package conv

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"

	"convo/conv/rawjson"
)

// Every part of a document describes itself in JSON, as in conversation.json, by
// value and by pointer. All of them use the one encoder and the one decoder.

// UnmarshalBlock reads the content block that a JSON object describes.
func (d Dialect) UnmarshalBlock(data []byte) (Block, error) {
	var b Block
	if err := d.decode(bytes.Clone(data), func(r decoder) { b = r.block("") }); err != nil {
		return nil, err
	}
	return b, nil
}

// Messages is a list of messages that encoding/json can read. A struct has it in
// place of []Message, which encoding/json writes whatever is in it, and cannot read.
// Convert an application's types with [Customs.StoreMessages] and
// [Customs.RestoreMessages]: marshalling refuses them.
type Messages []Message

// MarshalJSON returns a JSON array. That of nil is empty.
func (l Messages) MarshalJSON() ([]byte, error) { return Dialect{}.MarshalMessages(l) }

// UnmarshalJSON reads a JSON array. Null changes nothing.
func (l *Messages) UnmarshalJSON(b []byte) error {
	if isNull(b) {
		return nil
	}
	read, err := Native.UnmarshalMessages(b)
	if err == nil {
		*l = read
	}
	return err
}

// MarshalMessage returns a message as one JSON object in this dialect; the zero
// Dialect is native. It keeps even what readers of the dialect refuse: conv/fit
// removes that.
func (d Dialect) MarshalMessage(m Message) ([]byte, error) {
	if err := checkWhole(m); err != nil {
		return nil, err
	}
	return d.encode(func(e encoder) { e.message(m) }, func(r decoder) { r.again(m) })
}

// MarshalMessages returns messages as a JSON array.
func (d Dialect) MarshalMessages(list []Message) ([]byte, error) {
	if err := checkMessages(list); err != nil {
		return nil, err
	}
	return d.encode(func(e encoder) { e.messages(list) }, func(r decoder) {
		i := 0
		for range r.in.Elements {
			r.again(list[i])
			i++
		}
	})
}

// UnmarshalMessage reads a message in any dialect. Unknown fields become residue of
// this dialect's family.
func (d Dialect) UnmarshalMessage(data []byte) (Message, error) {
	var m Message
	err := d.decode(bytes.Clone(data), func(r decoder) { m = r.message("") })
	if err != nil {
		return nil, err
	}
	return m, nil
}

// UnmarshalMessages reads a JSON array of messages.
func (d Dialect) UnmarshalMessages(data []byte) ([]Message, error) {
	list := []Message{}
	err := d.decode(bytes.Clone(data), func(r decoder) {
		if k := r.in.Kind(); k != rawjson.Array && k != rawjson.Invalid {
			r.in.Fail(r.in.Offset(), "want an array of messages, got %s", k)
		}
		for range r.in.Elements {
			list = append(list, r.message(""))
		}
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// MarshalMessage returns any message, also an application's, as one JSON object.
func (cs Customs) MarshalMessage(m Message) ([]byte, error) {
	stored, err := cs.storing()(m)
	if err != nil {
		return nil, err
	}
	return Native.MarshalMessage(stored)
}

// UnmarshalMessage reads a message. One of a known custom type comes back as the
// application's type.
func (cs Customs) UnmarshalMessage(data []byte) (Message, error) {
	m, err := Native.UnmarshalMessage(data)
	if err != nil {
		return nil, err
	}
	return cs.restore(m)
}

// UnmarshalMessages does the same for a JSON array of messages.
func (cs Customs) UnmarshalMessages(data []byte) ([]Message, error) {
	list, err := Native.UnmarshalMessages(data)
	if err != nil {
		return nil, err
	}
	return cs.RestoreMessages(list)
}

// encode returns what write writes. It fails if read cannot read that back: a value
// that was built by hand can hold broken JSON.
func (d Dialect) encode(write func(encoder), read func(decoder)) ([]byte, error) {
	d.Family = cmp.Or(d.Family, nativeFamily)
	w := rawjson.NewWriter(nil)
	write(encoder{out: w, Dialect: d})
	if err := d.decode(w.Bytes(), read); err != nil {
		return nil, fmt.Errorf("cannot be read back: %w", err)
	}
	return w.Bytes(), nil
}

// decode reads all of data, which must not change afterwards.
func (d Dialect) decode(data []byte, read func(decoder)) error {
	r := decoder{NewReader(data, cmp.Or(d.Family, nativeFamily), nil)}
	read(r)
	return rawjson.Placed(data, r.in.End())
}

// again reads m back, which was just written.
func (d decoder) again(m Message) {
	at := d.in.Offset()
	d.compare(at, d.message(""), m)
}

// compare fails if a message comes back as one of another type.
func (d decoder) compare(at int, back, m Message) {
	if d.in.Err() == nil && reflect.TypeOf(back) != reflect.TypeOf(m) {
		d.in.Fail(at, "%T of role %q becomes %T", m, RoleOf(m), back)
	}
}

// marshal returns one part of a document.
func marshal[T any](v *T, write func(encoder, *T), read func(decoder) *T) ([]byte, error) {
	return Dialect{}.encode(func(e encoder) { write(e, v) }, func(d decoder) { read(d) })
}

// unmarshal reads one part of a document. Null changes nothing.
func unmarshal[T any](v *T, data []byte, read func(decoder) *T) error {
	var part *T
	err := unmarshalPart(data, func(d decoder) { part = read(d) })
	if err == nil && part != nil {
		*v = *part
	}
	return err
}

func unmarshalPart(data []byte, read func(decoder)) error {
	if isNull(data) {
		return nil
	}
	return Dialect{}.decode(bytes.Clone(data), read)
}

func isNull(data []byte) bool { return string(bytes.TrimSpace(data)) == "null" }

// messageAs reads a message, which must be a T.
func messageAs[T any](d decoder) *T {
	at := d.in.Offset()
	m := d.message("")
	v, ok := any(m).(*T)
	if !ok && d.in.Err() == nil {
		d.in.Fail(at, "want a message of role %s, got %s", RoleOf(any(v).(Message)), RoleOf(m))
	}
	return v
}

// blockAs reads a block, which must be a T.
func blockAs[T any](d decoder) *T {
	at := d.in.Offset()
	b := d.block("")
	v, ok := any(b).(*T)
	if !ok && d.in.Err() == nil {
		d.in.Fail(at, "want a block of type %s, got %s", any(v).(Block).BlockType(), b.BlockType())
	}
	return v
}

// marshalBlock returns a block.
func marshalBlock[T any](v *T) ([]byte, error) {
	b := any(v).(Block)
	return marshal(v, func(e encoder, _ *T) { e.block(b) }, blockAs[T])
}
