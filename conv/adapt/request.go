package adapt

import (
	"slices"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
)

// request fills in the required parameters of a request and drops a tool choice
// without tools.
func (a *adapter) request(c *conv.Conversation) {
	a.noReasoning(c)
	a.excluded(c)
	a.limits(c)
	a.usageOfStream(c)
	a.limit(c)
	if r := c.Request; r != nil && r.ToolChoice != nil && r.ToolChoice.Mode == conv.ChoiceNone && r.ParallelToolCalls != nil {
		x := *r
		x.ParallelToolCalls = nil
		a.notes.Info(note.CodeParam, note.Dropped, r.Offset(), "parameter, which has no effect if no tool may be called,", "parallelToolCalls")
		c.Request = &x
	}
	if r := c.Request; r != nil && !a.hasTools(c.Tools) && (r.ToolChoice != nil || r.ParallelToolCalls != nil) {
		x := *r
		x.ToolChoice, x.ParallelToolCalls = nil, nil
		a.notes.Info(note.CodeParam, note.Dropped, r.Offset(), "tool choice without tools", "")
		c.Request = &x
	} else if r != nil && r.ToolChoice != nil && a.name(r.ToolChoice.Name) != r.ToolChoice.Name {
		x, t := *r, *r.ToolChoice
		t.Name = a.name(t.Name)
		x.ToolChoice = &t
		c.Request = &x
	}
}

// noReasoning removes reasoning from a request to a model that cannot reason.
func (a *adapter) noReasoning(c *conv.Conversation) {
	if a.target == nil || !a.target.NoReasoning || c.Request == nil || c.Request.Reasoning == nil {
		return
	}
	x := *c.Request
	a.lose(note.CodeParam, note.Dropped, &x.Reasoning.Node, "parameter, which the model does not know,", "reasoning")
	x.Reasoning = nil
	c.Request = &x
}

// usageOfStream asks for the usage of a stream where servers send it only on
// request.
func (a *adapter) usageOfStream(c *conv.Conversation) {
	r := c.Request
	if a.StreamOptions == "" || r == nil || r.Stream == nil || !*r.Stream || r.Extensions.Get(a.family, streamOptions) != "" {
		return
	}
	x := *r
	x.Extensions = r.Extensions.With(a.family, streamOptions, a.StreamOptions)
	a.info(note.CodeParam, note.Synthesized, &r.Node, "parameter, so that the stream reports its usage,", streamOptions)
	c.Request = &x
}

const streamOptions = "stream_options"

// hasTools reports whether any tool is one that the target's family accepts.
func (a *adapter) hasTools(tools []conv.ToolDefinition) bool {
	return slices.ContainsFunc(tools, func(t conv.ToolDefinition) bool { return t.Family == "" || t.Family == a.family })
}

// excluded removes parameters that the model refuses while it reasons.
func (a *adapter) excluded(c *conv.Conversation) {
	r := c.Request
	if a.ReasoningExcludes == 0 || !r.Reasons() || len(a.ReasoningExcludes.In(r)) == 0 {
		return
	}
	x := *r
	for _, name := range (a.ReasoningExcludes & (format.Temperature | format.TopP)).In(r) {
		a.lose(note.CodeParam, note.Dropped, &r.Node, "parameter, which reasoning excludes,", name)
	}
	if a.ReasoningExcludes&format.Temperature != 0 {
		x.Temperature = ""
	}
	if a.ReasoningExcludes&format.TopP != 0 {
		x.TopP = ""
	}
	c.Request = &x
}

// thinking removes parameters that servers refuse in a request with reasoning.
func (a *adapter) thinking(c *conv.Conversation) {
	r := c.Request
	if !a.PlainThinking || r == nil || !r.Reasoning.Thinks() {
		return
	}
	x := *r
	if t := x.Temperature; t != "" && t != "1" && t != "1.0" {
		a.lose(note.CodeParam, note.Dropped, &r.Node, "parameter, which reasoning excludes,", "temperature")
		x.Temperature = ""
	}
	if x.TopK != "" {
		a.lose(note.CodeParam, note.Dropped, &r.Node, "parameter, which reasoning excludes,", "topK")
		x.TopK = ""
	}
	if t := x.ToolChoice; t != nil && (t.Mode == conv.ChoiceRequired || t.Mode == conv.ChoiceTool) {
		a.lose(note.CodeParam, note.Downgraded, &r.Node, "tool choice, now auto, because of reasoning,", string(t.Mode))
		x.ToolChoice = &conv.ToolChoice{Mode: conv.ChoiceAuto}
	}
	c.Request = &x
}

// limit sets the limit of output tokens that the protocol requires. It also
// replaces a limit that nobody asked for, but not that of a model by the one of
// the protocol alone.
func (a *adapter) limit(c *conv.Conversation) {
	x := conv.Request{}
	if c.Request != nil {
		x = *c.Request
	}
	has, wants := x.MaxTokens, a.Limit(x.Reasoning)
	own := x.Extensions.Get(a.family, format.Unasked) == conv.Raw(has)
	if a.MaxTokens == "" || has != "" && (!own || has == wants || !a.target.Named() && !less(has, wants)) {
		return
	}
	x.MaxTokens = wants
	x.Extensions = x.Extensions.With(a.family, format.Unasked, conv.Raw(wants))
	a.notes.Info(note.CodeSynthesized, note.Synthesized, c.Offset(), "limit of output tokens, which the protocol demands:", string(wants))
	c.Request = &x
}

// less compares two numbers of tokens.
func less(a, b conv.Number) bool {
	x, ok := a.Int()
	y, also := b.Int()
	return ok && also && x < y
}
