// Package lint finds what is wrong with conversations: the engine, and the
// rules of any conversation.
package lint

import (
	"fmt"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/schema"
)

// Validate is what is wrong with a conversation: by the rules of any, and by
// those of the servers of each goal. What a goal says of a node is not said
// again by the rule of any conversation that it covers. The order is that of
// places in the input. c must be one that Check passes.
func Validate(c *conv.Conversation, goals ...Destination) []Finding {
	return NewValidator(goals...).Validate(c)
}

// Validator validates many conversations for the same goals. It remembers
// the schemas of tools, which are the same in most. It is for one goroutine.
type Validator struct {
	goals   []Destination
	any     []Rule   // of any conversation
	theirs  [][]Rule // of the servers of each goal
	schemas map[string]compiledSchema
}

// compiledSchema is a tool's schema, or why it is none.
type compiledSchema struct {
	*schema.Schema
	err error
}

// NewValidator makes a Validator.
func NewValidator(goals ...Destination) *Validator {
	m := &Validator{goals: goals, any: checked(conversationRules(), "C")}
	for i := range goals {
		m.theirs = append(m.theirs, checked(targetRules(), goals[i].letter()))
	}
	return m
}

// checked are the rules of a letter that are looked for by themselves.
func checked(rules []Rule, letter string) []Rule {
	return slices.DeleteFunc(rules, func(r Rule) bool { return r.ID[:1] != letter || r.check == nil })
}

// Validate is the function of that name.
func (m *Validator) Validate(c *conv.Conversation) []Finding {
	v := &validator{Validator: m, c: c, history: seenByModels(c)}
	v.pairs = pairsOf(v.history)
	v.run(m.any)
	for i := range m.goals {
		v.aim(&m.goals[i])
		v.overWindow()
		v.run(m.theirs[i])
	}
	slices.SortStableFunc(v.found, func(a, b Finding) int { return a.Offset - b.Offset })
	return v.found
}

// schema is the compiled schema of a tool's parameters.
func (m *Validator) schema(parameters conv.Raw) (*schema.Schema, error) {
	const most = 1000 // so that a long stream of tools does not fill the memory
	s, ok := m.schemas[string(parameters)]
	if !ok {
		if len(m.schemas) >= most || m.schemas == nil {
			m.schemas = map[string]compiledSchema{}
		}
		s.Schema, s.err = schema.Compile([]byte(parameters))
		m.schemas[strings.Clone(string(parameters))] = s
	}
	return s.Schema, s.err
}

// Destination is whom a conversation is validated for: the servers that take
// a format, or one model of theirs.
type Destination struct {
	Format *conv.Format
	Target *conv.Target // nil: the protocol alone
}

// letter is what the IDs of the rules of a destination begin with: those of
// the format, else those of its family; "" where no rules are.
func (d *Destination) letter() string {
	letter := ""
	for _, row := range letters {
		switch row.name {
		case d.Format.Name:
			return row.letter
		case d.Format.Family:
			letter = row.letter
		}
	}
	return letter
}

// letters are the formats, and families of formats, whose servers have rules.
var letters = []struct{ name, letter, servers string }{
	{"anthropic", "A", "Anthropic"},
	{"openai-chat", "O", "OpenAI chat"},
	{"openai-responses", "R", "OpenAI Responses"},
	{"gemini", "G", "Gemini"},
	{"ag-ui", "U", "AG-UI"},
	{"openai-finetune", "F", "OpenAI fine-tuning"},
}

// validator is Validate at work.
type validator struct {
	*Validator
	c       *conv.Conversation
	history []conv.Message // what a model sees
	pairs   pairs          // of it
	goal    *Destination
	rules   conv.Rules // of the goal
	rule    *Rule      // that is looked at
	found   []Finding
	said    map[said]int // indexes of found
}

