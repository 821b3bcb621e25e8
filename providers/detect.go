package providers

import "convo/conv/format"

// Matches is a format that recognizes an input.
type Match struct {
	*format.Format
	Grade format.Grade
	Marks []string // that it was recognized by
}

// native is the name of conversation.json.
const native = "convo"

// Detect returns the formats that best recognize an input by its outline and
// can read it, in the order of the table. If convo cannot read the shape yet,
// Detect returns the shape and no format: the input is never read as something
// else.
func Detect(p *format.Probe) (found []Match, unread *Unread) {
	if unread = unreadOf(p); unread != nil {
		return nil, unread
	}
	for f := range unguarded {
		if f.Detect == nil || f.Decode == nil {
			continue
		}
		p.Known()
		grade := f.Detect(p)
		if f.Name == native && grade == format.Own { // the input names its format
			found = []Match{{f, grade, p.Known()}}
			break
		}
		if len(found) > 0 && grade > found[0].Grade {
			found = nil
		}
		if grade != format.No && (len(found) == 0 || grade == found[0].Grade) {
			found = append(found, Match{f, grade, p.Known()})
		}
	}
	for _, f := range found {
		guardFormat(f.Format)
	}
	return found, nil
}
