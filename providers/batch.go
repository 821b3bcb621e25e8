package providers

import (
	"convo/conv/format"
	"convo/conv/shape"
	"convo/providers/anthropic"
	"convo/providers/gemini"
	"convo/providers/openaichat"
	"convo/providers/openairesponses"
)

// batch is how the servers of an API take many requests in one file, and give back
// their answers, a line each:
//
//	{"custom_id":"q1","method":"POST","url":"/v1/chat/completions","body":{…}}
//	{"id":"batch_req_1","custom_id":"q1","response":{"status_code":200,"body":{…}},"error":null}
//
// The bodies are those of the API, so its formats read and write them. The id of a
// line is that of the conversation. What else a line has is residue of the family
// that the batch is named after.
//
// Sources: the vendors' API references. Mistral's lines are those of OpenAI, without
// method and url.
type batch struct {
	name, about string
	host        func() []format.Format // of the API: its request, and its response
	id          string                 // the field with the id of a line
	request     string                 // the field with the body of a request
	url         string                 // of a request; "": lines name none
	list        string                 // the field with all requests in one body; "": there is no such body
	asks        string                 // a field of every body, which tells it from those of other APIs
	answers     []string               // marks of the output
	read        func(*batchLine, string) bool
	write       func(*batchWriter)
}

// The batches that convo knows.
var (
	chatBatch = &batch{
		name: "openai-batch", about: "OpenAI or Mistral batch", host: openaichat.Formats,
		id: "custom_id", request: "body", url: "/v1/chat/completions", asks: "messages",
		answers: []string{"response.body.choices & no request", "response & error & no response.body.output & no request"},
		read:    (*batchLine).response, write: (*batchWriter).response,
	}
	responsesBatch = &batch{
		name: "openai-responses-batch", about: "OpenAI batch of Responses", host: openairesponses.Formats,
		id: "custom_id", request: "body", url: "/v1/responses", asks: "input",
		answers: []string{"response.body.output & no request"},
		read:    (*batchLine).response, write: (*batchWriter).response,
	}
	anthropicBatch = &batch{
		name: "anthropic-batch", about: "Anthropic batch", host: anthropic.Formats,
		id: "custom_id", request: "params", list: "requests", asks: "messages",
		answers: []string{"custom_id & result.type", "result.type = succeeded|errored|canceled|expired"},
		read:    (*batchLine).result, write: (*batchWriter).result,
	}
	geminiBatch = &batch{
		name: "gemini-batch", about: "Gemini batch", host: gemini.Formats,
		id: "key", request: "request", asks: "contents",
		answers: []string{"response.candidates & no request", "key & response & no request", "key & error.message"},
		read:    (*batchLine).outcome, write: (*batchWriter).outcome,
	}
)

var batches = []*batch{chatBatch, responsesBatch, anthropicBatch, geminiBatch}

// hold adds what a line has and the body in it has not.
func (b *batch) hold(h *format.Capabilities) {
	h.GuestFamily = b.name
	h.Features |= format.DocumentID
}

// formats are the requests, and the answers.
func (b *batch) formats() []format.Format {
	hosts := b.host()
	in, out := hosts[0], hosts[1]
	for _, f := range []*format.Format{&in, &out} {
		f.Protocol = ""
		b.hold(&f.Capabilities)
	}
	in.Name, in.About, in.Detect, in.Decode, in.Write = b.name, b.about+": requests", b.asking, b.reader(hosts[0], false), b.requestWriter(in)
	in.Shape = func() *shape.Shape { return b.requestShape(hosts[0].Shape()) }
	out.Name, out.About, out.Detect, out.Decode, out.Write = b.name+"-output", b.about+": answers", b.answering, b.reader(hosts[1], true), b.answerWriter(out)
	return []format.Format{in, out}
}

func (b *batch) asking(p *format.Probe) format.Grade {
	line := b.request + "." + b.asks + " & no response & no messages"
	marks := []string{line}
	if b.url != "" {
		marks = []string{b.id + " & " + line, "url & " + line}
	}
	if b.list != "" {
		marks = append(marks, b.list+"[]."+b.request+"."+b.asks)
	}
	return format.OwnIf(p.IsJSON() && p.Shows(marks...))
}

func (b *batch) answering(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows(b.answers...))
}

// requestShape is what a line of requests must be. Servers also demand the id, which a
// conversation need not have.
func (b *batch) requestShape(body *shape.Shape) *shape.Shape {
	fields := []*shape.Member{
		shape.May(b.id, shape.String()).Says("Names the request. Its answer has the same id."),
		shape.May(b.request, body),
	}
	if b.url != "" {
		fields = append(fields, shape.May("method", shape.String()), shape.May("url", shape.String()))
	}
	line := shape.Object(fields...).Open().Named(b.name, "A request of a batch.")
	if b.list == "" {
		return line.OneOf(b.request)
	}
	return shape.Object(append(fields, shape.May(b.list, shape.List(line)))...).Open().OneOf(b.request, b.list).Named(b.name+"-body", "A batch.")
}
