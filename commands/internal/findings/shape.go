package findings

import (
	"slices"
	"strconv"

	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/lint"
	"convo/conv/shape"
	"convo/providers"
)

// shapeOf is what in a text is not of the shape of its format, and whether
// that is more than members which nobody knows: then no reader can be asked
// for more than the shape says.
func (v *validation) shapeOf(from *conv.Format, text []byte, again bool) (found []lint.Finding, misshapen bool) {
	c := v.checkerOf(from)
	if c == nil {
		return nil, false
	}
	if from.Texts != nil {
		found = eventsOf(from, c, text)
	} else if found, _ = c.Check(text, again); found == nil {
		return nil, false // what is no JSON reading tells of
	}
	return found, slices.ContainsFunc(found, func(f lint.Finding) bool {
		return f.Rule.Severity == conv.Error && f.Rule.Flaw != shape.Unknown
	})
}

// eventsOf is what is wrong with the events of a stream, which have no place
// but their number.
func eventsOf(from *conv.Format, c *lint.Checker, stream []byte) (all []lint.Finding) {
	n := 0
	for text := range from.Texts(stream) {
		n++
		found, _ := c.Check(text, false)
		for _, f := range found {
			f.Offset, f.Message = -1, "event "+strconv.Itoa(n)+": "+f.Message
			all = append(all, f)
		}
	}
	return all
}

// checkerOf is the checker of a format's texts, nil if it has no shape. It
// counts members that the format's own servers do not know where those are
// whom the conversation is for: other servers have members of their own.
func (v *validation) checkerOf(from *conv.Format) *lint.Checker {
	c, made := v.checkers[from.Name]
	if !made {
		c = lint.NewChecker(from, slices.ContainsFunc(v.goals, func(d lint.Destination) bool {
			return providers.ServedAlike(from, d.Format) && (d.Target.Provider == "" || d.Target.Provider == from.Holds.Provider)
		}))
		v.checkers[from.Name] = c
	}
	return c
}

// sayReadAs tells that an input is in another format than those that it is
// looked at for: then it counts what would become of it, and not whether
// their servers would take it as it stands.
func (v *validation) sayReadAs(s *pipe.Source) {
	if v.p.Quiet || v.p.ErrorsAsJSON || v.from != nil || len(v.goals) == 0 || providers.ProtocolOf(s.From.Name) == nil ||
		slices.ContainsFunc(v.goals, func(d lint.Destination) bool { return providers.ServedAlike(s.From, d.Format) }) {
		return
	}
	v.p.Say(s.Name + ": read as " + s.From.Name + ", and looked at for what " + v.goals[0].Format.Name + " would get of it; if it is meant to be " + v.goals[0].Format.Name + ", -f says so")
}

// meant is the format that an input was meant to be which none takes for its
// own: that of --for, if there is one.
func (v *validation) meant() *conv.Format {
	if v.from != nil || len(v.goals) != 1 || v.goals[0].Format.Shape == nil {
		return nil
	}
	return v.goals[0].Format
}