// FindingsOf is what decoding noted that is wrong with a document.
func FindingsOf(notes *conv.Notes) []Finding {
	var found []Finding
	for _, n := range notes.List() {
		if n.Code == conv.CodeDuplicateKey {
			found = append(found, Finding{Rule: "C023", Offset: n.Offset, Message: "the member " + quoted(n.Name) + " is there more than once"})
		}
	}
	return found
}

// aim turns to a destination.
func (v *validator) aim(d *Destination) {
	v.goal, v.rules = d, d.Format.Rules
	if d.Target != nil && d.Target.Rules != nil {
		v.rules = *d.Target.Rules
	}
}

// run checks rules.
func (v *validator) run(rules []Rule) {
	for i := range rules {
		v.rule = &rules[i]
		v.rule.check(v)
	}
}

// find adds a finding about a node. It takes the place of one that says less.
func (v *validator) find(n *conv.Node, format string, args ...any) {
	f := Finding{Rule: v.rule.ID, Offset: n.Offset(), Message: fmt.Sprintf(format, args...)}
	if i, ok := v.said[said{v.rule.covers, f.Offset}]; ok && f.Offset >= 0 {
		v.found[i] = f
		return
	}
	if v.said == nil {
		v.said = map[said]int{}
	}
	v.said[said{f.Rule, f.Offset}] = len(v.found)
	v.found = append(v.found, f)
}

// said is what a finding says.
type said struct {
	rule   string
	offset int
}

// seenByModels are the messages that a model may see.
func seenByModels(c *conv.Conversation) []conv.Message {
	var in []conv.Message
	for _, m := range c.Messages {
		if _, ok := m.(conv.ModelMessage); ok {
			in = append(in, m)
		}
	}
	return in
}

// goesOn reports whether the history begins at the server: a request that
// names the answer that it goes on from.
func (v *validator) goesOn() bool {
	if v.c.Request == nil {
		return false
	}
	e := v.c.Request.Extensions
	for _, key := range []string{"previous_response_id", "conversation", "prompt"} {
		if e.Get("openai-responses", key) != "" || v.c.Extensions.Get("openai-responses", key) != "" {
			return true
		}
	}
	return false
}

// eachBlock passes the blocks of all messages, with their message.
func (v *validator) eachBlock(pass func(conv.Message, conv.Block)) {
	for _, m := range v.c.Messages {
		eachBlockOf(m, pass)
	}
}

// eachBlockOf passes the blocks of a message, with it.
func eachBlockOf(m conv.Message, pass func(conv.Message, conv.Block)) {
	switch m := m.(type) {
	case *conv.UserMessage:
		passBlocks(m, m.Content, pass)
	case *conv.AssistantMessage:
		passBlocks(m, m.Content, pass)
	case *conv.ToolResultMessage:
		passBlocks(m, m.Content, pass)
	case *conv.SystemMessage:
		passBlocks(m, m.Content, pass)
	case *conv.CustomMessage:
		passBlocks(m, m.Content, pass)
	}
}

func passBlocks[B conv.Block](m conv.Message, content []B, pass func(conv.Message, conv.Block)) {
	for _, b := range content {
		pass(m, b)
	}
}

// eachCall passes the tool calls of all answers.
func (v *validator) eachCall(pass func(*conv.AssistantMessage, *conv.ToolCall)) {
	v.eachBlock(func(m conv.Message, b conv.Block) {
		if t, ok := b.(*conv.ToolCall); ok {
			pass(m.(*conv.AssistantMessage), t)
		}
	})
}

// tool is the definition of a tool that the conversation declares, nil if
// it declares none of that name.
func (v *validator) tool(name string) *conv.ToolDefinition {
	for i := range v.c.Tools {
		if v.c.Tools[i].Name == name {
			return &v.c.Tools[i]
		}
	}
	return nil
}

// quoted is a name from an input, as messages quote it.
func quoted(name string) string { return conv.QuoteName(strings.ToValidUTF8(name, "�")) }
