package conv

import (
	"fmt"

	"convo/conv/shape"
)

// LintRule is one thing that must be true of a conversation. Package conv/lint has
// the rules for any conversation, [Format.Lint] the rules of one vendor's
// servers.
type LintRule struct {
	// ID is the name of the format whose servers require it, and the mistake:
	// ag-ui/empty-text. It never changes.
	ID       string
	Was      string   // the ID of older versions, which still works; "": none
	Severity Severity // Error, Warning or Info
	Title    string   // what must be true, in a line
	Explain  string   // why, and what happens otherwise
	Source   string   // the source
	Fix      string   // what to do about it
	Private  bool     // reports do not show the place
	Covers   string   // the ID of a rule of any conversation, which is not reported beside this one

	// A rule has exactly one of these.
	Check func(*LintSubject)     // reports what is wrong with a conversation
	Note  func(*Note) string     // what is wrong if decoding noted this; "": nothing
	Lines func(count int) string // what is wrong with a file of so many conversations; "": nothing
	Flaw  shape.Sort             // of texts that are not of the format's Shape
}

// LintSubject is a conversation as the Check of a rule gets it.
type LintSubject struct {
	*Conversation
	History []Message // the messages that a model may see
	Format  *Format   // the format whose servers will get it
	Target  *Target   // the model that will get it; nil: any
	Rules   Rules     // what the servers require

	// Report records a mistake of a node. It never quotes the conversation.
	Report func(n *Node, message string)
}

// Reportf records a mistake of a node.
func (s *LintSubject) Reportf(n *Node, format string, args ...any) {
	s.Report(n, fmt.Sprintf(format, args...))
}
