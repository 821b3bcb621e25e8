package conv

import (
	"strings"

	"convo/conv/rawjson"
)

// Fit returns c reduced to what a format's shape can hold, with a note for
// each thing that it had to change. It is the one place that does without.
// c is not changed; what needs no change is shared with it.
func Fit(c *Conversation, to *Format, notes *Notes) *Conversation {
	if to.Family == nativeFamily {
		return c
	}
	f := &fitter{Holds: &to.Holds, family: to.Family, notes: notes}
	out := *c
	f.document(&out)
	if f.Scope == Answer {
		out.Messages = f.answerOnly(out.Messages)
	} else {
		out.Messages = f.messages(out.Messages)
	}
	return &out
}

// fitter holds a format's limits against the parts of one conversation.
type fitter struct {
	*Holds
	family string
	notes  *Notes
	names  map[string]string // tool names by call id, made when first needed
	all    []Message
}

func (f *fitter) has(x Features) bool { return f.Features&x != 0 }

// lose notes a loss at a node.
func (f *fitter) lose(code Code, kind NoteKind, n *Node, what, name string) {
	f.notes.Loss(code, kind, n.Offset(), what, name)
}

func (f *fitter) info(code Code, kind NoteKind, n *Node, what, name string) {
	f.notes.Info(code, kind, n.Offset(), what, name)
}

func (f *fitter) document(c *Conversation) {
	c.Extensions = f.residue(&c.Node)
	if c.ID != "" && !f.has(DocumentMeta) {
		f.lose(CodeID, Dropped, &c.Node, "conversation id", "")
		c.ID = ""
	}
	if c.Title != "" && !f.has(DocumentMeta) {
		f.lose(CodeName, Dropped, &c.Node, "title", "")
		c.Title = ""
	}
	if c.SystemPrompt != "" && !f.has(SystemPrompt) {
		f.lose(CodeSystem, Dropped, &c.Node, "system prompt", "")
		c.SystemPrompt = ""
	}
	if c.SystemPrompt == "" && f.has(SystemPrompt) {
		f.leadingSystem(c)
	}
	c.SystemPrompt = f.text(&c.Node, c.SystemPrompt)
	if !f.has(RunState) {
		f.drop(&c.State, CodeExtension, &c.Node, "run state")
		f.drop(&c.Context, CodeExtension, &c.Node, "run context")
	}
	c.Tools = f.tools(c.Tools)
	c.Request = f.request(c.Request)
}

// leadingSystem makes a system message at the very start the system prompt,
// as which every reader takes it.
func (f *fitter) leadingSystem(c *Conversation) {
	if len(c.Messages) == 0 {
		return
	}
	m, ok := c.Messages[0].(*SystemMessage)
	if !ok {
		return
	}
	var texts []string
	for _, b := range m.Content {
		t, ok := b.(*TextContent)
		if !ok {
			return
		}
		texts = append(texts, t.Text)
	}
	if c.SystemPrompt = strings.Join(texts, "\n\n"); c.SystemPrompt == "" {
		return
	}
	meta := m.Meta
	meta.Group = ""
	f.meta(&meta) // notes what of it no prompt has
	f.info(CodeSystem, Merged, &m.Node, "leading message, now the system prompt, of role", string(RoleOf(m)))
	c.Messages = c.Messages[1:]
}

// drop empties a raw value that is not held.
func (f *fitter) drop(r *Raw, code Code, n *Node, what string) {
	if *r != "" {
		f.lose(code, Dropped, n, what, "")
		*r = ""
	}
}

// residue is what of a node's extensions is held: its own family's.
func (f *fitter) residue(n *Node) Extensions {
	if len(n.Extensions) == 0 || f.has(ForeignResidue) {
		return n.Extensions
	}
	for i, x := range n.Extensions {
		if x.Family != f.family {
			f.loseMembers(n, n.Extensions[i:i+1])
		}
	}
	return n.Extensions.only(f.family)
}

// loseMembers notes that members are left behind at a node.
func (f *fitter) loseMembers(n *Node, e Extensions) {
	for _, x := range e {
		for _, m := range x.Members {
			f.loseMember(n, x.Family, m.Key)
		}
	}
}

