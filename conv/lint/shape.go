package lint

import (
	"strings"

	"convo/conv"
	"convo/conv/shape"
)

// Checker finds what in texts of one format is not of its shape.
type Checker struct {
	shape  *shape.Shape
	letter string // of its rules
	strict bool
}

// NewChecker is a checker of a format, nil if the format has no shape. If
// strict, members that the format's own servers do not know are wrong, too.
func NewChecker(f *conv.Format, strict bool) *Checker {
	if f.Shape == nil {
		return nil
	}
	c := &Checker{shape: f.Shape(), letter: (&Destination{Format: f}).letter(), strict: strict}
	if f.Family == conv.NativeFamily {
		c.letter, c.strict = "C", true
	}
	return c
}

// Check is what is wrong with a text, and the error of one that is no JSON.
// Again says that the text was read as JSON before.
func (c *Checker) Check(text []byte, again bool) ([]Finding, error) {
	flaws, err := c.shape.Check(text, shape.Reading{Strict: c.strict, Again: again})
	if err != nil || flaws == nil {
		return nil, err
	}
	found := make([]Finding, len(flaws))
	for i, f := range flaws {
		found[i] = Finding{Rule: c.letter + shapeNumber(f.Sort), Offset: f.Offset, Message: f.Message}
	}
	return found, nil
}

// shapeNumber is the number of the rule that a flaw breaks.
func shapeNumber(sort shape.Sort) string {
	switch sort {
	case shape.WrongKind:
		return "101"
	case shape.Missing:
		return "102"
	case shape.WrongWord:
		return "103"
	case shape.Misplaced:
		return "104"
	case shape.Unknown:
		return "105"
	case shape.OutOfBounds:
		return "106"
	case shape.Strange:
		return "107"
	}
	panic("conv: no rule of this sort of flaw")
}

// shapeRules are the rules of what is written: kinds, members, words.
func shapeRules() []Rule {
	var all []Rule
	for _, of := range []struct{ letter, what, numbers string }{
		{"C", "conversation.json", "101 102 103 104 106 107"},
		{"A", "Anthropic", "101 102 103 104 105 106"},
		{"O", "OpenAI chat", "101 102 103 104 105 106"},
		{"R", "OpenAI Responses", "101 102 103 104 105 106"},
		{"G", "Gemini", "101 102 103 105 106"},
		{"U", "AG-UI", "101 102 103 105"},
		{"F", "OpenAI fine-tuning", "101 102 103 104 105 106"},
	} {
		for _, row := range shapeRows() {
			if !strings.Contains(of.numbers, row.ID) {
				continue
			}
			r := row
			r.ID = of.letter + row.ID
			r.Title = of.what + ": " + row.Title
			switch r.ID {
			case "C103": // unknown words are kept
				r.Severity = conv.Warning
			case "U105": // the protocol's objects may have others
				r.Severity = conv.Warning
			}
			all = append(all, r)
		}
	}
	return all
}

// shapeRows is the table of them, by number.
func shapeRows() []Rule {
	const source = "the format's specification; convo schema NAME prints it"
	return []Rule{
		{
			ID: "101", Severity: conv.Error, Title: "values are of the kind that is demanded",
			Explain: "A number where a string has to be, an object where an array has to be: nobody can read that.",
			Source:  source, Fix: "write the value as the format has it",
		},
		{
			ID: "102", Severity: conv.Error, Title: "members that are demanded are there",
			Explain: "An object that lacks them is refused, or means nothing.",
			Source:  source, Fix: "add the member",
		},
		{
			ID: "103", Severity: conv.Error, Title: "words are ones that there are",
			Explain: "Roles, types and other words from a list are spelled as the list has them.",
			Source:  source, Fix: "use a word of the list",
		},
		{
			ID: "104", Severity: conv.Error, Title: "parts stand where they may",
			Explain: "Which parts a message has depends on its role.",
			Source:  source, Fix: "move the part to a message of a role that has it",
		},
		{
			ID: "105", Severity: conv.Error, Title: "members are ones that the servers know",
			Explain: "The vendor's own servers refuse a request with members that they do not know. Compatible servers have others, so that this counts with --for only.",
			Source:  source, Fix: "leave the member out, or spell it as the format does",
		},
		{
			ID: "106", Severity: conv.Error, Title: "values are within their bounds",
			Explain: "Numbers have limits, some strings and arrays may not be empty or are written in one way only, and of some members there can be one.",
			Source:  source, Fix: "change the value",
		},
		{
			ID: "107", Severity: conv.Warning, Title: "roles and types are ones that convo knows",
			Explain: "What it does not know it keeps. But no model sees such a message, and no other format has such a block.",
			Source:  source, Fix: "spell the role or the type as the list has it",
		},
	}
}

// IsUnknownMember reports whether a finding is of a member that servers do
// not know, which convo reads all the same.
func IsUnknownMember(f Finding) bool { return len(f.Rule) == 4 && f.Rule[1:] == "105" }
