package pipe

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/edit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// hold keeps conversations back until all have come: those of a sample, or all in a new
// order. They wait as conversation.json in a temporary file without a name. In memory
// are two numbers of each.
type hold struct {
	most     int  // how many go on; 0: all
	shuffled bool // they go on in the order of their keys

	seed  uint64
	came  uint64
	kept  []held
	limit uint64 // a key above it is not in the sample
	spool frame.Spool
	some  []byte // for the spool
	size  int64  // of the spool with some
}

// held is a conversation that waits. Its key is a number by chance, that depends only on
// the seed and on how many came before it.
type held struct {
	key uint64
	at  int64 // in the spool
}

// leastKept is how many conversations of a sample wait at least before some go.
const leastKept = 1 << 10

// holdOf makes the gate of --sample or --shuffle.
func (b *planner) holdOf(s frame.Setting, all []frame.Setting) (*hold, error) {
	h := &hold{shuffled: s.Name == "shuffle", limit: 1<<64 - 1}
	if s.Name == "sample" {
		n, ok := frame.CountOf(s.Value)
		if !ok || n < 1 || n > 1<<40 {
			return nil, frame.UsageError("--sample %q: want a number of conversations, 1 or more", s.Value)
		}
		h.most = int(n)
	}
	for _, other := range all {
		if other.Name != "seed" {
			continue
		}
		n, err := strconv.ParseInt(other.Value, 10, 64)
		if err != nil {
			return nil, frame.UsageError("--seed %q: want a whole number, such as 42", other.Value)
		}
		h.seed = uint64(n)
	}
	for _, g := range b.plan.gates {
		if _, ok := g.chooser.(*hold); ok {
			h.seed = mixed(h.seed + 1) // not the same chances twice
		}
	}
	return h, nil
}

// holds reports whether nothing is written before all input was read.
func (plan *Plan) holds() bool {
	return slices.ContainsFunc(plan.gates, func(g *gate) bool { _, ok := g.chooser.(*hold); return ok })
}

// mixed is a number that looks like chance, and another for each x (splitmix64).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// ready writes a conversation if it will wait for sure.
func (h *hold) ready(c *candidate) {
	if h.most == 0 {
		c.text = h.recordOf(c)
	}
}

func (h *hold) choose(c *candidate) (verdict, error) {
	key := mixed(mixed(h.seed) + h.came)
	h.came++
	if key > h.limit {
		return leftOut, nil
	}
	if h.most > 0 {
		c.text = h.recordOf(c)
	}
	h.kept = append(h.kept, held{key, h.size})
	h.some = binary.AppendUvarint(h.some, uint64(len(c.text)))
	h.size += int64(len(binary.AppendUvarint(nil, uint64(len(c.text)))) + len(c.text))
	h.some = append(h.some, c.text...)
	c.text = nil
	if h.most > 0 && len(h.kept) >= max(2*h.most, leastKept) {
		h.cut()
	}
	if len(h.some) < 64<<10 {
		return waits, nil
	}
	return waits, h.flush()
}

func (h *hold) flush() error {
	_, err := h.spool.Write(h.some)
	h.some = h.some[:0]
	return err
}

// cut leaves the sample of what came so far.
func (h *hold) cut() {
	if h.most == 0 || len(h.kept) <= h.most {
		return
	}
	h.sort(true)
	h.kept = h.kept[:h.most]
	h.limit = h.kept[h.most-1].key
}

// sort puts what waits in the order of the keys, or in that in which it came.
func (h *hold) sort(byKey bool) { sort.Sort(order{h.kept, byKey}) }

// order sorts what waits. A generic sort would be thousands of bytes of code for it.
type order struct {
	kept  []held
	byKey bool
}

func (o order) Len() int      { return len(o.kept) }
func (o order) Swap(i, j int) { o.kept[i], o.kept[j] = o.kept[j], o.kept[i] }
func (o order) Less(i, j int) bool {
	a, b := o.kept[i], o.kept[j]
	if o.byKey && a.key != b.key {
		return a.key < b.key
	}
	return a.at < b.at
}

