package findings

import (
	"slices"
	"strconv"

	"convo/commands/internal/pipe"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/shape"
	"convo/providers"
)

// shapeOf checks a text against the shape of its format. misshapen means that
// there is more than unknown fields: then the reader's errors would repeat the
// findings.
func (v *validation) shapeOf(from *format.Format, text []byte, again bool) (found []lint.Finding, misshapen bool) {
	c := v.checkerOf(from)
	if c == nil {
		return nil, false
	}
	if from.JSONTexts != nil {
		found = eventsOf(from, c, text)
	} else if found, _ = c.Check(text, again); found == nil {
		return nil, false // reading reports invalid JSON
	}
	return found, slices.ContainsFunc(found, func(f lint.Finding) bool {
		return f.Rule.Severity == note.Error && f.Rule.Flaw != shape.Unknown
	})
}

// eventsOf checks the events of a stream. Their only place is their number.
func eventsOf(from *format.Format, c *lint.Checker, stream []byte) (all []lint.Finding) {
	n := 0
	for text := range from.JSONTexts(stream) {
		n++
		found, _ := c.Check(text, false)
		for _, f := range found {
			f.Offset, f.Message = -1, "event "+strconv.Itoa(n)+": "+f.Message
			all = append(all, f)
		}
	}
	return all
}

// checkerOf is the checker of a format, nil if it has no shape. It reports
// unknown fields only for the format's own servers, because other servers have
// fields of their own.
func (v *validation) checkerOf(from *format.Format) *lint.Checker {
	c, made := v.checkers[from.Name]
	if !made {
		c = lint.NewChecker(from, slices.ContainsFunc(v.goals, func(d lint.Destination) bool {
			return providers.ServedAlike(from, d.Format) && (d.Target.Provider == "" || d.Target.Provider == from.Capabilities.Provider)
		}))
		v.checkers[from.Name] = c
	}
	return c
}

// sayReadAs notes that an input is in another format than those of --for. Then
// the converted conversation is checked, not the input itself.
func (v *validation) sayReadAs(s *pipe.Source) {
	if v.p.Quiet || v.p.ErrorsAsJSON || v.from != nil || len(v.goals) == 0 || providers.ProtocolOf(s.From.Name) == nil ||
		slices.ContainsFunc(v.goals, func(d lint.Destination) bool { return providers.ServedAlike(s.From, d.Format) }) {
		return
	}
	v.p.Say(s.Name + ": read as " + s.From.Name + ", and checked as it would be sent to " + v.goals[0].Format.Name + "; if it is " + v.goals[0].Format.Name + ", use -f " + v.goals[0].Format.Name)
}

// meant is the format of --for, for an input that no format recognises.
func (v *validation) meant() *format.Format {
	if v.from != nil || len(v.goals) != 1 || v.goals[0].Format.Shape == nil {
		return nil
	}
	return v.goals[0].Format
}
