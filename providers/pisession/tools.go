package pisession

import "convo/conv"

// tools are those of pi: of edits, only one that is alone is like those of others.
// Source: the definitions that the program sends with its requests.
var tools = []conv.AgentTool{
	{Does: "shell", Name: "bash", Takes: []conv.AgentArgument{{"command", "command"}, {"seconds", "timeout"}}},
	{Does: "read", Name: "read", Takes: []conv.AgentArgument{{"path", "path"}, {"offset", "offset"}, {"limit", "limit"}}},
	{Does: "write", Name: "write", Takes: []conv.AgentArgument{{"path", "path"}, {"content", "content"}}},
	{Does: "edit", Name: "edit", Takes: []conv.AgentArgument{{"path", "path"}, {"old", "edits[].oldText"}, {"new", "edits[].newText"}}},
	{Does: "edit", Name: "edit", Takes: []conv.AgentArgument{{"path", "path"}, {"old", "oldText"}, {"new", "newText"}}},
}