// release lets the conversations go on that wait at gates.
func (r *Run) release() error {
	for i, g := range r.Plan.gates {
		h, ok := g.chooser.(*hold)
		if !ok {
			continue
		}
		h.cut()
		h.sort(h.shuffled)
		g.kept.Add(int64(len(h.kept)))
		if err := h.flush(); err != nil {
			return err
		}
		for _, later := range r.Plan.gates[i+1:] {
			later.next = r.blocks
		}
		r.Output.several(len(h.kept) > 1)
		err := r.bulk(&Source{
			Input: &frame.Input{Name: g.flag, Frames: rawjson.NewFrames(strings.NewReader(""), 0), Close: func() {}},
			From:  new(format.Native()), waiting: &waiting{hold: h, run: r, after: i},
		})
		if h.spool.Close(); err != nil {
			return err
		}
	}
	return nil
}

// waiting reads what a hold has kept, a block of it after the other.
type waiting struct {
	*hold
	run   *Run
	after int // the gate
	next  int
}

// block is the next records.
func (x *waiting) block() (rawjson.Block, error) {
	b := rawjson.Block{Line: 1, Column: 1}
	for x.next < len(x.kept) && len(b.Data) < rawjson.BlockSize {
		var err error
		if b.Data, err = x.record(b.Data, x.kept[x.next].at); err != nil {
			return b, err
		}
		x.next++
	}
	if len(b.Data) == 0 {
		return b, io.EOF
	}
	return b, nil
}

// usualRecord is how much is read of a record before its size is known.
const usualRecord = 8 << 10

// record appends the record at a place.
func (x *waiting) record(to []byte, at int64) ([]byte, error) {
	from := len(to)
	to = append(to, make([]byte, min(usualRecord, x.size-at))...)
	if _, err := x.spool.ReadAt(to[from:], at); err != nil {
		return to, err
	}
	n, head := binary.Uvarint(to[from:])
	size, have := head+int(n), len(to)-from
	if size <= have {
		return to[:from+size], nil
	}
	to = append(to, make([]byte, size-have)...)
	_, err := x.spool.ReadAt(to[from+have:], at+int64(have))
	return to, err
}

// read is the conversations of a block, each as a value by itself. Where it was read is
// known by its line.
func (x *waiting) read(b rawjson.Block) (all []*passing) {
	for rest := b.Data; len(rest) > 0; {
		n, head := binary.Uvarint(rest)
		r := recordReader{rest[head : head+int(n)]}
		rest = rest[head+int(n):]
		p := &passing{noted: &note.Notes{All: x.run.Program.Verbose}}
		p.of = x.run.sources[r.number()]
		p.value = rawjson.BlockAt([3]int{r.number(), r.number(), r.number()})
		at := Origin{Source: p.of.number, File: p.of.Name, Place: p.of.PieceOf(p.value).Start(), Nth: r.number()}
		for range r.number() {
			p.noted.Add(note.Note{
				Severity: note.Severity(r.text()), Kind: note.Kind(r.text()), Code: note.Code(r.text()), What: r.text(), Name: r.text(),
				Asked: r.number() == 1, Count: r.number(), Offset: -1,
			})
		}
		for doc, err := range format.Native().Decode(r.rest, nil) {
			if err != nil {
				p.err = err
				break
			}
			edit.UnplaceAll(doc)
			p.candidates = append(p.candidates, candidate{doc: doc, in: Context{p.of.From, at, p.noted, &p.wrote, &p.leftOut}})
		}
		all = append(all, p)
	}
	return all
}

// recordOf is a conversation with its origin and the notes on it.
func (h *hold) recordOf(c *candidate) []byte {
	var b []byte
	number := func(n int) { b = binary.AppendUvarint(b, uint64(n)) }
	text := func(s string) {
		number(len(s))
		b = append(b, s...)
	}
	number(c.in.At.Source - 1)
	for _, n := range c.mark {
		number(n)
	}
	number(c.in.At.Nth)
	notes := c.in.Notes.List()
	if h.most == 0 && !c.first { // the first of the value has them
		notes = nil
	}
	number(len(notes))
	for _, n := range notes {
		for _, s := range []string{string(n.Severity), string(n.Kind), string(n.Code), n.What, n.Name} {
			text(s)
		}
		asked := 0
		if n.Asked {
			asked = 1
		}
		number(asked)
		number(n.Count)
	}
	w := rawjson.NewWriter(nil)
	conv.Native.Write(w, c.doc)
	return append(b, bytes.TrimSpace(w.Bytes())...)
}

// recordReader reads what recordOf has written.
type recordReader struct{ rest []byte }

func (r *recordReader) number() int {
	n, size := binary.Uvarint(r.rest)
	r.rest = r.rest[size:]
	return int(n)
}

func (r *recordReader) text() string {
	n := r.number()
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}
