package pisession

import "convo/conv/format"

// tools are those of pi: of edits, only one that is alone is like those of others.
// Source: the definitions that the program sends with its requests.
var tools = []format.AgentTool{
	{Does: "shell", Name: "bash", Takes: []format.AgentArgument{{"command", "command"}, {"seconds", "timeout"}}},
	{Does: "read", Name: "read", Takes: []format.AgentArgument{{"path", "path"}, {"offset", "offset"}, {"limit", "limit"}}},
	{Does: "write", Name: "write", Takes: []format.AgentArgument{{"path", "path"}, {"content", "content"}}},
	{Does: "edit", Name: "edit", Takes: []format.AgentArgument{{"path", "path"}, {"old", "edits[].oldText"}, {"new", "edits[].newText"}}},
	{Does: "edit", Name: "edit", Takes: []format.AgentArgument{{"path", "path"}, {"old", "oldText"}, {"new", "newText"}}},
}
