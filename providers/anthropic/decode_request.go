package anthropic

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

func decodeRequest(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	d.sent = true
	c := d.request()
	if err := d.End(); err != nil {
		return conv.One(nil, err)
	}
	return conv.One(c, nil)
}

func (d decoder) request() *conv.Conversation {
	c := &conv.Conversation{}
	d.place(&c.Node)
	q := &conv.Request{}
	d.place(&q.Node)
	var there, asked, behind bool
	for key := range d.Fields {
		switch key {
		case "max_tokens":
			asked, behind = true, there
			q.MaxTokens = d.Number()
		case "messages":
			there = d.Kind() == rawjson.Array
			c.Messages = d.messages()
		case "system":
			d.systemPrompt(c)
		case "tools":
			d.tools(c)
		default:
			asked = true
			d.parameter(q, key)
		}
	}
	if !there {
		d.Fail(0, "no messages")
	}
	if behind && q.MaxTokens == rules.Limit(q.Reasoning) {
		q.Extensions.Set(family, conv.Unasked, conv.Raw(q.MaxTokens))
	}
	if asked {
		c.Request = q
	}
	return c
}

// parameter reads a member of the body besides the history.
func (d decoder) parameter(q *conv.Request, key string) {
	switch key {
	case "model":
		q.Model = d.optional(&q.Node, key)
	case "temperature":
		q.Temperature = d.Number()
	case "top_p":
		q.TopP = d.Number()
	case "top_k":
		q.TopK = d.Number()
	case "stop_sequences":
		d.stopSequences(q)
	case "stream":
		q.Stream = d.OptBool()
	case "tool_choice":
		d.toolChoice(q)
	case "thinking":
		d.reasoning(q)
	case "output_config":
		d.outputConfig(q)
	case "metadata":
		d.metadata(q)
	case "anthropic_beta", "anthropic_version", "betas", "cache_control", "container",
		"context_management", "diagnostics", "fallbacks", "inference_geo", "mcp_servers",
		"output_format", "service_tier", "speed", "thread":
		d.known(&q.Node, key)
	default:
		d.Keep(&q.Node, key)
	}
}

// systemPrompt reads the system field. A list that says more than one plain
// text is residue beside the prompt that it makes.
func (d decoder) systemPrompt(c *conv.Conversation) {
	forget(&c.Node, "system")
	c.SystemPrompt = ""
	switch k := d.Kind(); k {
	case rawjson.Null:
		d.Skip()
	case rawjson.String:
		c.SystemPrompt = d.optional(&c.Node, "system")
	case rawjson.Array:
		start := d.Offset()
		plain, marks := false, false
		c.SystemPrompt, plain, marks = d.systemList()
		if !plain {
			c.Extensions.Set(family, systemKey(marks), d.rawAt(start))
		}
	default:
		d.Fail(d.Offset(), "want system as a string or an array, got %s", k)
	}
}

// systemKey is the residue key of a system list: a hint, unless the list says
// things that a prompt cannot.
func systemKey(hint bool) string {
	if hint {
		return "~system"
	}
	return "system"
}

// systemList reads a list of blocks as a prompt: whether one plain text is
// all of it, and whether texts and cache marks are.
func (d decoder) systemList() (prompt string, plain, marks bool) {
	var texts []string
	blocks := 0
	plain, marks = true, true
	for range d.Elements {
		blocks++
		b, ok := d.systemBlock().(*conv.TextContent)
		if !ok {
			plain, marks = false, false
			continue
		}
		texts = append(texts, b.Text)
		plain = plain && b.Extensions == nil && b.Text != ""
		marks = marks && len(b.Extensions.Of(family)) == 0 || b.Extensions.Get(family, "cache_control") != "" && len(b.Extensions.Of(family)) == 1
	}
	return strings.Join(texts, "\n\n"), plain && blocks == 1, marks
}

func (d decoder) stopSequences(q *conv.Request) {
	forget(&q.Node, "stop_sequences")
	q.Stop = nil
	if d.isNull() {
		return
	}
	for range d.Elements {
		q.Stop = append(q.Stop, d.Str())
	}
	if q.Stop == nil {
		q.Extensions.Set(family, "~stop_sequences", "[]")
	}
}

