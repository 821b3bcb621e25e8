package agentthreads

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/parts"
)

// event reads an event of OpenHands, as its server or its SDK writes it: what was said, a
// call, or what that gave. Others stay as they are.
func (d *decoder) event(e conv.Raw, at int) {
	d.C.Session.Agent = "openhands"
	kind, action, source := parts.Str(e, "kind"), parts.Str(e, "action"), parts.Str(e, "source")
	id := string(e.Lookup("id"))
	d.Start("assistant", at)
	var n *conv.Node
	switch {
	case e.Lookup("llm_message") != "":
		d.message(e.Lookup("llm_message"), e.Without("llm_message", "source", "kind"), at)
		return
	case kind == "SystemPromptEvent" || action == "system":
		d.Role = "system"
		d.Text(d.To(), parts.Str(e, "system_prompt.text args.content"), at)
		d.Tools(parts.At(e, "args.tools"), at)
	case action == "message":
		if source == "user" {
			d.Role = source
		}
		d.Text(d.To(), parts.Str(e, "args.content"), at)
		for url := range parts.At(e, "args.image_urls").Elements {
			d.Media(d.Now, "image", &conv.Media{URL: url.Text()}, url, at)
		}
	case kind == "ActionEvent" || source == "agent" && e.Lookup("args.thought") != "" && action != "change_agent_state" && action != "recall":
		n, e = d.action(e, id, action)
	case d.calls[string(e.Lookup("cause"))] != "" || e.Lookup("tool_call_id") != "":
		m := d.Result(cmp.Or(parts.Str(e, "tool_call_id tool_call_metadata.tool_call_id"), d.calls[string(e.Lookup("cause"))]), parts.Str(e, "tool_name"), at)
		m.IsError = parts.Str(e, "observation") == "error" || e.Lookup("observation.is_error") == "true" || kind == "AgentErrorEvent"
		d.Now = m
		d.content(parts.At(e, "content observation.content observation.output error rejection_reason"))
	default:
		d.Custom(cmp.Or(action, parts.Str(e, "observation"), kind, "event"), e, true, at)
		return
	}
	meta := conv.MetaOf(d.Now)
	meta.ID = cmp.Or(meta.ID, strings.Trim(id, `"`))
	if n == nil {
		n = &meta.Node
	}
	read := "id source kind action content system_prompt thought reasoning_content thinking_blocks tool_call tool_call_id tool_call_metadata tool_name cause error rejection_reason llm_response_id args"
	if parts.Str(e, "message") == parts.Str(e, "args.content") {
		read += " message"
	}
	for _, of := range [...]struct{ key, read string }{
		{"args", "content image_urls tools thought"},
		{"observation", "content output is_error"},
		{"system_prompt", "type text"},
		{"tool_call", "id name arguments origin"},
		{"tool_call_metadata", "function_name tool_call_id model_response total_calls_in_response"},
	} {
		if v := e.Lookup(of.key); strings.HasPrefix(string(v), "{") {
			d.Object(n, of.key, v, of.read)
			read += " " + of.key
		}
	}
	d.Rest(n, e, read)
}

// action reads a call, and returns what it did not read of the event. Calls of one answer are
// in one message.
func (d *decoder) action(e conv.Raw, id, action string) (*conv.Node, conv.Raw) {
	response := e.Field("tool_call_metadata").Field("model_response")
	if answer := parts.Str(e, "llm_response_id tool_call_metadata.model_response.id"); answer == "" || answer != d.answer {
		d.answer = answer
		d.said = d.To().(*conv.AssistantMessage)
		d.said.ResponseID, d.said.Model = answer, parts.Str(response, "model")
		usage := response.Field("usage")
		parts.Usage(d.said, usage.Field, "prompt_tokens completion_tokens total_tokens")
		d.Thinking(d.Now, parts.Str(e, "reasoning_content"), "", "", d.Here)
	}
	d.Now = d.said
	for part := range e.Lookup("thinking_blocks").Elements {
		d.part(part)
	}
	d.content(parts.At(e, "thought args.thought"))
	call := cmp.Or(parts.Str(e, "tool_call.id tool_call_id tool_call_metadata.tool_call_id"), strings.Trim(id, `"`))
	arguments := parts.At(e, "tool_call.arguments")
	for c := range response.Lookup("choices.0.message.tool_calls").Elements {
		if parts.Str(c, "id") == call {
			arguments = parts.At(c, "function.arguments")
		}
	}
	if arguments == "" {
		arguments, e = e.Lookup("args").Without("thought"), e.Without("args")
	}
	t := d.Call(d.Now, call, cmp.Or(parts.Str(e, "tool_call.name tool_name tool_call_metadata.function_name"), action), arguments, e, d.Here)
	d.calls[id] = call
	return &t.Node, e
}
