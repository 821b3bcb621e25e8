package lint

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/shape"
)

// Checker finds where texts do not have the shape of their format.
type Checker struct {
	shape  *shape.Shape
	rules  map[shape.Sort]*Rule
	strict bool
}

// NewChecker returns a checker of a format, nil if the format has no shape.
// With strict, it also finds fields that the format's own servers do not know.
func NewChecker(f *format.Format, strict bool) *Checker {
	if f.Shape == nil {
		return nil
	}
	c := &Checker{shape: f.Shape(), rules: map[shape.Sort]*Rule{}, strict: strict || f.Family == conv.Native.Family}
	all := append(FormatRules(f.Family, "", ShapeRules()), rulesOf(f)...)
	if f.Family == conv.Native.Family {
		all = append(all, nativeShape()...)
	}
	for i := range all {
		if all[i].Flaw != 0 {
			c.rules[all[i].Flaw] = &all[i]
		}
	}
	return c
}

// Check finds where a text does not have the shape. The error is that of a text
// that is not JSON. again means that the text has been read as JSON before.
func (c *Checker) Check(text []byte, again bool) ([]Finding, error) {
	flaws, err := c.shape.Check(text, shape.Reading{Strict: c.strict, Again: again})
	if err != nil || flaws == nil {
		return nil, err
	}
	found := make([]Finding, len(flaws))
	for i, f := range flaws {
		found[i] = Finding{Rule: c.rules[f.Sort], Offset: f.Offset, Message: f.Message}
	}
	return found, nil
}

// ShapeRules returns rules for the shape of a format, for [FormatRules]: for
// some kinds of flaws, or for all.
func ShapeRules(sorts ...shape.Sort) []Rule {
	all := shapeRules()
	if len(sorts) > 0 {
		all = slices.DeleteFunc(all, func(r Rule) bool { return !slices.Contains(sorts, r.Flaw) })
	}
	return all
}

const specification = "the format's specification; convo schema NAME prints it"

// shapeRules is the table of these rules, without the format in their ids.
func shapeRules() []Rule {
	return []Rule{
		{
			ID: "wrong-type", Was: "101", Severity: note.Error, Flaw: shape.WrongKind, Source: specification,
			Title:   "every value has the type that the format demands",
			Explain: "Servers refuse a number where they expect a string, or an object where they expect a list.",
			Fix:     "write the value in the type that the message names",
		},
		{
			ID: "missing-field", Was: "102", Severity: note.Error, Flaw: shape.Missing, Source: specification,
			Title:   "required fields are present",
			Explain: "An object without them is refused, or means nothing.",
			Fix:     "add the field",
		},
		{
			ID: "unknown-value", Was: "103", Severity: note.Error, Flaw: shape.WrongWord, Source: specification,
			Title:   "role and type names are known",
			Explain: "Roles, types and other fixed values are spelled as the format lists them.",
			Fix:     "use a value from the list in the message",
		},
		{
			ID: "misplaced-part", Was: "104", Severity: note.Error, Flaw: shape.Misplaced, Source: specification,
			Title:   "parts of a message are where the format allows them",
			Explain: "The role of a message decides which parts it may have.",
			Fix:     "move the part to a message of a role that may have it",
		},
		{
			ID: "unknown-field", Was: "105", Severity: note.Error, Flaw: shape.Unknown, Source: specification,
			Title:   "the server knows every field",
			Explain: "The vendor's own servers refuse a request with unknown fields. Compatible servers have more fields, so this is checked only with --for.",
			Fix:     "remove the field, or spell it as the format does",
		},
		{
			ID: "out-of-bounds", Was: "106", Severity: note.Error, Flaw: shape.OutOfBounds, Source: specification,
			Title:   "values are within their limits",
			Explain: "Numbers have limits. Some strings and lists may not be empty or have one fixed form. Some fields exclude each other.",
			Fix:     "change the value",
		},
		{
			ID: "unknown-type", Was: "107", Severity: note.Warning, Flaw: shape.Strange, Source: specification,
			Title:   "convo knows every role and type",
			Explain: "convo keeps what it does not know. But no model sees such a message, and no other format has such a block.",
			Fix:     "spell the role or the type as in the list of the message",
		},
	}
}
