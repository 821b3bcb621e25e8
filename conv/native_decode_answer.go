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
		switch key {
		case "input":
			c.Input = d.in.Number()
		case "output":
			c.Output = d.in.Number()
		case "cacheRead":
			c.CacheRead = d.in.Number()
		case "cacheWrite":
			c.CacheWrite = d.in.Number()
		case "total":
			c.Total = d.in.Number()
		default:
			d.in.Notes.Loss(note.CodeCost, note.Dropped, d.in.Offset(), "field of a cost", key)
		}
	}
	return c
}

func (d decoder) stopDetail() *StopDetail {
	s := &StopDetail{}
	for key := range d.in.Fields {
		switch key {
		case "raw":
			s.Raw = d.in.Str()
		case "kind":
			s.Kind = StopKind(d.in.Str())
		default:
			d.member(&s.Node, key)
		}
	}
	return s
}

func (d decoder) diagnostic() *Diagnostic {
	x := &Diagnostic{}
	for key := range d.in.Fields {
		switch key {
		case "type":
			x.Type = d.in.Str()
		case "timestamp":
			x.Timestamp = d.in.Int()
		case "message":
			x.Message = d.in.Str()
		case "details":
			x.Details = d.in.Raw()
		default:
			d.in.Notes.Loss(note.CodeExtension, note.Dropped, d.in.Offset(), "field of a diagnostic", key)
		}
	}
	return x
}
