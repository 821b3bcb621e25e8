package lint

import (
	"slices"
	"strconv"
	"strings"

	"convo/conv"
)

// emptyTexts are texts that say nothing.
func emptyTexts(v *validator) {
	if !v.rules.FullText {
		return
	}
	v.eachBlock(func(m conv.Message, b conv.Block) {
		t, ok := b.(*conv.TextContent)
		if !ok {
			return
		}
		if _, custom := m.(*conv.CustomMessage); custom {
			return
		}
		if r, result := m.(*conv.ToolResultMessage); result && len(r.Content) == 1 {
			return // a string may be empty there
		}
		if _, user := m.(*conv.UserMessage); t.Text == "" || user && strings.TrimSpace(t.Text) == "" {
			v.find(&t.Node, "this text says nothing")
		}
	})
}

// voidMessages have no content. The last may be an answer that is to come.
func voidMessages(v *validator) {
	if !v.rules.FullMessages {
		return
	}
	for i, m := range v.history {
		if _, answer := m.(*conv.AssistantMessage); answer && i == len(v.history)-1 {
			continue
		}
		if !conv.SaysSomething(m) {
			v.find(&conv.MetaOf(m).Node, "a message of role %s with no content", conv.RoleOf(m))
		}
	}
}

// mutedAnswers say nothing and call nothing.
func mutedAnswers(v *validator) {
	if !v.rules.FullAnswers {
		return
	}
	for _, m := range v.history {
		if a, ok := m.(*conv.AssistantMessage); ok && !slices.ContainsFunc(a.Content, speaks) {
			v.find(&a.Node, "an answer with neither content nor calls")
		}
	}
}

// speaks reports whether a block is more than an empty text.
func speaks(b conv.AssistantContent) bool {
	t, ok := b.(*conv.TextContent)
	return !ok || t.Text != ""
}

// spaceAtEnd is white space that the last answer ends in.
func spaceAtEnd(v *validator) {
	a := v.last()
	if !v.rules.TrimLast || a == nil || len(a.Content) == 0 {
		return
	}
	t, ok := a.Content[len(a.Content)-1].(*conv.TextContent)
	if ok && strings.TrimRight(t.Text, " \t\r\n") != t.Text {
		v.find(&t.Node, "the last answer ends in white space")
	}
}

// last is the answer that the history ends in, nil if it ends in none.
func (v *validator) last() *conv.AssistantMessage {
	if len(v.history) == 0 {
		return nil
	}
	a, _ := v.history[len(v.history)-1].(*conv.AssistantMessage)
	return a
}

// answerLast is an answer at the end.
func answerLast(v *validator) {
	if a := v.last(); v.rules.UserLast && v.goal.Target.Named() && a != nil && !v.rules.MarksGoOn(a, v.goal.Format.Family) {
		v.find(&a.Node, "the history ends in an answer")
	}
}

// noMessages is a history of none.
func noMessages(v *validator) {
	if v.rules.SomeMessage && len(v.history) == 0 && !v.goesOn() && !(v.rules.LonePrompt && v.c.SystemPrompt != "") {
		v.find(&v.c.Node, "there is no message")
	}
}

// strangeMedia are media of types that servers refuse.
func strangeMedia(v *validator) {
	v.eachBlock(func(_ conv.Message, b conv.Block) {
		types := ""
		switch b.(type) {
		case *conv.ImageContent:
			types = v.rules.ImageTypes
		case *conv.DocumentContent:
			types = v.rules.DocumentTypes
		}
		m := conv.MediaOf(b)
		if types == "" || m.Data == "" || m.MIMEType == "" || strings.HasPrefix(m.MIMEType, "text/") {
			return
		}
		if !strings.Contains(types, " "+m.MIMEType+" ") {
			v.find(&m.Node, "the servers take no %s of type %s", b.BlockType(), quoted(m.MIMEType))
		}
	})
}

// cacheMark is the member that marks the end of what a server may cache.
const cacheMark = "cache_control"

// manyMarks are marks for the cache beyond the number that is taken.
func manyMarks(v *validator) {
	if v.rules.CacheMarks == 0 {
		return
	}
	family := v.goal.Format.Family
	marked := func(n *conv.Node) bool { return n.Extensions.Get(family, cacheMark) != "" }
	n := 0
	for _, key := range []string{"system", conv.PromptMessage} {
		n += strings.Count(string(v.c.Extensions.Get(family, key)), `"`+cacheMark+`"`)
	}
	if v.c.Request != nil && marked(&v.c.Request.Node) {
		n++
	}
	for i := range v.c.Tools {
		if marked(&v.c.Tools[i].Node) {
			n++
		}
	}
	count := func(node *conv.Node) {
		if !marked(node) {
			return
		}
		if n++; n == v.rules.CacheMarks+1 {
			v.find(node, "this mark for the cache is one more than the %d that are taken", v.rules.CacheMarks)
		}
	}
	for _, m := range v.c.Messages {
		switch m := m.(type) {
		case *conv.CustomMessage:
			continue
		case *conv.ToolResultMessage:
			count(&m.Node)
		}
		eachBlockOf(m, func(_ conv.Message, b conv.Block) { count(conv.NodeOf(b)) })
	}
}

// untypedSchemas are parameters of no type, or of another than object.
func untypedSchemas(v *validator) {
	if !v.rules.TypedSchemas {
		return
	}
	for i := range v.c.Tools {
		t := &v.c.Tools[i]
		if t.Family == "" && t.Parameters != "" && t.Parameters.Lookup("type") != `"object"` {
			v.find(&t.Node, "the parameters of %s are of no type object", quoted(t.Name))
		}
	}
}

// unplainThinking is a request for reasoning that asks for what goes not with
// it.
func unplainThinking(v *validator) {
	r := v.c.Request
	if !v.rules.PlainThinking || r == nil || !r.Reasoning.Thinks() {
		return
	}
	if t := r.Temperature; t != "" && t != "1" && t != "1.0" {
		v.find(&r.Node, "a temperature of %s goes not with reasoning", r.Temperature)
	}
	if r.TopK != "" {
		v.find(&r.Node, "top k goes not with reasoning")
	}
	if c := r.ToolChoice; c != nil && (c.Mode == conv.ChoiceRequired || c.Mode == conv.ChoiceTool) {
		v.find(&c.Node, "a forced call goes not with reasoning")
	}
}

// manyStops are more texts to stop at than are taken.
func manyStops(v *validator) {
	if r := v.c.Request; v.rules.MaxStops > 0 && r != nil && len(r.Stop) > v.rules.MaxStops {
		v.find(&r.Node, "%d texts to stop at, more than %d", len(r.Stop), v.rules.MaxStops)
	}
}

// wideBudgets are budgets for reasoning that leave no room for an answer.
func wideBudgets(v *validator) {
	r := v.c.Request
	if !v.rules.PlainThinking || r == nil || r.Reasoning == nil || r.Reasoning.BudgetTokens == "" {
		return
	}
	budget, err := strconv.ParseInt(string(r.Reasoning.BudgetTokens), 10, 64)
	if err != nil {
		return
	}
	if limit, err := strconv.ParseInt(string(r.MaxTokens), 10, 64); err == nil && budget >= limit {
		v.find(&r.Reasoning.Node, "a budget of %d tokens for reasoning, and a limit of %d for the answer", budget, limit)
	}
}
