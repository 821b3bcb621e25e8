package chat

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
)

// receipt is all that is known of requests that were submitted as batches:
//
//	{"convo":"batch","name":"…","model":"openai/gpt-5.4","protocol":"openai-chat","server":"https://…",
//	 "batches":[{"requests":2,"digest":"…","file":"file-1","sent":"2026-01-01T00:00:00Z","id":"batch_1"}],"check":"…"}
//
// It is written before and after each call that changes something at the server.
type receipt struct {
	file     string
	name     string // begins the ids of the requests, and the names of the batches
	model    string // as -m takes it
	protocol string
	server   string // for people: a receipt never says where to ask
	batches  []sentBatch
}

// sentBatch is a batch of a receipt.
type sentBatch struct {
	requests int
	digest   string // of the requests
	file     string // that was uploaded
	sent     string // when the server was first asked to make it; "": never
	id       string // "": it is not known to be made

	from, to int64 // of the requests in the file of all of them
}

// newName is a name that no other receipt has.
func newName() string {
	var b [6]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// text is the receipt as it is written, with a check of all before it.
func (r *receipt) text() []byte {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("convo", "batch")
	w.Field("name", r.name)
	w.Field("model", r.model)
	w.Field("protocol", r.protocol)
	w.Field("server", r.server)
	w.ArrayField("batches")
	for i := range r.batches {
		b := &r.batches[i]
		w.BeginObject()
		w.IntField("requests", int64(b.requests))
		w.Field("digest", b.digest)
		w.OptField("file", b.file)
		w.OptField("sent", b.sent)
		w.OptField("id", b.id)
		w.EndObject()
	}
	w.EndArray()
	w.Field("check", digestOf(w.Bytes()))
	w.EndObject()
	w.Text("\n")
	return w.Bytes()
}

// save writes the receipt: after a crash, the old or the new one is there.
func (r *receipt) save(p *frame.Program) error {
	return p.ReplaceFile(r.file, r.text())
}

// readReceipt reads a receipt, and refuses one that is not as it was written.
func readReceipt(name string) (*receipt, error) {
	data, err := frame.BytesOf(name)
	if err != nil {
		return nil, err
	}
	broken := &frame.Failure{Code: frame.ExitUnreadable, File: name, What: "is not a receipt of convo batch submit"}
	c := rawjson.NewCursor(data)
	raw := conv.Raw(strings.Clone(string(c.Raw())))
	if c.End() != nil || raw.Lookup("convo").Text() != "batch" {
		return nil, broken
	}
	r := &receipt{file: name, name: raw.Lookup("name").Text(), model: raw.Lookup("model").Text(), protocol: raw.Lookup("protocol").Text(), server: raw.Lookup("server").Text()}
	for b := range raw.Lookup("batches").Elements {
		n, _ := conv.Number(b.Lookup("requests")).Int()
		r.batches = append(r.batches, sentBatch{
			requests: int(n), digest: b.Lookup("digest").Text(), file: b.Lookup("file").Text(), sent: b.Lookup("sent").Text(), id: b.Lookup("id").Text(),
		})
	}
	if string(r.text()) != string(raw)+"\n" {
		broken.What = "the receipt was changed after convo wrote it"
		return nil, broken.WithHint("restore it, or submit again with another receipt")
	}
	return r, nil
}
