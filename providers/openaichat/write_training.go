package openaichat

import (
	"slices"

	"convo/conv"
	"convo/conv/rawjson"
)

// writeTraining writes a line. A preference is one as long as the
// conversation says so; what is preferred begins where the mark is.
func writeTraining(w *rawjson.Writer, c *conv.Conversation) {
	e := encoder{Writer: w, training: true}
	w.BeginObject()
	if c.Extensions.Get(training, conv.Preference) == "" {
		e.example(c, c.Messages)
		conv.WriteResidue(w, &c.Node, training, unless(len(c.Tools) == 0, "tools"))
		w.EndObject()
		return
	}
	n := slices.IndexFunc(c.Messages, isPreferred)
	if n < 0 {
		n = len(c.Messages)
	}
	w.Key("input")
	w.BeginObject()
	e.example(c, c.Messages[:n])
	writeMembers(w, c.Extensions.Get(training, "input"), unless(len(c.Tools) == 0, "tools"))
	w.EndObject()
	w.Key("preferred_output")
	e.messages(c.Messages[n:])
	w.OptRaw(conv.NotPreferred, c.Extensions.Get(training, conv.NotPreferred))
	conv.WriteResidue(w, &c.Node, training, "input", conv.NotPreferred)
	w.EndObject()
}

func isPreferred(m conv.Message) bool {
	meta := conv.MetaOf(m)
	return meta != nil && meta.Extensions.Get(training, conv.Preferred) != ""
}

// example writes the members of a history.
func (e *encoder) example(c *conv.Conversation, in []conv.Message) {
	r := c.Request
	if r == nil {
		r = &conv.Request{}
	}
	e.Key("messages")
	e.BeginArray()
	prompt := c.Extensions.Get(training, hintSystem)
	if prompt == "" {
		prompt = promptMessage(c)
	}
	writeSystemPrompt(e.Writer, c, prompt)
	for _, m := range in {
		e.message(m)
	}
	e.EndArray()
	if !writeFunctions(e.Writer, c, r) {
		writeTools(e.Writer, c.Tools)
	}
	if old := residue(&r.Node, "functions"); old != "" {
		e.Key("functions")
		e.Raw(old)
	}
	e.OptBool("parallel_tool_calls", r.ParallelToolCalls)
}

func (e *encoder) messages(in []conv.Message) {
	e.BeginArray()
	for _, m := range in {
		e.message(m)
	}
	e.EndArray()
}

// weight writes what a message has for training alone.
func (e *encoder) weight(n *conv.Node) {
	if e.training {
		conv.WriteResidue(e.Writer, n, training)
	}
}
