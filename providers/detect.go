package providers

import "convo/conv"

// Found is a format that knows an input.
type Found struct {
	*conv.Format
	Grade conv.Grade
	Marks []string // that it was known by
}

// native is the family of conversation.json.
var native = conv.Native().Family

// Detect returns the formats that know an input best by its outline and can
// read it, in the order of the table. If the input is of a shape that convo
// cannot read yet, that is returned, and no format: it is never read as
// something else.
func Detect(p *conv.Probe) (found []Found, unread *Unread) {
	if unread = unreadOf(p); unread != nil {
		return nil, unread
	}
	all := Formats()
	for i := range all {
		f := &all[i]
		if f.Detect == nil || f.Decode == nil {
			continue
		}
		p.Known()
		grade := f.Detect(p)
		if f.Family == native && grade == conv.Own {
			return []Found{{f, grade, p.Known()}}, nil // it says what it is
		}
		if len(found) > 0 && grade > found[0].Grade {
			found = nil
		}
		if grade != conv.No && (len(found) == 0 || grade == found[0].Grade) {
			found = append(found, Found{f, grade, p.Known()})
		}
	}
	return found, nil
}
