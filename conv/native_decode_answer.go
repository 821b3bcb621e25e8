package conv

import (
	"convo/conv/extension"
	"convo/conv/note"
)

func (d decoder) usage() *Usage {
	u := &Usage{}
	u.SetOffset(d.in.Offset())
	counters := u.counters()
	for key := range d.in.Fields {
		switch key {
		case "cost":
			if !d.null() {
				u.Cost = d.cost()
			}
			continue
		case "inputUnknown":
			u.InputUnknown = d.in.Bool()
			continue
		}
		known := false
		for _, c := range counters {
			if c.key == key {
				*c.value, known = d.in.Int(), true
			}
		}
		if !known {
			d.member(&u.Node, key)
		}
	}
	if d.in.Family != nativeFamily && u.Cost != nil && u.TotalTokens == 0 && u.AllTokens() != 0 {
		u.Extensions.Set(d.in.Family, extension.Partial, "true") // the program made no sum
	}
	return u
}

func (d decoder) cost() *UsageCost {
	c := &UsageCost{}
	for key := range d.in.Fields {
		if !d.known(c.members(), key) {
			d.in.Notes.Loss(note.CodeCost, note.Dropped, d.in.Offset(), "field of a cost", key)
		}
	}
	return c
}

func (d decoder) stopDetail() *StopDetail {
	s := &StopDetail{}
	d.object(&s.Node, s.members())
	return s
}

func (d decoder) diagnostic() *Diagnostic {
	x := &Diagnostic{}
	for key := range d.in.Fields {
		if key == "type" {
			x.Type = d.in.Str()
		} else if !d.known(x.members(), key) {
			d.in.Notes.Loss(note.CodeExtension, note.Dropped, d.in.Offset(), "field of a diagnostic", key)
		}
	}
	return x
}
