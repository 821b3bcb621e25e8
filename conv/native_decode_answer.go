package conv

import (
	"convo/conv/extension"
	"convo/conv/note"
)

func (d decoder) usage() *Usage {
	u := &Usage{}
	u.SetOffset(d.Offset())
	counters := u.counters()
	for key := range d.Fields {
		switch key {
		case "cost":
			if !d.null() {
				u.Cost = d.cost()
			}
			continue
		case "inputUnknown":
			u.InputUnknown = d.Bool()
			continue
		}
		known := false
		for _, c := range counters {
			if c.key == key {
				*c.value, known = d.Int(), true
			}
		}
		if !known {
			d.member(&u.Node, key)
		}
	}
	if d.Family != nativeFamily && u.Cost != nil && u.TotalTokens == 0 && u.AllTokens() != 0 {
		u.Extensions.Set(d.Family, extension.Partial, "true") // the program made no sum
	}
	return u
}

func (d decoder) cost() *UsageCost {
	c := &UsageCost{}
	for key := range d.Fields {
		switch key {
		case "input":
			c.Input = d.Number()
		case "output":
			c.Output = d.Number()
		case "cacheRead":
			c.CacheRead = d.Number()
		case "cacheWrite":
			c.CacheWrite = d.Number()
		case "total":
			c.Total = d.Number()
		default:
			d.Notes.Loss(note.CodeCost, note.Dropped, d.Offset(), "field of a cost", key)
		}
	}
	return c
}

func (d decoder) stopDetail() *StopDetail {
	s := &StopDetail{}
	for key := range d.Fields {
		switch key {
		case "raw":
			s.Raw = d.Str()
		case "kind":
			s.Kind = StopKind(d.Str())
		default:
			d.member(&s.Node, key)
		}
	}
	return s
}

func (d decoder) diagnostic() *Diagnostic {
	x := &Diagnostic{}
	for key := range d.Fields {
		switch key {
		case "type":
			x.Type = d.Str()
		case "timestamp":
			x.Timestamp = d.Int()
		case "message":
			x.Message = d.Str()
		case "details":
			x.Details = d.Raw()
		}
	}
	return x
}
