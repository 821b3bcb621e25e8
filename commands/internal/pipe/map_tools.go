package pipe

import (
	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/format"
	"convo/providers"
)

// mapToolsOperation gives calls the names and arguments that the tools of an agent
// have.
func mapToolsOperation(name string) ([]Operation, error) {
	var names []string
	var to *format.Agent
	agents := providers.Agents()
	for _, a := range agents {
		names = append(names, a.Name)
		if a.Name == name {
			to = a.Agent
		}
	}
	if to == nil {
		f := frame.UsageError("--map-tools %q: want %s", name, frame.Either(names))
		if near := providers.Nearest(name, names); len(near) > 0 {
			f = f.WithHint("did you mean %s?", near[0])
		}
		return nil, f
	}
	return []Operation{func(c *conv.Conversation, in Context) (*conv.Conversation, error) {
		var from [][]format.AgentTool
		for _, a := range agents {
			if c.Session != nil && c.Session.Agent == a.Format.Name {
				from = append([][]format.AgentTool{a.Tools}, from...)
			} else {
				from = append(from, a.Tools)
			}
		}
		return adapt.MapTools(c, from, to.Tools, to.Name, in.Notes), nil
	}}, nil
}