// loseMember notes that a foreign member is left behind. A hint on how the
// family spelled something is none of the content, and a cache mark is no
// loss to anybody but its own server.
func (f *fitter) loseMember(n *Node, family, key string) {
	switch {
	case IsHint(key):
	case key == "stream_options":
		f.info(CodeParam, Dropped, n, "parameter", key)
	case key == "cache_control" || key == "prompt_cache_breakpoint":
		f.info(CodeCache, Dropped, n, "cache mark", "")
	case key == "citations" || key == "annotations":
		f.lose(CodeCitation, Dropped, n, family+" field", key)
	case key == "logprobs":
		f.lose(CodeLogprobs, Dropped, n, family+" field", key)
	default:
		f.lose(CodeExtension, Dropped, n, family+" field", key)
	}
}

// IsHint reports whether a residue key is a format's own note on how the wire
// spelled what the neutral fields say: such keys begin with "~" and are never
// written as members.
func IsHint(key string) bool { return len(key) > 0 && key[0] == '~' }

// text is s without lone surrogates, where they are not held.
func (f *fitter) text(n *Node, s string) string {
	if f.has(LoneSurrogates) || len(n.Spelling(s)) == len(s)+2 || !rawjson.HasLoneSurrogate(s) {
		return s
	}
	f.lose(CodeSurrogate, Downgraded, n, "lone surrogate", "")
	return rawjson.ReplaceLoneSurrogates(s)
}

