package agui

import (
	"strconv"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// runStarted opens a run. What it says of its input goes to the conversation.
func (f *folder) runStarted(e *event) {
	f.active, f.over = true, false
	if f.runs++; f.runs > 1 {
		f.list.touched = nil
	}
	f.settleState()
	f.runID = e.extraOf("runId").Text()
	f.inThread(e)
	for _, key := range [...]string{"parentRunId", "protocolVersion"} {
		if raw := e.extraOf(key); raw != "" && f.runs == 1 {
			residue.Set(&f.c.Node, key, raw)
		}
	}
	if e.metadata != "" && e.metadata != "{}" {
		f.notes.Loss(note.CodeExtension, note.Dropped, -1, "field of the start of a run", "metadata")
	}
	input := e.extraOf("input")
	if input == "" || input[0] != '{' {
		return
	}
	r := f.reading(input)
	var blanks conv.Node
	tools := f.c.Tools
	for key := range r.In.Fields {
		switch key = aliases.Usual(key); key {
		case "threadId", "runId":
		case "messages":
			for m := range r.messages {
				if was := f.find(m.ID); was == nil {
					f.list.add(m)
					f.live.whole(m)
				} else if !was.says(m) {
					f.notes.Loss(note.CodeHistory, note.Dropped, -1, "another text of a message in the input of a run:", m.ID)
				}
			}
		default:
			r.inputField(f.c, &blanks, key)
		}
	}
	if f.c.Tools == nil {
		f.c.Tools = tools
	}
	f.err = inField("input", []byte(input), r.In.End())
}

// inThread takes the id of the thread from the start or the end of a run.
func (f *folder) inThread(e *event) {
	id := e.extraOf("threadId").Text()
	if id == "" || id == defaultThread || id == f.c.ID {
		return
	}
	if f.c.ID != "" {
		f.notes.Loss(note.CodeID, note.Dropped, -1, "id of another thread", f.c.ID)
	}
	f.c.ID = id
}

// runFinished ends a run. What it says goes to the last answer of the run.
func (f *folder) runFinished(e *event) {
	f.inThread(e)
	switch id := e.extraOf("runId").Text(); {
	case f.runs == 0:
		f.runID = id
	case id != "" && id != f.runID:
		f.notes.Loss(note.CodeID, note.Dropped, -1, "id under which a run ends", id)
	}
	for x := range f.open.All {
		f.disorder(note.Recovered, "run that ends before the end of a "+x.kind, x.id)
	}
	outcome := e.extraOf("outcome").Lookup("type").Text()
	answer := f.answer()
	word := finishedAs(outcome, answer != nil && len(answer.calls) > 0)
	d := &conv.StopDetail{Raw: word.raw, Kind: word.kind}
	for _, m := range e.extra {
		switch {
		case m.Key == "outcome" && string(m.Value) != `{"type":`+string(rawjson.Quoted(outcome))+`}`:
			residue.Set(&d.Node, m.Key, m.Value)
		case m.Key == "result":
			residue.Set(&d.Node, m.Key, m.Value)
		}
	}
	f.endRun(e, &conv.AssistantMessage{StopReason: word.reason, StopDetail: d}, answer)
}

// runError ends a run that failed.
func (f *folder) runError(e *event) {
	d := &conv.StopDetail{Raw: e.extraOf("code").Text()}
	said := &conv.AssistantMessage{StopReason: conv.StopError, StopDetail: d, ErrorMessage: e.extraOf("message").Text()}
	if said.ErrorMessage == cutMessage {
		said.ErrorMessage = ""
	}
	if d.Raw == codeInterrupted {
		said.StopReason, d.Raw, d.Kind = conv.StopAborted, "", conv.KindInterrupted
	}
	f.endRun(e, said, f.failed())
}

// cutOff ends a stream. What is still open was cut off.
func (f *folder) cutOff(broken bool) {
	if f.chunk.kind != "" {
		f.closeChunk()
	}
	if f.known == 1 && f.runs == 0 && !broken {
		return // an event alone, as in a sample
	}
	cut := broken || f.active
	for x := range f.open.All {
		cut = cut || x.kind == aCall || x.kind == aThought || x.kind == aText && f.isAnswers(x.id)
	}
	if !cut {
		return
	}
	f.notes.Info(note.CodeOrder, note.Recovered, -1, "run without an end", "")
	d := &conv.StopDetail{Kind: conv.KindInterrupted}
	f.endRun(&event{}, &conv.AssistantMessage{StopReason: conv.StopAborted, StopDetail: d}, f.failed())
}

// isAnswers reports whether a message is one of an answer.
func (f *folder) isAnswers(id string) bool {
	m := f.find(id)
	return m != nil && m.role == "assistant"
}

// answer is the last message of an answer in this run, or nil.
func (f *folder) answer() *message {
	var last *message
	for _, m := range f.list.touched {
		if m.end == nil && (m.role == "assistant" || m.role == "reasoning") && (last == nil || m.place > last.place) {
			last = m
		}
	}
	return last
}

// failed is the message of the answer that failed: the last, or a new one
// without content if the last was already answered.
func (f *folder) failed() *message {
	m := f.answer()
	if m != nil && f.list.answered < m.place {
		return m
	}
	m = &message{Meta: conv.Meta{ID: errorID(f.runs)}, role: "assistant", run: f.runs}
	for n := max(f.runs, f.failures) + 1; f.find(m.ID) != nil; n++ { // it failed twice
		m.ID = errorID(n)
		f.failures = n
	}
	f.list.add(m)
	return m
}

// errorID is the id of the answer, without content, of the nth run, which
// failed before it said anything.
func errorID(run int) string { return "error_" + strconv.Itoa(run) }

// endRun adds to an answer what the end of its run says.
func (f *folder) endRun(e *event, said *conv.AssistantMessage, answer *message) {
	run, d := f.runs, said.StopDetail
	f.live.unclosed()
	f.active, f.over, f.open = false, true, record.Open[entity, entity]{}
	if f.runID != "" && f.runID != runName(run) {
		said.ResponseID = f.runID
	}
	var laid laidOver
	laid.add(e.metadata)
	laid.settle(&d.Node)
	usages := e.extraOf("usage")
	n, silent := 0, false
	if said.Usage, said.Model, n = sumUsages(usages); n > 1 || n == 1 && said.Usage == nil && !isModelOnly(usages) {
		residue.Set(&d.Node, "usage", usages)
	}
	marks := takeMarks(&d.Node, "messageId", "responseId", "stopReason", "stop", "errorMessage")
	readAnswerMarks(said, marks)
	d.Raw, d.Kind = said.StopDetail.Raw, said.StopDetail.Kind
	for _, x := range marks {
		if x.Key != "messageId" {
			continue
		}
		if answer == nil || answer.ID != errorID(run) {
			answer = &message{role: "assistant"}
			f.list.add(answer)
		}
		f.list.rename(answer, x.Value.Text())
		silent = true
	}
	residue.Settle(&d.Node)
	if said.StopDetail = d; d.Raw == "" && d.Kind == "" && len(d.Extensions) == 0 {
		said.StopDetail = nil
	}
	f.live.ended(said, silent)
	residue.Drop(&f.c.Node, "runId")
	if residue.Get(&f.c.Node, keptEnd) != "" { // of an earlier run
		residue.Drop(&f.c.Node, keptEnd)
		f.notes.Loss(note.CodeUsage, note.Dropped, -1, "end of a run without an answer", "")
	}
	if answer != nil {
		answer.end = said
		return
	}
	if said.ResponseID != "" {
		residue.Set(&f.c.Node, "runId", rawjson.Quoted(said.ResponseID))
	}
	if end := endOf(e); end != "{}" {
		residue.Set(&f.c.Node, keptEnd, end)
	}
}

// What a stream says that belongs to no message: the end of a run without an
// answer, and the events that continue nothing. No wire has such fields.
const (
	keptEnd    = "endOfRun"
	keptEvents = "strayEvents"
)

// endOf is what the end of a run says, apart from plain success.
func endOf(e *event) conv.Raw {
	var all []rawjson.Member
	for _, key := range [...]string{"outcome", "usage", "result"} {
		if raw := e.extraOf(key); raw != "" && raw != `{"type":"`+outcomeSuccess+`"}` {
			all = append(all, rawjson.Member{Key: key, Value: raw})
		}
	}
	if e.metadata != "" {
		all = append(all, rawjson.Member{Key: "metadata", Value: e.metadata})
	}
	return rawjson.ObjectOf(all)
}

// isModelOnly reports whether a list of counts has only a model.
func isModelOnly(raw conv.Raw) bool {
	return string(raw) == `[{"model":`+string(raw.Lookup("0.model"))+`}]`
}
