package providers

import (
	"context"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/format"
	"convo/conv/note"
)

// Prepared is a conversation made ready for one call of a model.
type Prepared struct {
	Call   Call               // without a key
	Before *conv.Conversation // with the names that the caller knows
	Sent   *conv.Conversation // as it is sent: adapted and fit
}

// Prepare makes a conversation ready for a call. target is that of c.Target,
// maybe with the caller's changes; nil skips adapting. The conversation is not
// changed.
func (c *Endpoint) Prepare(doc *conv.Conversation, target *format.TargetModel, streamed bool, notes *note.Notes) *Prepared {
	p := &Prepared{Call: *c.Call(), Before: schemaSaid(doc, c.Target.Format.Capabilities.Params, notes)}
	p.Call.Streamed = streamed
	p.Sent = p.Call.Asked(c.Target.Sent(p.Before, target, notes), notes)
	return p
}

// Reply calls the model; see [Reply]. Tools have the names of the caller in the
// events and in the answer.
func (p *Prepared) Reply(ctx context.Context, x Exchange, on func(conv.Event)) (*conv.AssistantMessage, error) {
	var told func(conv.Event)
	if on != nil {
		told = func(e conv.Event) { on(restored(e, p.Before, p.Sent)) }
	}
	m, err := Reply(ctx, x, &p.Call, p.Sent, told)
	if m != nil {
		m = adapt.RestoreNames(m, p.Before, p.Sent)
	}
	return m, err
}

// restored returns an event with the names of tools as the conversation has them.
func restored(e conv.Event, before, sent *conv.Conversation) conv.Event {
	if t, ok := e.Block.(*conv.ToolCall); ok {
		m := adapt.RestoreNames(&conv.AssistantMessage{Content: []conv.AssistantContent{t}}, before, sent)
		e.Block = m.Content[0]
	}
	return e
}

// AddChanges adds to notes what a call changes in the history: all of changes
// but what no call ever sends or, without all, only warnings and what it loses of
// reasoning.
func AddChanges(notes, changes *note.Notes, all bool) {
	for _, n := range changes.List() {
		if !IsBookkeeping(&n) && (all || n.Severity == note.Warning || isReasoning(n.Code)) {
			notes.Add(n)
		}
	}
}

func isReasoning(code note.Code) bool {
	return code == note.CodeThinking || code == note.CodeRedacted || code == note.CodeSignature
}

// schemaSaid returns c for a model that takes no schema with the request: the
// system prompt says it.
func schemaSaid(c *conv.Conversation, takes format.Params, changes *note.Notes) *conv.Conversation {
	if c.Request == nil || c.Request.ResponseFormat == nil || c.Request.ResponseFormat.Schema == "" || takes&format.ResponseSchemas != 0 {
		return c
	}
	changes.Info(note.CodeParam, note.Synthesized, c.Request.ResponseFormat.Offset(), "instruction in the system prompt, because the model does not take", "responseFormat.schema")
	out, request := *c, *c.Request
	if out.SystemPrompt != "" {
		out.SystemPrompt += "\n\n"
	}
	out.SystemPrompt += "Answer with nothing but JSON that matches this JSON Schema:\n" + string(request.ResponseFormat.Schema)
	if request.ResponseFormat = nil; takes&format.ResponseFormats != 0 {
		request.ResponseFormat = &conv.ResponseFormat{Type: "json"}
	}
	out.Request = &request
	return &out
}
