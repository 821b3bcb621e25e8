// Package datasetrows reads rows of public data sets that have columns of their own:
// UltraChat, LIMA, Capybara, Glaive, xLAM, Nemotron, Firefly, FLAN, arenas and others.
//
//	{"id":"0","data":["High water?","At noon."]}
//	{"conversation":[{"input":"High water?","output":"At noon."}]}
//	{"text":"### Human: High water?### Assistant: At noon."}
//
// The rule of the room: a column is what its name says, in the order of one table. Texts in
// a list take turns, and a text of a chat template has turns in it.
//
// The facts are those of the public cards and rows of these data sets.
package datasetrows

import (
	"convo/conv/format"
	"convo/conv/record"
	"convo/conv/training"
)

const family = "dataset-rows"

var own = &record.Family{Name: family}

// Formats is the row, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:     family,
		Family:   family,
		About:    "rows with columns of a data set's own",
		Lists:    true,
		Detect:   detect,
		Decode:   decode,
		Branches: training.Branches(decode),
	}}
}

// detect knows a row, or a list of rows, by its columns. A text alone could be that of a chat
// template.
func detect(p *format.Probe) format.Grade {
	if rows := p.Elements(); rows != nil && p.Shows("[] is object") {
		p = rows
	}
	switch {
	case !p.IsJSON():
	case p.Shows(
		"data[] is string & id", "conversations[] is string",
		"conversation[].input & conversation[].output", "conversation[].human & conversation[].assistant",
		"conversations[].question & conversations[].answer", "chat is string & system is string", "query is string & answers is string",
		"conversation_a[].role", "input[].role & output is string", "input is string & target is string & no messages",
		"human is string & assistant is string", "user is string & assistant is string",
		"problem is string & solution is string", "problem is string & generated_solution is string",
		"inputs is string & targets is string", "Question is string & Response is string", "output is string & used_in_training",
	):
		return format.Own
	case p.Shows("text is string") && p.OnlyKeys("", "text", "id", "source", "meta", "lang", "language", "category"):
		return format.Could
	}
	return format.No
}