func (f *fitter) tools(in []ToolDefinition) []ToolDefinition {
	if len(in) == 0 {
		return in
	}
	if !f.has(Tools) {
		for i := range in {
			f.lose(CodeTools, Dropped, &in[i].Node, "tool definition", in[i].Name)
		}
		return nil
	}
	out := in
	shared := true
	for i := range in {
		t, keep := f.tool(&in[i])
		if shared && (!keep || t != &in[i]) {
			out, shared = append([]ToolDefinition(nil), in[:i]...), false
		}
		if !shared && keep {
			out = append(out, *t)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func (f *fitter) tool(t *ToolDefinition) (*ToolDefinition, bool) {
	if t.Family != "" && t.Family != f.family {
		f.lose(CodeTools, Dropped, &t.Node, t.Family+" tool", t.Name)
		return nil, false
	}
	ext := f.residue(&t.Node)
	strict := t.Strict
	if strict != nil && !f.has(StrictTools) {
		f.lose(CodeTools, Dropped, &t.Node, "strict flag of tool", t.Name)
		strict = nil
	}
	if len(ext) == len(t.Extensions) && strict == t.Strict {
		return t, true
	}
	x := *t
	x.Extensions, x.Strict = ext, strict
	return &x, true
}

func (f *fitter) request(r *Request) *Request {
	if r == nil {
		return nil
	}
	if f.Scope == Answer {
		if r.Model != "" || r.MaxTokens != "" || len(r.Extensions) > 0 {
			f.lose(CodeParam, Dropped, &r.Node, "request parameters", "")
		}
		return nil
	}
	x := *r
	x.Extensions = f.residue(&r.Node)
	for i, p := range x.numbers() {
		held := [...]Params{MaxTokens, Temperature, TopP, TopK, Seed, Penalties, Penalties}[i]
		if *p.value != "" && f.Params&held == 0 {
			f.parameter(r, p.key)
			*p.value = ""
		}
	}
	if x.Model != "" && f.Params&Model == 0 {
		f.parameter(r, "model")
		x.Model = ""
	}
	if x.Stop != nil && f.Params&StopSequences == 0 {
		f.parameter(r, "stop")
		x.Stop = nil
	}
	if x.User != "" && f.Params&EndUser == 0 {
		f.parameter(r, "user")
		x.User = ""
	}
	if x.Stream != nil && f.Params&Streaming == 0 {
		f.info(CodeParam, Dropped, &r.Node, "parameter", "stream")
		x.Stream = nil
	}
	f.toolChoice(&x)
	f.responseFormat(&x)
	f.reasoning(&x)
	if x.isEmpty() {
		return nil
	}
	return &x
}

// isEmpty reports whether a request asks for nothing.
func (r *Request) isEmpty() bool {
	for _, p := range r.numbers() {
		if *p.value != "" {
			return false
		}
	}
	return len(r.Extensions) == 0 && r.Model == "" && r.Stop == nil && r.ToolChoice == nil &&
		r.ParallelToolCalls == nil && r.ResponseFormat == nil && r.Reasoning == nil && r.Stream == nil && r.User == ""
}

// parameter notes a request parameter that is not held.
func (f *fitter) parameter(r *Request, key string) {
	f.lose(CodeParam, Dropped, &r.Node, "parameter", key)
}

func (f *fitter) toolChoice(r *Request) {
	if f.Params&ToolChoices == 0 {
		if r.ToolChoice != nil {
			f.parameter(r, "toolChoice")
		}
		if r.ParallelToolCalls != nil {
			f.parameter(r, "parallelToolCalls")
		}
		r.ToolChoice, r.ParallelToolCalls = nil, nil
		return
	}
	if t := r.ToolChoice; t != nil {
		x := *t
		x.Extensions = f.residue(&t.Node)
		r.ToolChoice = &x
		if x.Mode == "" && len(x.Extensions) == 0 {
			r.ToolChoice = nil
		}
	}
	if r.ParallelToolCalls != nil && r.ToolChoice == nil && f.Params&LooseParams == 0 {
		f.info(CodeParam, Synthesized, &r.Node, "parameter", "toolChoice")
		r.ToolChoice = &ToolChoice{Mode: ChoiceAuto}
	}
}

func (f *fitter) responseFormat(r *Request) {
	if r.ResponseFormat == nil {
		return
	}
	if f.Params&(ResponseSchemas|ResponseFormats) == 0 {
		f.parameter(r, "responseFormat")
		r.ResponseFormat = nil
		return
	}
	x := *r.ResponseFormat
	x.Extensions = f.residue(&x.Node)
	r.ResponseFormat = &x
	if f.Params&ResponseFormats == 0 {
		f.schemaOnly(r)
	}
}

// schemaOnly leaves of a response format its schema. Text is what a format
// that has only schemas answers anyway.
func (f *fitter) schemaOnly(r *Request) {
	x := r.ResponseFormat
	if x.Type != "jsonSchema" {
		if x.Type != "text" {
			f.parameter(r, "responseFormat")
		}
		r.ResponseFormat = nil
		return
	}
	if x.Name != "" || x.Description != "" {
		f.info(CodeParam, Dropped, &r.Node, "parameter", "responseFormat.name")
	}
	if x.Strict != nil && !*x.Strict {
		f.parameter(r, "responseFormat.strict")
	}
	x.Name, x.Description, x.Strict = "", "", nil
}

func (f *fitter) reasoning(r *Request) {
	if r.Reasoning == nil {
		return
	}
	x := *r.Reasoning
	x.Extensions = f.residue(&x.Node)
	if x.Effort != "" && f.Params&ReasoningEffort == 0 {
		f.parameter(r, "reasoning.effort")
		x.Effort = ""
	}
	if (x.BudgetTokens != "" || x.Enabled != nil) && f.Params&ReasoningBudget == 0 {
		f.parameter(r, "reasoning.budgetTokens")
		x.BudgetTokens, x.Enabled = "", nil
	}
	if x.BudgetTokens != "" && f.Params&LooseParams == 0 {
		f.looseBudget(r, &x)
	}
	r.Reasoning = &x
	if x.Effort == "" && x.BudgetTokens == "" && x.Enabled == nil && len(x.Extensions) == 0 {
		r.Reasoning = nil
	}
}

// looseBudget says of a budget for reasoning that reasoning is wanted, and
// drops it where it is not.
func (f *fitter) looseBudget(r *Request, x *Reasoning) {
	switch {
	case x.Enabled == nil:
		f.info(CodeParam, Synthesized, &r.Node, "parameter", "reasoning.enabled")
		enabled := true
		x.Enabled = &enabled
	case !*x.Enabled:
		f.parameter(r, "reasoning.budgetTokens")
		x.BudgetTokens = ""
	}
}