// toolChoice reads whether tools are to be called, and one at a time or not.
// A type that the API does not have is residue.
func (d decoder) toolChoice(q *conv.Request) {
	forget(&q.Node, "tool_choice")
	q.ToolChoice, q.ParallelToolCalls = nil, nil
	start := d.Offset()
	mode, ok := choiceMode(d.tag("type"))
	if d.isNull() {
		return
	}
	if !ok {
		d.Keep(&q.Node, "tool_choice")
		return
	}
	t := &conv.ToolChoice{Mode: mode}
	t.PlaceAt(start)
	for key := range d.Fields {
		switch key {
		case "type":
			d.Skip()
		case "name":
			t.Name = d.optional(&t.Node, key)
		case "disable_parallel_tool_use":
			if disable := d.OptBool(); disable != nil {
				parallel := !*disable
				q.ParallelToolCalls = &parallel
			}
		default:
			d.Keep(&t.Node, key)
		}
	}
	q.ToolChoice = t
}

func choiceMode(wire string) (mode conv.ChoiceMode, ok bool) {
	switch wire {
	case "auto":
		return conv.ChoiceAuto, true
	case "any":
		return conv.ChoiceRequired, true
	case "tool":
		return conv.ChoiceTool, true
	case "none":
		return conv.ChoiceNone, true
	}
	return "", false
}

// reasoning reads whether and how much to think. Adaptive is enabled without
// a budget; a type that is none of the three is residue.
func (d decoder) reasoning(q *conv.Request) {
	forget(&q.Node, "thinking")
	if q.Reasoning != nil {
		q.Reasoning = &conv.Reasoning{Effort: q.Reasoning.Effort}
	}
	if d.isNull() {
		return
	}
	kind := d.tag("type")
	start := d.Offset()
	enabled := kind == "enabled" || kind == "adaptive"
	if !enabled && kind != "disabled" {
		d.Keep(&q.Node, "thinking")
		return
	}
	n, budget := conv.Node{}, conv.Number("")
	for key := range d.Fields {
		switch key {
		case "type":
			d.Skip()
		case "budget_tokens":
			budget = d.Number()
		case "display":
			d.known(&n, key)
		default:
			d.Keep(&n, key)
		}
	}
	if (kind == "enabled") != (budget != "") {
		q.Extensions.Set(family, "thinking", d.rawAt(start))
		return
	}
	r := thought(q)
	r.Enabled, r.BudgetTokens = &enabled, budget
	r.Node = n
	r.PlaceAt(start)
}

// thought is the request's Reasoning, made if there is none.
func thought(q *conv.Request) *conv.Reasoning {
	if q.Reasoning == nil {
		q.Reasoning = &conv.Reasoning{}
	}
	return q.Reasoning
}

// outputConfig reads effort and format; what else there is is residue.
func (d decoder) outputConfig(q *conv.Request) {
	forget(&q.Node, "output_config")
	q.ResponseFormat = nil
	if q.Reasoning != nil {
		q.Reasoning.Effort = ""
	}
	if d.isNull() {
		return
	}
	var rest conv.Node
	found := false
	for key := range d.Fields {
		switch {
		case key == "effort" && d.Kind() == rawjson.String:
			if e := d.Str(); e != "" {
				thought(q).Effort = e
				found = true
				continue
			}
			rest.Extensions.Set(family, key, `""`)
		case key == "format" && d.tag("type") == "json_schema":
			q.ResponseFormat = d.schemaFormat()
			found = true
		case key == "effort" || key == "format":
			d.known(&rest, key)
		default:
			d.Keep(&rest, key)
		}
	}
	keepRest(q, "output_config", &rest, found)
}

func (d decoder) schemaFormat() *conv.ResponseFormat {
	f := &conv.ResponseFormat{Type: "jsonSchema"}
	d.place(&f.Node)
	for key := range d.Fields {
		switch key {
		case "type":
			d.same("json_schema")
		case "schema":
			if !d.isNull() {
				f.Schema = d.Raw()
			}
		default:
			d.Keep(&f.Node, key)
		}
	}
	return f
}

// metadata reads the end user's identifier; what else there is is residue.
func (d decoder) metadata(q *conv.Request) {
	forget(&q.Node, "metadata")
	q.User = ""
	if d.isNull() {
		return
	}
	var rest conv.Node
	for key := range d.Fields {
		if key == "user_id" && d.Kind() == rawjson.String {
			if q.User = d.Str(); q.User != "" {
				continue
			}
			rest.Extensions.Set(family, key, `""`)
			continue
		}
		d.Keep(&rest, key)
	}
	keepRest(q, "metadata", &rest, q.User != "")
}

// keepRest keeps what of an object the neutral fields do not say. That it
// was there though it said nothing is a hint.
func keepRest(q *conv.Request, key string, rest *conv.Node, found bool) {
	switch {
	case rest.Extensions != nil:
		q.Extensions.Set(family, key, object(rest.Extensions.Of(family)))
	case !found:
		q.Extensions.Set(family, "~"+key, "{}")
	}
}
