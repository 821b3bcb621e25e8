package geminicli

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/maphash"

	"convo/conv"
	"convo/conv/rawjson"
)

// The log is kept with references in place of what the messages say:
// {"~":N} is the Nth literal of the conversation. So nothing stands twice, and
// what is changed in a message is changed in the log too. Beside it stands a sum
// of the conversation: as long as that is right, the log says the same.

// refKey is the only key of a reference.
const refKey = "~"

// shortest is the length from which a literal gets a reference.
const shortest = 16

// The fields of the hint.
const (
	logSum     = "sum"
	logRecords = "records"
)

// sumOf is a sum of what a conversation says, without its log.
func sumOf(c *conv.Conversation) string {
	x := *c
	x.Extensions = c.Extensions.Without(family, hintLog)
	sum := sha256.New()
	w := rawjson.NewWriter(sum)
	conv.Native.Write(w, &x)
	_ = w.Flush() // a sum takes all
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// isPlain reports whether the records are what write makes of the messages: then
// there is no need to keep them.
func (d *decoder) isPlain(records []record) bool {
	for i, x := range records {
		if x.messages >= 0 || x.kind != messageRecord && (i > 0 || x.kind != headRecord) {
			return false
		}
	}
	var written, read tokenSum
	read.sum.SetSeed(written.sum.Seed())
	w := rawjson.NewWriter(&written)
	write(w, d.c)
	_ = w.Flush() // a hash takes all
	for _, x := range records {
		d.again.Rewind(x.at)
		d.again.Skip()
		_, _ = read.Write(d.Buffer()[x.at:d.again.Offset()])
	}
	return written.sum.Sum64() == read.sum.Sum64()
}

// tokenSum is a hash of JSON text without the white space between its tokens: the
// log is kept without it, and it stands in the place of fields that do not count.
type tokenSum struct {
	sum             maphash.Hash
	inside, escaped bool // in a string, after a backslash
}

func (t *tokenSum) Write(p []byte) (int, error) {
	from := 0
	for i := 0; i < len(p); i++ {
		if t.escaped {
			t.escaped = false
			continue
		}
		if t.inside {
			for i < len(p) && p[i] != '"' && p[i] != '\\' { // most bytes
				i++
			}
			if i == len(p) {
				break
			}
		}
		switch c := p[i]; {
		case c == '"':
			t.inside = !t.inside
		case t.inside:
			t.escaped = true
		case c <= ' ':
			_, _ = t.sum.Write(p[from:i])
			from = i + 1
		}
	}
	_, _ = t.sum.Write(p[from:])
	return len(p), nil
}

// keepLog keeps the records of the file.
func (d *decoder) keepLog(records []record) {
	if d.isPlain(records) {
		return
	}
	const usual = 2 // how many times the file is larger than its log
	t := &template{index: indexOf(d.c), w: rawjson.NewBuffer(len(d.Buffer()) / usual), c: d.again}
	t.w.BeginObject()
	t.w.Field(logSum, sumOf(d.c))
	t.w.ArrayField(logRecords)
	for _, x := range records {
		t.c.Rewind(x.at)
		t.value("", true)
	}
	t.w.EndArray()
	t.w.EndObject()
	if t.odd {
		return
	}
	d.c.Extensions.Set(family, hintLog, conv.Raw(rawjson.TextOf(t.w.Bytes())))
}

// template writes values with references.
type template struct {
	*index
	c   *rawjson.Cursor
	w   *rawjson.Writer
	odd bool // something in the file looks like a reference
}

// value writes the next value. whole is true where an object may be a literal as
// a whole.
func (t *template) value(key string, whole bool) {
	switch t.c.Kind() {
	case rawjson.Object:
		if whole && isWhole(key) {
			begin := t.c.Offset()
			if compact, written := t.c.RawWithSpacing(); written != "" && t.reference(conv.Raw(written)) || t.reference(compact) {
				return
			}
			t.c.Rewind(begin)
			whole = key == ""
		}
		t.w.BeginObject()
		for key := range t.c.Fields {
			t.odd = t.odd || key == refKey
			t.w.Key(key)
			t.value(key, whole)
		}
		t.w.EndObject()
	case rawjson.Array:
		t.w.BeginArray()
		for range t.c.Elements {
			t.value("-", whole)
		}
		t.w.EndArray()
	default:
		if raw := t.c.Raw(); !t.reference(raw) {
			t.w.Raw(raw)
		}
	}
}

// isWhole reports whether an object under a key may be a literal: arguments, an
// output, a whole record.
func isWhole(key string) bool {
	switch key {
	case "", "args", "response", "resultDisplay":
		return true
	}
	return false
}

func (t *template) reference(raw conv.Raw) bool {
	n, ok := t.find(raw)
	if ok {
		t.w.BeginObject()
		t.w.IntField(refKey, int64(n))
		t.w.EndObject()
	}
	return ok
}
