package lint

import (
	"slices"

	"convo/conv"
)

// Finding is one thing that is wrong with a conversation, or looks so.
type Finding struct {
	Rule    string // the ID of the [Rule] that it breaks
	Offset  int    // of the node in the input; -1: nowhere
	Message string // what is wrong, without quoting what people said
	Hint    string // how to mend this one, beyond the rule's Fix; "" is none
}

// Rule is what a conversation has to keep. Its ID never changes: C for any
// conversation, else the letter of the protocol whose servers demand it.
type Rule struct {
	ID       string
	Severity conv.Severity // Error, Warning or Info
	Title    string        // what must be, in a line
	Explain  string        // why, and what happens otherwise
	Source   string        // who says so
	Fix      string        // what to do about it
	Private  bool          // its places are never shown

	check  func(*validator)
	covers string // the rule for any conversation that says less of the same
}

// RuleTable is the rules, in order: those of any conversation, those of the
// servers that take it, and those of what is written.
func RuleTable() []Rule {
	return slices.Concat(conversationRules(), targetRules(), shapeRules())
}
