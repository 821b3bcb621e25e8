// Package alpaca reads and writes Alpaca data, which open models are trained
// on: a question and its answer a row, often with those that came before.
//
//	{"instruction":"Translate.","input":"tidevand","output":"tide",
//	 "system":"Be brief.","history":[["Hi.","Hello."]]}
//
// Other data sets have other names for the columns, such as context and response
// for input and output, or question and answer.
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
// it. Under the names of other data sets it could be a row, if it says no model, as
// logs of calls do.
func detect(p *format.Probe) format.Grade {
	var marks, loose []string
	for _, row := range []string{"", "[]."} {
		apart := " & no " + row + "conversations & no " + row + "messages"
		for _, column := range []string{"output", "input", "chosen", "response"} {
			marks = append(marks, row+"instruction is string & "+row+column+" is string"+apart)
		}
		for _, question := range []string{"question", "query", "prompt"} {
			for _, answer := range []string{"response", "answer", "output"} {
				loose = append(loose, row+question+" is string & "+row+answer+" is string & no "+row+"model"+apart)
			}
		}
	}
	switch {
	case p.IsJSON() && p.Shows(marks...):
		return format.Own
	case p.IsJSON() && (p.Shows(loose...) || p.Shows("input is string & output is string") && p.OnlyKeys("", "id", "input", "output", "system", "history")):
		return format.Could
	}
	return format.No
}

// The hints. Both count only as long as they still say what the messages say.
const (
	hintInput = "~input" // of the last question: the end of its text, which was the input
	hintApart = "~apart" // of a message: the row had it apart from the message before it
)
