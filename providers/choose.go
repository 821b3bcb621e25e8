package providers

import (
	"bytes"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers/catalog"
)

// Choose decides between formats that recognize an input equally well, by what
// each reads in its first piece. If all that can read it read the same, it is
// the first format; else the one that explains what the others leave unknown;
// else the one that the servers of the model take. It returns no format if none
// of this decides, and an error if no format can read the piece.
func Choose(found []Match, piece []byte) (*format.Format, error) {
	var readings []*reading
	var failed error
	for _, f := range found {
		r, err := read(f.Format, piece)
		if err == nil {
			readings = append(readings, r)
		} else if failed == nil {
			failed = err
		}
	}
	if len(readings) == 0 {
		return nil, failed
	}
	for _, better := range []func(a, b *reading) bool{(*reading).isSame, (*reading).explainsMore, (*reading).hasTheModel} {
		for _, r := range readings {
			if !slices.ContainsFunc(readings, func(other *reading) bool { return !r.isSame(other) && !better(r, other) }) {
				return r.format, nil
			}
		}
	}
	return nil, nil
}

// reading is what a format reads in a piece.
type reading struct {
	format  *format.Format
	native  []byte   // as comparable bytes
	unknown []string // what it keeps as unknown
	model   string
}

func read(f *format.Format, piece []byte) (*reading, error) {
	r := &reading{format: f}
	notes := &note.Notes{All: true}
	w := rawjson.NewWriter(nil)
	w.Respell = true
	for c, err := range f.Decode(piece, notes) {
		if err != nil {
			return nil, err
		}
		if conv.Native.Write(w, c); c.Request != nil {
			r.model = c.Request.Model
		}
	}
	r.native = w.Bytes()
	for _, n := range notes.List() {
		if n.Kind == note.Unknown {
			r.unknown = append(r.unknown, n.Name)
		}
	}
	return r, nil
}

func (r *reading) isSame(other *reading) bool { return bytes.Equal(r.native, other.native) }

// explainsMore reports whether r knows all that other knows, and more.
func (r *reading) explainsMore(other *reading) bool {
	if slices.ContainsFunc(r.unknown, func(name string) bool { return !slices.Contains(other.unknown, name) }) {
		return false
	}
	return slices.ContainsFunc(other.unknown, func(name string) bool { return !slices.Contains(r.unknown, name) })
}

// hasTheModel reports whether the vendor of the model takes the format of r and
// not that of other.
func (r *reading) hasTheModel(other *reading) bool {
	v := vendorOf(r.model)
	return v != nil && speaks(v, r.format) && !speaks(v, other.format)
}

func speaks(v *catalog.Vendor, f *format.Format) bool {
	return f.Name == v.Protocol || f.Name == v.Also
}

// vendorOf returns the vendor of a model, by the names that its own servers
// use. Unlisted models are found by the names of listed ones: claude-3-opus.
// nil: unknown.
func vendorOf(model string) *catalog.Vendor {
	if strings.Contains(model, "/") {
		return nil // not a vendor that serves models of others
	}
	if v, m, err := catalog.Find(model); err == nil && m != nil {
		return v
	}
	family, _, _ := strings.Cut(model, "-")
	for _, m := range catalog.Models() {
		if first, _, _ := strings.Cut(m.ID, "-"); first == family {
			v, _, _ := catalog.Find(m.Vendor)
			return v
		}
	}
	return nil
}
