package lint

import (
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/shape"
)

// Rule is a row of a format's table of rules.
type Rule = format.LintRule

// Subject is the conversation that the Check of a Rule gets.
type Subject = format.LintSubject

// Finding is one thing that is wrong with a conversation, or looks wrong.
type Finding struct {
	Rule    *Rule  // that it breaks
	Offset  int    // of the node in the input; -1: no place
	Message string // what is wrong, without quoting what people said
}

// Noted returns the Note of a Rule that finds the notes with a code, of a kind.
func Noted(code note.Code, kind note.Kind) func(*note.Note) string {
	return func(n *note.Note) string {
		if n.Code != code || n.Kind != kind {
			return ""
		}
		return n.What
	}
}

// Conversations returns the rules of any conversation, and of
// conversation.json.
func Conversations() []Rule {
	var all []Rule
	for _, row := range conversationRules() {
		all = append(all, row.Rule)
	}
	return append(all, nativeShape()...)
}

// nativeShape returns the rules of the shape of conversation.json. Unknown
// words are only warnings, because convo reads them.
func nativeShape() []Rule {
	all := FormatRules("convo", "C", ShapeRules(shape.WrongKind, shape.Missing, shape.WrongWord, shape.Misplaced, shape.OutOfBounds, shape.Strange))
	for i := range all {
		if all[i].Flaw == shape.WrongWord {
			all[i].Severity = note.Warning
		}
	}
	return all
}

// Rules returns all rules once: those of any conversation, then those of the
// formats.
func Rules(formats []format.Format) []Rule {
	all := Conversations()
	known := map[string]bool{}
	for i := range formats {
		for _, r := range rulesOf(&formats[i]) {
			if !known[r.ID] {
				known[r.ID] = true
				all = append(all, r)
			}
		}
	}
	return all
}
