package adapt

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
)

// tools gives tools the names and schemas that servers require, and adds
// definitions for the tools that the history calls.
func (a *adapter) tools(c *conv.Conversation) {
	if a.DeclareTools && len(c.Tools) == 0 {
		c.Tools = a.calledTools(c.Messages)
	}
	shared := true
	for i := range c.Tools {
		t := c.Tools[i]
		if t.Family != "" && (t.Family == a.family || !a.freeText(&t)) {
			continue
		}
		if name := a.name(t.Name); name != t.Name {
			a.info(note.CodeTools, note.Renamed, &t.Node, "tool", t.Name)
			t.Name = name
		}
		if a.TypedSchemas {
			t.Parameters = a.schema(&t)
		}
		if t.Name != c.Tools[i].Name || t.Parameters != c.Tools[i].Parameters {
			if shared {
				c.Tools, shared = slices.Clone(c.Tools), false
			}
			c.Tools[i] = t
		}
	}
}

// inputSchema is the schema for the arguments of a call with free text.
const inputSchema = `{"type":"object","properties":{"input":{"type":"string"}},"required":["input"]}`

// freeText turns another family's tool with free text into a tool with an input
// field, because that is how its calls arrive. It reports whether t is such a tool.
func (a *adapter) freeText(t *conv.ToolDefinition) bool {
	if !a.AnswerCalls || t.Name == "" || t.Raw.Lookup("type").Text() != "custom" {
		return false
	}
	a.lose(note.CodeCustomTool, note.Downgraded, &t.Node, "free text of a tool, now a JSON input, of", t.Name)
	if t.Description == "" {
		t.Description = t.Raw.Lookup("custom").Lookup("description").Text() + t.Raw.Lookup("description").Text()
	}
	t.Family, t.Raw, t.Parameters = "", "", inputSchema
	return true
}

// calledTools returns minimal definitions of the tools that a history calls.
func (a *adapter) calledTools(in []conv.Message) (tools []conv.ToolDefinition) {
	defined := map[string]bool{}
	for _, m := range in {
		x, _ := m.(*conv.AssistantMessage)
		for t := range x.Calls {
			if defined[t.Name] {
				continue
			}
			defined[t.Name] = true
			a.info(note.CodeSynthesized, note.Synthesized, &t.Node, "definition of a tool that the history calls", t.Name)
			tools = append(tools, conv.ToolDefinition{Name: t.Name, Parameters: `{"type":"object","properties":{}}`})
		}
	}
	return tools
}

// schema returns a tool's parameters with the required type.
func (a *adapter) schema(t *conv.ToolDefinition) conv.Raw {
	p := t.Parameters
	switch {
	case p == "" || p == "null" || p == "{}":
		a.info(note.CodeTools, note.Synthesized, &t.Node, "empty parameters of tool", t.Name)
		return `{"type":"object","properties":{}}`
	case p.Lookup("type") == "" && p[0] == '{':
		a.info(note.CodeTools, note.Synthesized, &t.Node, "type of the parameters of tool", t.Name)
		return `{"type":"object",` + p[1:]
	case strings.HasPrefix(string(p.Lookup("type")), "["):
		a.lose(note.CodeTools, note.Downgraded, &t.Node, "types of the parameters, now object, of tool", t.Name)
		return p.With("type", `"object"`)
	default:
		return p
	}
}
