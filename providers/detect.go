package providers

import "convo/conv"

// Found is a format that knows an input.
type Found struct {
	*conv.Format
	Grade conv.Grade
	Marks []string // that it was known by
}

// Detect returns the formats that know an input best by its outline and can
// read it, in the order of the table.
func Detect(p *conv.Probe) []Found {
	var found []Found
	all := Formats()
	for i := range all {
		f := &all[i]
		if f.Detect == nil || f.Decode == nil {
			continue
		}
		p.Known()
		grade := f.Detect(p)
		if len(found) > 0 && grade > found[0].Grade {
			found = nil
		}
		if grade != conv.No && (len(found) == 0 || grade == found[0].Grade) {
			found = append(found, Found{f, grade, p.Known()})
		}
	}
	return found
}
