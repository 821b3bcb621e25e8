package providers_test

import (
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
)

// A call that another agent's tool can hold is the same when it was given to that
// agent and back, for all tools of all agents.
func TestToolsMapThereAndBack(t *testing.T) {
	agents, pairs := providers.Agents(), 0
	for _, a := range agents {
		for _, tool := range a.Tools {
			first := slices.IndexFunc(a.Tools, func(x format.AgentTool) bool { return x.Does == tool.Does })
			if a.Tools[first].Name != tool.Name || tool.Takes[len(tool.Takes)-1] != a.Tools[first].Takes[len(a.Tools[first].Takes)-1] {
				continue // of an earlier version: it is only read
			}
			call := &conv.ToolCall{ID: "c", Name: tool.Name, Arguments: argumentsOf(tool)}
			for _, b := range agents {
				if !slices.ContainsFunc(b.Tools, func(x format.AgentTool) bool { return x.Does == tool.Does }) {
					continue
				}
				pairs++
				there := mapped(call, a.Tools, b.Tools)
				if a.Name != b.Name && !slices.ContainsFunc(b.Tools, func(x format.AgentTool) bool { return x.Name == there.Name }) {
					t.Errorf("%s of %s is %s %s to %s", tool.Name, a.Name, there.Name, there.Arguments, b.Name)
				}
				if back := mapped(there, b.Tools, a.Tools); back.Name != call.Name || back.Arguments != call.Arguments {
					t.Errorf("%s of %s by %s: %s %s comes back as %s %s", tool.Name, a.Name, b.Name, there.Name, there.Arguments, back.Name, back.Arguments)
				}
			}
		}
	}
	if pairs < 80 {
		t.Errorf("%d pairs", pairs)
	}
}

// argumentsOf are the arguments that a tool needs.
func argumentsOf(tool format.AgentTool) rawjson.Raw {
	var members, inside []rawjson.Member
	list := ""
	for _, a := range tool.Takes {
		if !slices.Contains(format.ToolNeeds(tool.Does), a.Means()) {
			continue
		}
		l, field, nested := strings.Cut(a.Name(), "[].")
		m := rawjson.Member{Key: field, Value: rawjson.Quoted("the " + a.Means())}
		if nested {
			list, inside = l, append(inside, m)
			continue
		}
		m.Key = a.Name()
		members = append(members, m)
	}
	if list != "" {
		members = append(members, rawjson.Member{Key: list, Value: rawjson.ArrayOf([]rawjson.Raw{rawjson.ObjectOf(inside)})})
	}
	return rawjson.ObjectOf(members)
}

func mapped(call *conv.ToolCall, from, to []format.AgentTool) *conv.ToolCall {
	c := &conv.Conversation{Messages: []conv.Message{&conv.AssistantMessage{Content: []conv.AssistantContent{call}}}}
	c = adapt.MapTools(c, [][]format.AgentTool{from}, to, "the agent", &note.Notes{})
	return c.Messages[0].(*conv.AssistantMessage).Content[0].(*conv.ToolCall)
}
