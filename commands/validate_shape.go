package commands

import (
	"slices"

	"convo/conv"
)

// shapeOf is what in a text is not of the shape of its format, and whether
// that is more than members which nobody knows: then no reader can be asked
// for more than the shape says.
func (v *validation) shapeOf(from *conv.Format, text []byte, again bool) (found []conv.Finding, misshapen bool) {
	c := v.checkerOf(from)
	if c == nil {
		return nil, false
	}
	found, err := c.Check(text, again)
	if err != nil {
		return nil, false // reading says so
	}
	return found, slices.ContainsFunc(found, func(f conv.Finding) bool {
		return v.rules[f.Rule].Severity == conv.Error && !conv.IsUnknownMember(f)
	})
}

// checkerOf is the checker of a format's texts, nil if it has no shape. It
// counts members that the format's own servers do not know where those are
// whom the conversation is for: other servers have members of their own.
func (v *validation) checkerOf(from *conv.Format) *conv.Checker {
	c, made := v.checkers[from.Name]
	if !made {
		c = conv.NewChecker(from, slices.ContainsFunc(v.goals, func(d conv.Destination) bool {
			return d.Format.Name == from.Name && (d.Target.Provider == "" || d.Target.Provider == from.Holds.Provider)
		}))
		v.checkers[from.Name] = c
	}
	return c
}

// meant is the format that an input was meant to be which none takes for its
// own: that of --for, if there is one.
func (v *validation) meant() *conv.Format {
	if v.from != nil || len(v.goals) != 1 || v.goals[0].Format.Shape == nil {
		return nil
	}
	return v.goals[0].Format
}
