package openairesponses

import (
	"iter"

	"convo/conv"
	"convo/conv/rawjson"
)

// decodeRequest reads the body of a request.
func decodeRequest(data []byte, notes *conv.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	c := d.request()
	if err := d.End(); err != nil {
		return conv.One(nil, err)
	}
	if d.repeated {
		d = reread(conv.Raw(once(data)))
		if c = d.request(); d.End() != nil {
			return conv.One(nil, d.Err())
		}
	}
	return conv.One(c, nil)
}

func (d *decoder) request() *conv.Conversation {
	at := d.Offset()
	if k := d.Kind(); k != rawjson.Object {
		d.Fail(at, "want a request as an object, got %s", k)
		return nil
	}
	c := &conv.Conversation{}
	d.place(&c.Node)
	q := &conv.Request{}
	d.place(&q.Node)
	first, input := -1, false
	for key := range d.Fields {
		switch key {
		case "input":
			input = d.Kind() != rawjson.Null
			first = d.input(c)
		case "instructions":
			d.instructions(c)
		case "tools":
			d.tools(c, q)
		default:
			d.parameter(q, key)
		}
	}
	if !input {
		hint(&c.Node, hintForm, `"absent"`)
	}
	if !input && !refersToInput(q) {
		d.Fail(at, "a request without input")
	}
	d.leadingPrompt(c, first)
	settle(&c.Node)
	settle(&q.Node)
	if !isEmpty(q) {
		c.Request = q
	}
	return c
}

// isEmpty reports whether a request says nothing beside the history.
func isEmpty(q *conv.Request) bool {
	return len(q.Extensions) == 0 && q.Model == "" && q.MaxTokens == "" && q.Temperature == "" && q.TopP == "" &&
		q.ToolChoice == nil && q.ParallelToolCalls == nil && q.ResponseFormat == nil && q.Reasoning == nil &&
		q.Stream == nil && q.User == ""
}

// refersToInput reports whether a request names a history that the server has.
func refersToInput(q *conv.Request) bool {
	return residue(&q.Node, "prompt") != "" || residue(&q.Node, "conversation") != "" || residue(&q.Node, "previous_response_id") != ""
}

// input reads the history, and returns where its first item stands, -1 if it
// has none.
func (d *decoder) input(c *conv.Conversation) int {
	switch k := d.Kind(); k {
	case rawjson.String:
		t := &conv.TextContent{}
		d.place(&t.Node)
		m := &conv.UserMessage{Content: []conv.UserContent{t}}
		d.place(&m.Node)
		t.Text = d.Text(&t.Node)
		c.Messages = []conv.Message{m}
	case rawjson.Array:
		at := d.Offset()
		if c.Messages = d.items(); d.Err() == nil {
			if onlyText(c.Messages) != nil {
				hint(&c.Node, hintForm, `"list"`)
			}
			return firstElement(d.Buffer(), at)
		}
	case rawjson.Null:
		d.Skip()
		hint(&c.Node, hintForm, `"absent"`)
	default:
		d.Fail(d.Offset(), "want input as a string or an array, got %s", k)
	}
	return -1
}

// firstElement is the offset of the first element of the array at an offset.
func firstElement(data []byte, at int) (first int) {
	c := rawjson.NewCursor(data[at:])
	for i := range c.Elements {
		if i == 0 {
			return at + c.Offset()
		}
	}
	return -1
}

// instructions reads the prompt. What is no string is residue.
func (d *decoder) instructions(c *conv.Conversation) {
	if d.Kind() != rawjson.String {
		d.known(&c.Node, "instructions")
		return
	}
	if c.SystemPrompt = d.Text(&c.Node); c.SystemPrompt == "" {
		setBlank(&c.Node, "instructions", `""`)
	}
}

// leadingPrompt makes the prompt of the item that comes first, if it
// instructs and nothing else does. What a string cannot say of it stays at
// the conversation.
func (d *decoder) leadingPrompt(c *conv.Conversation, first int) {
	if c.SystemPrompt != "" || first < 0 || d.Err() != nil || len(c.Messages) == 0 {
		return
	}
	m, ok := c.Messages[0].(*conv.SystemMessage)
	if !ok {
		return
	}
	c.Messages = c.Messages[1:]
	if len(c.Messages) == 0 {
		c.Messages = nil
	}
	c.SystemPrompt = promptOf(m)
	t, isText := (*conv.TextContent)(nil), false
	if len(m.Content) == 1 {
		t, isText = m.Content[0].(*conv.TextContent)
	}
	switch raw := d.rawAt(first); {
	case isText && t.Text != "" && plain(&m.Node) && plain(&t.Node):
		c.Spell(t.Text, t.Spelling(t.Text))
		hint(&c.Node, hintSystem, quoted(string(m.Role)))
	case instructsMore(m):
		c.Extensions.Set(family, "system", raw)
	default:
		hint(&c.Node, hintSystem, raw)
	}
}

// instructsMore reports whether an instruction says what no prompt can.
func instructsMore(m *conv.SystemMessage) bool {
	says := func(n *conv.Node) bool {
		for _, x := range n.Extensions.Of(family) {
			if !conv.IsHint(x.Key) && x.Key != "prompt_cache_breakpoint" {
				return true
			}
		}
		return false
	}
	for _, b := range m.Content {
		t, ok := b.(*conv.TextContent)
		if !ok || says(&t.Node) {
			return true
		}
	}
	return says(&m.Node)
}

// promptOf is the texts of an instruction, joined by blank lines.
func promptOf(m *conv.SystemMessage) string {
	s := ""
	for _, b := range m.Content {
		if t, ok := b.(*conv.TextContent); ok {
			if s != "" {
				s += "\n\n"
			}
			s += t.Text
		}
	}
	return s
}

// parameter reads what a request has beside the history.
func (d *decoder) parameter(q *conv.Request, key string) {
	at := d.Offset()
	switch {
	case d.isNull():
	case key == "model":
		q.Model = d.optional(&q.Node, key)
	case key == "user":
		q.User = d.optional(&q.Node, key)
	case key == "max_output_tokens" && d.Kind() == rawjson.Num:
		q.MaxTokens = d.Number()
	case key == "temperature" && d.Kind() == rawjson.Num:
		q.Temperature = d.Number()
	case key == "top_p" && d.Kind() == rawjson.Num:
		q.TopP = d.Number()
	case key == "parallel_tool_calls" && d.Kind() == rawjson.Bool:
		q.ParallelToolCalls = d.OptBool()
	case key == "stream" && d.Kind() == rawjson.Bool:
		q.Stream = d.OptBool()
	case key == "tool_choice":
		d.toolChoice(q)
	case key == "reasoning" && d.Kind() == rawjson.Object:
		d.reasoningParameter(q)
	case key == "text" && d.Kind() == rawjson.Object:
		d.textParameter(q)
	case key == "previous_response_id" || key == "conversation":
		d.elsewhere(at, key)
		d.known(&q.Node, key)
	case isParameter(key):
		d.known(&q.Node, key)
	default:
		d.keep(&q.Node, key)
	}
}

// isParameter reports whether the API documents a parameter that the neutral
// model has no place for.
func isParameter(key string) bool {
	switch key {
	case "access_programs", "background", "context_management", "include", "max_tool_calls", "metadata", "moderation",
		"prompt", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "safety_identifier",
		"service_tier", "store", "stream_options", "top_logprobs", "truncation":
		return true
	}
	return false
}
