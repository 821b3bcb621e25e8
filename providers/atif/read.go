package atif

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/session"
)

type decoder struct {
	*parts.Builder
	all []*conv.Conversation // the trajectory and those of its helpers
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewBuilder(own, data, notes)}
	if d.WantOneOf("an agent trajectory", "steps") {
		d.trajectory()
	}
	err := d.End()
	return func(yield func(*conv.Conversation, error) bool) {
		if err != nil {
			yield(nil, err)
			return
		}
		for _, c := range d.all {
			if !yield(c, nil) {
				return
			}
		}
	}
}

func (d *decoder) trajectory() *conv.Conversation {
	d.Begin()
	c, s := d.C, &conv.Session{}
	c.Session = s
	d.all = append(d.all, c)
	var helpers []*conv.Conversation
	for key := range d.Fields {
		switch key {
		case "session_id":
			s.ID = d.StrOnly()
		case "trajectory_id":
			c.ID = d.StrOnly()
		case "agent":
			d.agent(s)
		case "steps":
			d.Each(d.Skipped(), "steps", d.step)
		case "subagent_trajectories":
			helpers = d.helpers()
			d.C = c
		case "schema_version", "notes", "final_metrics", "continued_trajectory_ref", "extra":
			d.KnownIfSaid(&s.Node, key)
		default:
			d.Keep(&s.Node, key)
		}
	}
	if c.ID == "" {
		c.ID, s.ID = s.ID, ""
	}
	for _, helper := range helpers {
		helper.Session.Parent = &conv.ParentSession{Session: c.ID}
	}
	for _, m := range c.Messages {
		if answer, ok := m.(*conv.AssistantMessage); ok && answer.Model == "" {
			answer.Model = s.Model
		}
	}
	return c
}

// helpers reads the trajectories of helpers.
func (d *decoder) helpers() (all []*conv.Conversation) {
	if d.Kind() != rawjson.Array {
		d.Skip()
		return nil
	}
	for range d.Elements {
		if d.WantObject("an agent trajectory") {
			all = append(all, d.trajectory())
		}
	}
	return all
}

func (d *decoder) agent(s *conv.Session) {
	at := d.Offset()
	raw := d.Raw()
	s.Agent, s.AgentVersion, s.Model = parts.Str(raw, "name"), parts.Str(raw, "version"), parts.Str(raw, "model_name")
	d.Tools(raw.Lookup("tool_definitions"), at)
	d.Object(&s.Node, "agent", raw, "name version model_name tool_definitions")
}

func (d *decoder) step(raw conv.Raw, at int) {
	if raw[0] != '{' {
		d.Fail(at, "want a step as an object")
		return
	}
	source, seen := parts.Str(raw, "source"), raw.Lookup("observation.results")
	said := raw.Lookup("message")
	if source == "agent" {
		d.answer(raw, said, at)
	} else if m := d.Open(source, at); m == nil {
		d.Custom(source, raw, false, at)
		return
	} else {
		d.content(m, said, at)
		d.dated(m, raw, "")
	}
	for result := range seen.Elements {
		d.result(source, result, at)
	}
}

// dated gives a message the time of its step, and what else is said there. The number of a
// step is that of its place.
func (d *decoder) dated(m conv.Message, raw conv.Raw, read string) {
	meta := conv.MetaOf(m)
	meta.Timestamp = session.ISOTime(parts.Str(raw, "timestamp"))
	d.Rest(&meta.Node, raw, "step_id source timestamp message observation "+read)
	d.Object(&meta.Node, "observation", raw.Lookup("observation"), "results")
}

func (d *decoder) answer(raw, said conv.Raw, at int) {
	m := &conv.AssistantMessage{Model: parts.Str(raw, "model_name")}
	d.Add(m, at)
	d.Thinking(m, parts.Str(raw, "reasoning_content"), "", "", at)
	d.content(m, said, at)
	for call := range raw.Lookup("tool_calls").Elements {
		d.Call(m, parts.Str(call, "tool_call_id"), parts.Str(call, "function_name"), call.Lookup("arguments"), call, at)
		d.Left(call, "tool_call_id function_name arguments")
	}
	metrics := raw.Lookup("metrics")
	parts.Usage(m, func(name string) conv.Raw { return metrics.Lookup(name) }, "prompt_tokens completion_tokens - cached_tokens")
	if cost := conv.Number(metrics.Lookup("cost_usd")); m.Usage != nil {
		if _, ok := cost.Float(); ok {
			m.Usage.Cost = &conv.UsageCost{Total: cost}
		}
	}
	read := "prompt_tokens completion_tokens cached_tokens"
	if m.Usage != nil && m.Usage.Cost != nil {
		read += " cost_usd"
	}
	d.Object(&m.Node, "metrics", metrics, read)
	d.dated(m, raw, "model_name reasoning_content tool_calls metrics")
}

// result adds what a call gave, or what an agent saw without one.
func (d *decoder) result(source string, raw conv.Raw, at int) {
	id, content := parts.Str(raw, "source_call_id"), raw.Lookup("content")
	switch {
	case raw[0] != '{':
		d.Custom("result", raw, false, at)
	case id != "":
		m := d.Result(id, "", at)
		d.content(m, content, at)
		d.Rest(&m.Node, raw, "source_call_id content")
	case source == "agent" && len(content) > len(`""`) && content != "null":
		m := d.Open("user", at)
		d.content(m, content, at)
		d.Rest(&conv.MetaOf(m).Node, raw, "source_call_id content")
	default:
		d.Custom("observation", raw, true, at)
	}
}

// content adds a text, or parts of it and images.
func (d *decoder) content(m conv.Message, content conv.Raw, at int) {
	if !strings.HasPrefix(string(content), "[") {
		d.Value(m, content, at)
		return
	}
	for part := range content.Elements {
		switch kind := parts.Str(part, "type"); kind {
		case "text":
			d.Text(m, parts.Str(part, "text"), at)
			d.Left(part, "type text")
		case "image":
			d.Media(m, "image", &conv.Media{URL: parts.Str(part, "source.path"), MIMEType: parts.Str(part, "source.media_type")}, part, at)
			d.Left(part, "type source")
			d.LeftIn(part, "source", "path media_type")
		default:
			d.Unknown(m, kind, part, at)
		}
	}
}
