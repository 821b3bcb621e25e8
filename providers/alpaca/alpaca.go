// Package alpaca reads and writes Alpaca data, which open models are trained
// on: a question and its answer a row, often with those that came before.
//
//	{"instruction":"Translate.","input":"tidevand","output":"tide",
//	 "system":"Be brief.","history":[["Hi.","Hello."]]}
//
// Rows in the manner of Dolly have context and response for input and output.
//
// The rule of the room: questions and answers take turns, and each is one
// string. An empty string is no message: a row with an empty output is a
// question that nobody has answered.
//
// A file is a list of rows, or JSON Lines. It is written as JSON Lines.
//
// The facts are those of the documentation and the public sources of the
// trainers that read such rows.
package alpaca

import (
	"convo/conv/format"
	"convo/conv/record"
	"convo/conv/training"
)

const family = "alpaca"

var own = &record.Family{Name: family, Order: record.ByKey}

// Formats is the row.
func Formats() []format.Format {
	return training.DataSet(format.Format{
		Name:         family,
		About:        "Alpaca training data, a question a row",
		Capabilities: holds,
		Detect:       detect,
		Decode:       decode,
		Reduce:       reduce,
		Write:        write,
	})
}

// holds is questions and answers in text.
var holds = format.Capabilities{
	Reads:     format.NothingOwn(),
	User:      format.TextBlock | format.OneString,
	Assistant: format.TextBlock | format.OneString,
	Features:  format.SystemPrompt | format.Trees,
}

// detect knows a row, or a list of rows, by its question and what is next to
// it.
func detect(p *format.Probe) format.Grade {
	var marks []string
	for _, row := range []string{"", "[]."} {
		for _, column := range []string{"output", "input", "chosen", "response"} {
			marks = append(marks, row+"instruction is string & "+row+column+" is string")
		}
	}
	return format.OwnIf(p.IsJSON() && p.Shows(marks...))
}

// The hints. Both count only as long as they still say what the messages say.
const (
	hintInput = "~input" // of the last question: the end of its text, which was the input
	hintApart = "~apart" // of a message: the row had it apart from the message before it
)
